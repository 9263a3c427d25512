package io.forja.scheduler.daemon;

import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.StateFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The runs' log files, as the logging configuration writes them. */
record LogFiles(StateFolder folder) {

    /** So many lines are handed out at once; whoever wants more asks from there on. */
    static final int MOST_LINES = 10_000;

    /** @param runId the id of a run that exists */
    List<String> lines(String runId, long from) {
        // A line cut in the middle of a character, by a full disk, is shown as well as it can be.
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Files.newInputStream(folder.log(runId)), StandardCharsets.UTF_8))) {
            return reader.lines().skip(from).limit(MOST_LINES).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new ForjaException("the log of " + runId + " cannot be read (" + e.getMessage() + ")",
                    "check the permissions of " + folder.logs());
        }
    }

    /**
     * Removes the files that nothing was written to since a time.
     *
     * @return how many were removed
     */
    int purge(Instant before) {
        if (!Files.isDirectory(folder.logs())) {
            return 0;
        }
        int removed = 0;
        try (Stream<Path> files = Files.list(folder.logs())) {
            for (Path file : files.filter(f -> f.toString().endsWith(StateFolder.LOG_SUFFIX)).toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(before) && Files.deleteIfExists(file)) {
                    removed++;
                }
            }
        } catch (IOException e) {
            throw new ForjaException("old logs in " + folder.logs() + " cannot be removed (" + e.getMessage() + ")",
                    "check its permissions");
        }
        return removed;
    }
}
