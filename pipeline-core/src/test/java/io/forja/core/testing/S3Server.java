package io.forja.core.testing;

import io.forja.core.lake.S3Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;

/**
 * A real S3 server over a folder, in a JVM of its own. It says which requests it got, and its files can be looked at
 * without asking it. It ends with the JVM that started it, however that ends.
 */
public final class S3Server implements AutoCloseable {

    public static final String ACCESS_KEY = "test-access-key";
    public static final String SECRET_KEY = "test-secret-key/with+signs";

    private static final Pattern REQUEST = Pattern.compile("\\{([A-Z]+)@\\w+ https?://[^/]+(/[^ ]*) HTTP");
    private static final Duration TO_START = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private static @Nullable S3Server shared;

    private final Path folder;
    private final URI endpoint;
    private final Process process;

    private S3Server(Path folder, URI endpoint, Process process) {
        this.folder = folder;
        this.endpoint = endpoint;
        this.process = process;
    }

    /** The one that all tests of a JVM share; each uses buckets of its own. */
    public static synchronized S3Server shared() {
        if (shared == null) {
            try {
                Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target").toAbsolutePath()), "s3-");
                shared = start(folder, null, true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    /** One of its own that speaks TLS, with the key in a PKCS12 file whose password is {@code password}. */
    public static S3Server withTls(Path folder, Path keyStore) {
        return start(folder, keyStore, true);
    }

    /** One of its own that lets everyone in, whatever is between. */
    public static S3Server withoutKeys(Path folder) {
        return start(folder, null, false);
    }

    private static S3Server start(Path folder, @Nullable Path keyStore, boolean withKeys) {
        try {
            int port = freePort();
            URI endpoint = URI.create((keyStore == null ? "http" : "https") + "://localhost:" + port);
            Files.createDirectories(folder.resolve("buckets"));
            Files.writeString(folder.resolve("logback.xml"), LOGBACK.formatted(folder.resolve("requests.log")));
            Files.writeString(folder.resolve("server.properties"), properties(folder, endpoint, keyStore, withKeys));
            String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String jars = Path.of(System.getProperty("forja.s3server")).resolve("*").toString();
            // The shell waits for the end of its input, which comes with the end of this JVM.
            Process process = new ProcessBuilder("sh", "-c", "\"$@\" & cat; kill -9 $!", "s3", java,
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp", folder + ":" + jars,
                    "org.gaul.s3proxy.Main", "--properties", folder.resolve("server.properties").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("server.out").toFile())
                    .start();
            S3Server server = new S3Server(folder, endpoint, process);
            server.awaitUp(port);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final String LOGBACK = """
            <configuration>
              <appender name="file" class="ch.qos.logback.core.FileAppender">
                <file>%s</file>
                <encoder><pattern>%%msg%%n</pattern></encoder>
              </appender>
              <logger name="org.gaul.s3proxy.S3ProxyHandler" level="debug"/>
              <root level="warn"><appender-ref ref="file"/></root>
            </configuration>
            """;

    private static String properties(Path folder, URI endpoint, @Nullable Path keyStore, boolean withKeys) {
        String address = keyStore == null ? "s3proxy.endpoint=" + endpoint
                : "s3proxy.secure-endpoint=" + endpoint + "\ns3proxy.keystore-path=" + keyStore
                        + "\ns3proxy.keystore-password=password";
        return """
                %s
                s3proxy.authorization=%s
                s3proxy.identity=%s
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.identity=none
                jclouds.credential=none
                jclouds.filesystem.basedir=%s
                """.formatted(address, withKeys ? "aws-v2-or-v4" : "none", ACCESS_KEY, SECRET_KEY, folder.resolve("buckets"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitUp(int port) throws IOException {
        try {
            Awaitility.await().atMost(TO_START).pollInterval(LOOK_AGAIN)
                    .failFast("its process has ended", () -> !process.isAlive())
                    .until(() -> isUp(port));
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            throw new IllegalStateException("the S3 server did not start: "
                    + Files.readString(folder.resolve("server.out")), e);
        }
    }

    private boolean isUp(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public URI endpoint() {
        return endpoint;
    }

    /** Settings that open it. */
    public S3Settings settings() {
        return new S3Settings(endpoint.toString(), null, null, ACCESS_KEY, SECRET_KEY, null, null, Map.of());
    }

    /** Makes a bucket, where it is not there yet. */
    public S3Server bucket(String name) {
        try {
            Files.createDirectories(folder(name));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of a bucket's objects, in their order; markers of directories too. */
    public List<String> objects(String bucket) {
        Path root = folder(bucket);
        return files(bucket).stream().map(file -> root.relativize(file).toString()).toList();
    }

    /** Where a bucket is on this disk. */
    public Path folder(String bucket) {
        return folder.resolve("buckets").resolve(bucket);
    }

    /** Where its objects are on this disk. */
    public List<Path> files(String bucket) {
        try (Stream<Path> all = Files.walk(folder(bucket))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The requests that it got while something was done, each as {@code GET /bucket/key}. */
    public List<String> requestsOf(Work work) throws Exception {
        int before = requests().size();
        work.run();
        List<String> all = requests();
        return all.subList(before, all.size());
    }

    /** What is watched. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    private List<String> requests() throws IOException {
        List<String> requests = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("requests.log"))) {
            Matcher matcher = REQUEST.matcher(line);
            if (matcher.find()) {
                requests.add(matcher.group(1) + " " + matcher.group(2));
            }
        }
        return requests;
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
