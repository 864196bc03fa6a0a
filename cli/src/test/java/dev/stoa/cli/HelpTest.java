package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What the help says of every noun, verb, option and parameter. */
@Tag("quick")
class HelpTest {
    private static final Pattern BANNED = Pattern.compile(
            "\\b(whoever|whatever|somebody|nobody|anybody|everybody|anew|for ever|likewise|so many|so much|so often"
                    + "|no more|come to|came to|put away|word of)\\b",
            Pattern.CASE_INSENSITIVE);
    /** Defaults in any other form, such as "; default 50" and "; else 60". */
    private static final Pattern OTHER_DEFAULT = Pattern.compile(
            "(?<!\\()\\bdefault \\S|(?<!\\()\\bdefault:|; else\\b|; otherwise\\b", Pattern.CASE_INSENSITIVE);

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::all));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandDescribesItselfItsOptionsAndItsParameters() {
        return all(Terminal.commands())
                .map(command -> DynamicTest.dynamicTest(
                        command.getCommandSpec().qualifiedName(" "),
                        () -> assertThat(faults(command)).isEmpty()));
    }

    @Test
    void theWalkReachesEveryVerb() {
        List<String> names = all(Terminal.commands())
                .map(command -> command.getCommandSpec().qualifiedName(" "))
                .toList();
        assertThat(names)
                .contains("stoa", "stoa version", "stoa memory", "stoa memory recall", "stoa debate gates")
                .hasSizeGreaterThan(150)
                .doesNotHaveDuplicates();
    }

    @Test
    void everyVerbThatReadsLinesNamesTheirFields() {
        List<CommandLine> readers = all(Terminal.commands())
                .filter(command -> command.getCommandSpec().findOption("--jsonl") != null
                        && command.getCommandSpec().findOption("--strict") != null)
                .toList();
        assertThat(readers)
                .hasSizeGreaterThan(10)
                .allSatisfy(command -> assertThat(command.getUsageMessage())
                        .as(command.getCommandSpec().qualifiedName(" "))
                        .containsPattern("Fields of a line of --jsonl:\\R  [a-z_]+, "));
    }

    private static List<String> faults(CommandLine command) {
        List<String> faults = new ArrayList<>();
        judge(
                "the command",
                String.join(" ", command.getCommandSpec().usageMessage().description()),
                faults);
        for (OptionSpec option : command.getCommandSpec().options()) {
            judge(option, option.longestName(), faults);
        }
        for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
            judge(parameter, parameter.paramLabel(), faults);
        }
        // The page holds what no model element does: headings, footers and synopses.
        var found = BANNED.matcher(
                command.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll("\\s+", " "));
        while (found.find()) {
            faults.add("the page says \"" + found.group() + "\"");
        }
        return faults;
    }

    private static void judge(ArgSpec arg, String name, List<String> faults) {
        String text = String.join(" ", arg.description());
        judge(name, text, faults);
        if (arg.defaultValue() != null && !text.contains("(default: " + arg.defaultValue() + ")")) {
            faults.add(name + " does not say (default: " + arg.defaultValue() + ")");
        }
    }

    private static void judge(String name, String text, List<String> faults) {
        if (text.isBlank()) {
            faults.add(name + " has no description");
            return;
        }
        if (!Character.isUpperCase(text.charAt(0))) {
            faults.add(name + " does not begin with a capital letter: " + text);
        }
        if (!text.endsWith(".") && !text.endsWith("…") && !text.matches(".*\\(default: .+\\)")) {
            faults.add(name + " ends neither with a full stop nor with its default: " + text);
        }
        if (OTHER_DEFAULT.matcher(text).find()) {
            faults.add(name + " names its default in another form than (default: N): " + text);
        }
        var banned = BANNED.matcher(text);
        if (banned.find()) {
            faults.add(name + " says \"" + banned.group() + "\": " + text);
        }
    }
}
