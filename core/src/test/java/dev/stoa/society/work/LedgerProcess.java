package dev.stoa.society.work;

import dev.stoa.base.Principal;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Voice;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A process that claims work until there is none. Its arguments: the dialect and the folder or database. It begins when
 * it is sent a line, and says each task that it got, then {@code end}.
 */
final class LedgerProcess {
    private LedgerProcess() {}

    public static void main(String[] args) throws Exception {
        StorageSettings settings = StorageSettings.defaults();
        try (Archive archive = Dialect.valueOf(args[0]) == Dialect.SQLITE
                ? SqliteArchive.open(SocietyArchive.SCHEMA, Path.of(args[1]), settings, InstantSource.system())
                : PostgresArchive.open(
                        SocietyArchive.SCHEMA,
                        args[1],
                        PostgresSettings.defaults(),
                        settings,
                        InstantSource.system())) {
            Tasks tasks = Tasks.over(archive, InstantSource.system(), Ids.system());
            Voice.say("ready");
            Voice.awaitWord();
            for (Optional<TaskLease> next = claim(tasks); next.isPresent(); next = claim(tasks)) {
                Voice.say("got " + next.get().task().id());
            }
            Voice.say("end");
        }
    }

    private static Optional<TaskLease> claim(Tasks tasks) {
        return tasks.claimNext(Principal.as("ana"), Duration.ofMinutes(10));
    }
}
