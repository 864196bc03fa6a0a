package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * A conversation to begin. Immutable.
 *
 * @param title null to take it from the first question
 * @param projectId the project it belongs to, if to one
 */
public record ConversationDraft(
        @Nullable String title, @Nullable String projectId) {
    static final int LONGEST_TITLE = 200;

    public ConversationDraft {
        Bounds.textOrNull("title", title, 1, LONGEST_TITLE);
        if (projectId != null) {
            Bounds.id("project", projectId);
        }
    }

    /** A conversation with nothing said about it. */
    public static ConversationDraft untitled() {
        return new ConversationDraft(null, null);
    }
}
