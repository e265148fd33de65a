package dev.rowlock.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** URLs for one driver or the other. */
final class DriverUrlTest {
    @Test
    void mysqlUrlsAreMadeFitForTheDriverWeShip() {
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h:3306/shop")).isEqualTo("jdbc:mariadb://h:3306/shop");
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h/shop?sslMode=PREFERRED"))
                .isEqualTo("jdbc:mariadb://h/shop");
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h/shop?user=a&sslMode=PREFERRED&useSSL=false"))
                .isEqualTo("jdbc:mariadb://h/shop?user=a&useSSL=false");
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h/shop?sslMode=REQUIRED"))
                .isEqualTo("jdbc:mariadb://h/shop?sslMode=REQUIRED");
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h/shop?useSSL=true&x=1"))
                .isEqualTo("jdbc:mariadb://h/shop?sslMode=trust&x=1");
        assertThat(DriverUrl.forMariaDb("jdbc:mysql://h/shop?useSSL=true&verifyServerCertificate=true"))
                .isEqualTo("jdbc:mariadb://h/shop?useSSL=true&verifyServerCertificate=true");
    }

    @Test
    void eachUrlGoesToItsOwnDriverWhenBothAreThere() {
        assertThat(DriverUrl.of("jdbc:mysql://h/shop").driver().getClass().getName())
                .startsWith("com.mysql.");
        assertThat(DriverUrl.of("jdbc:mariadb://h/shop").driver().getClass().getName())
                .startsWith("org.mariadb.");
    }

    @Test
    void passwordsAreNeverShown() {
        assertThat(DriverUrl.withoutSecrets("jdbc:mysql://root:geheim@h/shop?user=a&password=geheim&x=1"))
                .doesNotContain("geheim")
                .contains("x=1");
        assertThat(new Account("jdbc:mysql://h/shop", "a", "geheim").toString()).doesNotContain("geheim");
    }
}
