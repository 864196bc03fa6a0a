package dev.stoa.evolution.issue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in the public state: keys of plain maps, one in another. Immutable. Lists are never walked into, and a key
 * such as {@code __proto__} is a key like any other.
 *
 * @param segments the keys from the outside in
 */
public record StatePath(List<String> segments) {
    /** The most keys of a path. */
    public static final int MOST_SEGMENTS = 8;

    /** The most characters of a key. */
    private static final int MOST_CHARACTERS = 64;

    public StatePath {
        segments = List.copyOf(segments);
    }

    /** The path that a text is; empty where it is none. */
    public static Optional<StatePath> parse(String text) {
        List<String> parts = new ArrayList<>(MOST_SEGMENTS);
        int start = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at < text.length() && text.charAt(at) != '.') {
                continue;
            }
            // By hand and not by a regular expression, since every change of every turn comes here.
            if (parts.size() == MOST_SEGMENTS || !segment(text, start, at)) {
                return Optional.empty();
            }
            parts.add(text.substring(start, at));
            start = at + 1;
        }
        return Optional.of(new StatePath(parts));
    }

    private static boolean segment(String text, int start, int end) {
        if (end == start || end - start > MOST_CHARACTERS || !letter(text.charAt(start))) {
            return false;
        }
        for (int at = start + 1; at < end; at++) {
            char c = text.charAt(at);
            if (!letter(c) && c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static boolean letter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** What the state holds there; null where the way ends before. */
    public @Nullable Object find(Map<?, ?> state) {
        Object at = state;
        for (String segment : segments) {
            if (!(at instanceof Map<?, ?> map)) {
                return null;
            }
            at = map.get(segment);
        }
        return at;
    }

    /** Whether it is that path or continues it at a segment. */
    public boolean within(StatePath other) {
        return segments.size() >= other.segments.size()
                && segments.subList(0, other.segments.size()).equals(other.segments);
    }

    @Override
    public String toString() {
        return String.join(".", segments);
    }
}
