package dev.stoa.evolution.created;

import dev.stoa.base.TextEnum;

/** The state of a created agent. */
public enum CreatedStatus implements TextEnum {
    /** It is in its trial, or waits for a person. */
    PENDING_APPROVAL,
    /** It takes part. */
    ACTIVE,
    /** It does not, or not any more. */
    TERMINATED
}
