package dev.stoa.storage.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no archive, or not any more: refused in one line, and left exactly as they were. */
class DamagedFileTest {
    private static final int PAGE = 4096;
    private static final int HEADER = 100;
    private static final List<String> BODIES =
            IntStream.range(0, 300).mapToObj(i -> "body " + i + " ".repeat(i)).toList();

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeAnArchive() {
        file = directory.resolve("notebook.db");
        try (Archive archive = open()) {
            archive.write(tx -> {
                BODIES.forEach(body -> tx.update("INSERT INTO entry (author, body) VALUES ('ana', ?)", body));
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aHeaderOfRandomBytesIsRefused(int seed) throws Exception {
        overwrite(0, HEADER, seed);
        refusesUnchanged("damaged");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 50, 99, 100, 101, 511, 512, 4095, 4096, 4097, 40_000, -4097, -4096, -1})
    void aFileThatWasCutIsRefused(int length) throws Exception {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(length < 0 ? bytes.length() + length : length);
        }
        refusesUnchanged("damaged");
    }

    @Test
    void aDamagedPageIsNeverReadAsIfItWereWhole() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        int refusals = 0;
        for (int page = 0; page < whole.length / PAGE; page++) {
            Files.write(file, whole);
            overwrite(page * (long) PAGE, PAGE, page);
            Map<String, String> before = Refusal.fingerprint(directory);
            try (Archive archive = open()) {
                refusals += readsTruthfully(archive) ? 0 : 1;
            } catch (StoaException e) {
                Refusal.check(Refusal.line(e), "damaged");
                assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
                refusals++;
            }
        }
        // What is neither a row nor an index entry can be damaged without harm to a reader.
        assertThat(refusals).isGreaterThan(whole.length / PAGE / 2);
    }

    /** Reads by the table and by the index; false if the damage was told. */
    private static boolean readsTruthfully(Archive archive) {
        try {
            assertThat(archive.list("SELECT body FROM entry ORDER BY id", row -> row.text(1)))
                    .isEqualTo(BODIES);
            assertThat(archive.list(
                            "SELECT body FROM entry INDEXED BY sqlite_autoindex_entry_1 WHERE author = ?",
                            row -> row.text(1),
                            "ana"))
                    .containsExactlyInAnyOrderElementsOf(BODIES);
            return true;
        } catch (StoaException e) {
            Refusal.check(Refusal.line(e), "damaged");
            return false;
        }
    }

    @Test
    void damageFoundByAWriteIsToldAndUndoesThatUnitOnly() throws Exception {
        int pages = (int) (Files.size(file) / PAGE);
        overwrite((pages - 1) * (long) PAGE, PAGE, 7);
        try (Archive archive = open()) {
            Refusal.of(
                    "damaged",
                    () -> archive.write(tx -> {
                        tx.next("undone");
                        return tx.update("UPDATE entry SET body = body || '.', author = 'bo'");
                    }));
            assertThat(archive.<Long>write(tx -> tx.next("undone"))).isEqualTo(1);
        }
    }

    @Test
    void anEmptyFileIsRefused() throws Exception {
        Files.write(file, new byte[0]);
        refusesUnchanged("damaged");
    }

    @Test
    void aTextIsRefused() throws Exception {
        Files.writeString(file, "Dear diary, ".repeat(1000), UTF_8);
        refusesUnchanged("damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "WAL"})
    void aDatabaseOfAnotherKindIsRefused(String journal) throws Exception {
        Files.delete(file);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = " + journal);
            statement.executeUpdate("CREATE TABLE entry (id INTEGER, what TEXT); INSERT INTO entry VALUES (1, 'else')");
        }
        refusesUnchanged("not_an_archive");
    }

    @Test
    void anArchiveUnderTheNameOfAnotherIsRefused() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE _schema_versions SET module = 'diary'");
        }
        refusesUnchanged("not_an_archive");
    }

    @Test
    void aDirectoryInItsPlaceIsRefused() throws Exception {
        Files.delete(file);
        Files.createDirectory(file);
        refusesUnchanged("cannot_open");
        assertThat(file).isEmptyDirectory();
    }

    @Test
    void aNewerVersionIsRefused() throws Exception {
        try (Archive newer =
                SqliteArchive.open(Upgrade.upTo(3), directory, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(newer.schema().latest()).isEqualTo(3);
        }
        refusesUnchanged("newer_version");
    }

    @Test
    void aRefusedFileKeepsItsWriteAheadLogToo(@TempDir Path elsewhere) throws Exception {
        try (Archive newer =
                SqliteArchive.open(Upgrade.upTo(3), directory, StorageSettings.defaults(), InstantSource.system())) {
            newer.write(tx -> tx.update("INSERT INTO entry (author, body) VALUES ('ana', 'in the log')"));
            Audit.copy(directory, "notebook.db", elsewhere);
        }
        assertThat(elsewhere.resolve("notebook.db-wal")).isNotEmptyFile();
        directory = elsewhere;
        refusesUnchanged("newer_version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-wal", "-journal"})
    void aLogThatIsLeftOfAFileThatIsGoneIsNotMixedIntoANewOne(String suffix) throws Exception {
        Path log = directory.resolve("notebook.db" + suffix);
        try (Archive archive = open()) {
            archive.write(tx -> tx.update("INSERT INTO entry (author, body) VALUES ('ana', 'in the log')"));
            Files.copy(directory.resolve("notebook.db-wal"), directory.resolve("kept"));
        }
        Files.delete(file);
        Files.move(directory.resolve("kept"), log);
        refusesUnchanged("damaged");
    }

    private Archive open() {
        return Units.open(directory.toString());
    }

    private void refusesUnchanged(String code) {
        Map<String, String> before = Refusal.fingerprint(directory);
        Refusal.of(code, this::open);
        assertThat(Refusal.fingerprint(directory))
                .as("the files of the directory")
                .isEqualTo(before);
    }

    private void overwrite(long from, int length, int seed) throws Exception {
        byte[] noise = new byte[length];
        new SplittableRandom(seed).nextBytes(noise);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(from);
            bytes.write(noise);
        }
    }
}
