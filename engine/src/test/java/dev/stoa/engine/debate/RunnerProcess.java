package dev.stoa.engine.debate;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.DebateSession;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.crash.Voice;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The process that holds debates. Its arguments: the dialect, the folder, the database and the play. Each line that it
 * is sent names a session, a number of commits and the time. After so many commits it says {@code stands} and does
 * nothing until it is sent another line; at the end of a run it says {@code ended} and how, or {@code refused} and why.
 * The line {@code end} ends it.
 */
final class RunnerProcess {
    /** As many commits as no debate has. */
    private static final int ALL = Integer.MAX_VALUE;

    private RunnerProcess() {}

    public static void main(String[] args) throws Exception {
        String url = args.length > 3 ? args[3] : "";
        Play play = Play.valueOf(args[2]);
        try (Ground ground =
                Ground.at(Dialect.valueOf(args[0]), Path.of(args[1]), url).borrowed()) {
            play.stage(ground);
            // Whoever is to be quick has opened the archive before.
            ground.stoa().debate().sessions().sessionsOf("none");
            say("started " + ProcessHandle.current().pid());
            for (String order = Voice.hear(); !order.equals("end"); order = Voice.hear()) {
                hold(ground, order.split(" ", -1));
            }
        }
    }

    private static void hold(Ground ground, String[] order) throws InterruptedException {
        int last = Integer.parseInt(order[1]);
        ground.telling(new Guillotine(TestClock.at(order[2]), commits -> {
            if (commits == last) {
                stand();
            }
        }));
        try {
            DebateSession session = ground.slowEngine(
                            "process:" + ProcessHandle.current().pid())
                    .resume(order[0], DebateListener.NONE);
            say("ended " + session.status().text());
        } catch (ConflictException e) {
            say("refused " + e.code());
        }
    }

    private static void stand() {
        say("stands");
        try {
            Voice.awaitWord();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one on the place of a test. */
    static Child start(Dialect dialect, Path folder, Ground ground, Play play) {
        return Child.start(RunnerProcess.class, dialect, folder, play, ground.url());
    }

    /** Lets a process hold a debate to its end. */
    static void order(Child child, Ground ground, String session) {
        order(child, ground, session, ALL);
    }

    /** Lets a process hold a debate, and stand after so many commits. */
    static void order(Child child, Ground ground, String session, int commits) {
        child.say(session + " " + commits + " " + ground.clock().instant());
    }
}
