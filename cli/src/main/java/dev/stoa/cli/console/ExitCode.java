package dev.stoa.cli.console;

/** The exit codes of {@code stoa}, a contract with scripts that docs/operations.md lists. Stateless. */
public final class ExitCode {
    /** The command could not do what it was asked, or a part of it. */
    public static final int FAILED = 1;

    /** The command line or what it carries is wrong. */
    public static final int USAGE = 2;

    /** What the command line names does not exist. */
    static final int NOT_FOUND = 3;

    /** What is there already stands against the command. */
    public static final int CONFLICT = 4;

    /** A check ran and did not hold. */
    public static final int VERIFICATION_FAILED = 5;

    /** A signal ended the command. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
