package dev.stoa.cli.operate;

import dev.stoa.base.Bounds;
import dev.stoa.cli.console.Invocation;
import dev.stoa.society.foreign.SpaceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The decisions about the rows of a {@code space.db}. Set by picocli, used by one thread. */
final class SpaceImportOptions {
    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Time zone of times without a zone, such as Europe/Berlin (default: the system time zone)")
    private @Nullable String zone;

    @Option(
            names = "--canon",
            paramLabel = "DIR",
            description = "Folder of the constitutions that agents refer to by file name.")
    private @Nullable Path canon;

    @Option(
            names = "--map-identities",
            description = "Map imported agents and channels to existing ones of the same name.")
    private boolean mapIdentities;

    @Option(
            names = "--skip-broken",
            description = "Leave out rows that cannot be taken, and list them, instead of setting them aside.")
    private boolean skipBroken;

    /** What was decided; null if nothing was. */
    @Nullable
    SpaceOptions options(Invocation main) {
        if (zone == null && canon == null && !mapIdentities && !skipBroken) {
            return null;
        }
        Path folder = canon == null ? null : main.resolve(canon);
        if (folder != null && !Files.isDirectory(folder)) {
            throw Bounds.invalid("--canon " + canon + " is not a folder", "name the folder of the constitutions");
        }
        SpaceOptions options = SpaceOptions.defaults()
                .canon(folder)
                .mapIdentities(mapIdentities)
                .skipBroken(skipBroken);
        return zone == null ? options : options.zone(parsed(zone));
    }

    private static ZoneId parsed(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw Bounds.invalid("--zone " + name + " is not a time zone", "name one such as Europe/Berlin or +02:00");
        }
    }
}
