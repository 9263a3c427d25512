package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.core.inspect.Inspection.Layout;
import io.forja.core.inspect.Inspection.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the proposal: one pipeline, to be pasted as it is, with the evidence beside each line. Used once. */
final class PipelineYaml {

    /** Comments begin in this column where the line is not longer. */
    private static final int COMMENTS = 48;

    private final StringBuilder yaml = new StringBuilder();
    private final String path;
    private final String subject;
    private final List<ColumnGuess> guesses;
    private final List<InspectedColumn> columns;

    /**
     * @param subject what the tables are called
     * @param columns what the guesses are told as, in the same order
     */
    PipelineYaml(String path, String subject, List<ColumnGuess> guesses, List<InspectedColumn> columns) {
        this.path = path;
        this.subject = subject;
        this.guesses = guesses;
        this.columns = columns;
    }

    String write(Sample sample, Layout layout, KeyGuess key, List<String> warnings) {
        remark(0, "proposed by forja inspect " + path + ": " + read(sample));
        warnings.forEach(warning -> remark(0, "LOOK: " + warning));
        line(0, "pipeline: " + subject);
        line(0, "jobs:");
        ingest(layout);
        clean(key);
        return yaml.toString();
    }

    private static String read(Sample sample) {
        String rows = Text.count(sample.rows(), "row");
        String files = sample.matching() == 1 ? "" : " in " + sample.files().size() + " of " + Text.count(sample.matching(),
                "file");
        return sample.complete() ? rows + files + ", all that there are"
                : "the first " + rows + files + " (" + (sample.bytes() >> 20) + " MB); what follows was not read";
    }

    private void ingest(Layout layout) {
        line(1, "bronze_" + subject + ":");
        line(2, "ingest:");
        line(3, "from:");
        line(4, "csv: " + Yaml.text(path));
        line(4, "encoding: ", layout.encoding());
        line(4, "delimiter: ", layout.delimiter());
        if (!layout.quote().value().equals("\"")) {
            line(4, "quote: ", layout.quote());
        }
        if (!layout.escape().value().isEmpty()) {
            line(4, "escape: ", layout.escape());
        }
        if (!layout.lineSeparator().value().isEmpty()) {
            line(4, "lineSeparator: ", layout.lineSeparator());
        }
        if (layout.skipLines().value() > 0) {
            line(4, "skipLines: " + layout.skipLines().value(), layout.skipLines().evidence());
        }
        line(4, "header: " + layout.header().value(), layout.header().evidence());
        if (!layout.header().value()) {
            line(4, "columns: " + Yaml.array(columns.stream().map(InspectedColumn::name).toList()));
        }
        if (layout.nullValues().value().size() > 1) {
            line(4, "nullValues: " + Yaml.array(layout.nullValues().value()), layout.nullValues().evidence());
        }
        line(3, "provenance: true");
        line(3, "rejects: bronze." + subject + "_rejects", "rows whose text is not well-formed");
        line(3, "into: bronze." + subject);
    }

    private void clean(KeyGuess key) {
        line(1, "silver_" + subject + ":");
        line(2, "needs: bronze_" + subject);
        line(2, "clean:");
        line(3, "from: bronze." + subject);
        line(3, "steps:");
        int before = yaml.length();
        rename();
        derive();
        trim();
        cast();
        dropDuplicates(key);
        if (yaml.substring(before).lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"))) {
            yaml.insert(before - 1, " []");
        }
        line(3, "rejects: silver." + subject + "_rejects", "rows with a value that does not fit its type");
        line(3, "into: silver." + subject);
    }

    private void rename() {
        List<InspectedColumn> renamed = columns.stream()
                .filter(column -> !column.name().equals(column.cleanName())).toList();
        if (!renamed.isEmpty()) {
            line(4, "- rename:");
            renamed.forEach(column -> line(6, Yaml.text(column.name()) + ": " + column.cleanName()));
        }
    }

    /** What has to go from the texts before they can be cast. */
    private void derive() {
        Map<String, String> expressions = new LinkedHashMap<>();
        each((guess, column) -> {
            String name = column.cleanName();
            String value = "`" + name + "`";
            if (!guess.dressedMarkers().isEmpty()) {
                String markers = guess.dressedMarkers().stream().map(marker -> "'" + marker.replace("\\", "\\\\") + "'")
                        .collect(Collectors.joining(", "));
                expressions.put(name, "if(trim(" + value + ") in (" + markers + "), null, " + value + ")");
            }
        });
        if (!expressions.isEmpty()) {
            line(4, "- derive:");
            expressions.forEach((name, expression) -> line(6, Yaml.text(name) + ": " + Yaml.text(expression),
                    "no value, in quotes or between blanks"));
        }
    }

    private void trim() {
        List<String> names = new ArrayList<>();
        long[] padded = new long[1];
        each((guess, column) -> {
            if (guess.isTrimmed()) {
                names.add(column.cleanName());
                padded[0] += guess.profile().padded();
            }
        });
        if (!names.isEmpty()) {
            line(4, "- trim: " + Yaml.list(names), Text.count(padded[0], "value") + " with blanks at an end");
        }
    }

    private void cast() {
        boolean any = columns.stream().anyMatch(column -> !column.type().isText());
        if (any) {
            line(4, "- cast:");
        }
        int depth = any ? 6 : 4;
        each((guess, column) -> {
            String name = Yaml.text(column.cleanName());
            if (!column.type().isText()) {
                line(depth, name + ": " + Yaml.cast(column.type(), guess.hasPercents()), column.evidence());
            } else if (column.alternatives().isEmpty()) {
                remark(depth, column.cleanName() + " stays text: " + column.evidence());
            } else {
                remark(depth, column.cleanName() + " " + column.evidence() + (column.alternatives().size() == 1
                        ? "; this may be meant:" : "; one of these may be meant:"));
                for (Cast alternative : column.alternatives()) {
                    remark(depth, "  " + name + ": " + Yaml.cast(alternative, guess.hasPercents()));
                }
            }
        });
    }

    /** Rows are dropped only where their key is certain; else a person has to want it. */
    private void dropDuplicates(KeyGuess key) {
        String step = "- dropDuplicates: {key: " + Yaml.list(key.columns()) + ", keep: last"
                + (key.orderBy().isEmpty() ? "" : ", orderBy: " + Yaml.text(key.orderBy())) + "}";
        if (key.columns().isEmpty()) {
            remark(4, "no key: " + key.evidence());
        } else if (key.isCertain()) {
            line(4, step, key.evidence());
        } else {
            remark(4, step + "  (a guess: " + key.evidence() + ", but " + key.doubt() + ")");
        }
        if (key.repeatedRows() > 0 && !key.isCertain()) {
            remark(4, "- dropDuplicates: \"*\"  (" + Text.count(key.repeatedRows(), "row")
                    + (key.repeatedRows() == 1 ? " is" : " are") + " the same as an earlier one in every column)");
        }
    }

    private interface Visitor {
        void visit(ColumnGuess guess, InspectedColumn column);
    }

    private void each(Visitor visitor) {
        for (int i = 0; i < columns.size(); i++) {
            visitor.visit(guesses.get(i), columns.get(i));
        }
    }

    private void line(int depth, String key, Guess<String> guess) {
        line(depth, key + Yaml.text(guess.value()), guess.evidence());
    }

    private void line(int depth, String text, String remark) {
        String indented = "  ".repeat(depth) + text;
        line(0, indented + " ".repeat(Math.max(2, COMMENTS - indented.length())) + "# " + Text.visible(remark));
    }

    private void line(int depth, String text) {
        yaml.append("  ".repeat(depth)).append(text).append('\n');
    }

    private void remark(int depth, String text) {
        line(depth, "# " + Text.visible(text));
    }
}
