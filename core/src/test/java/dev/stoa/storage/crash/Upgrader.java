package dev.stoa.storage.crash;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The process that upgrades an archive to version 3 and may die on the way. Its arguments: where the archive is, what to
 * count ({@code clock}, {@code row} or {@code nothing}) and at which count to die. It starts at the first line it is
 * sent, and tells of every look at the clock and of every hundredth row.
 *
 * <p>An upgrade looks at the clock before its snapshot and again just before each version is written down.
 */
final class Upgrader {
    private Upgrader() {}

    public static void main(String[] args) throws IOException {
        String point = args[1];
        int count = Integer.parseInt(args[2]);
        say("started");
        Voice.awaitWord();
        say("opening");
        AtomicInteger looks = new AtomicInteger();
        InstantSource clock = () -> {
            dieAt(point.equals("clock") && looks.incrementAndGet() == count);
            say("clock");
            return Instant.now();
        };
        var schema = Upgrade.upTo(3, row -> {
            dieAt(point.equals("row") && row == count);
            if (row % 100 == 0) {
                say("row");
            }
        });
        try (Archive archive = Units.open(args[0], schema, StorageSettings.defaults(), clock)) {
            say("done");
        }
    }

    private static void dieAt(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(9);
        }
    }
}
