package io.forja.jobs.rows;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Sees every row at the end of its flow, inside the tasks that write the table: counts it, lets it pass or counts the
 * exit that it leaves by and, where it is to be kept, writes it to a file of its task. Spark hands back the counts and
 * the file names of tasks that succeeded, and of no others, so a task that is run twice counts once.
 *
 * <p>Generated code calls it for every row, so it and its method are public, and take what Spark has.
 */
public final class ExitSink implements Serializable {

    /** The exit of a row that leaves by none. */
    static final int NONE = -1;

    private static final long serialVersionUID = 1L;

    private final List<Exit> exits;
    private final LongAccumulator read;
    private final List<LongAccumulator> counts;
    private final List<Tally> tallies;
    private final List<LongAccumulator> tallied;
    private final Map<Exit.Kind, CollectionAccumulator<String>> files = new EnumMap<>(Exit.Kind.class);
    private final List<CollectionAccumulator<String>> examples;
    private final String folder;
    private final SerializableConfiguration hadoop;
    private transient @Nullable Map<Exit.Kind, JsonGenerator> out;

    ExitSink(SparkContext spark, RowFlow flow, String folder, SerializableConfiguration hadoop) {
        this.exits = List.copyOf(flow.exits());
        this.read = spark.longAccumulator();
        this.counts = exits.stream().map(exit -> spark.longAccumulator()).toList();
        this.tallies = List.copyOf(flow.tallies().values());
        this.tallied = tallies.stream().map(tally -> spark.longAccumulator()).toList();
        exits.stream().map(Exit::kind).forEach(kind ->
                files.computeIfAbsent(kind, absent -> spark.collectionAccumulator()));
        this.examples = exits.stream().map(exit -> spark.<String>collectionAccumulator()).toList();
        this.folder = folder;
        this.hadoop = hadoop;
    }

    /**
     * @param index the exit that the row leaves by, or {@link #NONE}
     * @param kept the row as {@link Rejects#row} makes it, or null where only the count matters
     * @param marks for each tally whether it counts the row if the row comes that far, or null where none does
     * @return whether the row is written
     */
    public boolean passes(int index, @Nullable InternalRow kept, @Nullable ArrayData marks) throws IOException {
        read.add(1L);
        if (marks != null) {
            tally(index, marks);
        }
        if (index == NONE) {
            return true;
        }
        Exit exit = exits.get(index);
        counts.get(index).add(1L);
        if (kept == null) {
            return false;
        }
        if (exit.kind() != Exit.Kind.FAILED) {
            Rejects.write(file(exit.kind()), exit, kept);
        } else if (examples.get(index).isZero()) {
            // One of each task is enough.
            examples.get(index).add(Rejects.example(exit, kept));
        }
        return false;
    }

    private void tally(int index, ArrayData marks) {
        for (int i = 0; i < tallies.size(); i++) {
            if (!marks.isNullAt(i) && marks.getBoolean(i) && tallies.get(i).isReached(index)) {
                tallied.get(i).add(1L);
            }
        }
    }

    /** This task's file for the rows of a kind. */
    private JsonGenerator file(Exit.Kind kind) throws IOException {
        if (out == null) {
            out = new EnumMap<>(Exit.Kind.class);
        }
        JsonGenerator open = out.get(kind);
        if (open == null) {
            open = open(kind);
            out.put(kind, open);
        }
        return open;
    }

    private JsonGenerator open(Exit.Kind kind) throws IOException {
        TaskContext task = TaskContext.get();
        Path file = new Path(folder, kind.name().toLowerCase(Locale.ROOT) + "-" + task.stageId() + "-"
                + task.partitionId() + "-" + task.taskAttemptId() + ".json");
        JsonGenerator opened = new ObjectMapper().getFactory()
                .createGenerator((OutputStream) file.getFileSystem(hadoop.value()).create(file, true));
        TaskCompletionListener atEnd = ended -> close(opened, kind, file);
        task.addTaskCompletionListener(atEnd);
        return opened;
    }

    private void close(JsonGenerator opened, Exit.Kind kind, Path file) {
        try {
            opened.close();
            files.get(kind).add(file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the rows that are kept cannot be written to " + file, e);
        }
    }

    long read() {
        return read.value();
    }

    /** The rows of each tally, in the flow's order. */
    List<Long> tallies() {
        return tallied.stream().map(LongAccumulator::value).toList();
    }

    long count(int exit) {
        return counts.get(exit).value();
    }

    /** The files of the kept rows of a kind. */
    List<String> files(Exit.Kind kind) {
        return files.containsKey(kind) ? List.copyOf(files.get(kind).value()) : List.of();
    }

    List<String> examples(int exit) {
        return List.copyOf(examples.get(exit).value());
    }
}
