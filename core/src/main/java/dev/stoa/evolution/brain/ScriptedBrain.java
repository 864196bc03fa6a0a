package dev.stoa.evolution.brain;

import java.util.List;

/**
 * Says what stands in its script: the reply for its turn is the one after as many as it had turns before; the last is
 * repeated. Immutable: which reply is due it reads from the turn, so that it needs no memory.
 */
final class ScriptedBrain implements Brain {
    private final List<String> script;

    ScriptedBrain(List<String> script) {
        this.script = script;
    }

    @Override
    public Reply propose(Payload payload, RandomStream random) {
        return new Reply.Text(script.get(Math.min(payload.call(), script.size() - 1)), 0);
    }
}
