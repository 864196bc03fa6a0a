package dev.stoa.server.console.view;

/** How the counts of a debate are called. Stateless. */
final class Stages {
    private Stages() {}

    /** The name of the count that a tally is or a ballot belongs to. */
    static String name(Doc counted) {
        String stage = States.word(counted.text("stage", 40));
        long attempt = counted.whole("attempt");
        return (stage.equals("round") ? "round " + counted.whole("round") : stage)
                + (attempt > 0 ? ", attempt " + (attempt + 1) : "");
    }
}
