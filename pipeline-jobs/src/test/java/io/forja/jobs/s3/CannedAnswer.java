package io.forja.jobs.s3;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** A server that says one thing, or one to each method: what stores say that cannot be had here. */
final class CannedAnswer implements AutoCloseable {

    private final HttpServer server;

    private record Answer(int status, Map<String, String> headers, String body) {

        static Answer xml(int status, String body) {
            return new Answer(status, Map.of("Content-Type", "application/xml", "x-amz-request-id", "1"),
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + body);
        }

        static Answer error(int status, String code, String message) {
            return xml(status, "<Error><Code>" + code + "</Code><Message>" + message + "</Message></Error>");
        }
    }

    private CannedAnswer(Function<String, Answer> byMethod) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            Answer answer = byMethod.apply(exchange.getRequestMethod());
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    CannedAnswer(int status, Map<String, String> headers, String body) throws IOException {
        this(method -> new Answer(status, headers, body));
    }

    /** A bucket that may be listed and not written. */
    static CannedAnswer readOnly(String bucket) throws IOException {
        return new CannedAnswer(method -> method.equals("GET")
                ? Answer.xml(200, "<ListBucketResult><Name>" + bucket + "</Name></ListBucketResult>")
                : Answer.error(403, "AccessDenied", "Access Denied."));
    }

    /** An error as S3 writes it. */
    static CannedAnswer error(int status, String code, String message) throws IOException {
        return new CannedAnswer(method -> Answer.error(status, code, message));
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
