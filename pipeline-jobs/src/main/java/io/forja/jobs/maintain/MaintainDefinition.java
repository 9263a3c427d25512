package io.forja.jobs.maintain;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Durations;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Short;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Short("tables")
@Doc("Keeps tables fast and small: joins their small files (OPTIMIZE) and removes the files that no version within"
        + " their time travel needs (VACUUM). No row changes.")
public record MaintainDefinition(
        @Doc(value = "The tables, one or a list.", example = "[silver.fato_vendas, bronze.vendas]")
                @Required List<TableRef> tables,
        @Doc("Whether small files are joined.") @Default("true") boolean optimize,
        @Doc("The size to which files are joined, in megabytes.") @Default("256") int targetFileMegabytes,
        @Doc(value = "Columns by which the joined rows lie together (Z-order), for filters over several of them.",
                        example = "[loja, dia]")
                List<String> zOrderBy,
        @Doc("Whether files that are no longer needed are removed. In a bucket, uploads into these tables, the warehouse"
                        + " and the snapshots that were begun more than a day ago and never ended are given up, too.")
                @Default("true") boolean vacuum,
        @Doc(value = "How long a file stays after the last version that needs it; without it, as long as the table"
                        + " itself says, which is a week unless told otherwise. Not less than that, nor than a day: a job"
                        + " that began before may still read it.", example = "30d")
                @Nullable Duration retain,
        @Doc("Whether the job only tells which files it would remove, and joins none.") @Default("false") boolean dryRun)
        implements JobDefinition {

    static final Duration LEAST_RETAINED = Duration.ofDays(1);

    public MaintainDefinition {
        Set<String> named = new HashSet<>();
        for (TableRef table : tables) {
            if (!named.add(table.text().toLowerCase(Locale.ROOT))) {
                throw new InvalidValueException("tables", "the table " + table + " stands twice", "remove it once");
            }
        }
        if (!optimize && !vacuum) {
            throw new InvalidValueException("there is nothing to do with optimize: false and vacuum: false",
                    "remove one of them");
        }
        if (targetFileMegabytes < 1) {
            throw new InvalidValueException("targetFileMegabytes", "there are no files of " + targetFileMegabytes
                    + " megabytes", "write 1 or more");
        }
        if (!optimize && !zOrderBy.isEmpty()) {
            throw new InvalidValueException("zOrderBy", "rows are only ordered where files are joined",
                    "remove \"optimize: false\"");
        }
        if (retain != null && retain.compareTo(LEAST_RETAINED) < 0) {
            throw new InvalidValueException("retain", "a job that began " + Durations.format(retain)
                    + " ago may still read the files", "write 1d or more");
        }
    }

    @Override
    public List<TableRef> reads() {
        return List.of();
    }

    /** Nobody else writes the tables meanwhile. */
    @Override
    public List<TableRef> writes() {
        return tables;
    }

    @Override
    public String summary() {
        List<String> does = new ArrayList<>();
        if (optimize) {
            does.add("small files joined" + (zOrderBy.isEmpty() ? "" : " by " + String.join(", ", zOrderBy)));
        }
        if (vacuum) {
            does.add("old files " + (dryRun ? "told" : "removed"));
        }
        return tables.stream().map(TableRef::text).collect(Collectors.joining(", ")) + ": " + String.join(", ", does);
    }
}
