package dev.stoa.learning.critique;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lists of texts in a critique: how they are stored, and which suggestion belongs to an issue. Stateless. */
final class Texts {
    private Texts() {}

    static String json(List<String> texts) {
        return Json.write(texts);
    }

    /** The texts of a stored list. What another program stored in its place is one text. */
    static List<String> of(@Nullable String json) {
        if (json == null) {
            return List.of();
        }
        try {
            return switch (Json.parse(json)) {
                case List<?> list -> list.stream().map(String::valueOf).toList();
                case null -> List.of();
                case String text -> List.of(text);
                default -> List.of(json);
            };
        } catch (InvalidException e) {
            return json.isBlank() ? List.of() : List.of(json);
        }
    }

    /**
     * The suggestion for an issue: that of its index if there is one for each, else the one that shares most terms,
     * the first of them on ties, or none.
     */
    static @Nullable String suggestion(List<String> issues, List<String> suggestions, int issue) {
        if (issues.size() == suggestions.size()) {
            return suggestions.get(issue);
        }
        Set<String> terms = new HashSet<>(Tokenizer.terms(issues.get(issue)));
        String best = null;
        long most = 0;
        for (String suggestion : suggestions) {
            long shared = Tokenizer.terms(suggestion).stream()
                    .distinct()
                    .filter(terms::contains)
                    .count();
            if (shared > most) {
                most = shared;
                best = suggestion;
            }
        }
        return best;
    }
}
