package dev.stoa.counsel.run;

import dev.stoa.base.TextEnum;

/** For what a specialist was called. */
public enum Round implements TextEnum {
    ANSWER,
    PEER_REVIEW;

    static Round of(String text) {
        return TextEnum.of("round", values(), text);
    }
}
