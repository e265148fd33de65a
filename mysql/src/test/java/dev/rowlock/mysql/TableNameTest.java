package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TableNameTest {
    @ParameterizedTest
    @CsvSource({
        "orders, , orders",
        "shop.orders, shop, orders",
        "`shop`.orders, shop, orders",
        "shop.`orders`, shop, orders",
        "`shop`.`orders`, shop, orders",
        "`a.b`, , a.b",
        "`a.b`.`c.d`, a.b, c.d",
        "`a``b`.`c`, a`b, c",
        "`a``.``b`, , a`.`b",
        "```a```, , `a`",
        "a`b, , a`b",
        "my orders.two words, my orders, two words",
        "\"a\", , \"a\""
    })
    void readsWhatAPersonWrites(String text, String schema, String table) {
        TableName name = TableName.parse(text);
        assertThat(name.schema().map(Identifier::name).orElse(null)).isEqualTo(schema);
        assertThat(name.table().name()).isEqualTo(table);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|must not be empty",
                ".|must not be empty",
                "a.|must not be empty",
                ".a|must not be empty",
                "``|must not be empty",
                "a..b|write table or schema.table",
                "a.b.c|a name with a dot in it goes in backticks",
                "`a|a backtick is not closed",
                "a.`b|a backtick is not closed",
                "`a``|a backtick is not closed",
                "`a`b|expected a dot after position 3",
                "`a` . b|expected a dot after position 3"
            })
    void refusesWhatCannotBeAName(String text, String message) {
        assertThatThrownBy(() -> TableName.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "`", "a b", "x`.`y"})
    void ofTakesTheNameAsItIs(String table) {
        assertThat(TableName.of(table).schema()).isEmpty();
        assertThat(TableName.of(table).table().name()).isEqualTo(table);
    }

    @Test
    void isQuotedPartByPartAndPrintedPlain() {
        TableName name = TableName.parse("`my shop`.`a``b`");
        assertThat(name.quoted()).isEqualTo("`my shop`.`a``b`");
        assertThat(name).hasToString("my shop.a`b");
        assertThat(TableName.of("a.b").quoted()).isEqualTo("`a.b`");
    }

    /** Whatever the name, what {@link TableName#quoted} writes {@link TableName#parse} reads. */
    @Test
    void everyQuotedNameIsReadAgain() {
        long seed = System.nanoTime();
        System.out.println("TableNameTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            Identifier table = new Identifier(name(random));
            TableName name = new TableName(random.nextBoolean() ? null : new Identifier(name(random)), table);
            assertThat(TableName.parse(name.quoted())).as("seed %s", seed).isEqualTo(name);
        }
    }

    private static String name(Random random) {
        String alphabet = "`.` '\"\\ab;-*/?}%ü\u20AC\n\t$_0";
        StringBuilder name = new StringBuilder();
        int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 64 : 5);
        for (int at = 0; at < length; at++) {
            name.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        if (name.charAt(length - 1) == ' ') {
            name.setCharAt(length - 1, '`');
        }
        return name.toString();
    }
}
