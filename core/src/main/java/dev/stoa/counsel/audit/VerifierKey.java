package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The public half of the key that signs checkpoints, with the name of the log. Immutable. Its text is the vkey of C2SP
 * signed notes: {@code NAME+KEY_ID+BASE64}.
 */
public final class VerifierKey {
    private static final byte ED25519 = 1;
    private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final int BYTES = 32;
    private static final int ID_BYTES = 4;

    private final String name;
    private final byte[] raw;
    private final PublicKey key;

    VerifierKey(String name, byte[] raw) {
        this.name = name;
        this.raw = raw.clone();
        try {
            byte[] encoded = Arrays.copyOf(X509, X509.length + BYTES);
            System.arraycopy(raw, 0, encoded, X509.length, BYTES);
            this.key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw malformed("its 32 bytes are no Ed25519 key");
        }
    }

    /** The key that a text is. */
    public static VerifierKey parse(String text) {
        String vkey = Bounds.given("vkey", text).strip();
        // Base64 may hold a plus too, so that only the first two separate.
        String[] parts = vkey.split("\\+", 3);
        if (parts.length != 3 || parts[0].isEmpty() || parts[0].chars().anyMatch(Character::isWhitespace)) {
            throw malformed("it is not NAME+KEY_ID+BASE64");
        }
        byte[] typed;
        try {
            typed = Base64.getDecoder().decode(parts[2]);
        } catch (IllegalArgumentException e) {
            throw malformed("its last part is not base64");
        }
        if (typed.length != BYTES + 1 || typed[0] != ED25519) {
            throw malformed("its last part is not 01 and the 32 bytes of an Ed25519 key");
        }
        VerifierKey result = new VerifierKey(parts[0], Arrays.copyOfRange(typed, 1, typed.length));
        if (!HexFormat.of().formatHex(result.id()).equals(parts[1])) {
            throw malformed("its key id is " + Bounds.shown(parts[1]) + ", and that of the key is "
                    + HexFormat.of().formatHex(result.id()));
        }
        return result;
    }

    private static InvalidException malformed(String why) {
        return new InvalidException(
                "invalid", "the key of a log cannot be read: " + why, "use the vkey that a checkpoint was shown with");
    }

    /** The name of the log, which is the origin of its checkpoints. */
    public String name() {
        return name;
    }

    /** The first four bytes of the hash of name and key, by which a signature names its key. */
    byte[] id() {
        MessageDigest sha = Merkle.sha256();
        sha.update(name.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) '\n');
        sha.update(ED25519);
        return Arrays.copyOf(sha.digest(raw), ID_BYTES);
    }

    boolean verifies(byte[] text, byte[] signature) {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(text);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            // A signature that is not even of the right form.
            return false;
        }
    }

    /** Its vkey. */
    @Override
    public String toString() {
        byte[] typed = new byte[BYTES + 1];
        typed[0] = ED25519;
        System.arraycopy(raw, 0, typed, 1, BYTES);
        return name + "+" + HexFormat.of().formatHex(id()) + "+"
                + Base64.getEncoder().encodeToString(typed);
    }
}
