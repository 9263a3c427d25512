package io.forja.core.lake;

import io.forja.core.definition.Moment;
import io.forja.core.yaml.InvalidValueException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a table goes back to: exactly one of the three.
 *
 * @param version one of its versions
 * @param timestamp the version that was the newest at a moment
 * @param snapshot a snapshot of it, by its name or its path
 */
public record RestorePoint(@Nullable Long version, @Nullable Moment timestamp, @Nullable String snapshot) {

    /**
     * @throws InvalidValueException when none or several are given, or there can be no such version
     */
    public RestorePoint {
        long given = Stream.of(version, timestamp, snapshot).filter(Objects::nonNull).count();
        if (given != 1) {
            throw new InvalidValueException(given == 0 ? "what the table goes back to is missing"
                    : "a table goes back to one of a version, a timestamp and a snapshot, not to several",
                    "write one of version, timestamp, snapshot");
        }
        requireVersion(version);
    }

    /** The version alone, or null: there is none before 0. */
    public static void requireVersion(@Nullable Long version) {
        if (version != null && version < 0) {
            throw new InvalidValueException("version", "there is no version " + version, "write 0 or more");
        }
    }

    public static RestorePoint ofVersion(long version) {
        return new RestorePoint(version, null, null);
    }

    /** As in {@code back to version 3}. */
    @Override
    public String toString() {
        return version != null ? "version " + version
                : timestamp != null ? "the version of " + timestamp : "the snapshot " + snapshot;
    }
}
