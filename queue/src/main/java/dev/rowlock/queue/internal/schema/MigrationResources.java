package dev.rowlock.queue.internal.schema;

import java.io.Reader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Collection;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/** Hands the migrations to Flyway, which would otherwise search the class path for them, in vain where the queue is a named module. Immutable. */
final class MigrationResources implements ResourceProvider {
    private final Migrations migrations;

    MigrationResources(Migrations migrations) {
        this.migrations = migrations;
    }

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return migrations.named(name).map(Text::new).orElse(null);
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return migrations.all().stream()
                .filter(migration -> migration.file().startsWith(prefix)
                        && Arrays.stream(suffixes).anyMatch(migration.file()::endsWith))
                .map(Text::new)
                .map(LoadableResource.class::cast)
                .toList();
    }

    /** One file. */
    private static final class Text extends LoadableResource {
        private final Migration migration;

        Text(Migration migration) {
            this.migration = migration;
        }

        @Override
        public Reader read() {
            return new StringReader(migration.text());
        }

        @Override
        public String getAbsolutePath() {
            return migration.file();
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return migration.file();
        }

        @Override
        public String getFilename() {
            return migration.file();
        }

        @Override
        public String getRelativePath() {
            return migration.file();
        }
    }
}
