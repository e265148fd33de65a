package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EachServer
final class EachServerOnAClassTest {
    private final TestDatabase fromConstructor;

    EachServerOnAClassTest(TestDatabase database) {
        this.fromConstructor = database;
    }

    @BeforeEach
    void createsATable(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
    }

    @Test
    void givesConstructorSetUpAndTestTheSameSchema(TestDatabase database) {
        assertThat(database).isSameAs(fromConstructor);
        assertThat(database.number("SELECT COUNT(*) FROM t")).isZero();
    }

    @Test
    void givesEachTestASchemaOfItsOwn(TestDatabase database) {
        assertThat(database.column("SHOW TABLES")).containsExactly("t");
    }
}
