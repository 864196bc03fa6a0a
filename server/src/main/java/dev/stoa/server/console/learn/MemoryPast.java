package dev.stoa.server.console.learn;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Shown;
import java.util.List;

/** What happened to a memory, as tables: one time line, and what was archived of it. Stateless. */
public final class MemoryPast {
    private static final List<Column> LINE = List.of(
            time("at", "When"),
            state("what", "What"),
            state("from_tier", "From"),
            state("tier", "Tier"),
            number("surprise_score", "Surprise"),
            text("why", "Reason"));
    private static final List<Column> GENERATIONS = List.of(
            count("generation", "Generation"),
            time("at", "Archived"),
            state("tier", "Tier"),
            text("content", "Text"),
            text("reason", "Reason"));

    private MemoryPast() {}

    /** Its tables, of what the API answers about it. */
    public static List<Shown> of(List<Doc> history) {
        Shown line = new Shown(
                "What happened to it",
                LINE,
                history.stream().map(MemoryPast::said).toList());
        List<Doc> archived = history.stream()
                .filter(each -> each.raw("kind").equals("archived"))
                .toList();
        return archived.isEmpty()
                ? List.of(line)
                : List.of(line, new Shown("Archived generations", GENERATIONS, archived));
    }

    private static Doc said(Doc each) {
        String what =
                each.raw("kind").equals("outcome") ? each.flag("success") ? "worked" : "failed" : each.raw("kind");
        return each.and("what", what).and("why", each.has("reason") ? each.raw("reason") : each.raw("key"));
    }
}
