package dev.stoa.cli;

import dev.stoa.cli.console.SearchAlias;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The arguments as they were typed, before a command reads them. Immutable. */
final class TypedWords {
    private final List<String> args;
    private final List<Integer> places;

    TypedWords(CommandSpec root, List<String> args) {
        this.args = List.copyOf(args);
        this.places = places(root, args);
    }

    /** Where the first two arguments stand that are neither options nor their values, as far as no help is asked for. */
    private static List<Integer> places(CommandSpec root, List<String> args) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < args.size() && places.size() < 2; i++) {
            String arg = args.get(i);
            // Asked for "help" picocli finds --help too.
            OptionSpec option = arg.startsWith("-") ? root.findOption(arg) : null;
            if (option != null && option.usageHelp()) {
                break;
            }
            if (!arg.startsWith("-")) {
                places.add(i);
            } else if (option != null && option.arity().max() > 0) {
                i++; // written --data=DIR it is not found, and has no value to skip
            }
        }
        return places;
    }

    /** The noun and the verb, or as many of them as there are. */
    List<String> words() {
        return places.stream().map(args::get).toList();
    }

    /** The arguments to read: {@code help X} is {@code X --help}, and {@code search} is the verb that searches. */
    List<String> resolved() {
        List<String> words = words();
        List<String> out = new ArrayList<>(args);
        if (!words.isEmpty() && words.getFirst().equals("help")) {
            out.remove((int) places.getFirst());
            out.add("--help");
        } else if (words.size() == 2) {
            SearchAlias.of(words.getFirst(), words.getLast()).ifPresent(alias -> {
                out.remove((int) places.getLast());
                out.remove((int) places.getFirst());
                out.addAll(places.getFirst(), alias);
            });
        }
        return out;
    }
}
