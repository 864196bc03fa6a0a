package dev.stoa.storage;

/** What a committed transaction survives, which is how often SQLite waits for the disk. */
public enum Durability {
    /** A killed process. A power cut may undo the last commits, but damages nothing. */
    NORMAL,
    /** A power cut too, at the price of one disk flush for each commit. */
    FULL
}
