package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files and directories that may not be written, seen by a process that is bound by their permissions: the superuser
 * runs it without its right to pass over them.
 */
@Tag("crash")
@NeedsTool(Tool.BOUND_USER)
class UnwritableTest {
    private static final List<String> BOUND =
            Child.ofSuperuser() ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search") : List.of();

    @TempDir
    Path base;

    private Path directory;
    private Path file;

    @BeforeEach
    void makeDirectory() throws Exception {
        directory = Files.createDirectory(base.resolve("data"));
        file = directory.resolve("notebook.db");
    }

    @AfterEach
    void giveBack() throws Exception {
        permit(directory, "rwx------");
    }

    @Test
    void anArchiveCannotBeCreatedWhereNothingMayBe() throws Exception {
        permit(directory, "r-xr-xr-x");
        Refusal.check(onlyAnswer("bound"), "cannot_open");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void anArchiveInAReadOnlyDirectoryIsRefusedAndKept() throws Exception {
        write(2);
        permit(directory, "r-xr-xr-x");
        Map<String, String> before = Refusal.fingerprint(directory);
        Refusal.check(onlyAnswer("bound"), "read_only");
        assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
    }

    @Test
    void aReadOnlyFileCanBeReadAndRefusesToBeWritten() throws Exception {
        write(2);
        permit(file, "r--r--r--");
        Map<String, String> before = Refusal.fingerprint(directory);
        List<String> said = answers("free");
        assertThat(said).hasSize(4).startsWith("free", "opened").endsWith("rows 1");
        Refusal.check(said.get(2).replaceFirst("refused ", ""), "read_only");
        assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
    }

    @Test
    void aReadOnlyFileOfAnOldVersionIsRefusedAndLeavesNoSnapshot() throws Exception {
        write(1);
        permit(file, "r--r--r--");
        Map<String, String> before = Refusal.fingerprint(directory);
        Refusal.check(onlyAnswer("free"), "read_only");
        assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
    }

    @Test
    void aFileThatMayNotBeReadIsRefused() throws Exception {
        write(2);
        permit(file, "---------");
        Refusal.check(onlyAnswer("free"), "cannot_open");
    }

    @Test
    void aDirectoryThatMayNotBeEnteredIsRefusedAsSuch() throws Exception {
        write(2);
        permit(directory, "---------");
        String answer = onlyAnswer("bound");
        Refusal.check(answer, "cannot_open");
        assertThat(answer).doesNotContain("not a file");
        permit(directory, "rwx------");
        try (Archive archive = Units.open(directory.toString())) {
            assertThat(archive.list("SELECT id FROM entry", row -> row.number(1)))
                    .hasSize(1);
        }
    }

    /** The one thing that a process says of an archive which it cannot open. */
    private String onlyAnswer(String freedom) {
        List<String> said = answers(freedom);
        assertThat(said).hasSize(2);
        assertThat(said.get(1)).startsWith("refused ");
        return said.get(1).substring("refused ".length());
    }

    /** What a process says that is bound by permissions. */
    private List<String> answers(String freedom) {
        try (Child child = Child.start(BOUND, Opener.class, directory)) {
            List<String> said = child.rest();
            child.succeed();
            assertThat(said.get(0))
                    .as("whether the process may write to the directory")
                    .isEqualTo(freedom);
            return said;
        }
    }

    private void write(int version) {
        try (Archive archive = SqliteArchive.open(
                Upgrade.upTo(version), directory, StorageSettings.defaults(), InstantSource.system())) {
            Units.write(archive, "ana", "kept");
        }
    }

    private static void permit(Path path, String permissions) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
