package dev.stoa.cli.debate;

import dev.stoa.base.Bounds;
import dev.stoa.cli.console.InterruptGuard;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.Screen;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.debate.DebateListener;
import picocli.CommandLine.Option;

/** How a command that holds a debate shows it, and whether it stays at gates. Used by one thread. */
final class DebateDisplay {
    @Option(names = "--jsonl", description = "Print each event as it happens, one JSON object per line.")
    private boolean lines;

    @Option(names = "--wait", description = "At a gate, wait for the decision and then continue.")
    private boolean wait;

    /** Tells what is to be printed in the end, after what was printed on the way. */
    @FunctionalInterface
    interface Ending {
        Object document(DebateSession session);
    }

    /**
     * Goes on with a debate as it was asked to be shown, and answers the exit code. A signal that interrupts the process
     * interrupts the debate; its lease is given back, and how to go on is said, before the process ends.
     */
    int hold(Invocation main, DebateConsole console, String id, Ending ending) {
        try (InterruptGuard guard = main.longRunning()) {
            return held(main, console, id, ending);
        }
    }

    private int held(Invocation main, DebateConsole console, String id, Ending ending) {
        if (lines && main.json()) {
            throw Bounds.invalid("--json and --jsonl are both given", "give one of them");
        }
        EventStream stream = new EventStream(
                main.environment().out(), console.stoa().debate().events());
        LiveDebateView view =
                new LiveDebateView(main.environment(), console.stoa().debate().turns());
        DebateListener listener = lines ? stream : main.json() ? DebateListener.NONE : view;
        try {
            DebateSession session = console.gated().run(id, listener, wait);
            if (lines) {
                stream.flush();
            } else {
                finish(main, console, view, session, ending);
            }
            return DebateConsole.exit(session);
        } catch (InterruptedException e) {
            if (!main.json() && !lines) {
                view.close();
            }
            return main.interrupted(
                    "debate " + id + " is interrupted and kept",
                    "go on with stoa debate resume "
                            + SessionText.tail(
                                    console.stoa().debate().sessions().get(id)));
        }
    }

    /** Shows a debate that is not to go on now. */
    int still(Invocation main, DebateConsole console, DebateSession session, Ending ending) {
        main.paint(
                ending.document(session),
                SessionText.whole(Screen.of(main.environment()), session, VerdictSources.of(console.stoa(), session)));
        return DebateConsole.exit(session);
    }

    private static void finish(
            Invocation main, DebateConsole console, LiveDebateView view, DebateSession session, Ending ending) {
        if (!main.json()) {
            view.close();
        }
        main.paint(
                ending.document(session),
                SessionText.end(Screen.of(main.environment()), session, VerdictSources.of(console.stoa(), session)));
    }
}
