package dev.rowlock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a server whose JVM ended or was killed. */
final class AbandonedServerTest {
    @TempDir(factory = OnTheDiskOfTheBuild.class)
    Path folder;

    private static final ServerKind KIND = ServerKind.MARIADB_SYSTEM;

    @Test
    void isTakenOverByTheNextStartOverItsData() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, folder.toString(), "-")) {
            other.kill();
            assertThat(other.serverIsAlive()).isTrue();

            try (EmbeddedServer server = EmbeddedServer.of(KIND).data(folder).start()) {
                assertThat(server.pid()).isEqualTo(other.serverPid());
                assertThat(server.port()).isEqualTo(other.port());
                Question.execute(server, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (7)");
                server.kill();
                assertThat(other.serverIsAlive()).isFalse();
                server.restart();
                assertThat(Question.ask(server, "SELECT id FROM t")).isEqualTo("7");
            }
        }
    }

    @Test
    void isTakenOverEvenWhenItIsPaused() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, folder.toString(), "-")) {
            other.kill();
            new ProcessBuilder("sh", "-c", "kill -STOP " + other.serverPid())
                    .start()
                    .waitFor();
            try (EmbeddedServer server = EmbeddedServer.of(KIND).data(folder).start()) {
                assertThat(server.pid()).isEqualTo(other.serverPid());
                assertThat(Question.ask(server, "SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void isEndedWhenOtherOptionsAreAskedFor() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, folder.toString(), "-")) {
            other.kill();
            try (EmbeddedServer server = EmbeddedServer.of(KIND)
                    .data(folder)
                    .options("--innodb-lock-wait-timeout=9")
                    .start()) {
                assertThat(other.serverIsAlive()).isFalse();
                assertThat(Question.ask(server, "SELECT @@innodb_lock_wait_timeout"))
                        .isEqualTo("9");
            }
        }
    }

    @Test
    void isEndedByTheNextStartOfAnyServerWhenItsDataWasTemporary() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, "-", folder.toString())) {
            other.kill();
            assertThat(other.serverIsAlive()).isTrue();
            try (EmbeddedServer server = EmbeddedServer.of(KIND).cache(folder).start()) {
                assertThat(other.serverIsAlive()).isFalse();
                assertThat(folder.resolve("running")).isDirectoryContaining(server.folder()::equals);
                try (var folders = Files.list(folder.resolve("running"))) {
                    assertThat(folders).hasSize(1);
                }
            }
        }
    }

    @Test
    void endsWithItsJvm() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, "-", "-")) {
            other.end();
            assertThat(other.serverIsAlive()).isFalse();
        }
    }

    @Test
    void isNotTakenFromAJvmThatLives() throws Exception {
        try (OtherJvm other = OtherJvm.start(KIND, folder.toString(), "-")) {
            EmbeddedServerBuilder second = EmbeddedServer.of(KIND).data(folder);
            assertThatThrownBy(second::start)
                    .isInstanceOf(EmbeddedServerException.class)
                    .hasMessageContaining("is used by another server");
            assertThat(other.serverIsAlive()).isTrue();
            other.end();
        }
    }

    @Test
    void anotherProgramWithTheSameIdIsLeftAlone() throws Exception {
        Process bystander = new ProcessBuilder("sleep", "300").start();
        try {
            EmbeddedServer.of(KIND).data(folder).start().close();
            Files.writeString(folder.resolve("server.pid"), Long.toString(bystander.pid()));
            EmbeddedServer.of(KIND).data(folder).start().close();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroy();
            bystander.waitFor(10, TimeUnit.SECONDS);
        }
    }
}
