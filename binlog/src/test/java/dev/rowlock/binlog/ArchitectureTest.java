package dev.rowlock.binlog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
    private static final JavaClasses SHIPPED = new ClassFileImporter()
            // Not the predefined option: it knows target/test-classes only, and the build may put them elsewhere.
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("dev.rowlock.binlog");

    @Test
    void theApiWorksWithoutTheLibrary() {
        noClasses()
                .that()
                .resideInAPackage("dev.rowlock.binlog")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.github..")
                .because("the library is optional: without it opening a stream is refused in words")
                .check(SHIPPED);
    }

    @Test
    void dependsOnNothingButMySql() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "com.github..",
                        "dev.rowlock.binlog..",
                        "dev.rowlock.mysql",
                        "dev.rowlock.mysql.table")
                .because("the arrows between modules go one way: mysql <- binlog")
                .check(SHIPPED);
    }
}
