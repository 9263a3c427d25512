package io.forja.jobs.clean;

import io.forja.core.yaml.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A column to order by: {@code atualizado_em desc}. */
record Order(String column, boolean descending) {

    private static final Pattern WRITTEN = Pattern.compile("(?i)(.+?)(?:\\s+(asc|desc))?");

    static Order parse(String text) {
        Matcher matcher = WRITTEN.matcher(text.strip());
        if (!matcher.matches()) {
            throw new InvalidValueException("orderBy", "\"" + text + "\" is no order", "write a column, then asc or desc");
        }
        return new Order(matcher.group(1), "desc".equalsIgnoreCase(matcher.group(2)));
    }
}
