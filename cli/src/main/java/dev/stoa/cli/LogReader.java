package dev.stoa.cli;

import dev.stoa.society.RunLog;
import dev.stoa.society.Runs;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** Prints what an execution writes, as it comes. Used by one thread. */
final class LogReader {
    private static final Duration GLANCE = Duration.ofSeconds(5);

    private final Main main;
    private final Runs runs;
    private final boolean stderr;

    LogReader(Main main, Runs runs, boolean stderr) {
        this.main = main;
        this.runs = runs;
        this.stderr = stderr;
    }

    int read(String ref, boolean follow) throws InterruptedException {
        PrintWriter out = main.around().out();
        try (CommitSignal.Watch watch = runs.watch()) {
            RunLog log = runs.logs(main.actor(), ref);
            String task = log.task().id();
            int printed = 0;
            while (true) {
                String text = stderr ? log.stderr() : log.output();
                if (!main.json()) {
                    // The beginning of a stream of errors may be dropped at its end.
                    out.print(safe(text.substring(Math.min(printed, text.length()))));
                    out.flush();
                    printed = Math.max(printed, text.length());
                }
                if (!follow || !log.live()) {
                    break;
                }
                watch.await(GLANCE);
                log = runs.logs(main.actor(), task);
            }
            if (main.json()) {
                main.print(
                        Json.object(
                                "task_id", log.task().id(),
                                "status", log.task().status().text(),
                                "output", log.output(),
                                "stderr", log.stderr(),
                                "live", log.live()),
                        List.of());
            }
            return 0;
        }
    }

    private static String safe(String text) {
        return text.replaceAll("[\\p{Cc}&&[^\\n\\t]]", " ");
    }
}
