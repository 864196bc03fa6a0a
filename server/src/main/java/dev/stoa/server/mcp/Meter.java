package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.server.http.Scope;

/** Counts the calls of tools against the limits of their callers. Thread-safe. */
@FunctionalInterface
public interface Meter {
    /** Of a program that acts for itself on this machine. */
    Meter NONE = (by, scope) -> {};

    /** Counts a call that needs a scope; one too many is refused. */
    void count(Principal by, Scope scope);

    /** Is told of a call that was refused because of who called, or because it was one too many. */
    default void refused(Principal by, int status, String code) {}

    /**
     * Is called by the thread that begins a call of a tool.
     *
     * @return is run by that thread when the call is over
     */
    default Runnable called(String tool) {
        return () -> {};
    }
}
