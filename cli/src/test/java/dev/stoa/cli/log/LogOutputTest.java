package dev.stoa.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
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
            used 512 tokens: 500 in                            | used 512 tokens: 500 in
            see https://host/path?page=2 in /home/ana          | see https://host/path?page=2 in /home/ana
            """)
    void credentialsAreHiddenAndNothingElse(String text, String shown) {
        assertThat(output.masked(text)).isEqualTo(shown);
    }
}
