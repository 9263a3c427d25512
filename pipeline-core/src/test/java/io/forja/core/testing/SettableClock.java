package io.forja.core.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved, forwards or backwards. Thread-safe. */
public final class SettableClock extends Clock {

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    public SettableClock(Instant now) {
        this(new AtomicReference<>(now), ZoneOffset.UTC);
    }

    private SettableClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    public static SettableClock at(String instant) {
        return new SettableClock(Instant.parse(instant));
    }

    public void advance(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    public void set(Instant instant) {
        now.set(instant);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** The same clock, read in another zone: it moves with this one. */
    @Override
    public Clock withZone(ZoneId other) {
        return new SettableClock(now, other);
    }
}
