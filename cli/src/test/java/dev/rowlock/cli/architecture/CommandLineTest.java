package dev.rowlock.cli.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** The command line uses the libraries' public side, and no library knows of it. */
@AnalyzeClasses(packages = "dev.rowlock", importOptions = CommandLineTest.MainClasses.class)
final class CommandLineTest {
    private static final String CLI = "dev.rowlock.cli..";

    /** Leaves out compiled tests, in whatever folder the build puts them. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("test-classes");
        }
    }

    @ArchTest
    static final ArchRule NOBODY_USES_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLI)
            .because("the command is one user of the libraries, as anybody else's program is");

    @ArchTest
    static final ArchRule IT_DOES_NOT_USE_THE_TEST_KIT = noClasses()
            .that()
            .resideInAPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.rowlock.testing..", "org.junit..")
            .because("the demo's server comes from embedded, which a release can leave out");

    @ArchTest
    static final ArchRule IT_USES_NO_INTERNALS = noClasses()
            .that()
            .resideInAPackage(CLI)
            .should()
            .dependOnClassesThat(resideInAPackage("dev.rowlock..internal..").and(resideOutsideOfPackage(CLI)))
            .because("what the command can do, a user of the libraries has to be able to do");

    @ArchTest
    static final ArchRule PACKAGES_ARE_NULL_MARKED = classes()
            .that()
            .resideInAPackage(CLI)
            .should(beInANullMarkedPackage())
            .because("NullAway checks only what is marked");

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package annotated @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            type.getPackageName() + " has no @NullMarked package-info, needed for " + type.getName()));
                }
            }
        };
    }
}
