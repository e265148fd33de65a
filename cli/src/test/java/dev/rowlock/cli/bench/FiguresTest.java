package dev.rowlock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FiguresTest {
    @Test
    void theMedianIsTheMiddleOneOrLiesBetweenTheTwoInTheMiddle() {
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3);
        assertThat(Figures.median(List.of(7.0))).isEqualTo(7);
    }

    @Test
    void endsAreTheLowestAndTheHighestOfOneFigureToo() {
        assertThat(Figures.ends(List.of(3.0, 1.0, 2.0))).containsExactly(1.0, 3.0);
        assertThat(Figures.ends(List.of(3.0))).containsExactly(3.0, 3.0);
    }

    @Test
    void figuresAreRoundedToTheDigitsAskedFor() {
        assertThat(Figures.rounded(1.2346, 3)).isEqualTo(1.235);
        assertThat(Figures.rounded(65.04, 1)).isEqualTo(65.0);
    }
}
