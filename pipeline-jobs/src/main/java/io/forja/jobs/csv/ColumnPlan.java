package io.forja.jobs.csv;

import io.forja.jobs.csv.CsvRead.Drift;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The columns of the dataset, and where each file has them: by name where there is a header, else by position. */
record ColumnPlan(CsvHeader header, List<FilePlan> files) {

    /** @throws CsvException where files are missing, have no header, or differ in a way that is not allowed */
    static ColumnPlan of(Configuration hadoop, List<String> paths, CsvFormat format, CsvRead options) {
        CsvOpener opener = new CsvOpener(hadoop, format.charset());
        List<FileHead> heads = InParallel.mapWaiting(CsvFiles.list(hadoop, paths),
                file -> FileHead.read(file, opener, format, options.maxRecordBytes()));
        List<FileHead> filled = heads.stream().filter(head -> !head.isEmpty()).toList();
        if (filled.isEmpty()) {
            heads.get(0).requireText(format);
            return byPosition(heads, format.heading().columns());
        }
        List<String> declared = format.heading().columns();
        ColumnPlan plan = format.heading().header()
                ? new ByName(declared, options.drift()).plan(filled)
                : byPosition(filled, declared);
        return plan.withNotes(heads.stream().filter(FileHead::isEmpty)
                .map(head -> head.file().name() + ": the file is empty, it gives no rows").toList());
    }

    private ColumnPlan withNotes(List<String> more) {
        return new ColumnPlan(new CsvHeader(header.spelled(), header.names(),
                Stream.concat(header.notes().stream(), more.stream()).toList()), files);
    }

    private static ColumnPlan byPosition(List<FileHead> heads, @Nullable List<String> declared) {
        List<String> spelled = declared != null ? declared : heads.stream()
                .map(FileHead::names)
                .filter(names -> !names.isEmpty())
                .findFirst()
                .orElseThrow(() -> new CsvException(heads.get(0).file().name()
                        + ": no row to count columns from; declare the columns or check what wrote the file"));
        ColumnNames cleaned = ColumnNames.of(spelled);
        int[] inOrder = IntStream.range(0, spelled.size()).toArray();
        return new ColumnPlan(
                new CsvHeader(spelled, cleaned.names(), declared == null ? List.of() : cleaned.notes()),
                heads.stream().map(head -> new FilePlan(head, cleaned.names(), inOrder)).toList());
    }

    /** Collects the columns of file after file. Columns are the same where their names differ in case only. */
    private static final class ByName {
        private final Drift drift;
        private final Map<String, String> nameOf = new LinkedHashMap<>();
        private final Map<String, String> spellingOf = new LinkedHashMap<>();
        private final Set<String> notes = new LinkedHashSet<>();
        private @Nullable String standard;

        ByName(@Nullable List<String> declared, Drift drift) {
            this.drift = drift;
            if (declared != null) {
                standard = "the declared columns";
                ColumnNames.of(declared).names().forEach(name -> nameOf.put(ColumnNames.folded(name), name));
            }
        }

        ColumnPlan plan(List<FileHead> heads) {
            Set<List<String>> seen = new LinkedHashSet<>();
            for (FileHead head : heads) {
                if (seen.add(head.names())) {
                    add(head);
                }
            }
            if (drift == Drift.UNION) {
                heads.forEach(this::noteMissing);
            }
            List<FilePlan> files = heads.stream()
                    .map(head -> new FilePlan(head, head.names(), fieldsOf(head)))
                    .toList();
            List<String> spelled = nameOf.entrySet().stream()
                    .map(each -> spellingOf.getOrDefault(each.getKey(), each.getValue()))
                    .toList();
            return new ColumnPlan(
                    new CsvHeader(spelled, List.copyOf(nameOf.values()), List.copyOf(notes)), files);
        }

        private void add(FileHead head) {
            String file = head.file().name();
            ColumnNames cleaned = ColumnNames.of(head.names());
            cleaned.notes().forEach(note -> notes.add(file + ": " + note));
            List<String> extra = cleaned.names().stream()
                    .filter(name -> !nameOf.containsKey(ColumnNames.folded(name)))
                    .toList();
            if (standard != null && drift == Drift.FAIL) {
                refuseDrift(file, cleaned.names(), extra);
            }
            if (standard != null && !extra.isEmpty()) {
                notes.add(file + ": adds " + listed(extra) + ", which " + standard + " lacks");
            }
            standard = standard == null ? file : standard;
            for (int field = 0; field < cleaned.names().size(); field++) {
                String name = cleaned.names().get(field);
                nameOf.putIfAbsent(ColumnNames.folded(name), name);
                spellingOf.putIfAbsent(ColumnNames.folded(name), head.names().get(field));
            }
        }

        private void refuseDrift(String file, List<String> names, List<String> extra) {
            List<String> missing = missingIn(names);
            if (missing.isEmpty() && extra.isEmpty()) {
                return;
            }
            String lacks = missing.isEmpty() ? "" : " lacks " + listed(missing);
            String adds = extra.isEmpty() ? "" : (missing.isEmpty() ? " adds " : " and adds ") + listed(extra);
            throw new CsvException(file + ": the header" + lacks + adds + ", compared with " + standard
                    + "; mend the file, or read files with other columns apart");
        }

        private void noteMissing(FileHead head) {
            List<String> missing = missingIn(ColumnNames.of(head.names()).names());
            if (!missing.isEmpty()) {
                notes.add(head.file().name() + ": lacks " + listed(missing) + ", which its rows have as NULL");
            }
        }

        private List<String> missingIn(List<String> names) {
            Set<String> present = names.stream().map(ColumnNames::folded).collect(Collectors.toSet());
            return nameOf.entrySet().stream()
                    .filter(each -> !present.contains(each.getKey()))
                    .map(Map.Entry::getValue)
                    .toList();
        }

        private int[] fieldsOf(FileHead head) {
            List<String> folded = ColumnNames.of(head.names()).names().stream().map(ColumnNames::folded).toList();
            return nameOf.keySet().stream().mapToInt(folded::indexOf).toArray();
        }

        private static String listed(List<String> columns) {
            return columns.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
        }
    }
}
