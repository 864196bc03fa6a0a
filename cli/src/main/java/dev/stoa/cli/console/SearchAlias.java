package dev.stoa.cli.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verb {@code search}, which every noun accepts that can be searched, whatever its own name for it is. Stateless.
 * The names of the verbs stay: help, rights and errors name the command that runs.
 */
public final class SearchAlias {
    private static final Map<String, List<String>> COMMANDS = Map.of(
            "memory", List.of("memory", "recall"),
            "consensus", List.of("consensus", "find"),
            "debate", List.of("consensus", "find"),
            "critique", List.of("critique", "patterns"),
            "knowledge", List.of("context", "--scope", "knowledge"),
            "note", List.of("context", "--scope", "notes"),
            "task", List.of("context", "--scope", "tasks"),
            "message", List.of("context", "--scope", "messages"),
            "channel", List.of("context", "--scope", "messages"));

    private SearchAlias() {}

    /** The command that a noun with the verb {@code search} stands for; none if it has that verb itself, or none. */
    public static Optional<List<String>> of(String noun, String verb) {
        return verb.equals("search") ? Optional.ofNullable(COMMANDS.get(noun)) : Optional.empty();
    }
}
