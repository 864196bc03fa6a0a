package dev.stoa.evolution.base;

import dev.stoa.base.TextEnum;

/** What can happen to a run. */
public enum EventKind implements TextEnum {
    /** It was created or claimed. */
    RUN_STARTED,
    /** An episode was stored. */
    EPISODE_COMPLETED,
    /** A turn was skipped because no attempt of it was valid. */
    TURN_PENALISED,
    /** A candidate was decided about. */
    VERDICT_DECIDED,
    /** A created agent passed its trial and waits for approval. */
    CREATED_AGENT_PENDING,
    /** A created agent became active or ended. */
    CREATED_AGENT_DECIDED,
    /** A generation was archived. */
    GENERATION_CLOSED,
    /** It was paused, finished, failed or cancelled. */
    RUN_STOPPED
}
