package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import java.net.URI;
import java.time.Duration;

/** Someone who is told of runs. */
@Short("webhook")
@Doc("Someone who is told of runs: an address that receives a JSON document by POST.")
public record NotifyTarget(
        @Doc(value = "The address.", example = "https://hooks.example.com/forja") String webhook,
        @Doc("How long one attempt may take.") @Default("10s") Duration timeout,
        @Doc("Attempts in all; the wait between them doubles, from one second on.") @Default("6") int attempts) {

    public NotifyTarget {
        requireHttp(webhook);
        if (attempts < 1 || attempts > 20) {
            throw new InvalidValueException("attempts", attempts + " attempts cannot be made", "write 1 to 20");
        }
        if (timeout.isZero()) {
            throw new InvalidValueException("timeout", "no time at all is too short", "write 10s");
        }
    }

    private static void requireHttp(String address) {
        boolean sound;
        try {
            URI uri = URI.create(address);
            sound = ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            sound = false;
        }
        if (!sound) {
            // The address is not repeated: whoever knows a webhook's address may post there.
            throw new InvalidValueException("webhook", "this is no web address", "write https:// and a host");
        }
    }

    /** Without the path, since whoever knows it may post there. */
    @Override
    public String toString() {
        return "NotifyTarget[" + URI.create(webhook).getHost() + "]";
    }
}
