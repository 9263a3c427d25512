package io.forja.jobs.snapshots;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.ManyFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;

/**
 * Copies files byte for byte, several at once: within an S3 store by the store itself, else through this machine. A
 * file is never linked to its source: what harms the bytes of one would harm the other's too, and a snapshot is there
 * for that day.
 */
final class FileCopies {

    /** Between two of these the copy looks whether it is to stop. They fit into a processor's cache. */
    private static final int STEP_BYTES = 128 << 10;

    private final Storage storage;
    private final ServerSideCopy withinStore;
    private final JobContext context;

    FileCopies(Storage storage, JobContext context) {
        this(storage, context, ServerSideCopy.Limits.OF_S3);
    }

    FileCopies(Storage storage, JobContext context, ServerSideCopy.Limits limits) {
        this.storage = storage;
        this.withinStore = new ServerSideCopy(storage, limits);
        this.context = context;
    }

    /** True where a store copies whole objects by itself, so that none can be cut short on the way. */
    boolean areByTheStore(List<CopyPlan.Copy> copies) throws IOException {
        for (CopyPlan.Copy copy : copies) {
            if (!withinStore.canCopy(copy.from(), copy.to())) {
                return false;
            }
        }
        return true;
    }

    /** @return the bytes copied */
    long copy(List<CopyPlan.Copy> copies, String table) throws IOException {
        String phase = "copying " + table;
        AtomicInteger done = new AtomicInteger();
        context.progress().at(phase, 0, copies.size());
        List<Long> bytes = ManyFiles.map(copies, copy -> {
            long copied = copy(copy, table);
            context.progress().at(phase, done.incrementAndGet(), copies.size());
            return copied;
        });
        return bytes.stream().mapToLong(Long::longValue).sum();
    }

    private long copy(CopyPlan.Copy copy, String table) throws IOException {
        context.cancellation().throwIfCancelled();
        try {
            long bytes = bytes(copy);
            if (copy.bytes() >= 0 && bytes != copy.bytes()) {
                throw ForjaException.permanent("the file " + Locations.display(copy.from().toString()) + " of " + table
                        + " has " + bytes + " bytes where the table's log says " + copy.bytes(),
                        "the table is damaged: restore an older version of it");
            }
            return bytes;
        } catch (FileNotFoundException | NoSuchFileException e) {
            throw new ForjaException("the file " + Locations.display(copy.from().toString()) + " of " + table
                    + " is gone, most likely by a VACUUM that keeps too little",
                    "run the job again; if the newest version has lost it, restore an older one", true, e);
        }
    }

    private long bytes(CopyPlan.Copy copy) throws IOException {
        if (isLocal(copy.from()) && isLocal(copy.to())) {
            return copyLocal(copy);
        }
        return withinStore.canCopy(copy.from(), copy.to()) ? withinStore.copy(copy.from(), copy.to()) : copyStream(copy);
    }

    private static boolean isLocal(Path path) {
        return "file".equals(path.toUri().getScheme());
    }

    private static java.nio.file.Path local(Path path) {
        return java.nio.file.Path.of(path.toUri().getPath());
    }

    /**
     * Without the checksum files that Hadoop would write beside each. By plain reading and writing: the JDK's transfer
     * between channels maps files into memory, page by page, from the day on that anybody in the process had it append.
     */
    private long copyLocal(CopyPlan.Copy copy) throws IOException {
        java.nio.file.Path to = local(copy.to());
        try (InputStream in = Files.newInputStream(local(copy.from()))) {
            Files.createDirectories(to.getParent());
            try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                return pour(in, out);
            }
        }
    }

    private long copyStream(CopyPlan.Copy copy) throws IOException {
        try (InputStream in = storage.fileSystem(copy.from()).open(copy.from());
                OutputStream out = storage.fileSystem(copy.to()).create(copy.to(), false)) {
            return pour(in, out);
        }
    }

    private long pour(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[STEP_BYTES];
        long bytes = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            stopIfAsked();
            out.write(buffer, 0, read);
            bytes += read;
        }
        return bytes;
    }

    /** Asked by a cancellation, or by the failure of another file. */
    private void stopIfAsked() throws IOException {
        context.cancellation().throwIfCancelled();
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("stopped");
        }
    }
}
