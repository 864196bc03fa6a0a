package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SynonymsTest {
    @TempDir
    private Path folder;

    private Terminal terminal() {
        return Terminal.bare(Dialect.SQLITE, folder);
    }

    @ParameterizedTest
    @CsvSource({
        "memory, find, stoa memory recall",
        "memory, delete, stoa memory forget",
        "memory, rm, stoa memory forget",
        "memory, create, stoa memory add",
        "memory, get, stoa memory show",
        "memory, LS, stoa memory list",
        "evidence, find, stoa evidence search",
        "evidence, remove, stoa evidence forget",
        "consensus, query, stoa consensus find",
        "consensus, add, stoa consensus record",
        "knowledge, lookup, stoa knowledge query",
        "knowledge, confirm, stoa knowledge review",
        "note, remove, stoa note delete",
        "note, find, stoa context QUERY --scope notes",
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
        Terminal terminal = terminal();
        assertThat(terminal.run(noun, word, "and", "--more")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines())
                .containsExactly("stoa: " + noun + " has no verb '" + word + "'; use " + command);
    }

    @ParameterizedTest
    @CsvSource({
        "memories, stoa memory",
        "search, stoa context",
        "send, stoa message send",
        "upgrade, stoa migrate",
        "relocate, stoa move",
    })
    void aSynonymOfACommandIsAnsweredTheSameWay(String word, String command) {
        Terminal terminal = terminal();
        assertThat(terminal.run(word)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines()).containsExactly("stoa: stoa has no command '" + word + "'; use " + command);
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
        Terminal terminal = terminal();
        assertThat(terminal.run(noun, word)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines())
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
        Terminal terminal = terminal();
        assertThat(terminal.run(noun, word)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines())
                .containsExactly("stoa: " + noun + " has no verb '" + word + "'; use one of " + verbs);
    }

    @ParameterizedTest
    @CsvSource({
        "hlep, stoa --help",
        "helpp, stoa --help",
        "HELP, stoa --help",
        "--version, stoa version",
        "-V, stoa version",
    })
    void whatPersonsTypeFirstIsAnsweredEvenIfMisspelled(String word, String command) {
        Terminal terminal = terminal();
        assertThat(terminal.run(word)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines()).singleElement().asString().endsWith("'" + word + "'; use " + command);
    }

    @Test
    void aMisspelledHelpOfANounIsItsHelp() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "hlep")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines()).containsExactly("stoa: memory has no verb 'hlep'; use stoa memory --help");
    }

    @Test
    void aCommandWithoutSenseIsAnsweredWithTheHelp() {
        Terminal terminal = terminal();
        assertThat(terminal.run("xyzzy")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err().lines()).containsExactly("stoa: stoa has no command 'xyzzy'; see stoa --help");
    }

    @Test
    void anOptionIsGuessedOnlyByItsSpelling() {
        Terminal terminal = terminal();
        assertThat(terminal.run("memory", "recall", "words", "--limt", "5")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .isEqualTo("stoa: stoa memory recall has no option '--limt'; did you mean --limit?\n");
        assertThat(terminal.run("memory", "recall", "words", "--count", "5")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .isEqualTo("stoa: stoa memory recall has no option '--count'; see stoa memory recall --help\n");
        assertThat(terminal.run("version", "now")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).isEqualTo("stoa: stoa version takes no argument 'now'; see stoa version --help\n");
    }

    @ParameterizedTest
    @CsvSource({"memory", "debate", "agent"})
    void helpAfterANounIsAnsweredWithItsHelp(String noun) {
        Terminal terminal = terminal();
        assertThat(terminal.run(noun, "help")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).isEqualTo("stoa: " + noun + " has no verb 'help'; use stoa " + noun + " --help\n");
    }

    @Test
    void noSynonymIsAVerbItselfAndEachStandsForACommandThatExists() {
        CommandLine root = Terminal.commands();
        List<String> faults = new ArrayList<>();
        for (String noun : Synonyms.nouns()) {
            CommandLine parent = noun.equals("stoa")
                    ? root
                    : Objects.requireNonNull(root.getSubcommands().get(noun), noun);
            Synonyms.of(noun).keySet().forEach(word -> {
                String command = Synonyms.command(noun, word).orElseThrow();
                if (parent.getSubcommands().containsKey(word)) {
                    faults.add(noun + " " + word + " exists");
                } else if (!exists(root, command)) {
                    faults.add(noun + " " + word + " stands for " + command + ", which does not exist");
                }
            });
        }
        assertThat(faults).isEmpty();
    }

    /** Whether each small word of a command is a verb and each option one of its options. */
    private static boolean exists(CommandLine root, String command) {
        CommandLine at = root;
        for (String word : List.of(command.split(" ")).subList(1, command.split(" ").length)) {
            if (word.startsWith("--")) {
                if (at.getCommandSpec().findOption(word) == null) {
                    return false;
                }
            } else if (at.getSubcommands().containsKey(word)) {
                at = at.getSubcommands().get(word);
            } else if (!at.getSubcommands().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void everyNounHasSynonyms() {
        assertThat(Synonyms.nouns())
                .containsAll(Terminal.commands().getSubcommands().entrySet().stream()
                        .filter(noun -> !noun.getValue().getSubcommands().isEmpty())
                        .map(Map.Entry::getKey)
                        .toList());
    }
}
