package dev.rowlock.mysql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RowKeyTest {
    @Test
    void wholeNumbersOfAnyWidthAreOneKey() {
        assertThat(RowKey.of(7))
                .isEqualTo(RowKey.of(7L))
                .isEqualTo(RowKey.of((short) 7))
                .isEqualTo(RowKey.of((byte) 7))
                .isEqualTo(RowKey.of(BigInteger.valueOf(7)))
                .hasSameHashCodeAs(RowKey.of(7L));
        assertThat(RowKey.of(BigInteger.ONE.shiftLeft(63)))
                .isEqualTo(RowKey.of(new BigDecimal("9223372036854775808")))
                .hasToString("9223372036854775808");
    }

    @Test
    void bytesAreEqualByContentAndSafeFromTheirGiver() {
        byte[] bytes = {0, 1, (byte) 0xff};
        RowKey key = RowKey.of(bytes);
        bytes[0] = 9;
        assertThat(key)
                .isEqualTo(RowKey.of(new byte[] {0, 1, (byte) 0xff}))
                .hasSameHashCodeAs(RowKey.of(new byte[] {0, 1, (byte) 0xff}))
                .hasToString("0x0001ff");
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {0, 1, (byte) 0xff});
        RowKey fromBuffer = RowKey.of(buffer);
        buffer.put(0, (byte) 9).get();
        assertThat(fromBuffer).isEqualTo(key);
        assertThat(key.toString()).as("reading it leaves it as it is").isEqualTo("0x0001ff");
    }

    /** Whether text differs is for the server's collation to say. */
    @Test
    void textIsTakenAsItIs() {
        assertThat(RowKey.of("a")).isNotEqualTo(RowKey.of("A")).isNotEqualTo(RowKey.of("a "));
        UUID uuid = UUID.randomUUID();
        assertThat(RowKey.of(uuid)).isEqualTo(RowKey.of(uuid.toString()));
    }

    @Test
    void partsAreInOrderAndTheirTypesCount() {
        assertThat(RowKey.of("a", 1)).isNotEqualTo(RowKey.of(1, "a")).hasToString("a,1");
        assertThat(RowKey.of("1")).isNotEqualTo(RowKey.of(1));
    }

    @Test
    void whatIsNoKeyIsRefused() {
        assertThatThrownBy(() -> new RowKey(List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at least one value");
        assertThatThrownBy(() -> RowKey.of(1.5))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("java.lang.Double");
    }
}
