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
    private static final Map<String, List<String>> CHOICES = Map.of(
            "tier",
            List.of("fast", "medium", "slow", "glacial"),
            "dissent_type",
            List.of(
                    "risk_warning",
                    "fundamental_disagreement",
                    "edge_case_concern",
                    "alternative_approach",
                    "minor_quibble",
                    "abstention"),
            "issue_type",
            List.of(
                    "performance",
                    "security",
                    "correctness",
                    "clarity",
                    "architecture",
                    "completeness",
                    "testing",
                    "general"),
            "min_tier",
            List.of("bronze", "silver", "gold", "platinum"),
            "simulated",
            List.of("include", "only"),
            "core",
            EITHER,
            "archived",
            List.of("true"),
            "live",
            EITHER,
            "shadow",
            EITHER,
            "open",
            EITHER);
    private static final Map<String, String> WITHOUT = Map.of("simulated", "exclude", "archived", "no");
    private static final Map<String, String> WORDS = Map.of(
            "q", "Words",
            "query", "Words",
            "dissent_type", "Kind",
            "issue_type", "Kind",
            "debate_id", "Debate",
            "min_success", "Helped at least",
            "min_tier", "Least tier",
            "open", "Without an answer");

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
