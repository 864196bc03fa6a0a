package dev.stoa.society.work;

import dev.stoa.base.Bounds;
import java.util.List;
import java.util.Locale;

/** What a task is. */
public enum TaskKind {
    /** One call of an agent's provider within a run. */
    RUN,
    /** Work in the ledger that somebody claims. */
    WORK;

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a word; another is refused. */
    public static TaskKind of(String text) {
        return valueOf(Bounds.word("kind", text, List.of("run", "work")).toUpperCase(Locale.ROOT));
    }
}
