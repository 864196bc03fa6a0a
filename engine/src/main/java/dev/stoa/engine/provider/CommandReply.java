package dev.stoa.engine.provider;

/** What a run of a command posts as its reply. */
public enum CommandReply {
    /** Its standard output. */
    STDOUT,
    /** Nothing: the agent posts by itself. */
    NONE
}
