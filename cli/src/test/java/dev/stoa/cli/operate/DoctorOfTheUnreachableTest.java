package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Main;
import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Doctor has three results, and nothing advises to overwrite what was not examined. */
class DoctorOfTheUnreachableTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void init() {
        terminal = Terminal.bare(Dialect.SQLITE, folder);
        assertThat(terminal.run("init")).isZero();
    }

    @AfterEach
    void giveBack() throws Exception {
        Files.setPosixFilePermissions(terminal.data(), PosixFilePermissions.fromString("rwx------"));
        terminal.close();
    }

    @Test
    @NeedsTool(Tool.BOUND_USER)
    void archivesInAReadOnlyDirectoryCouldNotBeExaminedAndNothingAdvisesToOverwriteThem() throws Exception {
        Files.setPosixFilePermissions(terminal.data(), PosixFilePermissions.fromString("r-x------"));
        unexamined(bound(), "doctor", "--deep");
    }

    @Test
    @NeedsTool(Tool.SMALL_DISK)
    void archivesOnAFullDiskCouldNotBeExaminedAndNothingAdvisesToOverwriteThem() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        terminal.environment().put("STOA_DATA", disk.resolve("data").toString());
        List<String> through = new ArrayList<>(List.of("unshare", "--mount"));
        if (!"root".equals(System.getProperty("user.name"))) {
            through.add("--map-root-user");
        }
        through.addAll(List.of(
                "sh",
                "-c",
                "mount -t tmpfs -o size=16m stoa '" + disk + "' && cp -r '" + terminal.data() + "' '" + disk
                        + "' && { cat /dev/zero > '" + disk + "/rest' 2>/dev/null; exec \"$0\" \"$@\"; }"));
        unexamined(through, "doctor");
    }

    @Test
    void damageBesideWhatCouldNotBeExaminedIsExit5AndStillNoAdviceToRestore() throws Exception {
        Files.write(terminal.data().resolve("evidence.db"), new byte[8192]);
        Files.delete(terminal.data().resolve("space.db"));
        Files.createDirectory(terminal.data().resolve("space.db"));
        assertThat(terminal.run("doctor")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("damage: evidence: ")
                .contains("not examined: society: ")
                .contains("there is damage, and not everything could be examined")
                .doesNotContain("stoa restore");
    }

    private static List<String> bound() {
        return "root".equals(System.getProperty("user.name"))
                ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
                : List.of();
    }

    private void unexamined(List<String> through, String... args) {
        List<String> all = new ArrayList<>(List.of("env"));
        terminal.environment().forEach((name, value) -> all.add(name + "=" + value));
        all.addAll(through);
        try (Child doctor = Child.start(all, Main.class, (Object[]) args)) {
            List<String> said = doctor.rest();
            assertThat(doctor.exit()).as(said + doctor.complaints()).isEqualTo(1);
            assertThat(Stream.concat(said.stream(), doctor.complaints().lines()))
                    .noneMatch(line -> line.contains("DAMAGED") || line.contains("damage:"))
                    .noneMatch(line -> line.contains("restore") || line.contains("stoa init"))
                    .anyMatch(line -> line.startsWith("not examined: "));
            assertThat(said.getLast()).startsWith("not everything could be examined");
        }
    }
}
