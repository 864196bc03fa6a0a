package dev.stoa.server.sse;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Turns positions into marks, of which only can be told whether they are equal: a position counts also what a reader may
 * not see. Thread-safe. The key lives as long as the process, so that marks of another one, which counts by itself, are
 * equal to none.
 */
final class Marks {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final int LETTERS = 10;

    private final SecretKeySpec key;

    Marks() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The mark of a position of something. */
    String of(String what, long position) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] sum = mac.doFinal((what + " " + position).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().encodeToString(sum).substring(0, LETTERS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
