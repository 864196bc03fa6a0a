package dev.stoa.storage.crash;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * The process that opens an archive where it may not write, tries to store a unit, and tells what came of it. Its
 * argument: the directory.
 */
final class Opener {
    private Opener() {}

    public static void main(String[] args) {
        say(mayWrite(Path.of(args[0])) ? "free" : "bound");
        try (Archive archive =
                Units.open(args[0], Upgrade.upTo(2), StorageSettings.defaults(), InstantSource.system())) {
            say("opened");
            tell(() -> "stored " + Units.write(archive, "ana", "new"));
            tell(() -> "rows "
                    + archive.list("SELECT id FROM entry", row -> row.number(1)).size());
        } catch (StoaException e) {
            say("refused " + Refusal.line(e));
        }
    }

    private interface Step {
        String run();
    }

    private static void tell(Step step) {
        try {
            say(step.run());
        } catch (StoaException e) {
            say("refused " + Refusal.line(e));
        }
    }

    /** Whether the permissions of the directory do not bind this process. */
    private static boolean mayWrite(Path directory) {
        try {
            Files.delete(Files.createTempFile(directory, "probe", ""));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
