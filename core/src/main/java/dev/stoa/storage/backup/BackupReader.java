package dev.stoa.storage.backup;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A backup that is read: its manifest and its parts, each held against its checksum. Not thread-safe. */
public final class BackupReader implements AutoCloseable {
    static final String MANIFEST = "manifest.json";
    public static final String FORMAT = "stoa-backup";
    public static final int FORMAT_VERSION = 1;

    static final String SIGNATURE = "manifest.sig";

    private static final int LARGEST_MANIFEST = 16 << 20;
    private static final int LARGEST_SIGNATURE = 1 << 10;

    private final Path path;
    private final ZipFile zip;
    private final byte[] text;
    private final Map<String, @Nullable Object> manifest;

    private BackupReader(Path path, ZipFile zip, byte[] text) {
        this.path = path;
        this.zip = zip;
        this.text = text;
        this.manifest = checked(path, Json.parseObject(new String(text, StandardCharsets.UTF_8)));
    }

    /** What is known about where a backup comes from. */
    public enum Origin {
        /** The configured key signed it. */
        PROVEN,
        /** It has a signature, and no key is configured to check it. */
        UNCHECKED,
        /** It has no signature. */
        UNSIGNED
    }

    /** An archive in a backup. */
    public record Entry(String name, int version, List<Part> parts) {}

    /** A part of a backup with what it must be; table and columns only where it holds rows of a table. */
    public record Part(String entry, long bytes, String sha256, Map<String, @Nullable Object> details) {}

    public static BackupReader open(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new NotFoundException("not_found", "there is no backup " + path, "give a file that a backup wrote");
        }
        ZipFile zip;
        try {
            zip = new ZipFile(path.toFile());
        } catch (ZipException e) {
            throw damaged(path, "it is truncated or not a backup", e);
        }
        try {
            ZipEntry entry = zip.getEntry(MANIFEST);
            if (entry == null) {
                throw damaged(path, "it has no manifest", null);
            }
            return new BackupReader(path, zip, small(path, zip, entry, LARGEST_MANIFEST));
        } catch (StoaException e) {
            zip.close();
            throw e instanceof InvalidException ? damaged(path, "its manifest is not readable", e) : e;
        } catch (IOException e) {
            zip.close();
            throw damaged(path, "its manifest is not readable", e);
        }
    }

    private static byte[] small(Path path, ZipFile zip, ZipEntry entry, int most) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw damaged(path, entry.getName() + " is above " + most + " bytes", null);
            }
            return bytes;
        }
    }

    /** Whether a file looks like a backup, by its first bytes and its manifest; nothing else of it is read. */
    public static boolean isBackup(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] start = in.readNBytes(2);
            if (start.length < 2 || start[0] != 'P' || start[1] != 'K') {
                return false;
            }
            try (ZipFile zip = new ZipFile(path.toFile())) {
                return zip.getEntry(MANIFEST) != null;
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<String, @Nullable Object> checked(Path path, Map<String, @Nullable Object> manifest) {
        if (!FORMAT.equals(manifest.get("format"))) {
            throw damaged(path, "it is not a Stoa backup", null);
        }
        if (!(manifest.get("format_version") instanceof Long version) || version > FORMAT_VERSION) {
            throw new ConflictException(
                    "newer_version", path + " was written in a newer form of backup", "use the newer program");
        }
        return manifest;
    }

    private static VerificationException damaged(Path path, String what, @Nullable Throwable cause) {
        return new VerificationException(
                "damaged", "the backup " + path + " cannot be used: " + what, "use another backup", cause);
    }

    public Map<String, @Nullable Object> manifest() {
        return manifest;
    }

    /** Holds the signature against a key; where there is a key, a backup that it did not sign is refused. */
    public Origin origin(@Nullable BackupKey key) throws IOException {
        ZipEntry entry = zip.getEntry(SIGNATURE);
        if (key == null) {
            return entry == null ? Origin.UNSIGNED : Origin.UNCHECKED;
        }
        if (entry == null) {
            throw new VerificationException(
                    "not_signed",
                    "the backup " + path + " has no signature, and backup.key_file asks for one",
                    "use a backup that was signed, or take the setting away if you know where this one comes from");
        }
        String signature = new String(small(path, zip, entry, LARGEST_SIGNATURE), StandardCharsets.UTF_8).strip();
        if (!key.verifies(text, signature)) {
            throw new VerificationException(
                    "wrong_signature",
                    "the backup " + path + " was not signed by the key of backup.key_file, or was changed since",
                    "use another backup, or the key that signed it");
        }
        return Origin.PROVEN;
    }

    public String backend() {
        return String.valueOf(manifest.get("backend"));
    }

    public List<Entry> archives() {
        List<Entry> entries = new ArrayList<>();
        for (Map<String, @Nullable Object> archive : objects(manifest.get("archives"))) {
            if (!(archive.get("version") instanceof Long version)) {
                throw damaged(path, "its manifest names an archive without a version", null);
            }
            entries.add(new Entry(
                    String.valueOf(archive.get("name")), Math.toIntExact(version), parts(archive.get("parts"))));
        }
        return entries;
    }

    public List<Part> files() {
        return parts(manifest.get("files"));
    }

    /** Reads every part and compares it with its checksum; nothing is written anywhere. */
    public void verify() throws IOException {
        for (Entry archive : archives()) {
            for (Part part : archive.parts()) {
                verify(part);
            }
        }
        for (Part file : files()) {
            verify(file);
        }
    }

    private void verify(Part part) throws IOException {
        MessageDigest digest = BackupWriter.sha256();
        long bytes = 0;
        try (InputStream in = read(part)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                bytes += n;
                if (bytes > part.bytes()) {
                    // What inflates beyond what it claims may have no end.
                    throw damaged(path, part.entry() + " is larger than the manifest says", null);
                }
            }
        } catch (ZipException e) {
            throw damaged(path, part.entry() + " is not readable", e);
        }
        if (bytes != part.bytes() || !HexFormat.of().formatHex(digest.digest()).equals(part.sha256())) {
            throw damaged(path, part.entry() + " does not have the checksum of the manifest", null);
        }
    }

    public InputStream read(Part part) throws IOException {
        ZipEntry entry = zip.getEntry(part.entry());
        if (entry == null) {
            throw damaged(path, part.entry() + " is missing", null);
        }
        return zip.getInputStream(entry);
    }

    private List<Part> parts(@Nullable Object list) {
        List<Part> parts = new ArrayList<>();
        for (Map<String, @Nullable Object> part : objects(list)) {
            parts.add(new Part(
                    String.valueOf(part.get("entry")),
                    part.get("bytes") instanceof Long bytes ? bytes : -1,
                    String.valueOf(part.get("sha256")),
                    part));
        }
        return parts;
    }

    @SuppressWarnings("unchecked") // what the JSON reader makes of an object is a map with text keys
    private List<Map<String, @Nullable Object>> objects(@Nullable Object list) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (!(item instanceof Map<?, ?> map)) {
                    throw damaged(path, "its manifest is not readable", null);
                }
                objects.add((Map<String, @Nullable Object>) map);
            }
        }
        return objects;
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
