package io.forja.jobs.delta;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.util.FileNames;

/**
 * What is in a table's log directory.
 *
 * @param commits the versions whose commits are there
 * @param checkpoints the versions whose checkpoints are there whole
 */
record LogFiles(TreeSet<Long> commits, TreeSet<Long> checkpoints) {

    static LogFiles list(DeltaLog log) throws IOException {
        TreeSet<Long> commits = new TreeSet<>();
        TreeSet<Long> checkpoints = new TreeSet<>();
        Map<String, Integer> parts = new HashMap<>();
        Path folder = log.logPath();
        for (FileStatus file : folder.getFileSystem(log.newDeltaHadoopConf()).listStatus(folder)) {
            Path path = file.getPath();
            if (FileNames.isDeltaFile(path)) {
                commits.add(FileNames.deltaVersion(path));
            } else if (FileNames.isCheckpointFile(path)) {
                long version = FileNames.checkpointVersion(path);
                int wanted = Scala.optional(FileNames.numCheckpointParts(path))
                        .map(number -> ((Number) number).intValue()).orElse(1);
                if (parts.merge(version + " in " + wanted, 1, Integer::sum) >= wanted) {
                    checkpoints.add(version);
                }
            }
        }
        return new LogFiles(commits, checkpoints);
    }

    /** True where the state of a version can be made from its log: a checkpoint and every commit since. */
    boolean isWhole(long version) {
        Long from = checkpoints.floor(version);
        long first = from == null ? 0 : from + 1;
        return commits.subSet(first, true, Math.max(version, first), true).size() == version - first + 1
                || from != null && from == version;
    }
}
