package dev.stoa.server.console.view;

import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The form by which a list is filtered. Immutable. */
public record Filters(List<Field> fields) {
    private static final List<String> EITHER = List.of("true", "false");
    private static final List<String> TIERS = List.of("fast", "medium", "slow", "glacial");
    private static final Map<String, List<String>> CHOICES = Map.ofEntries(
            Map.entry("tier", TIERS),
            Map.entry(
                    "dissent_type",
                    List.of(
                            "risk_warning",
                            "fundamental_disagreement",
                            "edge_case_concern",
                            "alternative_approach",
                            "minor_quibble",
                            "abstention")),
            Map.entry(
                    "issue_type",
                    List.of(
                            "performance",
                            "security",
                            "correctness",
                            "clarity",
                            "architecture",
                            "completeness",
                            "testing",
                            "general")),
            Map.entry("min_tier", List.of("bronze", "silver", "gold", "platinum")),
            Map.entry("simulated", List.of("include", "only")),
            Map.entry("core", EITHER),
            Map.entry("archived", List.of("true")),
            Map.entry("live", EITHER),
            Map.entry("shadow", EITHER),
            Map.entry("open", EITHER),
            Map.entry("scopes", List.of("notes", "knowledge", "messages", "tasks", "files")),
            Map.entry("min_trust", List.of("agent", "confirmed", "human")),
            Map.entry("all_words", List.of("true")),
            Map.entry("order", List.of("time")),
            Map.entry("from_tier", TIERS),
            Map.entry("to_tier", TIERS));
    private static final Map<String, String> WITHOUT =
            Map.of("simulated", "exclude", "archived", "no", "all_words", "no", "order", "rank", "min_trust", "any");
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("q", "Words"),
            Map.entry("query", "Words"),
            Map.entry("dissent_type", "Kind"),
            Map.entry("issue_type", "Kind"),
            Map.entry("debate_id", "Debate"),
            Map.entry("min_success", "Helped at least"),
            Map.entry("min_tier", "Least tier"),
            Map.entry("open", "Without an answer"),
            Map.entry("scopes", "Where"),
            Map.entry("min_trust", "Least trust"),
            Map.entry("all_words", "Every word"),
            Map.entry("from_tier", "From"),
            Map.entry("to_tier", "To"));

    public Filters {
        fields = List.copyOf(fields);
    }

    /**
     * A field of the form.
     *
     * @param words what it may be; empty for any text
     * @param none what is shown without it
     */
    public record Field(String name, String word, String value, List<String> words, String none) {
        public Field {
            words = List.copyOf(words);
        }
    }

    /** The form for what an address may hold, with what it does. */
    public static Filters of(List<String> names, Function<String, @Nullable String> values) {
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            if (!name.equals("cursor")) {
                String value = values.apply(name);
                fields.add(new Field(
                        name,
                        WORDS.getOrDefault(name, word(name)),
                        value == null ? "" : Plain.of(value),
                        CHOICES.getOrDefault(name, List.of()),
                        WITHOUT.getOrDefault(name, "all")));
            }
        }
        return new Filters(fields);
    }

    /** The same with another name of a field in the address. */
    public Filters named(String name, String other) {
        return new Filters(fields.stream()
                .map(field -> field.name().equals(name)
                        ? new Field(other, field.word(), field.value(), field.words(), field.none())
                        : field)
                .toList());
    }

    private static String word(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1).replace('_', ' ');
    }

    /** Whether what is simulated is among what is listed. */
    public boolean isSimulated() {
        return fields.stream()
                .anyMatch(field ->
                        field.name().equals("simulated") && field.words().contains(field.value()));
    }

    /** Whether one of them is set. */
    public boolean isSet() {
        return fields.stream().anyMatch(field -> !field.value().isEmpty());
    }
}
