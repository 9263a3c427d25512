package io.forja.jobs.s3;

import io.delta.storage.S3SingleDriverLogStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Delta's commits on S3: each is one PUT that the store takes only where the file is not there yet, so two processes
 * never overwrite each other's version. Delta makes one for each session and asks it from many threads.
 *
 * <p>At the first write to a bucket it is tried out whether the store keeps to the condition. Where it does not, commits
 * are safe among the threads of this process alone, as in Delta's own store for one driver, and a warning says so.
 *
 * <p>Killed in the middle of a write, there is the whole file or none. A PUT that was taken while its answer got lost is
 * recognised by its content, and is no conflict.
 */
public final class ConditionalLogStore extends S3SingleDriverLogStore {

    private static final Logger LOG = LoggerFactory.getLogger(ConditionalLogStore.class);

    /** What the names of the objects begin with by which a store is tried out; a killed process may leave one. */
    public static final String PROBE = "_forja_probe_";

    private static final int ATTEMPTS = 5;

    /** Whether the store behind a bucket keeps to conditions; what one process found out is asked by all its sessions. */
    private static final Map<String, Boolean> KEEPS_CONDITIONS = new ConcurrentHashMap<>();

    public ConditionalLogStore(Configuration hadoop) {
        super(hadoop);
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration hadoop) throws IOException {
        FileSystem fs = path.getFileSystem(hadoop);
        if (overwrite || !keepsConditions(fs, path)) {
            super.write(path, lines, overwrite, hadoop);
            return;
        }
        byte[] content = bytes(lines);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                create(fs, path, content);
                return;
            } catch (IOException e) {
                int status = status(e);
                if (status == HttpURLConnection.HTTP_PRECON_FAILED) {
                    refuseUnlessOwn(fs, path, content);
                    return;
                }
                // A conflict: another writer of the file was at work at that very moment; how it ended is not said.
                if (status != HttpURLConnection.HTTP_CONFLICT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static byte[] bytes(Iterator<String> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (lines.hasNext()) {
            bytes.writeBytes((lines.next() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void create(FileSystem fs, Path path, byte[] content) throws IOException {
        FSDataOutputStreamBuilder<?, ?> file = fs.createFile(path);
        // "overwrite" only keeps the file system from asking first: the store decides.
        file.overwrite(true).recursive().must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
        try (OutputStream out = file.build()) {
            out.write(content);
        }
    }

    /** A commit names its transaction, so no two of them have one content. */
    private static void refuseUnlessOwn(FileSystem fs, Path path, byte[] content) throws IOException {
        try (InputStream there = fs.open(path)) {
            if (!Arrays.equals(there.readAllBytes(), content)) {
                throw new FileAlreadyExistsException(path.toString());
            }
        }
    }

    private static int status(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof S3Exception refused) {
                return refused.statusCode();
            }
        }
        return 0;
    }

    private static boolean keepsConditions(FileSystem fs, Path path) throws IOException {
        String bucket = String.valueOf(fs.getUri());
        Boolean known = KEEPS_CONDITIONS.get(bucket);
        if (known == null) {
            known = tryOut(fs, new Path(path.getParent(), PROBE + UUID.randomUUID()));
            if (KEEPS_CONDITIONS.putIfAbsent(bucket, known) == null && !known) {
                LOG.warn("the store behind {} ignores If-None-Match, as MinIO before RELEASE.2024-05-07 does: two"
                        + " processes that write one table can lose each other's rows. Update the store; until then let"
                        + " this process alone write there", bucket);
            }
        }
        return known;
    }

    /** Whether the condition of a put that was refused was what it was refused for; empty where it was something else. */
    static Optional<Boolean> keptCondition(int status) {
        return switch (status) {
            case HttpURLConnection.HTTP_PRECON_FAILED -> Optional.of(true);
            // Stores that say so when they do not know the header.
            case HttpURLConnection.HTTP_NOT_IMPLEMENTED, HttpURLConnection.HTTP_BAD_REQUEST -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static boolean tryOut(FileSystem fs, Path probe) throws IOException {
        byte[] content = {'\n'};
        try {
            create(fs, probe, content);
            create(fs, probe, content);
            return false;
        } catch (IOException e) {
            return keptCondition(status(e)).orElseThrow(() -> e);
        } finally {
            fs.delete(probe, false);
        }
    }
}
