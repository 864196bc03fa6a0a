package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import dev.stoa.storage.Dialect;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which domains are meant: one ({@code a/b}), one and all below ({@code a/*}), all ({@code *}); a star further in stands
 * for exactly one part. Immutable. Every other character is plain text.
 */
public final class DomainPattern {
    private static final String STAR = "*";
    private static final int LONGEST = 200;

    private final List<String> parts;
    private final boolean below;

    private DomainPattern(List<String> parts, boolean below) {
        this.parts = List.copyOf(parts);
        this.below = below;
    }

    /** The pattern that a text is. */
    public static DomainPattern of(String text) {
        Bounds.text("domain", text, 1, LONGEST);
        List<String> parts = List.of(text.split("/", -1));
        for (String part : parts) {
            if (part.isEmpty() || (part.contains(STAR) && !part.equals(STAR))) {
                throw Bounds.invalid(
                        "domain pattern " + Bounds.shown(text) + " has "
                                + (part.isEmpty() ? "an empty part" : "a * inside the part " + Bounds.shown(part)),
                        "write it like database, database/* or database/*/index");
            }
        }
        boolean below = parts.getLast().equals(STAR);
        return new DomainPattern(below ? parts.subList(0, parts.size() - 1) : parts, below);
    }

    /** All domains. */
    public static DomainPattern all() {
        return new DomainPattern(List.of(), true);
    }

    /** The same, and all below. */
    public DomainPattern andBelow() {
        return new DomainPattern(parts, true);
    }

    public DomainPattern lower() {
        return new DomainPattern(
                parts.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList(), below);
    }

    /** Whether the condition alone finds too much, so that what it finds has to {@link #matches match}. */
    public boolean isWide() {
        return parts.contains(STAR);
    }

    /** Whether every domain is meant, or the beginning of all is open. */
    public boolean isAll() {
        return parts.isEmpty() || parts.getFirst().equals(STAR);
    }

    /** Whether it begins with a domain and means more than that one. */
    public boolean isRange() {
        return !isAll() && (below || isWide());
    }

    public boolean matches(String domain) {
        List<String> actual = List.of(domain.split("/", -1));
        if (below ? actual.size() < parts.size() : actual.size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).equals(STAR) && !parts.get(i).equals(actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The SQL condition on a column, a range of its index; adds its values. */
    public String condition(String column, Dialect dialect, List<@Nullable Object> values) {
        int star = parts.indexOf(STAR);
        String fixed = String.join("/", star < 0 ? parts : parts.subList(0, star));
        if (fixed.isEmpty()) {
            return Visibility.ALL;
        }
        if (star < 0) {
            values.add(fixed);
            if (!below) {
                return column + " = ?";
            }
        }
        String ordered = dialect.pick(column, column + " COLLATE \"C\"");
        values.add(fixed + "/");
        // The character after the slash.
        values.add(fixed + "0");
        String range = ordered + " >= ? AND " + ordered + " < ?";
        return star < 0 ? "(" + column + " = ? OR " + range + ")" : "(" + range + ")";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DomainPattern that && parts.equals(that.parts) && below == that.below;
    }

    @Override
    public int hashCode() {
        return parts.hashCode() * 31 + (below ? 1 : 0);
    }

    @Override
    public String toString() {
        String fixed = String.join("/", parts);
        return !below ? fixed : fixed.isEmpty() ? STAR : fixed + "/" + STAR;
    }
}
