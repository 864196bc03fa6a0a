package dev.stoa.server.jobs;

import dev.stoa.storage.crash.Child;
import java.util.List;

/** Sends signals to other processes. */
final class Signals {
    private Signals() {}

    /** Sends a signal by its name, such as {@code STOP}. */
    static void send(String name, Child child) {
        if (!Child.works(
                List.of("kill", "-" + name, Long.toString(child.handle().pid())))) {
            throw new AssertionError("the signal " + name + " was not sent");
        }
    }
}
