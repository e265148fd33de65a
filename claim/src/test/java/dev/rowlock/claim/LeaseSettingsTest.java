package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Defaults and bounds, pinned. */
final class LeaseSettingsTest {
    private static final LeaseSettings STANDARD = LeaseSettings.standard();

    @Test
    void theStandardIsAMinutesLeaseAndTwentyFiveAttempts() {
        assertThat(STANDARD.lease()).isEqualTo(Duration.ofMinutes(1));
        assertThat(STANDARD.maxAttempts()).isEqualTo(25);
        assertThat(STANDARD.backoff().after(1)).isBetween(Duration.ofMillis(750), Duration.ofSeconds(1));
        assertThat(STANDARD.backoff().after(100)).isBetween(Duration.ofSeconds(450), Duration.ofMinutes(10));
        assertThat(STANDARD.owner()).startsWith(ProcessHandle.current().pid() + "-");
        assertThat(LeaseSettings.standard().owner()).isNotEqualTo(STANDARD.owner());
    }

    @Test
    void aLeaseIsBetweenASecondAndADay() {
        assertThat(STANDARD.withLease(Duration.ofSeconds(1)).lease()).isEqualTo(Duration.ofSeconds(1));
        assertThat(STANDARD.withLease(Duration.ofHours(24)).lease()).isEqualTo(Duration.ofHours(24));
        assertThatThrownBy(() -> STANDARD.withLease(Duration.ofMillis(999)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("a lease must be between 1 s and 24 h, not PT0.999S");
        assertThatThrownBy(() -> STANDARD.withLease(Duration.ofHours(24).plusNanos(1)))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void attemptsAndOwnerHaveBounds() {
        assertThat(STANDARD.withMaxAttempts(1).maxAttempts()).isEqualTo(1);
        assertThatThrownBy(() -> STANDARD.withMaxAttempts(0)).hasMessage("the attempt limit must be 1 to 10000, not 0");
        assertThatThrownBy(() -> STANDARD.withMaxAttempts(10_001)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> STANDARD.withOwner(" ")).hasMessage("the owner must not be blank");
    }
}
