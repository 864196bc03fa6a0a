package dev.stoa.evolution.profile;

import dev.stoa.base.TextEnum;

/** Who made a profile. */
public enum ProfileOrigin implements TextEnum {
    /** A person, in the scenario. */
    HUMAN,
    /** The mutator, from a parent. */
    MUTATOR,
    /** The provisioner, at a plateau. */
    CREATOR
}
