package dev.stoa.engine.counsel;

import dev.stoa.counsel.run.Query;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An answer with its proof. Immutable. */
public final class AskAnswer {
    private final Query query;
    private final Map<String, @Nullable Object> document;
    private final boolean truncated;

    AskAnswer(Query query, Map<String, @Nullable Object> document, boolean truncated) {
        this.query = query;
        this.truncated = truncated;
        this.document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
    }

    /** The query that it answers. */
    public Query query() {
        return query;
    }

    /** What is said. */
    public String text() {
        return Objects.toString(document.get("answer"), "");
    }

    /** Whether what is said is a reply that its provider cut. */
    public boolean truncated() {
        return truncated;
    }

    /** The label: {@code Uncertain}, {@code Medium} or {@code High}. */
    public String label() {
        return Objects.toString(document.get("confidence"), "");
    }

    /** What is to be pointed out beside it; null if nothing is. */
    public @Nullable String callout() {
        return document.get("callout_type") instanceof String text ? text : null;
    }

    /** What a reader should know about it. */
    public List<String> notices() {
        return document.get("notices") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The answer as it is shown. */
    public Map<String, @Nullable Object> document() {
        return document;
    }
}
