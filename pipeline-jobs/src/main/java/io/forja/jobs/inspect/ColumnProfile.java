package io.forja.jobs.inspect;

import io.forja.jobs.clean.Blanks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the texts of one column were. Not thread-safe. */
final class ColumnProfile {

    private static final int FEW = 2;
    private static final int SHOWN = 2;

    private final String name;
    private final NumberProfile numbers = new NumberProfile();
    private final TimeProfile times = new TimeProfile();
    private final NullMarkers markers = new NullMarkers();
    private final Set<String> examples = new LinkedHashSet<>();
    private Set<String> words = new LinkedHashSet<>();
    private boolean hasFewWords = true;
    private long values;
    private long padded;
    private long percents;

    /** @param name as the table has it that takes the file as it is */
    ColumnProfile(String name) {
        this.name = name;
    }

    /**
     * Takes in the text of a field and returns what it is worth: the text without outer blanks, empty where there is
     * no value.
     */
    String add(String field, boolean quoted, Place place) {
        String text = Blanks.strip(field);
        if (text.isEmpty()) {
            return text;
        }
        boolean bare = text.length() == field.length();
        if (NullMarkers.isMarker(text)) {
            markers.add(text, bare && !quoted);
            return "";
        }
        values++;
        padded += bare ? 0 : 1;
        learn(text, place);
        return text;
    }

    private void learn(String text, Place place) {
        if (examples.size() < SHOWN) {
            examples.add(text);
        }
        if (hasFewWords) {
            words.add(text.toLowerCase(Locale.ROOT));
            hasFewWords = words.size() <= FEW;
        }
        if (numbers.isOpen()) {
            boolean percent = text.endsWith("%");
            percents += percent ? 1 : 0;
            numbers.add(percent ? Blanks.strip(text.substring(0, text.length() - 1)) : text, text, place);
        }
        if (times.isOpen()) {
            times.add(text, place);
        }
    }

    String name() {
        return name;
    }

    NumberProfile numbers() {
        return numbers;
    }

    TimeProfile times() {
        return times;
    }

    NullMarkers markers() {
        return markers;
    }

    /** The only one or two texts that there are, in lower case; empty where there are more. */
    Set<String> words() {
        return hasFewWords ? words : Set.of();
    }

    /** The first texts. */
    List<String> examples() {
        return List.copyOf(examples);
    }

    /** How many fields have a value; null markers are none. */
    long values() {
        return values;
    }

    /** How many values have blanks around them. */
    long padded() {
        return padded;
    }

    /** How many values end with a percent sign. */
    long percents() {
        return percents;
    }
}
