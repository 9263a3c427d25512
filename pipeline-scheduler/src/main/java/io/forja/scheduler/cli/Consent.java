package io.forja.scheduler.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/** The option {@code --yes}, and the question in its place: asked before what cannot be taken back. */
final class Consent {

    private static final Set<String> YES = Set.of("y", "yes", "s", "sim");

    @Option(names = {"-y", "--yes"}, description = "Do it without asking.")
    private boolean yes;

    /**
     * Says what is about to happen, and asks a person who is there.
     *
     * @return false where the person does not want it
     * @throws UsageException where nobody can be asked and {@code --yes} is not given
     */
    boolean to(Session session, String what) {
        session.say(what);
        if (yes) {
            return true;
        }
        BufferedReader person = session.terminal().in();
        if (person == null) {
            throw new UsageException("this cannot be taken back, and nobody is there to be asked", "add --yes");
        }
        session.terminal().err().print("Go on? [y/N] ");
        session.terminal().err().flush();
        try {
            String answer = person.readLine();
            boolean agreed = answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
            if (!agreed) {
                session.say("Nothing was changed.");
            }
            return agreed;
        } catch (IOException e) {
            throw new UsageException("the answer cannot be read (" + e.getMessage() + ")", "add --yes");
        }
    }
}
