package dev.stoa.evolution.play;

/** A recorded turn that cannot have happened. */
public final class ReplayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int turn;

    public ReplayException(int turn, String message) {
        super("turn " + turn + ": " + message);
        this.turn = turn;
    }

    /** Which turn. */
    public int turn() {
        return turn;
    }
}
