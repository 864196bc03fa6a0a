package dev.stoa.society.foreign;

import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.crash.Voice;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A process that opens a data directory and may die on the way. Its arguments: the directory, and whether to die
 * {@code before} rows are taken over, {@code after} they are, or {@code never}.
 */
final class SpaceStarter {
    private SpaceStarter() {}

    public static void main(String[] args) throws Exception {
        Voice.say("ready");
        Voice.awaitWord();
        try (Archive archive = SqliteArchive.open(
                dying(args[1]), Path.of(args[0]), StorageSettings.defaults(), InstantSource.system())) {
            Voice.say(archive.one("SELECT count(*) FROM messages", row -> row.number(1))
                            .orElseThrow() + " messages");
            Voice.say("done");
        }
    }

    private static ArchiveSchema dying(String when) {
        ArchiveSchema real = SocietyArchive.SCHEMA;
        ArchiveSchema.Conversion way = Objects.requireNonNull(real.conversion());
        ArchiveSchema.Builder schema = ArchiveSchema.named(real.name())
                .file(real.file())
                .module(real.module())
                .times(real.timeForm())
                .conversion(new ArchiveSchema.Conversion() {
                    @Override
                    public boolean knows(Map<String, Set<String>> tables) {
                        return way.knows(tables);
                    }

                    @Override
                    public String convert(ForeignTables file, String sha256, Tx tx, Instant now) {
                        dieIf(when.equals("before"));
                        String report = way.convert(file, sha256, tx, now);
                        dieIf(when.equals("after"));
                        return report;
                    }
                });
        for (ArchiveSchema.Version version : real.versions()) {
            if (version.backFill() == null) {
                schema.version(version.number(), version.description());
            } else {
                schema.version(version.number(), version.description(), version.backFill());
            }
        }
        return schema.build();
    }

    private static void dieIf(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(9);
        }
    }
}
