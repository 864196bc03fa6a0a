package dev.stoa.cli.console;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A word of a command line that its command does not have, and what to type instead: the command that the word is a
 * synonym of, the word of which it is a misspelling, or else one of all that there are. Immutable.
 */
record UnknownWord(String message, String hint) {
    static UnknownWord of(CommandSpec command, String word) {
        String name = command.qualifiedName(" ");
        String help = "see " + name + " --help";
        if (word.startsWith("-")) {
            return new UnknownWord(name + " has no option '" + word + "'", suggestion(word, options(command), help));
        }
        if (command.subcommands().isEmpty()) {
            return new UnknownWord(name + " takes no argument '" + word + "'", help);
        }
        boolean root = command.parent() == null;
        List<String> verbs =
                command.subcommands().keySet().stream().sorted().distinct().toList();
        Optional<String> meant = Synonyms.command(command.name(), word);
        return new UnknownWord(
                command.name() + " has no " + (root ? "command" : "verb") + " '" + word + "'",
                meant.isPresent()
                        ? "use " + meant.get()
                        : suggestion(word, verbs, root ? help : "use one of " + String.join(", ", verbs)));
    }

    private static List<String> options(CommandSpec command) {
        return command.options().stream()
                .flatMap(option -> List.of(option.names()).stream())
                .toList();
    }

    private static String suggestion(String word, List<String> known, String otherwise) {
        return Synonyms.spelling(word, known)
                .map(meant -> "did you mean " + meant + "?")
                .orElse(otherwise);
    }
}
