package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class WorkFoldersTest {
    private static final String ID = "019a8c3e-7b1a-7000-8000-0123456789ab";

    @TempDir
    Path folder;

    @Test
    void noIdEverBecomesAPath() throws Exception {
        Path data = folder.resolve("data");
        WorkFolders folders = new WorkFolders(data, List.of());
        Set<Path> made = new HashSet<>();
        for (String id : List.of(
                folder.resolve("abs").toString(),
                "../../x",
                "..",
                ".",
                "",
                "a/b",
                "a\\b",
                "a\nb",
                "\u001b[31m",
                "\u202eabc",
                "a\u200bb",
                "🎉",
                "x".repeat(10_000),
                "CON",
                ID.toUpperCase(java.util.Locale.ROOT),
                ID + "/..",
                "a\u0000b")) {
            Path own = folders.of(id, null);
            assertThat(own.getParent()).as(id).isEqualTo(data.resolve("agents"));
            assertThat(own.getFileName().toString()).as(id).matches("id-[0-9a-f]{64}");
            assertThat(own).isDirectory();
            assertThat(made.add(own)).as(id).isTrue();
            assertThat(folders.of(id, null)).isEqualTo(own);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**/x").isDirectoryNotContaining("glob:**/abs");
    }

    @Test
    void theIdsOfStoaNameTheirFoldersWhichAreTheOwnersAlone() throws Exception {
        Path own = new WorkFolders(folder.resolve("data"), List.of()).of(ID, null);
        assertThat(own).isEqualTo(folder.resolve("data/agents").resolve(ID));
        for (Path path : List.of(own, folder.resolve("data/agents"), folder.resolve("data"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void aLinkInThePlaceOfAFolderIsNotFollowed() throws Exception {
        Files.createDirectories(folder.resolve("data/agents"));
        Files.createSymbolicLink(folder.resolve("data/agents").resolve(ID), folder);
        assertThatThrownBy(() -> new WorkFolders(folder.resolve("data"), List.of()).of(ID, null))
                .hasMessageContaining("no folder for the agent");
    }
}
