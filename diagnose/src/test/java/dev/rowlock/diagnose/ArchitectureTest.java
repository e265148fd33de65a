package dev.rowlock.diagnose;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
    private static final JavaClasses SHIPPED = new ClassFileImporter()
            // Not the predefined option: it knows target/test-classes only, and the build may put them elsewhere.
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("dev.rowlock.diagnose");

    @Test
    void dependsOnNothingButMySqlItsBinaryLogAndClaims() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.sql..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "dev.rowlock.diagnose..",
                        "dev.rowlock.binlog",
                        "dev.rowlock.claim",
                        "dev.rowlock.mysql",
                        "dev.rowlock.mysql.table")
                .because("the arrows between modules go one way: mysql <- claim, binlog <- diagnose")
                .check(SHIPPED);
    }

    @Test
    void readsTextWithoutADatabase() {
        noClasses()
                .that()
                .resideInAnyPackage("..internal.report..", "..internal.analysis..", "..internal.statement..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "..internal.sql..")
                .because("a report of any server is read wherever it is found")
                .check(SHIPPED);
    }
}
