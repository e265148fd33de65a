package dev.rowlock.testing;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.internal.EachServerExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method, or every {@code @Test} of a class, once on each server.
 *
 * <p>The servers are the newest MySQL, MySQL 8.0.31, MariaDB 11.4 and this machine's MariaDB; or only the one whose JDBC
 * URL is in the environment variable {@code ROWLOCK_TEST_URL} (with {@code ROWLOCK_TEST_USER} and {@code
 * ROWLOCK_TEST_PASSWORD}, if they are not in the URL). Each run gets a schema of its own as a parameter of type
 * {@link TestDatabase}, and fails when it leaves a connection, a row lock or a thread behind. A server that cannot be
 * had is skipped with the reason; where the environment variable {@code CI} is set, it is a failure.
 *
 * <p>On a class, methods are annotated with {@code @Test} as usual; the annotation stands on the class or on methods,
 * not on both. Tests of one JVM must not run in parallel: the check for threads could not tell whose they are.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@TestTemplate
@ClassTemplate
@ExtendWith(EachServerExtension.class)
public @interface EachServer {
    /** With which drivers: one fitting each server, or both on every server. */
    Drivers drivers() default Drivers.ONE;

    /** Whether other tests use the server at the same time. */
    Sharing sharing() default Sharing.SHARED;

    /** Only these servers; none named means all. For what exists on one server only, not for what fails on the others. */
    ServerKind[] only() default {};

    /** Further options of a {@link Sharing#DEDICATED} server, for example {@code --innodb-lock-wait-timeout=1}. */
    String[] options() default {};
}
