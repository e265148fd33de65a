package dev.rowlock.claim.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.DriverManager;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;

/** What a library that lives in somebody else's process must not do. */
@AnalyzeClasses(packages = "dev.rowlock", importOptions = MainClasses.class)
final class LibraryRulesTest {
    private static final String[] LIBRARIES = {"dev.rowlock.mysql..", "dev.rowlock.claim.."};

    @ArchTest
    static final ArchRule CONNECTIONS_COME_FROM_THE_CALLERS_DATA_SOURCE = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.rowlock.mysql..", "dev.rowlock.claim..", "dev.rowlock.embedded..", "dev.rowlock.testing..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(DriverManager.class)
            .because("it takes the first driver of the class path that likes the URL, which need not be the user's");

    @ArchTest
    static final ArchRule NOBODY_SLEEPS = noClasses()
            .that()
            .resideInAPackage("dev.rowlock..")
            .should()
            .callMethodWhere(describe("Thread.sleep or TimeUnit.sleep is called", LibraryRulesTest::isSleep))
            .because("who sleeps notices neither new work nor the end; wait on something that can be signalled");

    @ArchTest
    static final ArchRule NOBODY_PRINTS = noClasses()
            .that()
            .resideInAPackage("dev.rowlock..")
            .and()
            .resideOutsideOfPackage("dev.rowlock.cli..")
            .should(ACCESS_STANDARD_STREAMS)
            .because("the standard streams belong to the program; libraries log");

    @ArchTest
    static final ArchRule NO_STATIC_STATE = fields().that()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.rowlock..")
            .and()
            .areStatic()
            .should()
            .beFinal()
            .because("two users in one process must not meet in a static field");

    @ArchTest
    static final ArchRule TIME_IS_A_PARAMETER = noClasses()
            .that()
            .resideInAnyPackage(LIBRARIES)
            .should()
            .callMethodWhere(describe("the JVM's clock is read", LibraryRulesTest::readsTheClock))
            .because("leases expire by the database's clock, and tests have to move every other one");

    @ArchTest
    static final ArchRule NOTHING_IS_DISCOVERED = noClasses()
            .that()
            .resideInAnyPackage(LIBRARIES)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ServiceLoader.class)
            .because("what happens must not depend on what else is on the class path");

    private static boolean isSleep(JavaMethodCall call) {
        return call.getName().equals("sleep")
                && (call.getTargetOwner().isEquivalentTo(Thread.class)
                        || call.getTargetOwner().isEquivalentTo(TimeUnit.class));
    }

    private static boolean readsTheClock(JavaMethodCall call) {
        boolean now = call.getName().equals("now")
                && call.getTarget().getParameterTypes().isEmpty()
                && (call.getTargetOwner().isEquivalentTo(Instant.class)
                        || call.getTargetOwner().isEquivalentTo(LocalDateTime.class));
        return now
                || (call.getName().equals("currentTimeMillis")
                        && call.getTargetOwner().isEquivalentTo(System.class));
    }
}
