package dev.stoa.society.knowledge;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.storage.Tx;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What knowledge rests on, {@code kind:ref}. Immutable.
 *
 * @param ref an id, an address or a path
 */
public record FactSource(Kind kind, String ref) {
    /** What stands for a row that a reader does not see. */
    static final String HIDDEN = "hidden";

    private static final int LONGEST = 2_048;
    private static final Pattern PLACE = Pattern.compile("(.+):([0-9]{1,18})");

    /** What can be a source. */
    public enum Kind {
        MESSAGE,
        NOTE,
        KNOWLEDGE,
        TASK,
        RUN,
        URL,
        FILE,
        DEBATE;

        /** The word under which it is stored and shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String text) {
            List<String> known = Arrays.stream(values()).map(Kind::text).toList();
            return valueOf(Bounds.word("kind of source", text, known).toUpperCase(Locale.ROOT));
        }
    }

    public FactSource {
        Bounds.text("source", ref, 1, LONGEST);
        if (ref.chars().anyMatch(Character::isISOControl)) {
            throw Bounds.invalid("source " + Bounds.shown(ref) + " has a control character", "leave it out");
        }
    }

    /** The source that a text names. */
    public static FactSource of(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw Bounds.invalid(
                    "source " + Bounds.shown(text) + " is not kind:ref", "write it like note:ID or url:https://…");
        }
        return new FactSource(Kind.of(text.substring(0, colon)), text.substring(colon + 1));
    }

    /** The same with the full id of what it names here, which the actor must see. */
    FactSource resolved(Tx tx, ResolvedPrincipal me) {
        return switch (kind) {
            case MESSAGE -> new FactSource(kind, message(tx, me));
            case NOTE -> new FactSource(kind, References.row(tx, RowKind.NOTE, me, ref));
            case KNOWLEDGE -> new FactSource(kind, References.row(tx, RowKind.KNOWLEDGE, me, ref));
            case TASK -> new FactSource(kind, References.row(tx, RowKind.TASK, me, ref));
            case RUN -> new FactSource(kind, References.row(tx, RowKind.RUN, me, ref));
            case URL, FILE, DEBATE -> this;
        };
    }

    /** A message has an id, and a place in its channel by which the search names it. */
    private String message(Tx tx, ResolvedPrincipal me) {
        Matcher place = PLACE.matcher(ref);
        if (!place.matches()) {
            return References.row(tx, RowKind.MESSAGE, me, ref);
        }
        return tx.one(
                        "SELECT message_id FROM messages WHERE channel_id = ? AND seq = ?",
                        row -> row.text(1),
                        References.channel(tx, me, place.group(1)),
                        Long.parseLong(place.group(2)))
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "no message " + Bounds.shown(ref), "see stoa message history"));
    }

    @Override
    public String toString() {
        return kind.text() + ":" + ref;
    }
}
