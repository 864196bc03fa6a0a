package dev.stoa.debate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Many texts that are looked for at once. Immutable. Each place of a text is compared with those texts alone that begin
 * as it does, so ten thousand are found almost as soon as one.
 */
final class TextFinder {
    private static final int BEGINNING = 6;

    private final Map<String, List<String>> byBeginning = new HashMap<>();
    private final Set<String> tiny = new HashSet<>();

    TextFinder(Collection<String> texts) {
        for (String text : texts) {
            if (text.length() < BEGINNING) {
                tiny.add(text);
            } else {
                byBeginning
                        .computeIfAbsent(text.substring(0, BEGINNING), any -> new ArrayList<>())
                        .add(text);
            }
        }
    }

    /** Whether a text holds one of them. */
    boolean in(String text) {
        if (tiny.stream().anyMatch(text::contains)) {
            return true;
        }
        if (byBeginning.isEmpty()) {
            return false;
        }
        for (int i = 0; i + BEGINNING <= text.length(); i++) {
            for (String wanted : byBeginning.getOrDefault(text.substring(i, i + BEGINNING), List.of())) {
                if (text.startsWith(wanted, i)) {
                    return true;
                }
            }
        }
        return false;
    }
}
