package io.forja.core.problem;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Keeps secret values out of everything that leaves the process. A value is hidden as it is, URL-encoded, and in
 * Base64, there even where it is part of a longer text such as {@code user:password}. Thread-safe.
 */
public final class Redaction {

    static final String HIDDEN = "***";

    /** A shorter value would hide half of an innocent text, and is no secret. */
    private static final int SHORTEST_SECRET = 4;

    /** The longest forms first, so that none leaves a rest of itself behind. */
    private final Set<String> hidden = new ConcurrentSkipListSet<>(
            Comparator.<String>comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Hides a value from now on; one of fewer than four characters is not. */
    public void hide(String secret) {
        hideForms(secret);
        hideForms(secret.strip());
    }

    private void hideForms(String secret) {
        if (secret.length() < SHORTEST_SECRET) {
            return;
        }
        hidden.add(secret);
        String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        for (String url : new String[] {encoded, encoded.replace("+", "%20")}) {
            hidden.add(url);
            hidden.add(lowerCaseEscapes(url));
        }
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        for (Base64.Encoder encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
            hidden.add(encoder.encodeToString(bytes));
            hidden.add(encoder.withoutPadding().encodeToString(bytes));
            for (int bytesBefore = 0; bytesBefore < 3; bytesBefore++) {
                hidden.add(inside(bytes, bytesBefore, encoder));
            }
        }
    }

    /** The signs of the Base64 of a longer text that this value alone decides. */
    private static String inside(byte[] secret, int bytesBefore, Base64.Encoder encoder) {
        byte[] shifted = new byte[bytesBefore + secret.length];
        System.arraycopy(secret, 0, shifted, bytesBefore, secret.length);
        String encoded = encoder.withoutPadding().encodeToString(shifted);
        int mixedWithBefore = bytesBefore == 0 ? 0 : bytesBefore + 1;
        int mixedWithAfter = shifted.length % 3 == 0 ? 0 : 1;
        return encoded.substring(mixedWithBefore, encoded.length() - mixedWithAfter);
    }

    private static String lowerCaseEscapes(String encoded) {
        String[] parts = encoded.split("%", -1);
        return parts[0] + String.join("", Arrays.stream(parts).skip(1)
                .map(part -> "%" + part.substring(0, 2).toLowerCase(Locale.ROOT) + part.substring(2))
                .toList());
    }

    public String apply(String text) {
        String result = text;
        for (String secret : hidden) {
            result = result.replace(secret, HIDDEN);
        }
        return result;
    }
}
