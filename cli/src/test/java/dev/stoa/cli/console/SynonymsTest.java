package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Main;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class SynonymsTest {
    private static final List<String> NOUNS = Synonyms.nouns();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "memory, search, stoa memory recall",
        "memory, find, stoa memory recall",
        "memory, delete, stoa memory forget",
        "memory, rm, stoa memory forget",
        "memory, create, stoa memory add",
        "memory, get, stoa memory show",
        "memory, LS, stoa memory list",
        "evidence, find, stoa evidence search",
        "evidence, remove, stoa evidence forget",
        "consensus, search, stoa consensus find",
        "consensus, add, stoa consensus record",
        "knowledge, search, stoa knowledge query",
        "knowledge, confirm, stoa knowledge review",
        "note, remove, stoa note delete",
        "note, search, stoa context QUERY --scope notes",
        "message, read, stoa message recv",
        "message, post, stoa message send",
        "channel, new, stoa channel create",
        "channel, invite, stoa channel members --add AGENT",
        "agent, create, stoa agent register",
        "agent, start, stoa run start",
        "task, complete, stoa task done",
        "task, create, stoa task add",
        "run, kill, stoa run stop",
        "debate, start, stoa debate run",
        "debate, new, stoa debate create",
        "debate, votes, stoa debate ballots",
        "rating, list, stoa rating matches",
        "rating, add, stoa rating record",
        "proof, verify, stoa proof check",
        "breaker, show, stoa breaker list",
    })
    void aSynonymIsAnsweredWithTheCommandToType(String noun, String word, String command) {
        assertThat(run(noun, word, "and", "--more")).isEqualTo(ExitCode.USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .containsExactly("stoa: " + noun + " has no verb '" + word + "'; use " + command);
    }

    @ParameterizedTest
    @CsvSource({
        "memories, stoa memory",
        "help, stoa --help",
        "search, stoa context",
        "send, stoa message send",
        "upgrade, stoa migrate",
    })
    void aSynonymOfACommandIsAnsweredLikewise(String word, String command) {
        assertThat(run(word)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).containsExactly("stoa: stoa has no command '" + word + "'; use " + command);
    }

    @ParameterizedTest
    @CsvSource({
        "memory, recal, recall",
        "memory, forgte, forget",
        "memory, promot, promote",
        "message, sned, send",
        "debate, aprove, approve",
        "agent, registr, register",
        "agent, Merge2, merge",
    })
    void aSlipIsAnsweredWithTheNearestSpelling(String noun, String word, String meant) {
        assertThat(run(noun, word)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly("stoa: " + noun + " has no verb '" + word + "'; did you mean " + meant + "?");
    }

    @ParameterizedTest
    @CsvSource({
        "proof, xyzzy, 'check, show'",
        "proof, sow0q, 'check, show'",
        "proof, sh, 'check, show'",
        "breaker, frobnicate, 'list, reset'",
        "tunnel, u, 'laws, run'",
        "tunnel, fun2d, 'laws, run'",
        "prediction, abandon, 'add, calibration, resolve'",
    })
    void aWordWithoutSenseIsAnsweredWithTheVerbsAndNoGuess(String noun, String word, String verbs) {
        assertThat(run(noun, word)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly("stoa: " + noun + " has no verb '" + word + "'; use one of " + verbs);
    }

    @Test
    void aCommandWithoutSenseIsAnsweredWithTheHelp() {
        assertThat(run("xyzzy")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).containsExactly("stoa: stoa has no command 'xyzzy'; see stoa --help");
    }

    @Test
    void anOptionIsGuessedOnlyByItsSpelling() {
        run("memory", "recall", "words", "--limt", "5");
        run("memory", "recall", "words", "--count", "5");
        run("version", "now");
        assertThat(err.toString().lines())
                .containsExactly(
                        "stoa: stoa memory recall has no option '--limt'; did you mean --limit?",
                        "stoa: stoa memory recall has no option '--count'; see stoa memory recall --help",
                        "stoa: stoa version takes no argument 'now'; see stoa version --help");
    }

    @ParameterizedTest
    @FieldSource("NOUNS")
    void noSynonymIsAVerbItselfAndEachStandsForOneThatExists(String noun) {
        List<String> faults = new ArrayList<>();
        Synonyms.of(noun).forEach((word, command) -> {
            List<String> typed = noun.equals("stoa") ? List.of(word) : List.of(noun, word);
            if (run(typed.toArray(String[]::new)) != ExitCode.USAGE || !err.toString().contains("; use stoa ")) {
                faults.add(word + " is a verb: " + err);
            }
            List<String> help = new ArrayList<>();
            for (String part : Synonyms.command(noun, word).orElseThrow().split(" ")) {
                if (part.startsWith("-") || part.equals("QUERY")) {
                    break;
                }
                help.add(part);
            }
            help.add("--help");
            if (run(help.subList(1, help.size()).toArray(String[]::new)) != 0) {
                faults.add(command + " is no command");
            }
        });
        assertThat(faults).isEmpty();
    }

    private int run(String... args) {
        return Main.run(
                new Environment(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        new BufferedReader(Reader.nullReader()),
                        Map.of(),
                        Path.of(""),
                        false,
                        false),
                args);
    }
}
