package dev.stoa.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as lower-case hexadecimal digits. Stateless, safe from any thread. */
public final class Digest {
    private static final MessageDigest FRESH = found();

    private Digest() {}

    /** The 64 digits of the UTF-8 of a text. */
    public static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The 64 digits of some bytes. */
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(hash(bytes));
    }

    /** The 64 digits of all that a stream gives, which is read to its end. */
    public static String sha256(InputStream in) throws IOException {
        MessageDigest digest = algorithm();
        new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The first eight bytes, most significant first, of the hash of these parts joined by U+001F: chance by name. */
    public static long draw(String... parts) {
        return ByteBuffer.wrap(hash(String.join("\u001f", parts).getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    /** The first 16 digits of some bytes: enough to tell versions of one thing apart. */
    public static String version(byte[] bytes) {
        return HexFormat.of().toHexDigits(ByteBuffer.wrap(hash(bytes)).getLong());
    }

    private static byte[] hash(byte[] bytes) {
        return algorithm().digest(bytes);
    }

    private static MessageDigest algorithm() {
        try {
            // A copy costs less than to look for the provider again.
            return (MessageDigest) FRESH.clone();
        } catch (CloneNotSupportedException e) {
            return found();
        }
    }

    private static MessageDigest found() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** The first 32 digits of the hash of these parts, joined by line feeds: short enough to read in an id. */
    public static String key(String... parts) {
        return sha256(String.join("\n", parts)).substring(0, 32);
    }
}
