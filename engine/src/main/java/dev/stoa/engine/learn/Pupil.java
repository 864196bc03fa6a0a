package dev.stoa.engine.learn;

import dev.stoa.json.JsonFields;

/** An archive that learns from debates. It must not matter how often it is told the same. */
@FunctionalInterface
interface Pupil {
    /** Learns what a row of the outbox holds, in one step or in steps that can be repeated. */
    void learn(JsonFields payload);
}
