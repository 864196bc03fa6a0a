package dev.stoa.counsel.foreign;

import dev.stoa.base.ConflictException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Reads texts as that program stored them: {@code plain:} before a text, or {@code enc:v1:} before the Base64 of a nonce
 * of 12 bytes and what AES-256-GCM made of it. Immutable.
 */
final class AuaTexts {
    private static final String PLAIN = "plain:";
    private static final String ENCRYPTED = "enc:v1:";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final byte @Nullable [] key;

    AuaTexts(byte @Nullable [] key) {
        this.key = key;
    }

    /** Refuses a file with encrypted texts if there is no key. */
    void need(AuaFile file) {
        boolean encrypted = key == null
                && file.rows().values().stream()
                        .flatMap(rows -> rows.stream())
                        .filter(row -> !row.table().equals(AuaFile.AUDIT))
                        .flatMap(row -> row.values().values().stream())
                        .anyMatch(value -> value instanceof String text && text.startsWith(ENCRYPTED));
        if (encrypted) {
            throw new ConflictException(
                    "key_missing",
                    "the file has encrypted texts, and no key was given; nothing was imported",
                    "name the environment variable that holds its key");
        }
    }

    /** The text that is meant; empty if it does not open. */
    Optional<String> read(String stored) {
        if (stored.startsWith(PLAIN)) {
            return Optional.of(stored.substring(PLAIN.length()));
        }
        if (!stored.startsWith(ENCRYPTED) || key == null) {
            return Optional.of(stored);
        }
        try {
            byte[] raw = Base64.getDecoder().decode(stored.substring(ENCRYPTED.length()));
            if (raw.length < NONCE) {
                return Optional.empty();
            }
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, raw, 0, NONCE));
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(cipher.doFinal(raw, NONCE, raw.length - NONCE)))
                    .toString());
        } catch (GeneralSecurityException | IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
