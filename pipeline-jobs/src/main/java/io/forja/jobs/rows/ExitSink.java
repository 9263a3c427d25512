package io.forja.jobs.rows;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
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
    private static final int EXAMPLES_PER_TASK = 3;

    private final List<Exit> exits;
    private final LongAccumulator read;
    private final List<LongAccumulator> counts;
    private final List<LongAccumulator> tallies;
    private final CollectionAccumulator<String> files;
    private final CollectionAccumulator<String> examples;
    private final String folder;
    private final SerializableConfiguration hadoop;
    private transient @Nullable JsonGenerator out;
    private transient int told;

    ExitSink(SparkContext spark, RowFlow flow, String folder, SerializableConfiguration hadoop) {
        this.exits = List.copyOf(flow.exits());
        this.read = spark.longAccumulator();
        this.counts = exits.stream().map(exit -> spark.longAccumulator()).toList();
        this.tallies = flow.tallies().keySet().stream().map(mark -> spark.longAccumulator()).toList();
        this.files = spark.collectionAccumulator();
        this.examples = spark.collectionAccumulator();
        this.folder = folder;
        this.hadoop = hadoop;
    }

    /**
     * @param index the exit that the row leaves by, or {@link #NONE}
     * @param kept the row as {@link Rejects#row} makes it, or null where only the count matters
     * @param tallied for each tally whether it counts the row, or null where none does
     * @return whether the row is written
     */
    public boolean passes(int index, @Nullable InternalRow kept, @Nullable ArrayData tallied) throws IOException {
        read.add(1L);
        if (tallied != null) {
            tally(tallied);
        }
        if (index == NONE) {
            return true;
        }
        Exit exit = exits.get(index);
        counts.get(index).add(1L);
        if (kept == null) {
            return false;
        }
        if (exit.kind() == Exit.Kind.REJECTED) {
            Rejects.write(out == null ? open() : out, exit, kept);
        } else if (told < EXAMPLES_PER_TASK) {
            told++;
            examples.add(Rejects.example(exit, kept));
        }
        return false;
    }

    private void tally(ArrayData tallied) {
        for (int i = 0; i < tallies.size(); i++) {
            if (!tallied.isNullAt(i) && tallied.getBoolean(i)) {
                tallies.get(i).add(1L);
            }
        }
    }

    private JsonGenerator open() throws IOException {
        TaskContext task = TaskContext.get();
        Path file = new Path(folder, task.stageId() + "-" + task.partitionId() + "-" + task.taskAttemptId() + ".json");
        JsonGenerator opened = new ObjectMapper().getFactory()
                .createGenerator((OutputStream) file.getFileSystem(hadoop.value()).create(file, true));
        TaskCompletionListener atEnd = ended -> close(opened, file);
        task.addTaskCompletionListener(atEnd);
        out = opened;
        return opened;
    }

    private void close(JsonGenerator opened, Path file) {
        try {
            opened.close();
            files.add(file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the rejected rows cannot be written to " + file, e);
        }
    }

    long read() {
        return read.value();
    }

    /** The rows of each tally, in the flow's order. */
    List<Long> tallies() {
        return tallies.stream().map(LongAccumulator::value).toList();
    }

    long count(int exit) {
        return counts.get(exit).value();
    }

    List<String> files() {
        return List.copyOf(files.value());
    }

    List<String> examples() {
        return List.copyOf(examples.value());
    }
}
