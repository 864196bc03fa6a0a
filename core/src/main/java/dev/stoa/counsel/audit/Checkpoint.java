package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;

/**
 * What claims to be a signed checkpoint of the log. Immutable. Whether it is one, the verification finds out.
 *
 * @param note its text
 * @param from where it was found, for messages
 */
public record Checkpoint(String note, String from) {
    public Checkpoint {
        Bounds.given("note", note);
        Bounds.given("from", from);
    }
}
