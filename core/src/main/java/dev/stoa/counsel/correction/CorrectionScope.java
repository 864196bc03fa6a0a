package dev.stoa.counsel.correction;

import dev.stoa.base.TextEnum;

/** Where a correction holds, from the narrowest to the widest. */
public enum CorrectionScope implements TextEnum {
    /** In one conversation. */
    CONVERSATION(1),
    /** In the conversations of one project. */
    PROJECT(.8),
    /** In all conversations of its user. */
    GLOBAL(.5);

    private final double weight;

    CorrectionScope(double weight) {
        this.weight = weight;
    }

    /** What its nearness counts when corrections are ranked. */
    double weight() {
        return weight;
    }

    /** The scope of a word. */
    public static CorrectionScope of(String text) {
        return TextEnum.of("scope", values(), text);
    }
}
