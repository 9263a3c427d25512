package io.forja.jobs.source;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.regex.Pattern;

/** What the text of a query tells before an engine has read it. */
public final class QueryText {

    private static final Pattern COMMENT = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile(
            "(?i)\\b(?:from|join)\\s+(`?[\\p{L}_][\\p{L}\\p{N}_]*`?\\.`?[\\p{L}_][\\p{L}\\p{N}_$]*`?)");

    private QueryText() {}

    /** The tables that stand behind FROM and JOIN, for the order of jobs; what SQL really reads is Spark's to find. */
    public static List<TableRef> tables(String query) {
        return TABLE.matcher(COMMENT.matcher(query).replaceAll(" ")).results()
                .map(found -> new TableRef(found.group(1).replace("`", "")))
                .distinct()
                .toList();
    }

    /** @throws InvalidValueException when nothing stands there */
    public static void requireText(String query) {
        if (query.isBlank()) {
            throw new InvalidValueException("query", "the query is empty", "write a SELECT");
        }
    }
}
