package dev.stoa.evolution.run;

import dev.stoa.base.TextEnum;

/** The state of a generation. */
public enum GenerationStatus implements TextEnum {
    /** It plays its production. */
    ACTIVE,
    /** Its candidates are under trial. */
    SHADOW_TRIAL,
    /** It is over. */
    ARCHIVED
}
