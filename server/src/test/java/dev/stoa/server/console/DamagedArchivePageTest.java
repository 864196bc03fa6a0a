package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages over archives of which one cannot be read. */
class DamagedArchivePageTest {
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");
    private static final Map<String, String> IMPATIENT =
            Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_STORAGE_BUSY_TIMEOUT_SECONDS", "1");

    /** The archive that holds tokens beside what people ask. */
    private static final String TOKENS = "aua.db";

    /** A page of each archive, by its file. */
    private static final Map<String, String> PAGES = pages();

    @TempDir
    Path folder;

    private static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("evidence.db", "/evidence");
        pages.put("continuum.db", "/memory/newest");
        pages.put("consensus_memory.db", "/consensus");
        pages.put("aragora_elo.db", "/ratings");
        pages.put("evolution.sqlite", "/evolve");
        pages.put("debate.db", "/debates");
        pages.put("space.db", "/channels");
        pages.put("aragora_traces.db", "/critiques");
        pages.put(".data/circuit_breaker.db", "/breakers");
        pages.put(TOKENS, "/conversations");
        return pages;
    }

    /** Looks once at each page, which makes its archive: there is a page here for each archive that there is. */
    private void made() throws IOException {
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
            PAGES.values()
                    .forEach(page ->
                            assertThat(page(server, page).status()).as(page).isEqualTo(200));
            Map<?, ?> health = server.get("health/ready").body();
            assertThat((List<?>) health.get("archives")).hasSameSizeAs(PAGES.keySet());
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.map(file -> folder.relativize(file).toString().replace('\\', '/'))
                            .filter(file -> file.matches(".*\\.(db|sqlite)")))
                    .containsExactlyInAnyOrderElementsOf(PAGES.keySet());
        }
    }

    private static Reply page(RunningServer server, String path) {
        return server.sendRaw("GET", path, null, "Accept", "text/html");
    }

    @Test
    @DisplayName("A page whose archive is damaged or locked says so, and the other pages work (locked).")
    void aPageWhoseArchiveIsLockedSaysSoAndTheOtherPagesWork() throws IOException, SQLException {
        made();
        // Without the archive of tokens the server does not begin, which is tested below.
        List<String> files =
                PAGES.keySet().stream().filter(file -> !file.equals(TOKENS)).toList();
        int half = files.size() / 2;
        locked(files.subList(0, half));
        locked(files.subList(half, files.size()));
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
            PAGES.values()
                    .forEach(page -> assertThat(page(server, page).status())
                            .as(page + " once it is free")
                            .isEqualTo(200));
        }
    }

    /** Looks at the pages while another program writes to some of the archives. */
    private void locked(List<String> files) throws SQLException {
        List<Connection> others = new ArrayList<>();
        try {
            for (String file : files) {
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(file));
                others.add(other);
                try (Statement statement = other.createStatement()) {
                    statement.execute("PRAGMA locking_mode = EXCLUSIVE");
                    statement.execute("BEGIN IMMEDIATE");
                    statement.execute("CREATE TABLE held (x)");
                }
            }
            SoftAssertions all = new SoftAssertions();
            try (RunningServer server = RunningServer.at(folder.toString(), folder, IMPATIENT)) {
                PAGES.forEach((file, path) -> {
                    Reply page = page(server, path);
                    if (files.contains(file)) {
                        all.assertThat(page.status()).as(path).isEqualTo(503);
                        all.assertThat(page.raw().body())
                                .as(path)
                                .contains("<h1>", "another process")
                                .doesNotContain("Exception");
                    } else {
                        all.assertThat(page.status()).as(path).isEqualTo(200);
                    }
                });
            }
            all.assertAll();
        } finally {
            for (Connection other : others) {
                // What was not committed is taken back.
                other.close();
            }
        }
    }

    @Test
    @DisplayName("A page whose archive is damaged or locked says so, and the other pages work.")
    void aPageWhoseArchiveIsDamagedSaysSoAndTheOtherPagesWork() throws IOException {
        made();
        SoftAssertions all = new SoftAssertions();
        // Without the archive of tokens the server does not begin, which is tested below.
        for (String damaged :
                PAGES.keySet().stream().filter(file -> !file.equals(TOKENS)).toList()) {
            byte[] whole = Files.readAllBytes(folder.resolve(damaged));
            byte[] noise = new byte[whole.length];
            new Random(7).nextBytes(noise);
            Files.write(folder.resolve(damaged), noise);
            try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
                PAGES.forEach((file, path) -> {
                    Reply page = page(server, path);
                    String body = page.raw().body();
                    if (file.equals(damaged)) {
                        all.assertThat(page.status()).as(damaged + " " + path).isGreaterThanOrEqualTo(400);
                        all.assertThat(body)
                                .as(damaged + " " + path)
                                .contains("<h1>", "the file is damaged", "restore it from a backup")
                                .doesNotContain("Exception");
                    } else {
                        all.assertThat(page.status()).as(damaged + " " + path).isEqualTo(200);
                    }
                });
                for (String path :
                        new String[] {"/", "/ops", "/ops/doctor", "/search?q=till", "/prefs", "/ops/config"}) {
                    Reply page = page(server, path);
                    all.assertThat(page.status()).as(damaged + " " + path).isEqualTo(200);
                }
            } catch (RuntimeException e) {
                all.fail(damaged, e);
            } finally {
                Files.write(folder.resolve(damaged), whole);
            }
        }
        all.assertAll();
    }

    /** It also holds the tokens: without it nothing is known of who asks, so the server does not begin, and says why. */
    @Test
    void withoutTheArchiveOfTokensTheServerDoesNotBeginAndSaysWhyAndDoesOnceItIsBack()
            throws IOException, SQLException {
        made();
        byte[] whole = Files.readAllBytes(folder.resolve(TOKENS));
        byte[] noise = new byte[whole.length];
        new Random(7).nextBytes(noise);
        Files.write(folder.resolve(TOKENS), noise);
        assertThatThrownBy(() -> RunningServer.at(folder.toString(), folder, SETTINGS))
                .hasMessageContaining("archive counsel: the file is damaged");
        Files.write(folder.resolve(TOKENS), whole);
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(TOKENS));
                Statement statement = other.createStatement()) {
            statement.execute("PRAGMA locking_mode = EXCLUSIVE");
            statement.execute("BEGIN IMMEDIATE");
            statement.execute("CREATE TABLE held (x)");
            assertThatThrownBy(() -> RunningServer.at(folder.toString(), folder, IMPATIENT))
                    .hasMessageContaining("archive counsel")
                    .hasMessageContaining("another process");
        }
        made();
    }
}
