package dev.stoa.evolution.brain;

/** What a brain answers. */
public sealed interface Reply {
    /** What it cost. */
    long tokens();

    /**
     * A text that has still to be read as JSON.
     *
     * @param text the answer as it came
     * @param tokens what it cost
     */
    record Text(String text, long tokens) implements Reply {}

    /**
     * A proposal of a policy, which needs no reading; paths, bounds and permissions are checked all the same.
     *
     * @param proposal what the policy does
     */
    record Ready(Proposal proposal) implements Reply {
        @Override
        public long tokens() {
            return 0;
        }
    }
}
