package dev.rowlock.batch.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class ModuleTest {
    private static final JavaClasses SHIPPED = new ClassFileImporter()
            // Not the predefined option: it knows target/test-classes only, and the build may put them elsewhere.
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages("dev.rowlock.batch");

    @Test
    void dependsOnNothingButMySqlClaimAndPacing() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.sql..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "dev.rowlock.batch..",
                        "dev.rowlock.mysql",
                        "dev.rowlock.mysql.table",
                        "dev.rowlock.claim",
                        "dev.rowlock.pacing",
                        "dev.rowlock.pacing.signal")
                .because("the arrows between modules go one way: mysql <- claim <- batch, mysql <- pacing <- batch")
                .check(SHIPPED);
    }

    @Test
    void theApiHandsOutNoMachinery() {
        noClasses()
                .that()
                .resideInAPackage("dev.rowlock.batch")
                .and()
                .arePublic()
                .and()
                .doNotHaveSimpleName("Batches")
                .and()
                .doNotHaveSimpleName("BatchWorker")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.rowlock.batch.internal..")
                .because("what is in a package named internal may change with every release")
                .check(SHIPPED);
    }

    @Test
    void nobodySleeps() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .because("who sleeps notices neither new work nor the end")
                .check(SHIPPED);
    }
}
