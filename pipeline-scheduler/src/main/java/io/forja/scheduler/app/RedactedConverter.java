package io.forja.scheduler.app;

import java.util.List;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;

/** {@code %redacted{%m%n%ex}}: the pattern in it, with every secret hidden. */
@Plugin(name = "redacted", category = PatternConverter.CATEGORY)
@ConverterKeys("redacted")
public final class RedactedConverter extends LogEventPatternConverter {

    private final List<PatternFormatter> inner;

    private RedactedConverter(List<PatternFormatter> inner) {
        super("redacted", "redacted");
        this.inner = inner;
    }

    /** Called by log4j with the pattern between the braces. */
    public static RedactedConverter newInstance(Configuration configuration, String[] options) {
        return new RedactedConverter(PatternLayout.createPatternParser(configuration).parse(options[0]));
    }

    @Override
    public void format(LogEvent event, StringBuilder line) {
        StringBuilder text = new StringBuilder();
        inner.forEach(formatter -> formatter.format(event, text));
        line.append(Logging.redaction().apply(text.toString()));
    }

    @Override
    public boolean handlesThrowable() {
        return inner.stream().anyMatch(PatternFormatter::handlesThrowable);
    }
}
