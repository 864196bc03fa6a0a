package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * What is to be changed of a conversation; what is null stays. Immutable.
 *
 * @param projectId the project to which it is moved
 * @param noProject whether it is taken out of its project
 */
public record ConversationChange(
        @Nullable String title, @Nullable String projectId, boolean noProject) {
    public ConversationChange {
        Bounds.textOrNull("title", title, 1, ConversationDraft.LONGEST_TITLE);
        if (noProject && projectId != null) {
            throw Bounds.invalid("a project is both given and taken away", "do one of them");
        }
        if (title == null && projectId == null && !noProject) {
            throw Bounds.invalid("nothing is to be changed", "give a title or a project");
        }
    }
}
