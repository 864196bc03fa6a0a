package dev.stoa.server.console.view;

import dev.stoa.base.Nearest;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the things of a page are named: an address may hold any reference that commands take, and leads to the one that
 * the console links. Immutable.
 *
 * @param page the first segment of the pages
 * @param api where the API has one of them
 * @param field what names one in the answer of the API; empty if only its whole id does
 * @param list where the API has all of them, or the newest
 * @param known the field of the list that holds a name
 */
public record Named(String page, String api, String field, String list, String known) {
    private static final int MOST = 5;

    private static final Map<String, Named> ALL = table(
            new Named("debates", "debates", "id", "debates?newest=true&limit=500", "debate_id"),
            new Named("agents", "agents", "identity", "agents?limit=500", "identity"),
            new Named("channels", "channels", "name", "channels?limit=500", "name"),
            new Named("runs", "runs", "session_id", "", ""),
            new Named("tasks", "tasks", "task_id", "", ""),
            new Named("notes", "notes", "memory_id", "", ""),
            new Named("knowledge", "knowledge", "knowledge_id", "", ""),
            new Named("memory", "memories", "", "memories?limit=500", "id"),
            new Named("consensus", "consensus", "", "consensus?limit=500", "id"),
            new Named("evidence", "evidence", "", "evidence?limit=500", "id"),
            new Named("documents", "evidence/documents", "", "evidence/documents?limit=500", "id"),
            new Named("specialists", "specialists", "", "specialists?limit=500", "name"));

    private static Map<String, Named> table(Named... rows) {
        Map<String, Named> table = new LinkedHashMap<>();
        for (Named row : rows) {
            table.put(row.page(), row);
        }
        return table;
    }

    /** How the things of a page are named whose address has an id after its first segment; null if only so. */
    public static @Nullable Named of(String path) {
        String[] segments = path.split("/", -1);
        return segments.length > 1 && segments[1].equals("{id}") ? ALL.get(segments[0]) : null;
    }

    /** How the things of an address are named, by its first segment; null if only so. */
    public static @Nullable Named at(String target) {
        String[] segments = target.split("[/?]", -1);
        return segments.length > 2 ? ALL.get(segments[1]) : null;
    }

    /** The name that the console links, of a thing as the API gives it; empty if that has none. */
    public String whole(Doc thing) {
        return field.isEmpty() ? "" : thing.raw(field);
    }

    /**
     * The address of a page with another id in it.
     *
     * @param target a path of this kind, with its query
     */
    public String address(String target, String id) {
        int start = page.length() + 2;
        int end = target.length();
        for (char stop : new char[] {'/', '?'}) {
            int found = target.indexOf(stop, start);
            end = found < 0 ? end : Math.min(end, found);
        }
        String twin = target.substring(start, end).endsWith(Links.TWIN) ? Links.TWIN : "";
        return "/" + page + "/" + Links.segment(id) + twin + target.substring(end);
    }

    /** The known names that are nearest to what was typed, the nearest first. */
    public List<String> nearest(String typed, List<Doc> things) {
        return things.stream()
                .map(thing -> thing.raw(known))
                .filter(name -> !name.isEmpty())
                .distinct()
                .filter(name -> Nearest.of(typed, List.of(name)).isPresent())
                .sorted(Comparator.comparingInt((String name) -> Nearest.distance(typed, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }
}
