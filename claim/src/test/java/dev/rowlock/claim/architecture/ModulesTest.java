package dev.rowlock.claim.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** The arrows between modules: mysql is used by claim, embedded by testing, and nothing points the other way. */
@AnalyzeClasses(packages = "dev.rowlock", importOptions = MainClasses.class)
final class ModulesTest {
    private static final String MYSQL = "dev.rowlock.mysql..";
    private static final String CLAIM = "dev.rowlock.claim..";
    private static final String EMBEDDED = "dev.rowlock.embedded..";
    private static final String TESTING = "dev.rowlock.testing..";

    @ArchTest
    static final ArchRule MYSQL_STANDS_ON_JDBC_ALONE = classes()
            .that()
            .resideInAPackage(MYSQL)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(MYSQL, "java..", "javax.sql..", "javax.net.ssl..", "org.slf4j..", "org.jspecify..")
            .because("it is the ground of every module, and both drivers have to work with it");

    @ArchTest
    static final ArchRule CLAIM_STANDS_ON_MYSQL = classes()
            .that()
            .resideInAPackage(CLAIM)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(CLAIM, MYSQL, "java..", "javax.sql..", "org.slf4j..", "org.jspecify..")
            .because("a library that others embed must not bring servers, command lines or drivers with it");

    @ArchTest
    static final ArchRule EMBEDDED_STANDS_ALONE = classes()
            .that()
            .resideInAPackage(EMBEDDED)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(EMBEDDED, "java..", "javax.sql..", "org.slf4j..", "org.jspecify..")
            .because("whoever only wants a real server for his tests gets no Rowlock with it");

    @ArchTest
    static final ArchRule TESTING_KNOWS_SERVERS_AND_JUNIT_ONLY = classes()
            .that()
            .resideInAPackage(TESTING)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    TESTING, EMBEDDED, "java..", "javax.sql..", "org.slf4j..", "org.jspecify..", "org.junit..")
            .because(
                    "mysql and claim are tested with it, and a test kit that uses what it tests would share its mistakes");

    @ArchTest
    static final ArchRule INTERNALS_STAY_INSIDE_THEIR_MODULE = classes()
            .that()
            .resideInAPackage("dev.rowlock..")
            .should(useNoInternalsOfAnotherModule())
            .because("what is in a package named internal may change with every release");

    @ArchTest
    static final ArchRule PACKAGES_ARE_NULL_MARKED = classes()
            .that()
            .resideInAPackage("dev.rowlock..")
            .should(beInANullMarkedPackage())
            .because("NullAway checks only what is marked");

    @ArchTest
    static final ArchRule DRIVERS_ARE_NOT_NAMED = noClasses()
            .that()
            .resideInAnyPackage(MYSQL, CLAIM)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.mysql..", "org.mariadb..", "com.zaxxer..")
            .because("users bring the driver and the pool they have");

    private static ArchCondition<JavaClass> useNoInternalsOfAnotherModule() {
        return new ArchCondition<>("use no internals of another module") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                user.getDirectDependenciesFromSelf().stream()
                        .filter(use -> isInternal(use.getTargetClass()))
                        .filter(use -> !module(use.getTargetClass()).equals(module(user)))
                        .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
            }
        };
    }

    private static boolean isInternal(JavaClass type) {
        String name = type.getPackageName() + ".";
        return name.startsWith("dev.rowlock.") && name.contains(".internal.");
    }

    /** {@code dev.rowlock.claim.internal.sql} belongs to {@code claim}. */
    private static String module(JavaClass type) {
        return type.getPackageName().split("\\.", 4)[2];
    }

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
