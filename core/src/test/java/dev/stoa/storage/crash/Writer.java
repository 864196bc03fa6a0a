package dev.stoa.storage.crash;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.storage.Archive;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that writes units from several threads and acknowledges each once it is stored. Its arguments: where the
 * archive is, its name, how many threads, how many units each (0: until it is killed). It starts at the first line it
 * is sent.
 */
final class Writer {
    private Writer() {}

    public static void main(String[] args) throws Exception {
        String name = args[1];
        int threads = Integer.parseInt(args[2]);
        int units = Integer.parseInt(args[3]);
        say("started");
        Voice.awaitWord();
        say("opening");
        try (Archive archive = Units.open(args[0])) {
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String author = name + "/" + t;
                running.add(Thread.ofPlatform().start(() -> write(archive, author, units)));
            }
            for (Thread thread : running) {
                thread.join();
            }
        }
        say("done");
    }

    private static void write(Archive archive, String author, int units) {
        try {
            for (int i = 0; units == 0 || i < units; i++) {
                String body = Integer.toString(i);
                say("stored " + author + " " + body + " " + Units.write(archive, author, body));
            }
        } catch (RuntimeException e) {
            say("failed " + e);
        }
    }
}
