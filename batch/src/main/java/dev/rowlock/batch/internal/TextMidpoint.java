package dev.rowlock.batch.internal;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A text about halfway between two others, read as fractions whose digits are letters. Only a guess (see {@link Midpoint}). Pure. */
final class TextMidpoint {
    private static final String LOWER = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final String UPPER = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /** From the middle outwards; more of them find little more. */
    private static final String SPREAD = "id4r8v0z";

    private static final int FIRST_CODE = 0x20;
    private static final int LAST_CODE = 0x7e;
    private static final int DIGITS = 14;

    private TextMidpoint() {}

    /** What both begin with, or one of them begins with, and one letter or figure more. */
    static List<String> letters(String low, String high) {
        int same = same(low, high);
        return Stream.of(low.substring(0, same), beginning(low, same), beginning(high, same))
                .distinct()
                .flatMap(beginning -> SPREAD.chars().mapToObj(letter -> beginning + (char) letter))
                .toList();
    }

    private static String beginning(String text, int same) {
        return text.substring(0, text.offsetByCodePoints(same, same < text.length() ? 1 : 0));
    }

    private static int same(String low, String high) {
        int same = 0;
        while (same < low.length() && same < high.length() && low.charAt(same) == high.charAt(same)) {
            same++;
        }
        return same;
    }

    static @Nullable Object between(String low, String high, Midpoint.Alphabet alphabet) {
        int same = same(low, high);
        String a = low.substring(same);
        String b = high.substring(same);
        String tail = !isPlain(a) || !isPlain(b)
                ? point(a, b)
                : digits(a, b, alphabet == Midpoint.Alphabet.CODES ? codes() : letters(a + b));
        return tail == null ? null : low.substring(0, same) + tail;
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static String letters(String sample) {
        return sample.chars().anyMatch(Character::isUpperCase) ? UPPER : LOWER;
    }

    private static String codes() {
        StringBuilder codes = new StringBuilder();
        for (char code = FIRST_CODE; code <= LAST_CODE; code++) {
            codes.append(code);
        }
        return codes.toString();
    }

    private static @Nullable String digits(String low, String high, String digits) {
        BigInteger base = BigInteger.valueOf(digits.length());
        BigInteger from = number(low, digits);
        BigInteger half = from.add(number(high, digits)).shiftRight(1);
        if (half.compareTo(from) <= 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < DIGITS; at++) {
            BigInteger[] split = half.divideAndRemainder(base);
            text.insert(0, digits.charAt(split[1].intValue()));
            half = split[0];
        }
        int end = text.length();
        while (end > 1 && text.charAt(end - 1) == digits.charAt(0)) {
            end--;
        }
        return text.substring(0, end);
    }

    private static BigInteger number(String text, String digits) {
        BigInteger number = BigInteger.ZERO;
        BigInteger base = BigInteger.valueOf(digits.length());
        for (int at = 0; at < DIGITS; at++) {
            int digit = at < text.length() ? digit(text.charAt(at), digits) : 0;
            number = number.multiply(base).add(BigInteger.valueOf(digit));
        }
        return number;
    }

    private static int digit(char letter, String digits) {
        char c = digits.equals(UPPER)
                ? Character.toUpperCase(letter)
                : digits.equals(LOWER) ? Character.toLowerCase(letter) : letter;
        int digit = digits.indexOf(c);
        if (digit >= 0) {
            return digit;
        }
        return c < '0' || c == '_' ? 0 : digits.length() - 1;
    }

    /** Halfway between the first letters. */
    private static @Nullable String point(String low, String high) {
        int from = low.isEmpty() ? FIRST_CODE : low.codePointAt(0);
        int to = high.isEmpty() ? FIRST_CODE : high.codePointAt(0);
        int half = (from + to) / 2;
        if (half == from || (half >= Character.MIN_SURROGATE && half <= Character.MAX_SURROGATE) || half < FIRST_CODE) {
            return null;
        }
        return Character.toString(half);
    }
}
