package dev.rowlock.mysql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.table.Column.WrittenBy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyCodecTest {
    private static KeyCodec of(String... types) {
        List<Column> key = new ArrayList<>();
        for (String type : types) {
            key.add(column("k" + key.size(), type));
        }
        return new KeyCodec(key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "bigint | -9223372036854775808",
                "bigint unsigned | 18446744073709551615",
                "int | 0",
                "decimal(20,4) | 12345678901234.5000",
                "varchar(20) | a,b 'c' 0x1",
                "char(36) | 3f06af63-a93c-11e4-9797-00505690773f",
                "binary(16) | 0x00ff3f06af63a93c11e4979700505690",
                "varbinary(4) | 0x",
                "datetime(6) | 2024-03-31 02:30:00.000001",
                "date | 2024-02-29"
            })
    void whatIsPrintedCanBeParsed(String type, String text) {
        KeyCodec codec = of(type);
        RowKey key = codec.parse(text);
        assertThat(key).hasToString(text);
        assertThat(codec.parse(key.toString())).isEqualTo(key);
        assertThat(codec.fit(key)).isEqualTo(key);
    }

    @Test
    void severalColumnsAreJoinedByCommas() {
        KeyCodec codec = of("varchar(20)", "bigint", "binary(2)");
        RowKey key = codec.parse("shop, 7,0x00ff");
        assertThat(key).isEqualTo(RowKey.of("shop", 7, new byte[] {0, (byte) 0xff}));
        assertThat(key).hasToString("shop,7,0x00ff");
        assertThat(codec.width()).isEqualTo(3);
        assertThatThrownBy(() -> codec.parse("a,b,7,0x00"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has 4 values, but the table's key has 3: [k0, k1, k2]");
    }

    @Test
    void aUuidIsBytesOrTextAsTheColumnWantsIt() {
        UUID uuid = UUID.fromString("3F06AF63-a93c-11e4-9797-00505690773f");
        assertThat(of("binary(16)").fit(RowKey.of(uuid))).hasToString("0x3f06af63a93c11e4979700505690773f");
        assertThat(of("binary(16)").parse("3F06AF63-A93C-11E4-9797-00505690773F"))
                .isEqualTo(of("binary(16)").fit(RowKey.of(uuid)));
        assertThat(of("uuid").fit(RowKey.of(uuid))).isEqualTo(RowKey.of(uuid.toString()));
    }

    @Test
    void valuesAreBroughtToTheTypeOfTheirColumn() {
        assertThat(of("varchar(20)").fit(RowKey.of(5))).isEqualTo(RowKey.of("5"));
        assertThat(of("varchar(20)").fit(RowKey.of(new BigDecimal("1E+3")))).isEqualTo(RowKey.of("1000"));
        assertThat(of("bigint").fit(RowKey.of("5"))).isEqualTo(RowKey.of(5));
        assertThat(of("bigint").fit(RowKey.of(new BigDecimal("5.00")))).isEqualTo(RowKey.of(5));
        assertThat(of("decimal(5,2)").fit(RowKey.of(5))).isEqualTo(RowKey.of(new BigDecimal("5")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.5", "1,5", "0x10", "1e-3"})
    void whatIsNotAWholeNumberIsRefused(String text) {
        assertThatThrownBy(() -> of("bigint").parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the key value '" + text + "' is not a number that fits column k0 bigint");
    }

    @Test
    void anUnsignedColumnHasItsRange() {
        KeyCodec codec = of("bigint unsigned");
        assertThat(codec.fit(RowKey.of(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))))
                .hasToString("18446744073709551615");
        assertThatThrownBy(() -> codec.fit(RowKey.of(-1))).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> codec.fit(RowKey.of(BigInteger.ONE.shiftLeft(64))))
                .isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0xabc", "abc", "0xzz", "7"})
    void bytesAreWrittenInHexadecimal(String text) {
        assertThatThrownBy(() -> of("binary(2)").parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the key value '" + text
                        + "' of column k0 binary(2) has to be written as 0x and hexadecimal" + " digits, or as a UUID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"float", "double", "enum('a')", "set('a')", "json", "bit(8)", "year", "geometry"})
    void typesThatDoNotCompareExactlyAreNoKeys(String type) {
        assertThat(KeyCodec.supports(column("k", type))).isFalse();
    }

    private static Column column(String name, String fullType) {
        String type = fullType.replaceAll("[( ].*", "");
        return new Column(new Identifier(name), type, fullType, false, null, 0, null, WrittenBy.PROGRAMS);
    }
}
