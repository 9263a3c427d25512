package io.forja.jobs.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.S3Settings;
import io.forja.core.testing.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A certificate that no authority of Java's has signed. */
final class OwnCertificate {

    private static final List<String> PROPERTIES = List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStoreType",
            "javax.net.ssl.trustStorePassword");

    private OwnCertificate() {}

    /** @return the certificate as PEM; the server's key is {@code server.p12} beside it */
    static Path make(Path folder) throws IOException, InterruptedException {
        Path keys = folder.resolve("server.p12");
        Path pem = folder.resolve("ca.pem");
        keytool("-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost",
                "-validity", "2", "-storetype", "PKCS12", "-keystore", keys.toString(), "-storepass", "password");
        keytool("-exportcert", "-rfc", "-alias", "server", "-file", pem.toString(), "-keystore", keys.toString(),
                "-storepass", "password");
        return pem;
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
    }

    /** Hadoop's file system asks Java alone whom to trust. */
    static void assertHadoopReads(S3Server server, Path pem, Path file) throws IOException {
        S3Settings settings = new S3Settings(server.endpoint().toString(), null, null, S3Server.ACCESS_KEY,
                S3Server.SECRET_KEY, null, pem.toString(), Map.of());
        try {
            Trust.of(settings).useInJava(file);
            Configuration hadoop = new Configuration(false);
            hadoop.addResource("core-default.xml");
            S3Conf.of(settings).forEach(hadoop::set);
            try (FileSystem fs = FileSystem.newInstance(URI.create("s3a://checked/"), hadoop)) {
                assertThat(fs.mkdirs(new org.apache.hadoop.fs.Path("s3a://checked/a"))).isTrue();
            }
        } finally {
            PROPERTIES.forEach(System::clearProperty);
        }
        assertThat(Stream.of(settings.toString())).noneMatch(text -> text.contains(S3Server.SECRET_KEY));
    }
}
