package dev.stoa.storage.move;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of a table and hashes their content in a form that is the same on both databases. Not thread-safe.
 *
 * <p>Each row is hashed by SHA-256, and the sum of these numbers modulo 2^256 is the hash of the table, because rows
 * have no order that both databases share. Times count to the millisecond, which is what archives keep, JSON in its
 * canonical form and reals by their bits.
 */
public final class TableDigest {
    private static final int WORDS = 8;
    private static final long LOW = 0xFFFF_FFFFL;

    private final List<MoveColumn> columns;
    private final MessageDigest sha256;
    private final long[] sum = new long[WORDS];
    private byte[] buffer = new byte[1024];
    private int length;
    private long rows;
    private long bytes;

    public TableDigest(List<MoveColumn> columns) {
        this.columns = List.copyOf(columns);
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Adds a row; its values in the order of the columns. */
    public void add(@Nullable Object[] row) {
        length = 0;
        for (int i = 0; i < row.length; i++) {
            put(columns.get(i), row[i]);
        }
        sha256.update(buffer, 0, length);
        byte[] hash = sha256.digest();
        long carry = 0;
        for (int word = WORDS - 1; word >= 0; word--) {
            long digit = 0;
            for (int i = 0; i < 4; i++) {
                digit = (digit << 8) | (hash[4 * word + i] & 0xFF);
            }
            long total = sum[word] + digit + carry;
            sum[word] = total & LOW;
            carry = total >>> 32;
        }
        rows++;
        bytes += length;
    }

    private void put(MoveColumn column, @Nullable Object value) {
        switch (value) {
            case null -> number('n', 0);
            case Long whole -> number('i', whole);
            case Double real -> number('r', Double.doubleToLongBits(real));
            case Instant time -> number('t', time.toEpochMilli());
            case BigDecimal exact -> put('d', exact.toPlainString().getBytes(StandardCharsets.UTF_8));
            case byte[] some -> put('b', some);
            case String text ->
                put(
                        's',
                        (column.kind() == MoveColumn.Kind.JSON ? MoveColumn.canonical(text) : text)
                                .getBytes(StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException("no value of a column: " + value.getClass());
        }
    }

    private void number(char tag, long number) {
        room(9);
        buffer[length++] = (byte) tag;
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[length++] = (byte) (number >>> shift);
        }
    }

    private void put(char tag, byte[] value) {
        number(tag, value.length);
        room(value.length);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
    }

    private void room(int more) {
        if (buffer.length - length < more) {
            buffer = java.util.Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }

    public long rows() {
        return rows;
    }

    /** How many bytes the values have in the form that is hashed. */
    public long bytes() {
        return bytes;
    }

    /** The hash of all rows so far, in hexadecimal digits. */
    public String hash() {
        byte[] hash = new byte[4 * WORDS];
        for (int i = 0; i < hash.length; i++) {
            hash[i] = (byte) (sum[i / 4] >>> (24 - i % 4 * 8));
        }
        return HexFormat.of().formatHex(hash);
    }
}
