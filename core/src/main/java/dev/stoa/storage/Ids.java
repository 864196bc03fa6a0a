package dev.stoa.storage;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A source of new ids: version 7 UUIDs as text (RFC 9562), each greater than all before it, as number and as text.
 * Safe for any number of threads. Two sources know nothing of each other, so a process shares one.
 *
 * <p>An id is 48 bits of Unix milliseconds and 74 bits that are drawn at random in each new millisecond and otherwise grow by
 * a random step of up to 2^32. So ids cannot be counted on from one that was seen, and a millisecond has room for a
 * billion. When the clock stands or steps back the last millisecond is continued.
 */
public final class Ids {
    private static final long MAX_MILLIS = (1L << 48) - 1;
    private static final long HIGH_MASK = (1L << 12) - 1;
    private static final long LOW_MASK = (1L << 62) - 1;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

    private final InstantSource clock;
    private final RandomGenerator random;

    // The last id: its millisecond, and the 74 bits after it as the 12 before and the 62 after the variant.
    private long millis = -1;
    private long high;
    private long low;

    private Ids(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** A source that takes its time from the clock and its chance from the generator, which it locks for itself. */
    public static Ids of(InstantSource clock, RandomGenerator random) {
        return new Ids(clock, random);
    }

    /** A new source on the system's clock, seeded once by the system's secure randomness. */
    public static Ids system() {
        return new Ids(InstantSource.system(), new SplittableRandom(new SecureRandom().nextLong()));
    }

    /** The next id, 36 characters in lower case. */
    public String next() {
        long most;
        long least;
        synchronized (this) {
            advance();
            most = millis << 16 | 0x7000L | high;
            least = 1L << 63 | low;
        }
        return text(most, least);
    }

    private void advance() {
        long now = Math.clamp(clock.millis(), 0, MAX_MILLIS);
        if (now > millis) {
            startMillisecond(now);
            return;
        }
        low += (random.nextLong() >>> 32) + 1;
        if (low > LOW_MASK) {
            low &= LOW_MASK;
            high++;
        }
        if (high > HIGH_MASK) {
            // Only chance near the top gets here; borrowing from the future keeps the order.
            startMillisecond(millis + 1);
        }
    }

    private void startMillisecond(long start) {
        millis = start;
        high = random.nextLong() & HIGH_MASK;
        low = random.nextLong() & LOW_MASK;
    }

    private static String text(long most, long least) {
        byte[] out = new byte[36];
        hex(out, 0, most >>> 32, 8);
        out[8] = '-';
        hex(out, 9, most >>> 16, 4);
        out[13] = '-';
        hex(out, 14, most, 4);
        out[18] = '-';
        hex(out, 19, least >>> 48, 4);
        out[23] = '-';
        hex(out, 24, least, 12);
        return new String(out, StandardCharsets.ISO_8859_1);
    }

    private static void hex(byte[] out, int at, long bits, int digits) {
        long rest = bits;
        for (int i = at + digits - 1; i >= at; i--) {
            out[i] = HEX[(int) (rest & 15)];
            rest >>>= 4;
        }
    }
}
