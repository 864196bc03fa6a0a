package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Main;
import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 0600 and 0700 for everything Stoa creates, whatever the umask. */
class PrivateFilesTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.bare(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void everythingStoaCreatesIs0600And0700WhateverTheUmask() throws Exception {
        Files.createDirectories(folder.resolve("out"));
        stoa("init");
        stoa("debate", "run", "q0", "--seed", "1");
        Files.createDirectories(terminal.data().resolve("audit/a"));
        Files.writeString(terminal.data().resolve("audit/a/log"), "x");
        stoa("backup", "out/monday");
        stoa("export", "--what", "debates", "--out", "out/debates.jsonl");
        stoa("restore", "out/monday", "--into", "out/copy");
        stoa("restore", "out/monday", "--replace", "--yes");
        stoa("import", "out/copy/continuum.db", "--data", "out/taken");
        stoa("import", orphan().toString(), "--data", "out/set-aside");
        assertThat(folder.resolve("out/set-aside/quarantine")).isNotEmptyDirectory();
        assertThat(exposed(folder.resolve("out"))).containsExactly("out rwxr-xr-x");
        assertThat(exposed(terminal.data()).stream().filter(line -> !line.contains("replaced-")))
                .isEmpty();
    }

    @Test
    void theLogAndIndexOfAnOpenArchiveAreThoseOfItsOwnerToo() throws Exception {
        try (var stoa = terminal.open()) {
            stoa.debate().sessions();
            assertThat(terminal.run("memory", "add", "a fact")).isZero();
            assertThat(exposed(terminal.data())).isEmpty();
        }
    }

    @Test
    void doctorWarnsAboutWiderOnes() throws Exception {
        assertThat(terminal.run("init")).isZero();
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out()).contains("everything is in order");
        Files.setPosixFilePermissions(
                terminal.data().resolve("space.db"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(terminal.data(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out())
                .contains("notice: " + terminal.data() + " has the mode rwxr-xr-x")
                .contains("space.db has the mode rw-r--r--, so others may use it")
                .contains("there is no damage")
                .doesNotContain("in order");
    }

    /** A file of another program with a row that an import sets aside. */
    private Path orphan() throws Exception {
        Path file = folder.resolve("orphan.db");
        try (Connection link = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = link.createStatement()) {
            for (String part : Files.readString(Path.of(System.getProperty("stoa.basedir", ".."))
                            .resolve("core/src/main/resources/schema/consensus/sqlite/001.sql"))
                    .split(";", -1)) {
                if (!part.isBlank()) {
                    statement.executeUpdate(part);
                }
            }
            statement.executeUpdate("INSERT INTO dissent (id, debate_id, agent_id, dissent_type, content)"
                    + " VALUES ('x', 'nowhere', 'ana', 'risk_warning', 'no')");
        }
        return file;
    }

    /** A process of its own, because only such a one has an umask that lets everybody do everything. */
    private void stoa(String... args) {
        List<String> through =
                new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && umask 000 && exec \"$@\"", folder.toString(), "env"));
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        try (Child child = Child.start(through, Main.class, (Object[]) args)) {
            child.rest();
            assertThat(child.exit()).as(child::complaints).isZero();
        }
    }

    private List<String> exposed(Path root) throws IOException {
        List<String> wide = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted().toList()) {
                // What the test itself made follows its own umask.
                if (!file.toString().contains("data/audit")) {
                    String mode = PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
                    if (!mode.endsWith("------")) {
                        wide.add(folder.relativize(file) + " " + mode);
                    }
                }
            }
        }
        return wide;
    }
}
