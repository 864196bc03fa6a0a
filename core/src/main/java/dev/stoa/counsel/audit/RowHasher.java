package dev.stoa.counsel.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of rows. Not thread-safe: it reuses its buffer, because a verification hashes every row of the log.
 *
 * <p>A row is hashed in a tagged binary form instead of JSON, because independent programs write numbers in JSON
 * differently: a mark, then each value as {@code N}, {@code T} with its length and UTF-8, {@code R} with the eight bytes
 * of a double, or {@code I} with the eight bytes of a whole number.
 */
final class RowHasher {
    /** What the first row has in place of the hash of one before it. */
    static final String FIRST = "0".repeat(64);

    /** Bytes of the salt of details. */
    static final int SALT = 16;

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] ROW_MARK = mark("stoa.audit.v1");
    private static final byte[] DETAILS_MARK = mark("stoa.details.v1");
    private static final AuditColumn[] COVERED = AuditColumn.COVERED.toArray(AuditColumn[]::new);
    private static final int FIXED = 9;

    private final MessageDigest sha = Merkle.sha256();
    private final AuditRow.Bytes text = this::append;
    private byte[] buffer = new byte[1024];
    private int length;

    private static byte[] mark(String text) {
        return (text + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    /** What the hash of a row is taken over; null if a value is not of its column's kind. */
    byte @Nullable [] preimage(AuditRow row) {
        return encode(row) ? Arrays.copyOf(buffer, length) : null;
    }

    /** The hash of a row; null if a value is not of its column's kind. */
    byte @Nullable [] hash(AuditRow row) {
        if (!encode(row)) {
            return null;
        }
        sha.update(buffer, 0, length);
        return sha.digest();
    }

    /** The hash of details, which no one can guess without the salt. */
    String details(byte[] salt, String details) {
        sha.update(DETAILS_MARK);
        sha.update(salt);
        return HEX.formatHex(sha.digest(details.getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether details and salt are what a hash was made of. */
    boolean match(AuditRow row) {
        String salt = row.text(AuditColumn.DETAILS_SALT);
        if (salt == null || salt.length() != 2 * SALT) {
            return false;
        }
        byte[] bytes;
        try {
            bytes = HEX.parseHex(salt);
        } catch (IllegalArgumentException e) {
            return false;
        }
        // One stored form: the same bytes in capitals are another text.
        if (!salt.equals(HEX.formatHex(bytes))) {
            return false;
        }
        sha.reset();
        sha.update(DETAILS_MARK);
        sha.update(bytes);
        return row.utf8(AuditColumn.DETAILS, (utf8, start, end) -> sha.update(utf8, start, end - start))
                && HEX.formatHex(sha.digest()).equals(row.text(AuditColumn.DETAILS_HASH));
    }

    private boolean encode(AuditRow row) {
        length = 0;
        append(ROW_MARK);
        for (AuditColumn column : COVERED) {
            if (!row.has(column)) {
                room(1);
                buffer[length++] = 'N';
            } else if (!encode(row, column)) {
                return false;
            }
        }
        return true;
    }

    private boolean encode(AuditRow row, AuditColumn column) {
        return switch (column.kind()) {
            case TEXT -> row.utf8(column, text);
            case REAL -> row.get(column) instanceof Double real && append('R', Double.doubleToRawLongBits(real));
            case INTEGER -> row.get(column) instanceof Long whole && append('I', whole);
        };
    }

    private boolean append(char tag, long value) {
        room(FIXED);
        buffer[length++] = (byte) tag;
        number(value, 8);
        return true;
    }

    private void append(byte[] utf8, int start, int end) {
        room(5 + end - start);
        buffer[length++] = 'T';
        number(end - start, 4);
        System.arraycopy(utf8, start, buffer, length, end - start);
        length += end - start;
    }

    private void append(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void number(long value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            buffer[length++] = (byte) (value >>> shift);
        }
    }

    private void room(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }
}
