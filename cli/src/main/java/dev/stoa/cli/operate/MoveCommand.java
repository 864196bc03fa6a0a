package dev.stoa.cli.operate;

import dev.stoa.StoaConfig;
import dev.stoa.base.InvalidException;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.ProgressLine;
import dev.stoa.cli.text.Plural;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.upkeep.Mover;
import dev.stoa.json.Json;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.site.MoveReport;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code move}: all archives from a data directory to PostgreSQL, or back. Used by one thread. */
@Command(
        name = "move",
        description = "Move all archives from the data directory to a PostgreSQL database, or from --db to a"
                + " directory. Nothing can be written meanwhile. Every table is compared on both sides at the end."
                + " If it is interrupted, the same command continues.")
public final class MoveCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            required = true,
            description = "Where to move: jdbc:postgresql://… or a directory; it must hold no archive.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private String to;

    @Option(names = "--dry-run", description = "Show what would be moved without moving it.")
    private boolean dryRun;

    @Option(names = "--cancel", description = "Cancel an interrupted move: keep the source, delete what was copied.")
    private boolean cancel;

    @Override
    public void run() {
        main.showWarnings();
        if (cancel && dryRun) {
            throw new InvalidException("invalid", "--cancel and --dry-run exclude each other", "give one of them");
        }
        StoaConfig from = main.config();
        Mover mover = Mover.between(from, target(from.location()), InstantSource.system(), main.principal());
        if (cancel) {
            mover.cancel();
            main.print(Json.object("cancelled", true), List.of("cancelled; the archives stay where they were"));
            return;
        }
        MoveReport plan = dryRun || main.environment().terminal() ? mover.plan() : null;
        if (dryRun && plan != null) {
            main.print(plan.document(), lines(plan));
            return;
        }
        // Each row is read twice: once to copy it, and once to compare it.
        long all = plan == null ? 0 : 2 * plan.rows();
        try (ProgressLine progress = new ProgressLine(main.environment(), 0)) {
            MoveReport report = mover.run(new Shown(progress, all));
            main.print(report.document(), lines(report));
        }
    }

    /** Shows how many rows are done. */
    private static final class Shown implements MoveListener {
        private final ProgressLine progress;
        private final long all;
        private long done;

        Shown(ProgressLine progress, long all) {
            this.progress = progress;
            this.all = all;
        }

        @Override
        public void rows(long more) {
            for (long row = 0; row < more && done < all; row++) {
                progress.reached("rows read and compared", ++done, all);
            }
        }
    }

    private StoaConfig target(Location from) {
        ConfigSources sources = main.sources();
        Location location;
        if (to.startsWith("jdbc:") || to.contains("://")) {
            location = new Location.Postgres(to, from.directory(), "--to", from.origin())
                    .withPassword(main.environment().variables().getOrDefault(Location.PASSWORD_VARIABLE, ""));
        } else {
            location = Location.directory(directory());
        }
        return StoaConfig.load(ConfigSources.of(sources.workingDirectory(), sources.environment(), location));
    }

    private Path directory() {
        try {
            if (!to.isBlank()) {
                return main.resolve(Path.of(to));
            }
        } catch (InvalidPathException e) {
            throw new InvalidException(
                    "invalid", "--to is no path: " + e.getReason(), "name a directory or a database", e);
        }
        throw new InvalidException("invalid", "--to is blank", "name a directory or a database");
    }

    private static List<String> lines(MoveReport report) {
        List<String> lines = new ArrayList<>();
        Columns columns = new Columns();
        for (MoveReport.Archive archive : report.archives()) {
            columns.row(
                    archive.name(),
                    Plural.of(archive.rows(), "row"),
                    report.dryRun() ? "would be moved" : "equal on both sides");
        }
        lines.addAll(columns.lines());
        report.leftOut().forEach(name -> lines.add("left out: " + name + ", which this program does not know"));
        String size = String.format(Locale.ROOT, "%,.1f MB", report.bytes() / 1e6);
        String what = Plural.of(report.rows(), "row") + ", " + size + ", from " + report.from() + " to " + report.to();
        if (report.dryRun()) {
            lines.add("would move " + what);
            lines.add("nothing was changed");
            return lines;
        }
        lines.add((report.resumed() ? "finished the move of " : "moved ") + what);
        lines.add(
                report.to().startsWith("jdbc:")
                        ? "use them with --db " + report.to() + " and the same --data; keys and other files stay there"
                        : "use them with --data " + report.to() + "; keys and stoa.toml are not copied");
        if (report.stillOpen()) {
            lines.add("other processes still have " + report.from()
                    + " open; stop them: they read the old state, and their writes are refused");
        }
        return lines;
    }
}
