package dev.stoa.storage.crash;

/** A short time that is let pass to hit a random moment; nothing may depend on its length. */
final class Pause {
    private Pause() {}

    /** Lets a time pass that is too short and too exact for the scheduler. */
    static void micros(int micros) {
        long end = System.nanoTime() + micros * 1000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
