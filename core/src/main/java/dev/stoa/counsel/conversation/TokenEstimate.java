package dev.stoa.counsel.conversation;

/** How many tokens a text is taken to have, without asking a model. Stateless. */
public final class TokenEstimate {
    private static final int CHARACTERS_PER_TOKEN = 4;

    private TokenEstimate() {}

    public static int of(String text) {
        return Math.max(1, text.codePointCount(0, text.length()) / CHARACTERS_PER_TOKEN);
    }
}
