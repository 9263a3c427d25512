package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import org.jspecify.annotations.Nullable;

/** Where the daemon listens. */
@Doc("Where the daemon listens.")
public record Http(
        @Doc("The address to listen at. Any other than this machine's own (127.0.0.1) needs a token.")
                @Default("127.0.0.1")
                String bind,
        @Doc("The port; 0 takes any free one.") @Default("8080") int port,
        @Doc(value = "What a caller of /api has to send as \"Authorization: Bearer ...\"; at least 16 characters.",
                        example = "\"${file./etc/forja/token}\"")
                @Nullable String token) {

    private static final int SHORTEST_TOKEN = 16;

    public Http {
        if (port < 0 || port > 65_535) {
            throw new InvalidValueException("port", port + " is no port", "write 1 to 65535, or 0 for any free one");
        }
        if (token != null && token.length() < SHORTEST_TOKEN) {
            throw new InvalidValueException("token", "a token of " + token.length() + " characters can be guessed",
                    "write at least " + SHORTEST_TOKEN + ", such as the output of \"openssl rand -hex 32\"");
        }
    }

    /** True where only processes of this machine can call. */
    public boolean isLoopback() {
        return bind.equals("localhost") || bind.startsWith("127.") || bind.equals("::1") || bind.equals("[::1]");
    }

    /** Without the token, since a record's text ends in logs. */
    @Override
    public String toString() {
        return "Http[" + bind + ":" + port + (token == null ? ", no token]" : ", token]");
    }
}
