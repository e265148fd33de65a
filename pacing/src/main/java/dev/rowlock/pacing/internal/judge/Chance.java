package dev.rowlock.pacing.internal.judge;

/**
 * How surprising a count is. By Wilson and Hilferty's cube root of a gamma variable, which is within a few percent of the exact Poisson
 * tail from a count of one on; pure.
 *
 * @see <a href="https://doi.org/10.1073/pnas.17.12.684">The distribution of chi-square</a>
 */
final class Chance {
    private Chance() {}

    /**
     * By how many standard deviations a count is above what was expected at most; negative when below.
     *
     * @param dispersion variance to mean of such counts; 1 when they are independent
     */
    static double above(double count, double expected, double dispersion) {
        double k = count / dispersion;
        double mean = expected / dispersion;
        if (k <= 0) {
            return -Math.sqrt(mean);
        }
        return -3 * Math.sqrt(k) * (Math.cbrt(mean / k) - 1 + 1 / (9 * k));
    }

    /** By how many standard deviations a count is below what was expected at least; negative when above. */
    static double below(double count, double expected, double dispersion) {
        double k = count / dispersion + 1;
        double mean = expected / dispersion;
        return 3 * Math.sqrt(k) * (Math.cbrt(mean / k) - 1 + 1 / (9 * k));
    }
}
