package io.forja.scheduler.cli.text;

/** What a colour says; without colours the text says it alone. */
public enum Paint {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    BAD("31"),
    GOOD("32"),
    WARN("33"),
    BUSY("36");

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    /** The text in this colour, where there are colours. */
    public String on(String text, boolean colours) {
        return !colours || this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
