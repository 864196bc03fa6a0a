package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup that another made can do to a data directory: nothing but to bring archives and the audit log. */
class ForeignBackupTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void backUp() throws IOException {
        terminal = Terminal.on(Dialect.SQLITE, folder);
        assertThat(terminal.run("init")).isZero();
        Files.createDirectories(terminal.data().resolve("audit/2026"));
        Files.writeString(terminal.data().resolve("audit/2026/log.jsonl"), "{}\n");
        assertThat(terminal.run("backup", "good")).isZero();
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void restoreWritesArchivesAndAuditOnlyByNameAndRefusesEverythingElse() throws Exception {
        for (String name : List.of(
                "stoa.toml",
                "keys/backup.key",
                "audit/../stoa.toml",
                "audit/./x",
                "audit//x",
                "audit",
                "audit/.x",
                "audit/a\\b",
                "audit/a\nb",
                "/abs",
                "../x",
                "agents/a/.profile",
                ".restore-ready-1/x",
                "debate.db-wal",
                "debate.db")) {
            craft(name, "[x]\n", false);
            assertThat(terminal.run("restore", "bad", "--into", "fresh"))
                    .as(name)
                    .isEqualTo(5);
            assertThat(terminal.err()).as(name).contains("archives and audit/ alone");
            assertThat(terminal.run("restore", "bad", "--dry-run")).as(name).isEqualTo(5);
        }
        assertThat(folder.resolve("fresh")).doesNotExist();
    }

    @Test
    void anArchiveComesBackUnderItsOwnFileNameAlone() throws Exception {
        craft("stoa.toml", "[x]\n", true);
        assertThat(terminal.run("restore", "bad", "--into", "fresh")).isEqualTo(5);
        assertThat(terminal.err())
                .contains("names stoa.toml as a part of archive debate")
                .contains("alone");
        assertThat(folder.resolve("fresh/stoa.toml")).doesNotExist();
    }

    @Test
    void whatHasAPlaceInTheClosedListComesBack() {
        assertThat(terminal.run("restore", "good", "--into", "fresh")).isZero();
        assertThat(folder.resolve("fresh/audit/2026/log.jsonl")).hasContent("{}\n");
    }

    @Test
    void aFileOfTheAuditLogThatNoRestoreWouldAcceptIsNotBackedUpSilently() throws IOException {
        Files.writeString(terminal.data().resolve("audit/.hidden"), "x");
        assertThat(terminal.run("backup", "second")).isEqualTo(4);
        assertThat(terminal.err()).contains("audit/.hidden").contains("rename");
        assertThat(folder.resolve("second")).doesNotExist();
    }

    @Test
    void withoutAKeyTheReplySaysThatChecksumsProveIntegrityNotOrigin() {
        assertThat(terminal.run("restore", "good", "--into", "fresh")).isZero();
        assertThat(terminal.out()).contains("it is not signed; checksums prove integrity, not origin");
        assertThat(terminal.json("restore", "good", "--dry-run"))
                .containsEntry("origin", "unsigned")
                .containsEntry("note", "it is not signed; checksums prove integrity, not origin");
    }

    @Test
    void backupsCarryAKeyedSignatureWhenAKeyIsConfigured() throws Exception {
        Path key = Files.createDirectories(terminal.data().resolve("keys")).resolve("backup.key");
        Files.write(key, new byte[32]);
        terminal.environment().put("STOA_BACKUP_KEY_FILE", "keys/backup.key");
        assertThat(terminal.json("backup", "signed")).containsEntry("signed", true);
        assertThat(terminal.json("restore", "signed", "--dry-run")).containsEntry("origin", "proven");
        assertThat(terminal.run("restore", "signed", "--into", "fresh")).isZero();

        assertThat(terminal.run("restore", "good", "--into", "other")).isEqualTo(5);
        assertThat(terminal.err()).contains("has no signature");
        craft("signed", null, "{}", false);
        assertThat(terminal.run("restore", "bad", "--into", "other")).isEqualTo(5);
        assertThat(terminal.err()).contains("was not signed by the key");
        byte[] another = new byte[32];
        another[31] = 1;
        Files.write(key, another);
        assertThat(terminal.run("restore", "signed", "--into", "other")).isEqualTo(5);
        assertThat(terminal.err()).contains("was not signed by the key");
        assertThat(folder.resolve("other")).doesNotExist();

        terminal.environment().remove("STOA_BACKUP_KEY_FILE");
        assertThat(terminal.run("restore", "signed", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("no backup.key_file is set").contains("integrity, not origin");
    }

    @Test
    void aMissingAndAWeakKeyAreSaidToBeThat() throws IOException {
        terminal.environment().put("STOA_BACKUP_KEY_FILE", "keys/none");
        assertThat(terminal.run("backup", "second")).isEqualTo(1);
        assertThat(terminal.err()).contains("backup.key_file").contains("keys/none");
        Files.write(folder.resolve("weak"), new byte[31]);
        terminal.environment()
                .put("STOA_BACKUP_KEY_FILE", folder.resolve("weak").toString());
        assertThat(terminal.run("restore", "good", "--dry-run")).isEqualTo(2);
        assertThat(terminal.err()).contains("fewer than 32 bytes");
        assertThat(folder.resolve("second")).doesNotExist();
    }

    @Test
    void aPartThatInflatesBeyondWhatItClaimsIsNotReadToItsEnd() throws Exception {
        craft("audit/bomb", "0".repeat(1 << 20), false, 10L);
        assertThat(terminal.run("restore", "bad", "--into", "fresh")).isEqualTo(5);
        assertThat(terminal.err()).contains("audit/bomb is larger than the manifest says");
    }

    private void craft(String name, String content, boolean asArchive) throws Exception {
        craft("good", name, content, asArchive);
    }

    private void craft(String name, String content, boolean asArchive, long bytes) throws Exception {
        craft("good", name, content, asArchive, bytes);
    }

    private void craft(String source, @Nullable String name, String content, boolean asArchive) throws Exception {
        craft(source, name, content, asArchive, content.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Writes the backup again as {@code bad}, with one more part that the manifest names with its true checksum. */
    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private void craft(String source, @Nullable String name, String content, boolean asArchive, long bytes)
            throws Exception {
        byte[] data = content.getBytes(StandardCharsets.UTF_8);
        try (ZipFile zip = new ZipFile(folder.resolve(source).toFile());
                OutputStream file = Files.newOutputStream(folder.resolve("bad"));
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().equals(name)) {
                    continue;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                try (InputStream in = zip.getInputStream(entry)) {
                    if (entry.getName().equals("manifest.json")) {
                        Map<String, @Nullable Object> manifest = new LinkedHashMap<>(
                                Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
                        manifest.put("program", "another");
                        if (name != null) {
                            Map<String, @Nullable Object> part =
                                    Json.object("entry", name, "bytes", bytes, "sha256", hash(data));
                            if (asArchive) {
                                List<Object> archives = new ArrayList<>((List<Object>) manifest.get("archives"));
                                Map<String, Object> first = new LinkedHashMap<>((Map<String, Object>) archives.get(0));
                                first.put("parts", List.of(part));
                                archives.set(0, first);
                                manifest.put("archives", archives);
                            } else {
                                List<Object> files = new ArrayList<>((List<Object>) manifest.get("files"));
                                files.add(part);
                                manifest.put("files", files);
                            }
                        }
                        out.write(Json.write(manifest).getBytes(StandardCharsets.UTF_8));
                    } else {
                        in.transferTo(out);
                    }
                }
            }
            if (name != null) {
                out.putNextEntry(new ZipEntry(name));
                out.write(data);
            }
        }
    }

    private static String hash(byte[] data) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    }
}
