package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the row that a reference names: by its name, by its id, or by the end of its id. Stateless.
 *
 * <p>What the actor cannot see does not exist here: a private row is neither found nor counted among several.
 */
public final class References {
    private static final Pattern END = Pattern.compile("[0-9a-f-]{8,36}");
    private static final Pattern WHOLE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int INDEXED = 8;
    private static final int SHOWN = 10;

    private References() {}

    /** Whether a text has the form of an id; a name of that form would stand before the row that has the id. */
    public static boolean isId(String text) {
        return WHOLE.matcher(text).matches();
    }

    /** The id of an agent: by identity, alias or id, also one that was merged into another. */
    public static String agent(Tx tx, String ref) {
        String name = ref.startsWith("@") ? ref.substring(1) : ref;
        for (String typed : spellings(name)) {
            Optional<String> found = agentNamed(tx, typed);
            if (found.isPresent()) {
                return found.get();
            }
        }
        Optional<String> merged =
                tx.one("SELECT agent_id FROM agent_aliases WHERE former_agent_id = ?", row -> row.text(1), ref);
        return merged.orElseGet(() -> byId(tx, RowKind.AGENT, ref, Visibility.ALL));
    }

    /** The id of the agent that has exactly this identity, or had it. */
    public static Optional<String> agentNamed(Tx tx, String identity) {
        return tx.one("SELECT agent_id FROM agents WHERE identity = ?", row -> row.text(1), identity)
                .or(() ->
                        tx.one("SELECT agent_id FROM agent_aliases WHERE identity = ?", row -> row.text(1), identity));
    }

    /** The id of a channel that the actor can see. */
    public static String channel(Tx tx, ResolvedPrincipal me, String ref) {
        String name = ref.startsWith("#") ? ref.substring(1) : ref;
        for (String typed : spellings(name)) {
            Optional<String> found = tx.one(
                    "SELECT c.channel_id FROM channels c WHERE c.name = ? AND " + Visibility.channel("c", me),
                    row -> row.text(1),
                    typed);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return byId(tx, RowKind.CHANNEL, ref, RowKind.CHANNEL.visible("t", me));
    }

    /** The id of a row of a kind that has no names. */
    public static String row(Tx tx, RowKind noun, ResolvedPrincipal me, String ref) {
        return byId(tx, noun, ref, noun.visible("t", me));
    }

    /** The id of an execution of the actor itself, whether or not it still sees the channel in which it works. */
    public static String execution(Tx tx, ResolvedPrincipal me, String ref) {
        try {
            return byId(tx, RowKind.TASK, ref, Visibility.execution("t", me));
        } catch (NotFoundException e) {
            throw Bounds.invalid(
                    "task " + Bounds.shown(ref) + " is no execution of " + me.identity(),
                    "give the one inside which you are, or none");
        }
    }

    private static List<String> spellings(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals(name) ? List.of(name) : List.of(name, lower);
    }

    private static String byId(Tx tx, RowKind noun, String ref, String seen) {
        Optional<String> whole = tx.one(
                "SELECT t." + noun.key() + " FROM " + noun.table() + " t WHERE t." + noun.key() + " = ? AND " + seen,
                row -> row.text(1),
                ref);
        if (whole.isPresent()) {
            return whole.get();
        }
        List<String> ids = END.matcher(ref).matches() ? ending(tx, noun, seen, ref) : List.of();
        if (ids.isEmpty()) {
            throw new NotFoundException(
                    "not_found",
                    "no " + noun.text() + " " + Bounds.shown(ref),
                    noun.advice() + ", or give at least 8 characters of the end of an id");
        }
        if (ids.size() > 1) {
            List<String> shown = new ArrayList<>(ids.subList(0, Math.min(SHOWN, ids.size())));
            if (ids.size() > SHOWN) {
                shown.add("…");
            }
            throw ConflictException.ambiguous(
                    "more than one " + noun.text() + " ends in " + ref + ": " + String.join(", ", shown),
                    "give more of its id",
                    ids.subList(0, Math.min(SHOWN, ids.size())));
        }
        return ids.getFirst();
    }

    private static List<String> ending(Tx tx, RowKind noun, String seen, String ref) {
        String key = "t." + noun.key();
        String sql = "SELECT " + key + " FROM " + noun.table() + " t WHERE " + ends(tx, key) + " AND " + seen;
        List<Object> end = List.of(ref.substring(ref.length() - INDEXED), ref.length(), ref);
        List<Object> values = new ArrayList<>(end);
        if (noun == RowKind.AGENT) {
            // One that was merged into another is still found by its id.
            sql += " UNION SELECT f.agent_id FROM agent_aliases f WHERE f.former_agent_id IS NOT NULL AND "
                    + ends(tx, "f.former_agent_id");
            values.addAll(end);
        }
        return tx.list(sql + " ORDER BY 1 LIMIT " + (SHOWN + 1), row -> row.text(1), values.toArray());
    }

    private static String ends(Tx tx, String key) {
        return tx.dialect()
                .pick(
                        "substr(" + key + ", -8) = ? AND substr(" + key + ", -?) = ?",
                        "right(" + key + ", 8) = ? AND right(" + key + ", ?::int) = ?");
    }
}
