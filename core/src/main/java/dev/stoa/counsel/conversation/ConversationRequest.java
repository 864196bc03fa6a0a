package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;

/**
 * Which conversations to list. Immutable.
 *
 * @param byUpdate whether those come first that were last written to; such a list has one page, because what is written
 *     to meanwhile would be missed by the next
 * @param skipUnreadable whether what does not open is listed without its text instead of failing the list
 */
public record ConversationRequest(ProjectFilter project, Page.Request page, boolean byUpdate, boolean skipUnreadable) {
    public ConversationRequest {
        Bounds.given("project", project);
        Bounds.given("page", page);
        if (byUpdate && page.cursor() != null) {
            throw new InvalidException(
                    "invalid", "the order updated has no cursor", "leave one of both out, or raise the limit");
        }
    }

    /** The first page of all, the newest first. */
    public static ConversationRequest first() {
        return new ConversationRequest(new ProjectFilter.All(), Page.Request.first(), false, false);
    }
}
