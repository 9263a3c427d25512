package io.forja.jobs.s3;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server that says one thing, whatever it is asked: what stores say that cannot be had here. */
final class CannedAnswer implements AutoCloseable {

    private final HttpServer server;

    CannedAnswer(int status, Map<String, String> headers, String body) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            headers.forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    /** An error as S3 writes it. */
    static CannedAnswer error(int status, String code, String message) throws IOException {
        return new CannedAnswer(status, Map.of("Content-Type", "application/xml", "x-amz-request-id", "1"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code + "</Code><Message>" + message
                        + "</Message></Error>");
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
