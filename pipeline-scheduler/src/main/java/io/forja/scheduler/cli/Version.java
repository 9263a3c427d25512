package io.forja.scheduler.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar that this class is in. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"forja " + (version == null ? "(from classes)" : version)};
    }
}
