package dev.stoa.server.access;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key under which sessions of the console are signed, in a file that only its owner reads. Thread-safe. It is read
 * when it is first needed, and made if it is missing.
 */
final class SessionKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final Path file;
    private @Nullable SecretKeySpec key;

    SessionKey(Path file) {
        this.file = file;
    }

    /** The signature of a text for a use, as text; a signature for one use is none for another. */
    String sign(String use, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key());
            mac.update((use + "|" + text).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized SecretKeySpec key() {
        if (key == null) {
            try {
                key = new SecretKeySpec(readOrMake(), ALGORITHM);
            } catch (IOException e) {
                throw new UnavailableException(
                        "cannot_read",
                        "the key of console sessions cannot be read or made",
                        "allow that in server.console_key_file or the folder keys",
                        e);
            }
        }
        return Objects.requireNonNull(key);
    }

    private byte[] readOrMake() throws IOException {
        try {
            return read();
        } catch (NoSuchFileException e) {
            make();
            return read();
        }
    }

    private byte[] read() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != BYTES) {
            throw new IOException("it has " + bytes.length + " bytes and not " + BYTES);
        }
        return bytes;
    }

    /** Complete or not at all, and never in place of one that exists. */
    private void make() throws IOException {
        byte[] fresh = new byte[BYTES];
        new SecureRandom().nextBytes(fresh);
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        PrivateFiles.directories(folder);
        Path made = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            try (OutputStream out = PrivateFiles.write(made)) {
                out.write(fresh);
            }
            Files.createLink(file, made);
        } catch (FileAlreadyExistsException e) {
            // Another server was quicker, and its key is as good.
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
