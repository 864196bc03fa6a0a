package dev.stoa.server.console.find;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What of the answers to a search is shown. Stateless. */
public final class Hits {
    private static final double LEAST_SIMILARITY = 0.25;

    private Hits() {}

    /** What was found, without strategies that are only the nearest of those that have nothing to do with the words. */
    public static List<Doc> telling(Doc answer) {
        return answer.docs("items").stream()
                .filter(hit -> !hit.has("strategy_id") || hit.real("similarity") >= LEAST_SIMILARITY)
                .toList();
    }

    /** What the society wrote, by its kind. */
    public static List<Shown> society(List<Doc> items, int most) {
        List<Shown> groups = new ArrayList<>();
        for (String kind : List.of("message", "note", "knowledge", "task")) {
            List<Doc> these = items.stream()
                    .filter(item -> item.raw("kind").equals(kind))
                    .limit(most)
                    .toList();
            if (!these.isEmpty()) {
                Column first = Objects.requireNonNull(HitColumns.SOCIETY.get(kind));
                groups.add(new Shown(
                        first.word() + "s",
                        Stream.concat(Stream.of(first), HitColumns.SCORES.stream())
                                .toList(),
                        these));
            }
        }
        return groups;
    }
}
