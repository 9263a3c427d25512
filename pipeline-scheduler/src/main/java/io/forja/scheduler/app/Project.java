package io.forja.scheduler.app;

import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.config.State;
import io.forja.scheduler.config.Storage;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder that relative paths of settings and definitions are meant from: the one with forja.yaml in it. What is
 * typed at the command line is meant from the working directory.
 *
 * @param folder empty for the working directory, so that its files are called as the user calls them
 */
record Project(Path folder) {

    static Project of(@Nullable Path settings) {
        Path parent = settings == null ? null : settings.normalize().getParent();
        return new Project(parent == null ? Path.of("") : parent);
    }

    /** The settings with the paths that the scheduler itself opens; the lake's own are resolved by the lake. */
    ForjaConfig resolve(ForjaConfig config) {
        return new ForjaConfig(config.lakehouse(),
                new Storage(config.storage().s3().withFiles(this::fromHere)), config.spark(), config.connections(),
                config.state().withFiles(this::fromHere), config.http(), fromHere(config.pipelines()),
                config.notify_(), config.limits(), config.daemon());
    }

    private String fromHere(String path) {
        return folder.resolve(path).normalize().toString();
    }

    /** A path that a user typed, as {@link #resolve} keeps it. */
    String fromWorkingDirectory(String path) {
        return folder.toString().isEmpty() ? path : Path.of(path).toAbsolutePath().toString();
    }

    /** A path or an address that a user typed, as a definition of the project names it. */
    String declared(String typed) {
        return typed.matches("[A-Za-z][A-Za-z0-9+.-]+:.*") ? typed : fromWorkingDirectory(typed);
    }

    /** An address of the state database, or the file alone; what looks like another address is left to be refused. */
    String stateUrl(String typed) {
        String file = typed.startsWith(State.ofFile("")) ? typed.substring(State.ofFile("").length()) : typed;
        return file.startsWith("jdbc:") || file.contains("://") ? file : State.ofFile(fromWorkingDirectory(file));
    }
}
