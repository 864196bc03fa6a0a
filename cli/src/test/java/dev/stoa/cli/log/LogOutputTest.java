package dev.stoa.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.testing.TestClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

class LogOutputTest {
    private static final String OURS = "dev.stoa.engine.society.Worker";
    private static final String THEIRS = "com.zaxxer.hikari.HikariDataSource";

    private final StringWriter err = new StringWriter();
    private final LogOutput output = new LogOutput(
            new PrintWriter(err, true), false, Map.of("ACME_API_KEY", "tulip-fields", "PWD", "/home/ana"));

    @Test
    void nothingIsHeardUntilItIsAskedFor() {
        assertThat(output.hears(OURS, Level.ERROR)).isFalse();
        assertThat(output.hears(THEIRS, Level.ERROR)).isFalse();
    }

    @Test
    void warningsAreThoseOfStoaAndNotTheChatterOfLibraries() {
        output.warnings();
        assertThat(output.hears(OURS, Level.WARN)).isTrue();
        assertThat(output.hears(OURS, Level.ERROR)).isTrue();
        assertThat(output.hears(OURS, Level.INFO)).isFalse();
        assertThat(output.hears(THEIRS, Level.ERROR)).isFalse();
    }

    @Test
    void everythingIsEveryLevelOfEverybodyAndStaysSo() {
        output.everything();
        output.warnings();
        assertThat(output.hears(OURS, Level.TRACE)).isTrue();
        assertThat(output.hears(THEIRS, Level.DEBUG)).isTrue();
    }

    @Test
    void aWarningIsOneLineWithItsCause() {
        output.warnings();
        output.write(OURS, Level.WARN, "the archive cannot\n be used", new IllegalStateException("locked\u001b[2J"));
        assertThat(err.toString())
                .isEqualTo("stoa: warning: the archive cannot  be used"
                        + " (java.lang.IllegalStateException: locked [2J)\n");
    }

    @Test
    void withEverythingALineSaysWhoAndHowBadAndShowsTheTrace() {
        output.everything();
        output.write(THEIRS, Level.DEBUG, "pool", new IllegalStateException("locked"));
        assertThat(err.toString())
                .startsWith("stoa: DEBUG " + THEIRS + ": pool\njava.lang.IllegalStateException: locked\n\tat ");
    }

    @Test
    void asJsonEveryLineIsADocument() {
        output.warnings();
        output.asJson();
        output.write(OURS, Level.WARN, "two\nlines", null);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(Json.parseObject(err.toString()))
                .isEqualTo(Map.of(
                        "log", Json.object("level", "warn", "logger", OURS, "message", "two\nlines", "trace", null)));
    }

    @Test
    void aServerLogsOneObjectALineWithTheTimeAndTheRequest() {
        LogOutput served = new LogOutput(
                new PrintWriter(err, true),
                false,
                Map.of("ACME_API_KEY", "tulip-fields"),
                TestClock.at("2026-03-01T12:00:00Z"));
        served.ofServer();
        assertThat(served.hears(OURS, Level.INFO)).isTrue();
        assertThat(served.hears(OURS, Level.DEBUG)).isFalse();
        assertThat(served.hears(THEIRS, Level.ERROR)).isFalse();
        served.write(
                OURS, Level.ERROR, "forged\n{\"level\":\"info\"}\u001b[2J", new IllegalStateException("tulip-fields"));
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).doesNotContain("\u001b", "tulip-fields");
        Map<String, @Nullable Object> line = Json.parseObject(err.toString());
        assertThat(line.keySet())
                .containsExactly("at", "level", "logger", "message", "request_id", "trace_id", "token_id", "error");
        assertThat(line)
                .containsEntry("at", "2026-03-01T12:00:00.000Z")
                .containsEntry("level", "error")
                .containsEntry("logger", OURS)
                .containsEntry("message", "forged\n{\"level\":\"info\"}\u001b[2J")
                .containsEntry("request_id", null);
        assertThat(String.valueOf(line.get("error"))).startsWith("java.lang.IllegalStateException: ***\n\tat ");
    }

    @Test
    void alsoWithEverythingAServerDoesNotHearWhatItsLibrariesQuote() {
        output.everything();
        output.ofServer();
        assertThat(output.hears(OURS, Level.TRACE)).isTrue();
        assertThat(output.hears(THEIRS, Level.DEBUG)).isFalse();
        assertThat(output.hears(THEIRS, Level.INFO)).isTrue();
    }

    @Test
    void aPersonWhoWatchesAServerGetsText() {
        LogOutput watched = new LogOutput(new PrintWriter(err, true), true, Map.of());
        watched.ofServer();
        watched.write(OURS, Level.INFO, "a debate is kept", null);
        watched.write(OURS, Level.WARN, "a job failed", null);
        assertThat(err.toString().replace("\r\u001b[K", "").lines())
                .containsExactly("stoa: a debate is kept", "stoa: warning: a job failed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://ana:p@ss/w@db:5432/stoa          | jdbc:postgresql://ana:***@db:5432/stoa
            https://0123456789abcdef@host/x                    | https://***@host/x
            jdbc:postgresql://db/stoa?user=ana&password=hunter2&ssl=true | jdbc:postgresql://db/stoa?user=ana&password=***&ssl=true
            Authorization: Bearer abc.def-ghi                  | Authorization: ***
            sent Bearer abcdefgh                               | sent Bearer ***
            {"api_key": "abc def", "n": 1}                     | {"api_key": ***, "n": 1}
            x-api-key=abc                                      | x-api-key=***
            the key sk-proj-abcdefgh1234 was refused           | the key *** was refused
            the key tulip-fields was refused                   | the key *** was refused
            token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln           | token ***
            got stoa_abcdefghijkl_0123456789abcdefghij in it     | got *** in it
            used 512 tokens: 500 in                            | used 512 tokens: 500 in
            see https://host/path?page=2 in /home/ana          | see https://host/path?page=2 in /home/ana
            """)
    void credentialsAreHiddenAndNothingElse(String text, String shown) {
        assertThat(output.masked(text)).isEqualTo(shown);
    }
}
