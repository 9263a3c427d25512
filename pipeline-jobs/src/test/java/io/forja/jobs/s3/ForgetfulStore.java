package io.forja.jobs.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;

/** A store that does not know conditions, as MinIO was before May 2024: an S3 server from whom they are kept. */
final class ForgetfulStore implements AutoCloseable {

    private static final List<String> KEPT_BACK =
            List.of("if-none-match", "host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI behind;

    ForgetfulStore(URI behind) throws IOException {
        this.behind = behind;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::pass);
        server.start();
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void pass(HttpExchange exchange) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(behind.resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!KEPT_BACK.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().map().forEach((name, values) -> {
                if (!KEPT_BACK.contains(name)) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            boolean head = exchange.getRequestMethod().equals("HEAD");
            answer.headers().firstValue("content-length").filter(length -> head)
                    .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
            exchange.sendResponseHeaders(answer.statusCode(), head || answer.body().length == 0 ? -1
                    : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
