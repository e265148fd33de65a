package dev.rowlock.wakeup;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
    private static final JavaClasses SHIPPED = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("dev.rowlock.wakeup");

    @Test
    void joinsTheApiOfTwoModulesAndKnowsNoneOfTheirInternals() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "dev.rowlock.wakeup",
                        "dev.rowlock.queue",
                        "dev.rowlock.binlog",
                        "dev.rowlock.mysql",
                        "dev.rowlock.mysql.table")
                .because(
                        "queue <- wakeup -> binlog: an application that polls needs neither this nor the binary log's library")
                .check(SHIPPED);
    }
}
