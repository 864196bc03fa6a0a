package dev.stoa.storage.backup;

import dev.stoa.base.InvalidException;
import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret by which a backup proves where it comes from. Immutable, safe from any thread. The signature is over the
 * manifest, which holds the checksum of every part.
 */
public final class BackupKey {
    /** How a signature is made. */
    public static final String ALGORITHM = "HmacSHA256";

    private static final int LEAST = 32;
    private static final int MOST = 4096;

    private final SecretKeySpec key;

    private BackupKey(byte[] secret) {
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The key in a file, of which every byte counts. */
    public static BackupKey read(Path file) {
        byte[] secret;
        try {
            if (Files.size(file) > MOST) {
                throw weak(file, "has more than " + MOST + " bytes");
            }
            secret = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_read",
                    "the key of backup.key_file, " + file + ", cannot be read (" + e.getMessage() + ")",
                    "put the key there, or change the setting",
                    e);
        }
        if (secret.length < LEAST) {
            throw weak(file, "has fewer than " + LEAST + " bytes");
        }
        return new BackupKey(secret);
    }

    private static InvalidException weak(Path file, String what) {
        return new InvalidException(
                "invalid",
                "the key of backup.key_file, " + file + ", " + what,
                "use " + LEAST + " to " + MOST + " random bytes");
    }

    String sign(byte[] manifest) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(manifest));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    boolean verifies(byte[] manifest, String signature) {
        return MessageDigest.isEqual(
                sign(manifest).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    }
}
