package dev.stoa.debate;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/** The place of a session in the order of creation, as the cursor of a page. Immutable. */
record SessionCursor(Instant created, String id) {
    private static final String MARK = "d:";
    private static final int ID_LENGTH = 36;

    static SessionCursor of(SessionRow row) {
        return new SessionCursor(row.createdAt(), row.id());
    }

    static SessionCursor parse(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int space = text.indexOf(' ');
            if (text.startsWith(MARK) && space > 0 && text.length() == space + 1 + ID_LENGTH) {
                return new SessionCursor(Times.parse(text.substring(MARK.length(), space)), text.substring(space + 1));
            }
        } catch (IllegalArgumentException | InvalidException e) {
            // Not one of ours: said below.
        }
        throw new InvalidException(
                "invalid", "cursor \"" + cursor + "\" is not from a page before", "use its next, or none");
    }

    String text() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((MARK + Times.show(created) + " " + id).getBytes(StandardCharsets.UTF_8));
    }
}
