package dev.stoa.counsel.audit;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The Ed25519 key that signs checkpoints. Immutable. Its file is PKCS#8, as PEM or as bytes, and belongs to no backup:
 * a holder of the log without the key cannot rewrite what is signed.
 */
final class AuditKey {
    private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");
    private static final int BYTES = 32;
    private static final int MOST = 4096;
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private final PrivateKey secret;
    private final byte[] open;

    private AuditKey(byte[] seed) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(PKCS8, PKCS8.length + BYTES);
        System.arraycopy(seed, 0, encoded, PKCS8.length, BYTES);
        this.secret = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        this.open = open(seed);
    }

    /** The key with these 32 secret bytes. */
    static AuditKey of(byte[] seed) {
        try {
            return new AuditKey(seed);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has Ed25519", e);
        }
    }

    /**
     * The public bytes of a secret. The platform computes them only when it makes a pair, so a pair is made whose
     * chance is the secret.
     */
    private static byte[] open(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator maker = KeyPairGenerator.getInstance("Ed25519");
        maker.initialize(NamedParameterSpec.ED25519, new Chosen(seed));
        byte[] encoded = maker.generateKeyPair().getPublic().getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - BYTES, encoded.length);
    }

    /** Chance that is known. */
    private static final class Chosen extends SecureRandom {
        private final transient byte[] seed;

        Chosen(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }

    /** The key in a file; empty if there is no such file. */
    static Optional<AuditKey> read(Path file) {
        try {
            if (Files.size(file) > MOST) {
                throw unreadable(file, "it has more than " + MOST + " bytes", null);
            }
            byte[] bytes = Files.readAllBytes(file);
            String text = new String(bytes, StandardCharsets.ISO_8859_1).strip();
            byte[] encoded = text.startsWith(BEGIN) && text.endsWith(END)
                    ? Base64.getMimeDecoder().decode(text.substring(BEGIN.length(), text.length() - END.length()))
                    : bytes;
            if (encoded.length != PKCS8.length + BYTES || Arrays.mismatch(encoded, PKCS8) != PKCS8.length) {
                throw unreadable(file, "it is not an Ed25519 key in PKCS#8", null);
            }
            return Optional.of(of(Arrays.copyOfRange(encoded, PKCS8.length, encoded.length)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The key in a file, which is made if there is none. */
    static AuditKey readOrMake(Path file) {
        Optional<AuditKey> present = read(file);
        if (present.isPresent()) {
            return present.get();
        }
        try {
            write(file);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the key of the audit log, " + file + ", cannot be written (" + e.getMessage() + ")",
                    "allow writing there, or set audit.key_file to another place",
                    e);
        }
        return read(file).orElseThrow(() -> unreadable(file, "it is gone again", null));
    }

    /** Complete or not at all, and never in place of one that exists. */
    private static void write(Path file) throws IOException {
        byte[] seed = new byte[BYTES];
        new SecureRandom().nextBytes(seed);
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        PrivateFiles.directories(folder);
        Path made = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            byte[] encoded = Arrays.copyOf(PKCS8, PKCS8.length + BYTES);
            System.arraycopy(seed, 0, encoded, PKCS8.length, BYTES);
            PrivateFiles.writeString(
                    made, BEGIN + "\n" + Base64.getEncoder().encodeToString(encoded) + "\n" + END + "\n");
            FileSync.force(made);
            Files.move(made, file);
            FileSync.force(folder);
        } catch (FileAlreadyExistsException e) {
            // Another process was quicker, and its key is as good.
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static UnavailableException unreadable(Path file, String why, @Nullable Throwable cause) {
        return new UnavailableException(
                "cannot_read",
                "the key of the audit log, " + file + ", cannot be read: " + why,
                "put the key back, or change audit.key_file",
                cause);
    }

    /** Its public half, for the log of this name. */
    VerifierKey verifier(String origin) {
        return new VerifierKey(origin, open);
    }

    byte[] sign(byte[] text) {
        try {
            Signature maker = Signature.getInstance("Ed25519");
            maker.initSign(secret);
            maker.update(text);
            return maker.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has Ed25519", e);
        }
    }
}
