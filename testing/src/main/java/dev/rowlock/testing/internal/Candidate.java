package dev.rowlock.testing.internal;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A server that a test is to run on, whether or not it can be had. */
sealed interface Candidate {
    String title();

    /** The drivers to use on it. */
    List<Driver> drivers(Drivers wanted);

    /** Throws when the server cannot be had, or is not one for this test. */
    void check(EachServer wanted);

    /** Starts it, or connects to it. */
    TestServer start(EachServer wanted);

    /** All servers that this annotation asks for: the user's own, if he named one, else the embedded ones. */
    static List<Candidate> of(EachServer wanted) {
        Optional<JdbcAddress> given = JdbcAddress.of(System.getenv());
        if (given.isPresent()) {
            return List.of(new Given(given.get()));
        }
        return (wanted.only().length == 0
                        ? Stream.of(ServerKind.values())
                        : Arrays.stream(wanted.only()).distinct())
                .<Candidate>map(Embedded::new)
                .toList();
    }

    private static List<Driver> drivers(Driver usual, Drivers wanted) {
        return wanted == Drivers.BOTH ? List.of(Driver.values()) : List.of(usual);
    }

    /** One of the servers we start ourselves. */
    record Embedded(ServerKind kind) implements Candidate {
        @Override
        public String title() {
            return kind.title();
        }

        @Override
        public List<Driver> drivers(Drivers wanted) {
            return Candidate.drivers(TestServer.usualDriver(kind), wanted);
        }

        @Override
        public void check(EachServer wanted) {
            if (wanted.sharing() == Sharing.SHARED) {
                SharedServers.get(kind);
            } else {
                kind.prepare();
            }
        }

        @Override
        public TestServer start(EachServer wanted) {
            if (wanted.sharing() == Sharing.SHARED) {
                return SharedServers.get(kind);
            }
            return TestServer.of(
                    EmbeddedServer.of(kind).options(wanted.options()).start());
        }
    }

    /** The server a user named with {@code ROWLOCK_TEST_URL}; it is not ours to kill. */
    record Given(JdbcAddress address) implements Candidate {
        @Override
        public String title() {
            return "ROWLOCK_TEST_URL";
        }

        @Override
        public List<Driver> drivers(Drivers wanted) {
            return Candidate.drivers(address.preferred(), wanted);
        }

        @Override
        public void check(EachServer wanted) {
            if (wanted.sharing() == Sharing.DEDICATED) {
                throw new UnfitServerException("the test needs a server of its own, and ROWLOCK_TEST_URL names yours");
            }
            if (wanted.only().length > 0
                    && Arrays.stream(wanted.only())
                            .noneMatch(kind -> kind.family() == start(wanted).family())) {
                throw new UnfitServerException("the test is about " + Arrays.toString(wanted.only()));
            }
        }

        @Override
        public TestServer start(EachServer wanted) {
            return SharedServers.given(address);
        }
    }
}
