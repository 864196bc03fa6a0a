package dev.stoa.debate;

import dev.stoa.debate.session.GateRow;
import java.util.Locale;

/** What a person says at a gate. */
public enum Verdict {
    APPROVE(GateRow.Status.APPROVED),
    REJECT(GateRow.Status.REJECTED);

    private final GateRow.Status status;
    private final String text = name().toLowerCase(Locale.ROOT);

    Verdict(GateRow.Status status) {
        this.status = status;
    }

    GateRow.Status status() {
        return status;
    }

    /** The word under which it is asked for and shown. */
    public String text() {
        return text;
    }
}
