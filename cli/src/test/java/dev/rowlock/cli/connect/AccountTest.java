package dev.rowlock.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountTest {
    private static final String URL = "jdbc:mysql://127.0.0.1:3306/shop?user=root&useSSL=false&password=old&userdata=x";

    @Test
    void aUserGivenApartReplacesTheOneInTheUrl() {
        assertThat(new Account(URL, "worker", null).urlWithoutGiven())
                .isEqualTo("jdbc:mysql://127.0.0.1:3306/shop?useSSL=false&password=old&userdata=x");
    }

    @Test
    void soDoesAPassword() {
        assertThat(new Account(URL, null, "new").urlWithoutGiven())
                .isEqualTo("jdbc:mysql://127.0.0.1:3306/shop?user=root&useSSL=false&userdata=x");
        assertThat(new Account("jdbc:mysql://h/s?password=a", null, "b").urlWithoutGiven())
                .isEqualTo("jdbc:mysql://h/s");
    }

    @Test
    void withoutThemTheUrlStaysAsItIs() {
        assertThat(new Account(URL, null, null).urlWithoutGiven()).isEqualTo(URL);
    }

    @Test
    void noMessageShowsThePassword() {
        assertThat(new Account(URL, null, "secret"))
                .asString()
                .doesNotContain("old")
                .doesNotContain("secret");
    }
}
