package dev.rowlock.queue.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which way the queue's arrows go, whose clock it reads, where its SQL stands. */
@AnalyzeClasses(packages = "dev.rowlock.queue", importOptions = QueueRulesTest.MainClasses.class)
final class QueueRulesTest {
    /** Leaves out compiled tests, in whatever folder the build puts them. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("test-classes");
        }
    }

    private static final Set<String> WALL_CLOCK = Set.of(
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.lang.System.currentTimeMillis",
            "java.time.Clock.systemUTC");

    @ArchTest
    static final ArchRule STANDS_ON_CLAIM_AND_MYSQL = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.rowlock.queue..",
                    "dev.rowlock.claim",
                    "dev.rowlock.mysql",
                    "dev.rowlock.mysql.table",
                    "java..",
                    "javax.sql..",
                    "com.cronutils..",
                    "org.flywaydb..",
                    "org.slf4j..",
                    "org.jspecify..")
            .because("applications embed it, and internals of other modules may change with every release");

    @ArchTest
    static final ArchRule FLYWAY_IS_KNOWN_IN_ONE_PLACE = noClasses()
            .that()
            .resideOutsideOfPackage("dev.rowlock.queue.internal.schema")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.flywaydb..")
            .because("it is loaded only when there is something to migrate, and may be left out");

    @ArchTest
    static final ArchRule CRON_IS_READ_IN_ONE_PLACE = noClasses()
            .that()
            .doNotHaveSimpleName("CronExpression")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.cronutils..")
            .because("the library may have to be replaced");

    @ArchTest
    static final ArchRule THE_DATABASES_CLOCK_JUDGES = noClasses()
            .should()
            .callMethodWhere(describe("the wall clock of this machine", QueueRulesTest::readsTheWallClock))
            .because("a worker whose clock is ten minutes off must behave like all others");

    private static boolean readsTheWallClock(JavaMethodCall call) {
        return WALL_CLOCK.contains(call.getTargetOwner().getFullName() + "." + call.getName());
    }

    private static final Pattern STATEMENT = Pattern.compile(
            "\"\\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|ALTER|SHOW|SET SESSION)\\s|^\\s*(?:SELECT|INSERT INTO|UPDATE|DELETE|FROM|WHERE)\\s+\\w");

    @ArchTest
    static void sqlStandsInOnePackage(com.tngtech.archunit.core.domain.JavaClasses ignored) throws IOException {
        Path root = Path.of(System.getProperty("rowlock.test.root", ".."), "queue", "src", "main", "java");
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(sources.stream().filter(file -> !inStatements(file)).filter(QueueRulesTest::holdsSql))
                .isEmpty();
        assertThat(sources.stream().filter(QueueRulesTest::inStatements).filter(QueueRulesTest::holdsSql))
                .hasSizeGreaterThan(3);
    }

    private static boolean inStatements(Path file) {
        return file.toString().replace('\\', '/').contains("/internal/sql/");
    }

    private static boolean holdsSql(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.anyMatch(line -> STATEMENT.matcher(line).find());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
