package dev.stoa.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.Notebook;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a backup: how it is written, signed, read and refused. */
@Tag("quick")
class BackupFileTest {
    /** Of {@code abc}, by FIPS 180-2, B.1. */
    private static final String SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static final String GOOD = "'format': 'stoa-backup', 'format_version': 1";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path target() {
        return folder.resolve("all.stoa-backup");
    }

    private Map<String, @Nullable Object> write(boolean replace, @Nullable BackupKey key) throws IOException {
        try (BackupWriter writer = BackupWriter.to(target(), replace)) {
            Map<String, @Nullable Object> part = writer.part("notebook/entry", out -> {
                try (OutputStream own = out) {
                    own.write('a');
                    own.write("xbcx".getBytes(StandardCharsets.UTF_8), 1, 2);
                }
            });
            writer.archive(Notebook.SCHEMA, 2, List.of(part));
            writer.file(writer.part("settings", out -> out.write("abc".getBytes(StandardCharsets.UTF_8))));
            return writer.finish(Json.object("format", "stoa-backup", "format_version", 1L, "backend", "sqlite"), key);
        }
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private BackupKey key(String name, int bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, name.substring(0, 1).repeat(bytes));
        BackupKey key = BackupKey.read(file);
        Files.delete(file);
        return key;
    }

    /** A backup with this manifest and parts, as another program may have made it. */
    private Path made(String manifest, Map<String, byte[]> parts) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target()))) {
            zip.putNextEntry(new ZipEntry("manifest.json"));
            zip.write(("{" + manifest.replace('\'', '"') + "}").getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
            }
        }
        return target();
    }

    private void refused(String manifest, Map<String, byte[]> parts, String what) throws IOException {
        Path file = made(manifest, parts);
        assertThatThrownBy(() -> {
                    try (BackupReader reader = BackupReader.open(file)) {
                        reader.verify();
                    }
                })
                .isInstanceOf(VerificationException.class)
                .hasMessage("the backup " + file + " cannot be used: " + what);
    }

    @Test
    void whatIsWrittenIsReadWithItsChecksums() throws IOException {
        Map<String, @Nullable Object> manifest = write(false, null);
        try (BackupReader reader = BackupReader.open(target())) {
            reader.verify();
            assertThat(reader.manifest()).isEqualTo(Json.parseObject(Json.pretty(manifest)));
            assertThat(reader.backend()).isEqualTo("sqlite");
            assertThat(reader.origin(null)).isEqualTo(BackupReader.Origin.UNSIGNED);
            assertThat(reader.archives()).singleElement().satisfies(archive -> {
                assertThat(archive.name()).isEqualTo("notebook");
                assertThat(archive.version()).isEqualTo(2);
                BackupReader.Part part = archive.parts().getFirst();
                assertThat(part.bytes()).isEqualTo(3);
                assertThat(part.sha256()).isEqualTo(SHA256_OF_ABC);
                assertThat(part.details()).containsEntry("entry", "notebook/entry");
                assertThat(reader.read(part)).hasContent("abc");
            });
            assertThat(reader.files()).extracting(BackupReader.Part::entry).containsExactly("settings");
        }
        assertThat(left()).containsExactly("all.stoa-backup");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target())))
                .isEqualTo("rw-------");
    }

    @Test
    void aBackupThatWasClosedIsReadNoMore() throws IOException {
        write(false, null);
        BackupReader reader = BackupReader.open(target());
        reader.close();
        assertThatThrownBy(reader::verify).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBackupReplacesAnotherOnlyIfThatIsAllowedAndOnlyWhenItIsComplete() throws IOException {
        Files.writeString(target(), "the old one");
        assertThatThrownBy(() -> write(false, null))
                .isInstanceOf(ConflictException.class)
                .hasMessageEndingWith("exists already");
        try (BackupWriter writer = BackupWriter.to(target(), true)) {
            writer.part("settings", out -> out.write(1));
            assertThat(writer.scratch("copy").getParent()).isEqualTo(folder);
            assertThat(writer.scratch("copy")).doesNotExist();
        }
        assertThat(target()).hasContent("the old one");
        assertThat(left()).containsExactly("all.stoa-backup");
        write(true, null);
        assertThat(BackupReader.isBackup(target())).isTrue();
    }

    @Test
    void aSignatureIsHeldAgainstTheKey() throws IOException {
        BackupKey right = key("right", 32);
        BackupKey wrong = key("wrong", 32);
        write(false, right);
        try (BackupReader reader = BackupReader.open(target())) {
            assertThat(reader.origin(null)).isEqualTo(BackupReader.Origin.UNCHECKED);
            assertThat(reader.origin(right)).isEqualTo(BackupReader.Origin.PROVEN);
            assertThatThrownBy(() -> reader.origin(wrong))
                    .isInstanceOf(VerificationException.class)
                    .hasMessageContaining("was not signed by the key");
        }
        write(true, null);
        try (BackupReader reader = BackupReader.open(target())) {
            assertThatThrownBy(() -> reader.origin(right))
                    .isInstanceOf(VerificationException.class)
                    .hasMessageContaining("has no signature");
        }
        made(GOOD, Map.of("manifest.sig", new byte[1_025]));
        try (BackupReader reader = BackupReader.open(target())) {
            assertThatThrownBy(() -> reader.origin(right)).hasMessageEndingWith("manifest.sig is above 1024 bytes");
        }
        made(GOOD, Map.of("manifest.sig", new byte[1_024]));
        try (BackupReader reader = BackupReader.open(target())) {
            assertThatThrownBy(() -> reader.origin(right)).hasMessageContaining("was not signed by the key");
        }
    }

    @Test
    void aKeyHasThirtyTwoBytesAtLeastAndFourThousandAtMost() throws IOException {
        assertThat(key("least", 32).sign(new byte[1])).hasSize(64);
        assertThat(key("most", 4_096).sign(new byte[1])).hasSize(64);
        for (int bytes : new int[] {31, 4_097}) {
            assertThatThrownBy(() -> key("unfit", bytes))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("bytes");
        }
        assertThatThrownBy(() -> BackupKey.read(folder.resolve("absent")))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void aFileLooksLikeABackupByItsFirstBytesAndItsManifest() throws IOException {
        Path other = folder.resolve("other");
        assertThat(BackupReader.isBackup(other)).isFalse();
        for (String content : List.of("", "P", "PX", "XK", "PK and nothing more")) {
            Files.writeString(other, content);
            assertThat(BackupReader.isBackup(other)).as(content).isFalse();
        }
        assertThat(BackupReader.isBackup(made(GOOD, Map.of()))).isTrue();
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(other))) {
            zip.putNextEntry(new ZipEntry("something"));
        }
        assertThat(BackupReader.isBackup(other)).isFalse();
        assertThatThrownBy(() -> BackupReader.open(other)).hasMessageEndingWith("it has no manifest");
    }

    @Test
    void whatIsNoBackupIsRefused() throws IOException {
        assertThatThrownBy(() -> BackupReader.open(folder)).isInstanceOf(NotFoundException.class);
        Path torn = Files.writeString(folder.resolve("torn"), "PK and nothing more");
        assertThatThrownBy(() -> BackupReader.open(torn)).hasMessageEndingWith("it is truncated or not a backup");
        refused("", Map.of(), "it is not a Stoa backup");
    }

    @Test
    void aManifestThatCannotBeReadIsRefused() throws IOException {
        refused("no json", Map.of(), "its manifest is not readable");
        refused(GOOD + ", 'files': ['settings']", Map.of(), "its manifest is not readable");
        refused(
                GOOD + ", 'archives': [{'name': 'notebook'}]",
                Map.of(),
                "its manifest names an archive without a version");
        for (String version : List.of("", ", 'format_version': '1'", ", 'format_version': 2")) {
            Path newer = made("'format': 'stoa-backup'" + version, Map.of());
            assertThatThrownBy(() -> BackupReader.open(newer))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageEndingWith("was written in a newer form of backup");
        }
    }

    @Test
    void aPartThatIsNotWhatTheManifestSaysIsRefused() throws IOException {
        byte[] abc = "abc".getBytes(StandardCharsets.UTF_8);
        refused(listed(3, SHA256_OF_ABC), Map.of(), "part is missing");
        refused(
                listed(3, SHA256_OF_ABC),
                Map.of("part", "abd".getBytes(StandardCharsets.UTF_8)),
                "part does not have the checksum of the manifest");
        refused(listed(2, SHA256_OF_ABC), Map.of("part", abc), "part is larger than the manifest says");
        refused(listed(4, SHA256_OF_ABC), Map.of("part", abc), "part does not have the checksum of the manifest");
        refused(
                GOOD + ", 'files': [{'entry': 'part', 'sha256': '" + SHA256_OF_ABC + "'}]",
                Map.of("part", abc),
                "part is larger than the manifest says");
        refused(
                GOOD + ", 'archives': [{'name': 'notebook', 'version': 2, 'parts': [{'entry': 'part', 'bytes': 1}]}]",
                Map.of(),
                "part is missing");
        try (BackupReader reader = BackupReader.open(made(listed(3, SHA256_OF_ABC), Map.of("part", abc)))) {
            reader.verify();
        }
    }

    private static String listed(int bytes, String sha256) {
        return GOOD + ", 'files': [{'entry': 'part', 'bytes': " + bytes + ", 'sha256': '" + sha256 + "'}]";
    }
}
