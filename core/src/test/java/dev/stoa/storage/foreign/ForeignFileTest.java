package dev.stoa.storage.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a database of another program is read: from a copy, and only if it is whole. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class ForeignFileTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("old.db");
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void itsTablesAndRowsAreThoseOfTheFile() throws SQLException {
        run("CREATE TABLE a (x, Y)", "CREATE TABLE b (k PRIMARY KEY) WITHOUT ROWID", "INSERT INTO a VALUES (1, 'one')");

        try (ForeignFile foreign = ForeignFile.open(file)) {
            assertThat(foreign.tables())
                    .containsExactlyInAnyOrderEntriesOf(Map.of("a", Set.of("x", "y"), "b", Set.of("k")));
            assertThat(foreign.hasRowids("a")).isTrue();
            assertThat(foreign.hasRowids("b")).isFalse();
            assertThat(foreign.isOurs()).isFalse();
            List<String> rows = new ArrayList<>();
            foreign.each("SELECT x, y FROM a", row -> rows.add(row.number(1) + row.text(2)));
            assertThat(rows).containsExactly("1one");
        }
    }

    @Test
    void anArchiveOfOursIsKnown() throws IOException {
        try (Place place = Place.on(Dialect.SQLITE, folder)) {
            place.open(Notebook.SCHEMA);
        }
        Path ours;
        try (Stream<Path> files = Files.walk(folder)) {
            ours = files.filter(each -> each.toString().endsWith("notebook.db"))
                    .findFirst()
                    .orElseThrow();
        }
        try (ForeignFile foreign = ForeignFile.open(ours)) {
            assertThat(foreign.isOurs()).isTrue();
        }
    }

    @Test
    void whatIsNoDatabaseIsRefusedByWhatItIs() throws IOException {
        assertThatThrownBy(() -> ForeignFile.open(file))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> ForeignFile.open(folder))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("is not a file");
        Files.createFile(file);
        assertThatThrownBy(() -> ForeignFile.open(file)).hasMessageContaining("is empty");
        Files.writeString(file, "SQLite format 3\0");
        assertThatThrownBy(() -> ForeignFile.open(file)).hasMessageContaining("is not a SQLite database");
        Files.writeString(file, "x".repeat(4_096));
        assertThatThrownBy(() -> ForeignFile.open(file)).hasMessageContaining("is not a SQLite database");
    }

    @Test
    void aDamagedDatabaseIsRefusedAndStaysAsItIs() throws SQLException, IOException {
        run("CREATE TABLE a (x UNIQUE)", filled("a"));
        byte[] bytes = damaged();

        assertThatThrownBy(() -> ForeignFile.open(file))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("is damaged");
        assertThat(file).hasBinaryContent(bytes);
    }

    private static String filled(String table) {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) INSERT INTO " + table
                + " SELECT 'text ' || i FROM n";
    }

    /** Spoils what lies behind the first two pages. */
    private byte[] damaged() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 2 * 4_096; i < bytes.length; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(file, bytes);
        return bytes;
    }

    @Test
    void whatTheLogHoldsIsReadAndTheFilesStayAsTheyAre() throws SQLException, IOException {
        run("PRAGMA journal_mode = WAL", "CREATE TABLE a (x)");
        Path left = Files.createDirectory(folder.resolve("left")).resolve("old.db");
        Path log = left.resolveSibling("old.db-wal");
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = writer.createStatement()) {
            statement.execute("INSERT INTO a VALUES ('in the log')");
            // As a program that was killed leaves them.
            Files.copy(file, left);
            Files.copy(file.resolveSibling("old.db-wal"), log);
        }
        byte[] logged = Files.readAllBytes(log);

        try (ForeignFile foreign = ForeignFile.open(left)) {
            List<String> rows = new ArrayList<>();
            foreign.each("SELECT x FROM a", row -> rows.add(row.text(1)));
            assertThat(rows).containsExactly("in the log");
        }

        assertThat(log).hasBinaryContent(logged);
        assertThat(left.resolveSibling("old.db-shm")).doesNotExist();
    }

    @Test
    void theCopyIsGoneOnceItIsClosedOrRefused() throws SQLException, IOException {
        String marker = "t" + UUID.randomUUID().toString().replace("-", "");
        run("CREATE TABLE " + marker + " (x UNIQUE)", filled(marker));

        ForeignFile foreign = ForeignFile.open(file);
        assertThat(copiesWith(marker)).hasSize(1);
        foreign.close();
        assertThat(copiesWith(marker)).isEmpty();

        damaged();
        assertThatThrownBy(() -> ForeignFile.open(file)).isInstanceOf(VerificationException.class);
        assertThat(copiesWith(marker)).isEmpty();
    }

    /** The copies for import in the temporary folder that hold a text. Those of other tests come and go meanwhile. */
    private static List<Path> copiesWith(String marker) throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return folders.filter(each -> each.getFileName().toString().startsWith("stoa-import-"))
                    .filter(each -> holds(each.resolve("copy.db"), marker))
                    .toList();
        }
    }

    private static boolean holds(Path file, String marker) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(marker);
        } catch (IOException e) {
            return false;
        }
    }
}
