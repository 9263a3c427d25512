package io.forja.jobs.maintain;

import io.forja.core.yaml.Durations;
import io.forja.jobs.s3.UnfinishedUpload;
import io.forja.jobs.s3.UnfinishedUploads;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Large files of the lake whose upload into a bucket was cut short by the end of its process, in a run that nobody went
 * on with. How long an upload may take nobody can say; after a day it is taken for given up.
 */
final class StaleUploads {

    static final Duration AGE = Duration.ofDays(1);

    private final Configuration hadoop;
    private final Clock clock;

    StaleUploads(Configuration hadoop, Clock clock) {
        this.hadoop = hadoop;
        this.clock = clock;
    }

    /**
     * Gives up those below some folders, or only tells of them. A store that does not let them be listed or given up is
     * told, and no failure. Elsewhere than in a bucket there are none.
     *
     * @return a sentence for each folder in which there were any
     */
    List<String> giveUp(List<Path> folders, boolean dryRun) {
        List<String> notes = new ArrayList<>();
        Set<UnfinishedUpload> told = new HashSet<>();
        for (Path folder : folders) {
            try {
                List<UnfinishedUpload> stale = stale(folder).stream().filter(told::add).toList();
                for (UnfinishedUpload upload : stale) {
                    if (dryRun) {
                        notes.add("would give up the upload of " + upload.file() + ", begun at " + upload.begun());
                    } else {
                        UnfinishedUploads.abort(upload, hadoop);
                    }
                }
                if (!stale.isEmpty()) {
                    notes.add(folder + ": " + stale.size() + (stale.size() == 1 ? " upload" : " uploads")
                            + (dryRun ? " would be" : "") + " given up, begun more than " + Durations.format(AGE)
                            + " ago and never ended");
                }
            } catch (IOException e) {
                notes.add("uploads into " + folder + " that never ended are left to a rule of the bucket: " + e.getMessage());
            }
        }
        return notes;
    }

    private List<UnfinishedUpload> stale(Path folder) throws IOException {
        Instant limit = clock.instant().minus(AGE);
        return UnfinishedUploads.below(folder, hadoop).stream().filter(upload -> upload.begun().isBefore(limit)).toList();
    }
}
