package dev.stoa.learning.rating;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Voice;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The process that records matches from several threads and says each id once it is recorded. Its arguments: where the
 * archive is, the first and the last number of its matches (none: until it is killed), and how many threads. It starts
 * at the first line it is sent.
 */
final class Recorder {
    private Recorder() {}

    public static void main(String[] args) throws Exception {
        int first = Integer.parseInt(args[1]);
        int last = Integer.parseInt(args[2]);
        say("started");
        Voice.awaitWord();
        try (Archive archive = open(args[0])) {
            Ratings ratings = Ratings.over(archive, InstantSource.system());
            AtomicInteger next = new AtomicInteger(first);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < Integer.parseInt(args[3]); t++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = next.getAndIncrement(); last < first || i <= last; i = next.getAndIncrement()) {
                        ratings.record(match(i));
                        say("recorded m" + i);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        say("done");
    }

    private static Archive open(String where) {
        return where.startsWith("jdbc:")
                ? PostgresArchive.open(
                        RatingArchive.SCHEMA,
                        where,
                        PostgresSettings.defaults(),
                        StorageSettings.defaults(),
                        InstantSource.system())
                : SqliteArchive.open(
                        RatingArchive.SCHEMA, Path.of(where), StorageSettings.defaults(), InstantSource.system());
    }

    /** The match of that number, the same whoever makes it: two to four of twelve agents, often in a domain. */
    static MatchDraft match(int number) {
        SplittableRandom random = new SplittableRandom(number);
        Map<String, Double> scores = new LinkedHashMap<>();
        int agents = random.nextInt(2, 5);
        while (scores.size() < agents) {
            scores.put("agent" + random.nextInt(12), (double) random.nextInt(3));
        }
        return MatchDraft.of("m" + number, scores).domain(random.nextInt(3) == 0 ? null : "d" + random.nextInt(2));
    }
}
