package dev.rowlock.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnpackingTest {
    @TempDir(factory = OnTheDiskOfTheBuild.class)
    Path folder;

    @Test
    void twoJvmsMayUnpackTheSameServerAtOnce() throws Exception {
        Process begun = OtherJvm.begin(ServerKind.MYSQL_8_0, "-", folder.toString());
        try (OtherJvm first = OtherJvm.start(ServerKind.MYSQL_8_0, "-", folder.toString());
                OtherJvm second = OtherJvm.await(begun)) {
            assertThat(first.serverIsAlive()).isTrue();
            assertThat(second.serverIsAlive()).isTrue();
            assertThat(folder.resolve("mysql-8.0.31/bin/mysqld")).isExecutable();
            assertThat(folder).isDirectoryNotContaining("glob:**.preparing");
            first.end();
            second.end();
        } finally {
            begun.destroyForcibly();
        }
    }
}
