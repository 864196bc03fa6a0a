package dev.stoa.storage.move;

/** Hears how far a move has come. Called by the thread that moves. */
public interface MoveListener {
    /** A listener that hears nothing. */
    MoveListener NONE = new MoveListener() {};

    /** A step begins; for people and for tests. */
    default void step(String what) {}

    /** Rows of an archive were copied, or read again to compare them. */
    default void rows(long more) {}
}
