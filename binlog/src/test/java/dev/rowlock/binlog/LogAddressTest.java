package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import org.junit.jupiter.api.Test;

final class LogAddressTest {
    @Test
    void readsTheUrlsOfBothDrivers() {
        assertThat(LogAddress.ofJdbc(
                        "jdbc:mysql://db.example:3307/shop?user=app&password=a%26b&sslMode=REQUIRED", null, null))
                .isEqualTo(new LogAddress("db.example", 3307, "app", "a&b", TlsMode.REQUIRED));
        assertThat(LogAddress.ofJdbc("jdbc:mariadb://[::1]/shop?sslMode=verify-full", "u", "p"))
                .isEqualTo(new LogAddress("::1", 3306, "u", "p", TlsMode.VERIFY_IDENTITY));
        assertThat(LogAddress.ofJdbc("jdbc:mysql://me:secret@h1:3306,h2:3307/", null, null))
                .isEqualTo(new LogAddress("h1", 3306, "me", "secret", TlsMode.PREFERRED));
        assertThat(LogAddress.ofJdbc("jdbc:mysql:///shop?useSSL=false", "u", "+"))
                .isEqualTo(new LogAddress("localhost", 3306, "u", "+", TlsMode.DISABLED));
        assertThat(LogAddress.ofJdbc("jdbc:mysql:loadbalance://a,b/s?user=x&password=c+d", null, null))
                .isEqualTo(new LogAddress("a", 3306, "x", "c+d", TlsMode.PREFERRED));
    }

    @Test
    void whatIsGivenApartBeatsTheUrl() {
        assertThat(LogAddress.ofJdbc("jdbc:mysql://h/s?user=a&password=b", "c", "d"))
                .isEqualTo(new LogAddress("h", 3306, "c", "d", TlsMode.PREFERRED));
    }

    @Test
    void neverShowsThePassword() {
        assertThat(new LogAddress("h", 1, "u", "secret", TlsMode.DISABLED).toString())
                .doesNotContain("secret");
        assertThatThrownBy(() -> LogAddress.ofJdbc("jdbc:postgresql://h/s?password=secret", null, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageNotContaining("secret");
    }
}
