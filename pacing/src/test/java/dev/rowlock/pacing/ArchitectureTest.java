package dev.rowlock.pacing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
    private static final JavaClasses SHIPPED = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("dev.rowlock.pacing");

    @Test
    void dependsOnNothingButMySql() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.sql..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "dev.rowlock.pacing..",
                        "dev.rowlock.mysql",
                        "dev.rowlock.mysql.table")
                .because("the arrows between modules go one way: mysql <- pacing")
                .check(SHIPPED);
    }

    @Test
    void theLawKnowsNoServerAndNoClock() {
        noClasses()
                .that()
                .resideInAPackage("dev.rowlock.pacing.internal.judge..")
                .or()
                .haveNameMatching(
                        "dev\\.rowlock\\.pacing\\.(Controller|Law|Steps|Pauses|Growth|AtRest|Verdicts|Draft|State)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..", "javax.sql..", "java.util.concurrent..", "dev.rowlock.pacing.signal..")
                .orShould()
                .dependOnClassesThat()
                .haveSimpleName("Ticker")
                .because("deciding is pure and apart from doing")
                .check(SHIPPED);
    }
}
