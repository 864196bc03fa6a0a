package dev.stoa.counsel.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that has been read: a C2SP signed note with origin, size and root. Immutable.
 *
 * @param text what is signed
 * @param note the whole of it
 */
@SuppressWarnings("ArrayRecordComponent")
record SignedNote(String origin, long size, byte[] root, String text, List<Line> signatures, String note) {
    private static final String DASH = "\u2014 ";
    private static final Pattern SIZE = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final int ID_BYTES = 4;

    /** One signature: who says he signed, and his four bytes of key id with the signature. */
    @SuppressWarnings("ArrayRecordComponent")
    record Line(String name, byte[] keyed) {}

    /** The note that a text is; null if it is none. */
    static @Nullable SignedNote parse(String note) {
        int end = note.indexOf("\n\n");
        if (end < 0 || !note.endsWith("\n")) {
            return null;
        }
        String text = note.substring(0, end + 1);
        String[] lines = text.split("\n", -1);
        if (lines.length < 4 || lines[0].isEmpty() || !SIZE.matcher(lines[1]).matches()) {
            return null;
        }
        byte[] root = base64(lines[2]);
        List<Line> signatures = new ArrayList<>();
        for (String line : note.substring(end + 2, note.length() - 1).split("\n", -1)) {
            String[] parts = line.split(" ", -1);
            byte[] keyed = parts.length == 3 && line.startsWith(DASH) ? base64(parts[2]) : null;
            if (keyed == null || keyed.length <= ID_BYTES) {
                return null;
            }
            signatures.add(new Line(parts[1], keyed));
        }
        return root == null || root.length != Merkle.BYTES
                ? null
                : new SignedNote(lines[0], Long.parseLong(lines[1]), root, text, List.copyOf(signatures), note);
    }

    private static byte @Nullable [] base64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // One text for each value: the decoder ignores bits that the encoder would not set.
            return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The note of a log of this size and root, signed. */
    static String sign(AuditKey key, String origin, long size, byte[] root) {
        String text = origin + "\n" + size + "\n" + Base64.getEncoder().encodeToString(root) + "\n";
        byte[] id = key.verifier(origin).id();
        byte[] signature = key.sign(text.getBytes(StandardCharsets.UTF_8));
        byte[] keyed = Arrays.copyOf(id, ID_BYTES + signature.length);
        System.arraycopy(signature, 0, keyed, ID_BYTES, signature.length);
        return text + "\n" + DASH + origin + " " + Base64.getEncoder().encodeToString(keyed) + "\n";
    }

    /** Whether the owner of a key signed it for the log that the key names. */
    boolean signedBy(VerifierKey key) {
        byte[] id = key.id();
        return origin.equals(key.name())
                && signatures.stream()
                        .anyMatch(line -> line.name().equals(key.name())
                                && Arrays.equals(line.keyed(), 0, ID_BYTES, id, 0, ID_BYTES)
                                && key.verifies(
                                        text.getBytes(StandardCharsets.UTF_8),
                                        Arrays.copyOfRange(line.keyed(), ID_BYTES, line.keyed().length)));
    }
}
