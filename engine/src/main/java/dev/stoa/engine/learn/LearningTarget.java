package dev.stoa.engine.learn;

import dev.stoa.json.JsonFields;

/** An archive that learns from debates. Applying the same row twice must have no further effect. */
@FunctionalInterface
interface LearningTarget {
    /** Learns what a row of the outbox holds, in one step or in steps that can be repeated. */
    void learn(JsonFields payload);
}
