package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import java.util.List;

/**
 * What a column is taken for.
 *
 * @param profile what was seen
 * @param cast what its texts become
 * @param evidence why
 * @param warnings what speaks against it
 * @param alternatives what it may be meant as, where nothing decides
 */
record ColumnGuess(
        ColumnProfile profile, Cast cast, String evidence, List<String> warnings, List<Cast> alternatives) {

    ColumnGuess {
        warnings = List.copyOf(warnings);
        alternatives = List.copyOf(alternatives);
    }

    static ColumnGuess text(ColumnProfile profile, String evidence) {
        return new ColumnGuess(profile, Cast.TEXT, evidence, List.of(), List.of());
    }

    /** Text, since what it is cannot be told; one of the casts may be meant. */
    static ColumnGuess undecided(ColumnProfile profile, String problem, List<Cast> alternatives) {
        // A number with zeros in front is a code, whatever else there is: as a whole number it would lose them.
        List<Cast> meant = alternatives.stream()
                .filter(cast -> profile.numbers().codes() == 0 || !cast.to().endsWith("int")).toList();
        return new ColumnGuess(profile, Cast.TEXT, meant.isEmpty() ? problem : "stays text: " + problem,
                List.of(problem), meant);
    }

    /** Whether texts lose their outer blanks; a cast passes over them by itself. */
    boolean isTrimmed() {
        return cast.isText() && profile.padded() > 0;
    }

    /** Whether its numbers have a percent sign behind them. */
    boolean hasPercents() {
        return profile.percents() > 0;
    }

    /** The null markers of a typed column that are in quotes or among blanks, and so no null values of the file. */
    List<String> dressedMarkers() {
        return cast.isText() ? List.of() : profile.markers().dressed();
    }
}
