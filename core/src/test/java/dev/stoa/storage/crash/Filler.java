package dev.stoa.storage.crash;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that fills the disk it is given until every thread is refused, makes room, goes on, and checks that what
 * it was promised is there. Its arguments: the directory, and how to make room: {@code free} deletes another file,
 * {@code reopen} lets the archive move its log into the file.
 */
final class Filler {
    private static final int THREADS = 8;
    private static final int BALLAST = 300_000;
    // Each takes some pages of the log, which is not emptied before it has a thousand.
    private static final int GOING_ON = 5;

    private final Audit audit = new Audit();

    private Filler() {}

    public static void main(String[] args) throws Exception {
        say("started");
        new Filler().run(args[0], args[1].equals("free"));
    }

    private void run(String where, boolean free) throws Exception {
        Path ballast = Path.of(where, "ballast");
        if (free) {
            Files.write(ballast, new byte[BALLAST]);
        }
        try (Archive archive = Units.open(where)) {
            fill(archive);
            if (free) {
                Files.delete(ballast);
                goOn(archive);
            }
        }
        if (!free) {
            try (Archive archive = Units.open(where)) {
                goOn(archive);
            }
        }
        audit.checkFile(Path.of(where, "notebook.db"));
        say("kept its word for " + audit.acknowledged());
    }

    private void fill(Archive archive) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            String author = "thread" + t;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; ; i++) {
                        write(archive, author, Integer.toString(i));
                    }
                } catch (StoaException e) {
                    say("refused " + Refusal.line(e));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void goOn(Archive archive) {
        for (int i = 0; i < GOING_ON; i++) {
            write(archive, "later", Integer.toString(i));
        }
        say("went on");
    }

    private void write(Archive archive, String author, String body) {
        long seq = Units.write(archive, author, body);
        synchronized (audit) {
            audit.acknowledge(author, body, seq);
        }
    }
}
