package dev.stoa.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A word of a command line that its command does not have, and what to type instead: the command that the word is a
 * synonym of, the word of which it is a misspelling, the quotes it lacks, or else one of all that there are. Immutable.
 */
record UnknownWord(String message, String hint) {
    /** The names of values that are written as sentences, and so are easily typed without quotes. */
    private static final Set<String> SENTENCES = Set.of("TEXT", "QUERY", "TOPIC");

    /** What other programs call the command {@code version}. */
    private static final Set<String> VERSION = Set.of("--version", "-version", "-V", "-v");

    private static final int QUOTED = 60;

    /** The word that an error of the command line is about; null if it is about none. */
    static @Nullable UnknownWord of(ParameterException error) {
        CommandSpec command = error.getCommandLine().getCommandSpec();
        return switch (error) {
            case UnmatchedArgumentException unmatched -> of(command, unmatched.getUnmatched());
            case MissingParameterException missing ->
                misspelled(command, error.getCommandLine().getUnmatchedArguments(), missing.getMissing());
            default -> null;
        };
    }

    private static UnknownWord of(CommandSpec command, List<String> words) {
        String word = words.getFirst();
        String name = command.qualifiedName(" ");
        String help = "see " + name + " --help";
        if (word.startsWith("-")) {
            if (command.parent() == null && VERSION.contains(word)) {
                return option(command, word, "use stoa version");
            }
            return option(command, word, suggestion(word, options(command.options()), help));
        }
        if (command.subcommands().isEmpty()) {
            return new UnknownWord(
                    name + " takes no argument '" + word + "'",
                    unquoted(command, words).orElse(help));
        }
        boolean root = command.parent() == null;
        List<String> verbs =
                command.subcommands().keySet().stream().sorted().distinct().toList();
        // No noun lists help among its verbs, and a person who looks for it must find it.
        Optional<String> meant = Synonyms.spelling(word, verbs).isEmpty()
                        && Synonyms.spelling(word, List.of("help")).isPresent()
                ? Optional.of(name + " --help")
                : Synonyms.command(command.name(), word);
        return new UnknownWord(
                command.name() + " has no " + (root ? "command" : "verb") + " '" + word + "'",
                meant.isPresent()
                        ? "use " + meant.get()
                        : suggestion(word, verbs, root ? help : "use one of " + String.join(", ", verbs)));
    }

    /** Where a required option is missing, what stands there instead of it. */
    private static @Nullable UnknownWord misspelled(
            CommandSpec command, List<String> unmatched, List<ArgSpec> missing) {
        List<String> wanted = options(missing.stream()
                .filter(OptionSpec.class::isInstance)
                .map(OptionSpec.class::cast)
                .toList());
        for (String word : unmatched) {
            Optional<String> meant = word.startsWith("-") ? Synonyms.spelling(word, wanted) : Optional.empty();
            if (meant.isPresent()) {
                return option(command, word, "did you mean " + meant.get() + "?");
            }
        }
        return null;
    }

    private static UnknownWord option(CommandSpec command, String word, String hint) {
        return new UnknownWord(command.qualifiedName(" ") + " has no option '" + word + "'", hint);
    }

    /** What to do about words that follow a sentence, which the shell has cut at its spaces. */
    private static Optional<String> unquoted(CommandSpec command, List<String> more) {
        return Stream.<ArgSpec>concat(command.positionalParameters().reversed().stream(), command.options().stream())
                .filter(arg -> SENTENCES.contains(arg.paramLabel())
                        && !arg.stringValues().isEmpty())
                .findFirst()
                .map(arg -> {
                    List<String> words =
                            new ArrayList<>(List.of(arg.stringValues().getLast()));
                    more.stream().takeWhile(word -> !word.startsWith("-")).forEach(words::add);
                    return "quote it: \"" + Screen.cut(String.join(" ", words), QUOTED) + "\"";
                });
    }

    private static List<String> options(List<OptionSpec> options) {
        return options.stream()
                .flatMap(option -> List.of(option.names()).stream())
                .toList();
    }

    private static String suggestion(String word, List<String> known, String otherwise) {
        return Synonyms.spelling(word, known)
                .map(meant -> "did you mean " + meant + "?")
                .orElse(otherwise);
    }
}
