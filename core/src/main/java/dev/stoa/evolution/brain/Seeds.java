package dev.stoa.evolution.brain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Seeds by name. Stateless, safe from any thread. */
public final class Seeds {
    private Seeds() {}

    /** The seed of a path of words and whole numbers: the first eight bytes of the hash of them joined by slashes. */
    public static long derive(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(text.isEmpty() ? "" : "/").append(part);
        }
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256")
                            .digest(text.toString().getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
