package dev.stoa.counsel.keyword;

/** How well a message answers a query. Stateless. */
final class Bm25 {
    /** How much an equal word counts. */
    static final double EQUAL = 1;

    /** How much a word counts that only begins as the query has it. */
    static final double PREFIX = .8;

    private static final double SATURATION = 1.2;
    private static final double LENGTH = .75;

    private Bm25() {}

    /**
     * How much a term of the query tells.
     *
     * @param messages how many messages are indexed
     * @param matching how many of them have it
     */
    static double idf(long messages, long matching) {
        return Math.log(1 + (messages - matching + .5) / (matching + .5));
    }

    /**
     * How much a word of a message counts.
     *
     * @param norm what the length of the message does to it, from {@link #norm}
     */
    static double weight(double match, int frequency, double norm) {
        return match * frequency * (SATURATION + 1) / (frequency + norm);
    }

    /**
     * What the length of a message does to its words.
     *
     * @param length how many words the message has
     * @param average how many messages have on average
     */
    static double norm(long length, double average) {
        return SATURATION * (1 - LENGTH + LENGTH * length / average);
    }
}
