package io.forja.scheduler.cli.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.forja.scheduler.json.Json;

/** JSON for machines, as the daemon's API writes it, and indented for the people who look at it all the same. */
public final class PrettyJson {

    private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");
    private static final ObjectWriter WRITER = Json.mapper()
            .writer(new DefaultPrettyPrinter().withArrayIndenter(TWO_SPACES).withObjectIndenter(TWO_SPACES));

    private PrettyJson() {}

    /** One document. */
    public static String of(Object value) {
        try {
            return WRITER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass(), e);
        }
    }
}
