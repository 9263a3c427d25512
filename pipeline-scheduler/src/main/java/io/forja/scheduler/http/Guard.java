package io.forja.scheduler.http;

import io.forja.scheduler.config.Http;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the API. With a token: whoever sends it. Without one the server listens at this machine alone, and it is
 * a web page in a browser of this machine that has to be kept off: it can neither name us by a host of its own nor send
 * JSON without asking first.
 */
final class Guard implements Handler {

    private static final Set<String> OUR_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String BEARER = "Bearer ";

    private final byte @Nullable [] token;
    private final String bind;

    Guard(Http settings) {
        this.token = settings.token() == null ? null : settings.token().getBytes(StandardCharsets.UTF_8);
        this.bind = settings.bind();
    }

    @Override
    public void handle(Context ctx) {
        if (token != null) {
            requireToken(ctx, token);
        } else {
            requireOurName(ctx);
        }
        boolean json = String.valueOf(ctx.contentType()).startsWith("application/json");
        if (ctx.method().name().equals("POST") && !json) {
            throw new HttpResponseException(415, "the request is no JSON", Map.of("remedy",
                    "send it with Content-Type: application/json"));
        }
    }

    private static void requireToken(Context ctx, byte[] token) {
        String sent = ctx.header("Authorization");
        boolean right = sent != null && sent.startsWith(BEARER)
                && MessageDigest.isEqual(token, sent.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8));
        if (!right) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw new HttpResponseException(401, sent == null ? "the daemon asks for its token" : "this is not the"
                    + " daemon's token", Map.of("remedy", "send the token of http.token as \"Authorization: Bearer ...\""));
        }
    }

    private void requireOurName(Context ctx) {
        String host = String.valueOf(ctx.host()).replaceFirst(":[0-9]+$", "");
        if (!OUR_NAMES.contains(host) && !host.equals(bind)) {
            throw new HttpResponseException(403, "a daemon without a token answers under this machine's own names alone",
                    Map.of("remedy", "call it as localhost, or set http.token"));
        }
    }
}
