package dev.rowlock.batch.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Grants as both families print them. */
final class RightsTest {
    @Test
    void readsWhoMayCreateTables() {
        assertThat(may("GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION"))
                .isTrue();
        assertThat(may("GRANT SELECT, INSERT, CREATE, DROP ON *.* TO `a`@`%`")).isTrue();
        assertThat(may("GRANT ALL PRIVILEGES ON `shop_1`.* TO `a`@`%`")).isTrue();
        assertThat(may("GRANT CREATE ON `shop\\_1`.* TO `a`@`%`")).isTrue();
        assertThat(may("GRANT CREATE ON `shop%`.* TO `a`@`%`")).isTrue();
    }

    @Test
    void isNotFooledByRightsThatSoundAlikeOrOtherPlaces() {
        assertThat(may("GRANT USAGE ON *.* TO `a`@`%`")).isFalse();
        assertThat(may("GRANT SELECT, CREATE VIEW, CREATE ROUTINE ON `shop_1`.* TO `a`@`%`"))
                .isFalse();
        assertThat(may("GRANT CREATE ON `other`.* TO `a`@`%`")).isFalse();
        assertThat(may("GRANT CREATE ON `shop\\_2`.* TO `a`@`%`")).isFalse();
        assertThat(may("GRANT CREATE ON `shop_1`.`orders` TO `a`@`%`")).isFalse();
    }

    private static boolean may(String grant) {
        return Rights.mayCreate(List.of("GRANT USAGE ON *.* TO `a`@`%`", grant), "shop_1");
    }
}
