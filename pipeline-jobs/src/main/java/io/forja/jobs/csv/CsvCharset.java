package io.forja.jobs.csv;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The character sets that CSV files may come in. Bytes that are not valid in them are errors, never U+FFFD. */
public enum CsvCharset {
    UTF_8("UTF-8"),
    ISO_8859_1("ISO-8859-1"),
    WINDOWS_1252("windows-1252"),
    /** Either byte order; the file must say which by its byte order mark. */
    UTF_16("UTF-16"),
    UTF_16LE("UTF-16LE"),
    UTF_16BE("UTF-16BE");

    private final String label;

    CsvCharset(String label) {
        this.label = label;
    }

    /**
     * The character set of that name, in any spelling that Java knows, such as {@code latin1} or {@code cp1252}.
     *
     * @throws IllegalArgumentException where it is not one of these
     */
    public static CsvCharset of(String name) {
        try {
            String canonical = Charset.forName(name).name();
            for (CsvCharset each : values()) {
                if (each.label.equals(canonical)) {
                    return each;
                }
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // falls through to the one sentence below
        }
        throw new IllegalArgumentException("charset \"" + name + "\" is not one of "
                + Arrays.stream(values()).map(CsvCharset::label).collect(Collectors.joining(", ")));
    }

    /** The name for people and for YAML, such as {@code windows-1252}. */
    public String label() {
        return label;
    }

    /** Whether the file is read through a conversion to UTF-8, since its bytes cannot be searched for a delimiter. */
    boolean isTranscoded() {
        return this == UTF_16 || this == UTF_16LE || this == UTF_16BE;
    }

    /** Whether a byte is a character, so that texts beyond ASCII have to be converted to UTF-8. */
    boolean isSingleByte() {
        return this == ISO_8859_1 || this == WINDOWS_1252;
    }

    /** The charset of the bytes that are parsed. */
    public Charset parsed() {
        return isTranscoded() ? StandardCharsets.UTF_8 : Charset.forName(label);
    }
}
