package dev.stoa.storage.backup;

import dev.stoa.base.ConflictException;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A backup while it is being written: parts with their checksums, then a manifest that names them. Not thread-safe.
 * Until {@link #finish} the target does not exist, or is the old one.
 */
public final class BackupWriter implements AutoCloseable {
    private final Path target;
    private final Path fresh;
    private final ZipOutputStream zip;
    private final List<@Nullable Object> archives = new ArrayList<>();
    private final List<@Nullable Object> files = new ArrayList<>();

    private BackupWriter(Path target, Path fresh, ZipOutputStream zip) {
        this.target = target;
        this.fresh = fresh;
        this.zip = zip;
    }

    public static BackupWriter to(Path target, boolean replace) throws IOException {
        Path absolute = target.toAbsolutePath();
        if (!replace && Files.exists(absolute)) {
            throw new ConflictException(
                    "exists", target + " exists already", "choose another name, or allow replacing the file");
        }
        Path folder = Objects.requireNonNull(absolute.getParent(), "a backup is a file in a directory");
        Path fresh = folder.resolve("." + absolute.getFileName() + ".new-" + UUID.randomUUID());
        ZipOutputStream zip =
                new ZipOutputStream(PrivateFiles.write(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        zip.setLevel(Deflater.BEST_SPEED);
        return new BackupWriter(absolute, fresh, zip);
    }

    /** Writes the content of a part. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Adds one part and returns what the manifest says of it. */
    public Map<String, @Nullable Object> part(String entry, Content content) throws IOException {
        zip.putNextEntry(new ZipEntry(entry));
        CountingStream counted = new CountingStream(zip);
        content.writeTo(counted);
        counted.flush();
        zip.closeEntry();
        return new LinkedHashMap<>(Json.object("entry", entry, "bytes", counted.bytes, "sha256", counted.hex()));
    }

    public void archive(ArchiveSchema schema, int version, List<Map<String, @Nullable Object>> parts) {
        archives.add(Json.object("name", schema.name(), "version", version, "parts", parts));
    }

    public void file(Map<String, @Nullable Object> part) {
        files.add(part);
    }

    /** A place for a copy that is on its way into the backup. */
    public Path scratch(String name) {
        return fresh.resolveSibling(fresh.getFileName() + "." + name);
    }

    private void entry(String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    /** Completes the backup with its manifest, signed if there is a key, and moves it into place in one step. */
    public Map<String, @Nullable Object> finish(Map<String, @Nullable Object> head, @Nullable BackupKey key)
            throws IOException {
        Map<String, @Nullable Object> manifest = new LinkedHashMap<>(head);
        manifest.put("archives", archives);
        manifest.put("files", files);
        byte[] text = Json.pretty(manifest).getBytes(StandardCharsets.UTF_8);
        entry(BackupReader.MANIFEST, text);
        if (key != null) {
            entry(BackupReader.SIGNATURE, key.sign(text).getBytes(StandardCharsets.UTF_8));
        }
        zip.close();
        FileSync.force(fresh);
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        FileSync.force(Objects.requireNonNull(target.getParent()));
        return manifest;
    }

    @Override
    public void close() throws IOException {
        try {
            zip.close();
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Counts and hashes what passes; closing it leaves the archive open for the next part. */
    private static final class CountingStream extends FilterOutputStream {
        private final MessageDigest digest = sha256();
        private long bytes;

        CountingStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] data, int from, int length) throws IOException {
            out.write(data, from, length);
            digest.update(data, from, length);
            bytes += length;
        }

        @Override
        public void close() throws IOException {
            flush();
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
