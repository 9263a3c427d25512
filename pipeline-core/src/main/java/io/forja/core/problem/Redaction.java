package io.forja.core.problem;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Keeps secret values out of everything that leaves the process. A value is hidden as it is, in Base64 and
 * URL-encoded. Thread-safe.
 */
public final class Redaction {

    static final String HIDDEN = "***";

    /** A shorter value would hide half of an innocent text, and is no secret. */
    private static final int SHORTEST_SECRET = 4;

    private final Set<String> hidden = new ConcurrentSkipListSet<>(
            Comparator.<String>comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    public void hide(String secret) {
        if (secret.length() < SHORTEST_SECRET) {
            return;
        }
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        hidden.add(secret);
        hidden.add(Base64.getEncoder().encodeToString(bytes));
        hidden.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
        hidden.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
    }

    public String apply(String text) {
        String result = text;
        for (String secret : hidden) {
            result = result.replace(secret, HIDDEN);
        }
        return result;
    }
}
