package dev.stoa.debate;

import dev.stoa.base.TextEnum;
import dev.stoa.debate.session.GateRow;

/** What a person says at a gate. */
public enum Verdict implements TextEnum {
    APPROVE(GateRow.Status.APPROVED),
    REJECT(GateRow.Status.REJECTED);

    private final GateRow.Status status;

    Verdict(GateRow.Status status) {
        this.status = status;
    }

    GateRow.Status status() {
        return status;
    }
}
