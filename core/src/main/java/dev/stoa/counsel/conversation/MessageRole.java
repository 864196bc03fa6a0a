package dev.stoa.counsel.conversation;

import dev.stoa.base.TextEnum;

/** Who said a message. */
public enum MessageRole implements TextEnum {
    USER,
    ASSISTANT;

    /** The role that a word stands for. */
    public static MessageRole of(String text) {
        return TextEnum.of("role", values(), text);
    }
}
