package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is typed slightly wrong, or in the words of other programs. */
class TypedWordsTest {
    @TempDir
    private Path folder;

    private Terminal terminal() {
        return Terminal.bare(Dialect.SQLITE, folder);
    }

    @Test
    void helpShowsTheHelpOfStoaOfANounAndOfAVerb() {
        Terminal terminal = terminal();
        assertThat(terminal.run("help")).isZero();
        assertThat(terminal.out()).startsWith("Usage: stoa [").contains("Commands:");
        assertThat(terminal.run("help", "memory")).isZero();
        assertThat(terminal.out()).startsWith("Usage: stoa memory [");
        assertThat(terminal.run("--data", "d", "help", "memory", "recall")).isZero();
        assertThat(terminal.out()).startsWith("Usage: stoa memory recall [");
    }

    @ParameterizedTest
    @CsvSource({
        "memory, stoa memory recall",
        "consensus, stoa consensus find",
        "debate, stoa consensus find",
        "critique, stoa critique patterns",
        "evidence, stoa evidence search",
        "knowledge, stoa context",
        "note, stoa context",
        "task, stoa context",
        "message, stoa context",
        "channel, stoa context",
    })
    void searchIsAcceptedOnEveryNounThatCanBeSearched(String noun, String command) {
        Terminal terminal = terminal();
        assertThat(terminal.run("init")).isZero();
        assertThat(terminal.run(noun, "search", "indexes", "--limit", "3"))
                .as(() -> terminal.err())
                .isZero();
        assertThat(terminal.json("--data", terminal.data().toString(), noun, "search", "indexes"))
                .containsKey("items");
        assertThat(terminal.run(noun, "search", "--help")).isZero();
        assertThat(terminal.out()).startsWith("Usage: " + command + " [");
    }

    @Test
    void aSearchOfANounFindsThatNounAlone() {
        Terminal terminal = terminal();
        assertThat(terminal.run("note", "add", "the walrus sleeps")).isZero();
        assertThat(terminal.run("task", "add", "feed the walrus")).isZero();
        assertThat(terminal.run("note", "search", "walrus")).isZero();
        assertThat(terminal.out()).contains("sleeps").doesNotContain("feed");
        assertThat(terminal.run("task", "search", "walrus")).isZero();
        assertThat(terminal.out()).contains("feed").doesNotContain("sleeps");
    }

    @Test
    void unquotedWordsAreAnsweredWithTheQuotesTheyNeed() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "add", "WAL", "needs", "the", "-shm", "file"))
                .isEqualTo(2);
        assertThat(terminal.err())
                .isEqualTo("stoa: stoa memory add takes no argument 'needs'; quote it: \"WAL needs the\"\n");
        assertThat(terminal.run("debate", "run", "Which", "way?")).isEqualTo(2);
        assertThat(terminal.err()).endsWith("quote it: \"Which way?\"\n");
        assertThat(terminal.run("memory", "promote", "m1", "--reason", "too", "old"))
                .isEqualTo(2);
        assertThat(terminal.err()).endsWith("quote it: \"too old\"\n");
        assertThat(terminal.run("memory", "show", "m1", "m2")).isEqualTo(2);
        assertThat(terminal.err()).doesNotContain("quote");
    }

    @Test
    void aMisspelledRequiredOptionIsAnsweredWithItsNearestName() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "promote", "m1", "--raeson", "why")).isEqualTo(2);
        assertThat(terminal.err())
                .isEqualTo("stoa: stoa memory promote has no option '--raeson'; did you mean --reason?\n");
        assertThat(terminal.run("memory", "promote", "m1", "--because", "why")).isEqualTo(2);
        assertThat(terminal.err()).contains("missing required option").doesNotContain("did you mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"extra", "--tier=fast", "--file=f"})
    void linesAreTakenAloneAndNothingBesideThemIsIgnored(String more) {
        Terminal terminal = terminal();
        assertThat(terminal.typing("{\"content\":\"one\"}\n").run("memory", "add", "--jsonl", "-", more))
                .isEqualTo(2);
        assertThat(terminal.err())
                .contains("--jsonl reads everything from its lines, so ")
                .contains(more.replaceFirst("=.*", ""))
                .contains("leave it out");
        assertThat(terminal.json("memory", "list").get("items")).isEqualTo(List.of());
    }

    @Test
    void ofATextThatIsNotUtf8LineAndByteAreNamedAndNothingIsReplaced() throws IOException {
        Terminal terminal = terminal();
        byte[] text = "one\ntwo \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(terminal.typing(text).run("memory", "add", "-")).isEqualTo(2);
        assertThat(terminal.err()).isEqualTo("stoa: standard input is not UTF-8: line 2, byte 5; write it in UTF-8\n");
        Files.write(folder.resolve("latin.txt"), text);
        assertThat(terminal.run("memory", "add", "--file", "latin.txt")).isEqualTo(2);
        assertThat(terminal.err()).isEqualTo("stoa: latin.txt is not UTF-8: line 2, byte 5; write it in UTF-8\n");
        assertThat(terminal.json("memory", "list").get("items")).isEqualTo(List.of());
    }

    @Test
    void showOfAnExpiredMemorySaysExpired() throws SQLException {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "add", "one", "--id", "m1", "--ttl", "60"))
                .isZero();
        terminal.alter("continuum", "UPDATE continuum_memory SET expires_at = '2020-01-02T03:04:05.000Z'");
        assertThat(terminal.run("memory", "show", "m1")).isZero();
        assertThat(terminal.out())
                .startsWith("expired at 2020-01-02T03:04:05.000Z; stoa memory restore m1 brings it back\n")
                .doesNotContain("archived as");
        assertThat(terminal.run("memory", "forget", "m1")).isEqualTo(3);
        assertThat(terminal.err()).contains("it has expired; restore memory m1");
    }

    @Test
    void withJsonNoQuestionStandsBeforeTheErrorDocument() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "add", "one", "--id", "m1")).isZero();
        assertThat(terminal.typing("").run("memory", "forget", "m1", "--purge", "--json"))
                .isEqualTo(4);
        assertThat(terminal.err().lines()).hasSize(1);
        assertThat(terminal.err()).startsWith("{\"error\":{\"code\":\"confirmation_needed\"");
        assertThat(terminal.run("memory", "show", "m1")).isZero();
        assertThat(terminal.watched(true).typing("y\n").run("memory", "forget", "m1", "--purge", "--json"))
                .as("a person who sees no question is not left waiting for an answer")
                .isEqualTo(4);
        terminal.watched(false).typing("y\n").json("memory", "forget", "m1", "--purge");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void promoteAndDemoteSayWhichWayForgettingGoes() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "add", "one", "--id", "m1", "--tier", "slow"))
                .isZero();
        for (Map.Entry<String, String> verb : Map.of(
                        "promote", "towards faster forgetting", "demote", "towards slower forgetting")
                .entrySet()) {
            assertThat(terminal.run("memory", verb.getKey(), "--help")).isZero();
            assertThat(terminal.out().replaceAll("\\s+", " ")).contains(verb.getValue());
            assertThat(terminal.run("memory", verb.getKey(), "m1", "--reason", "why"))
                    .isZero();
            assertThat(terminal.out()).contains(verb.getValue());
        }
    }
}
