package dev.stoa.counsel.keyword;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.ProjectFilter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What to look for in messages. Immutable.
 *
 * @param query 1 to 1,000 characters, at most 32 terms
 * @param since the earliest time, included
 * @param until the time before which they must be
 * @param limit most messages, 1 to 500
 */
public record KeywordSearch(
        String query,
        ProjectFilter project,
        @Nullable String conversationId,
        @Nullable MessageRole role,
        @Nullable Instant since,
        @Nullable Instant until,
        int limit) {
    public static final int DEFAULT_LIMIT = 20;
    private static final int LONGEST_QUERY = 1_000;
    private static final int MOST = 500;

    public KeywordSearch {
        Bounds.text("query", query, 1, LONGEST_QUERY);
        Bounds.given("project", project);
        if (conversationId != null) {
            Bounds.id("conversation", conversationId);
        }
        Bounds.whole("limit", limit, 1, MOST);
    }

    /** A search without filters. */
    public static KeywordSearch of(String query) {
        return new KeywordSearch(query, new ProjectFilter.All(), null, null, null, null, DEFAULT_LIMIT);
    }

    /** The same search for more or fewer messages. */
    public KeywordSearch limit(int most) {
        return new KeywordSearch(query, project, conversationId, role, since, until, most);
    }
}
