package dev.rowlock.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "rowlock " + (version == null ? "(development)" : version),
            "Java " + System.getProperty("java.version") + " " + System.getProperty("os.name")
        };
    }
}
