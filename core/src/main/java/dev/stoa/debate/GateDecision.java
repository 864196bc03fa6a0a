package dev.stoa.debate;

import dev.stoa.debate.session.GateRow;

/**
 * What came of deciding a gate. Immutable.
 *
 * @param alreadyDecided whether it had been decided so before, which changed nothing
 */
public record GateDecision(GateRow gate, boolean alreadyDecided) {}
