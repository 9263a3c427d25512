package io.forja.scheduler.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.forja.scheduler.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Someone who is told of runs. */
public final class Receiver implements AutoCloseable {

    /** @param status what was answered */
    public record Received(JsonNode body, String key, int status) {}

    private final HttpServer server;
    private final List<Received> all = new CopyOnWriteArrayList<>();
    private volatile int answer = 204;

    public Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", exchange -> {
            JsonNode body = Json.mapper().readTree(exchange.getRequestBody());
            all.add(new Received(body, exchange.getRequestHeaders().getFirst("Idempotency-Key"), answer));
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        server.start();
    }

    public Receiver answering(int status) {
        answer = status;
        return this;
    }

    public String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
    }

    public List<Received> all() {
        return all;
    }

    /** What arrived for good. */
    public List<Received> accepted() {
        return all.stream().filter(received -> received.status() / 100 == 2).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
