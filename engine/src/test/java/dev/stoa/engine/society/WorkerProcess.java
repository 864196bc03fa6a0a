package dev.stoa.engine.society;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.crash.Voice;
import java.nio.file.Path;

/**
 * The process that is a worker. Its arguments: the dialect, the folder and the database. It says {@code started} when it
 * is ready, and works from the next line that it is sent until it is killed.
 */
final class WorkerProcess {
    private WorkerProcess() {}

    public static void main(String[] args) throws Exception {
        try (Camp camp = Camp.at(Dialect.valueOf(args[0]), Path.of(args[1]), args.length > 2 ? args[2] : "")) {
            Worker worker = camp.worker();
            // Whoever is to be quick has opened the archive before.
            camp.value("SELECT count(*) FROM tasks");
            Voice.say("started");
            Voice.awaitWord();
            worker.work(1);
        }
    }

    static Child start(Camp camp, Path folder) {
        return Child.start(WorkerProcess.class, camp.dialect(), folder, camp.url());
    }
}
