package dev.stoa.engine.provider;

/** How a command gets its prompt. */
public enum CommandInput {
    /** On its standard input. */
    STDIN,
    /** As part of its arguments, with an empty standard input. */
    ARGUMENT
}
