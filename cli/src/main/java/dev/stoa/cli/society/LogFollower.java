package dev.stoa.cli.society;

import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.society.run.RunLog;
import dev.stoa.society.run.Runs;
import dev.stoa.storage.CommitSignal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Prints what an execution writes, as it comes. Used by one thread. */
final class LogFollower {
    private static final Duration GLANCE = Duration.ofSeconds(5);

    private final Invocation main;
    private final Runs runs;
    private final boolean stderr;

    LogFollower(Invocation main, Runs runs, boolean stderr) {
        this.main = main;
        this.runs = runs;
        this.stderr = stderr;
    }

    int read(String ref, boolean follow) throws InterruptedException {
        PrintWriter out = main.environment().out();
        try (CommitSignal.Watch watch = runs.watch()) {
            RunLog log = runs.logs(main.principal(), ref);
            String task = log.task().id();
            Tail tail = new Tail();
            while (true) {
                if (!main.json()) {
                    out.print(safe(tail.next(log.task().attempt(), stderr ? log.stderr() : log.output())));
                    out.flush();
                }
                // A reader that went away wants no more.
                if (!follow || !log.live() || out.checkError()) {
                    break;
                }
                watch.await(GLANCE);
                log = runs.logs(main.principal(), task);
            }
            if (main.json()) {
                main.print(log.document(), List.of());
            }
            return 0;
        }
    }

    private static String safe(String text) {
        return Arrays.stream(text.split("\n", -1)).map(TerminalText::part).collect(Collectors.joining("\n"));
    }

    /** What of a growing text was not yet shown. Used by one thread. */
    static final class Tail {
        private long attempt;
        private int shown;

        /** What is new of the text that an attempt has written so far; a further attempt writes from the beginning. */
        String next(long number, String text) {
            if (number != attempt) {
                attempt = number;
                shown = 0;
            }
            // The beginning of a stream of errors may be dropped at its end.
            String fresh = text.substring(Math.min(shown, text.length()));
            shown = Math.max(shown, text.length());
            return fresh;
        }
    }
}
