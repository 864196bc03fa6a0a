package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.site.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code doctor}: is everything as it should be? Used by one thread. */
@Command(
        name = "doctor",
        description = "Check files, integrity, foreign keys, schemas, text indexes, versions, sizes and failed"
                + " learning; exit 5 on damage.")
public final class DoctorCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(names = "--deep", description = "Also read all data and check its invariants.")
    private boolean deep;

    @Option(names = "--repair-index", description = "Rebuild the text indexes from their rows first.")
    private boolean repairIndex;

    @Override
    public Integer call() {
        List<Checkup> checkups = new ArrayList<>();
        List<String> repaired = new ArrayList<>();
        try (Site site = main.site()) {
            if (Stoa.ARCHIVES.stream().noneMatch(site::exists)) {
                throw new NotFoundException(
                        "not_found",
                        "there are no archives yet (" + site.locate(Stoa.ARCHIVES.get(0)) + " and the others)",
                        "create them with stoa init");
            }
            if (repairIndex) {
                Stoa.ARCHIVES.stream()
                        .filter(schema -> site.exists(schema) && site.reindex(schema))
                        .forEach(schema -> repaired.add(schema.name()));
            }
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                checkups.add(site.examine(schema, deep));
            }
        }
        boolean ok = checkups.stream().noneMatch(Checkup::damaged);
        main.print(
                Json.object(
                        "ok",
                        ok,
                        "deep",
                        deep,
                        "repaired",
                        repaired,
                        "archives",
                        checkups.stream().map(DoctorCommand::json).toList()),
                lines(checkups, repaired, ok));
        return ok ? 0 : ExitCode.VERIFICATION_FAILED;
    }

    private static Object json(Checkup checkup) {
        return Json.object(
                "name", checkup.schema().name(),
                "location", checkup.location(),
                "version", checkup.version().isPresent() ? checkup.version().getAsInt() : null,
                "latest", checkup.schema().latest(),
                "bytes", checkup.bytes(),
                "wal_bytes", checkup.walBytes(),
                "ok", !checkup.damaged(),
                "findings",
                        checkup.findings().stream()
                                .map(finding -> Json.object(
                                        "check",
                                        finding.check(),
                                        "damage",
                                        finding.damage(),
                                        "message",
                                        finding.message()))
                                .toList());
    }

    private static List<String> lines(List<Checkup> checkups, List<String> repaired, boolean ok) {
        Columns columns = new Columns();
        for (Checkup checkup : checkups) {
            String version = checkup.version().isPresent()
                    ? "version " + checkup.version().getAsInt()
                    : "-";
            String wal = checkup.walBytes() > 0 ? " + " + size(checkup.walBytes()) + " log" : "";
            String state = checkup.damaged() ? "DAMAGED" : checkup.version().isEmpty() ? "absent" : "ok";
            columns.row(checkup.schema().name(), version, state, size(checkup.bytes()) + wal);
        }
        List<String> lines = new ArrayList<>(columns.lines());
        repaired.forEach(name -> lines.add("rebuilt the text index of " + name));
        for (Checkup checkup : checkups) {
            for (Checkup.Finding finding : checkup.findings()) {
                lines.add((finding.damage() ? "damage: " : "notice: ")
                        + checkup.schema().name() + ": " + finding.check() + ": " + finding.message());
            }
        }
        lines.add(
                !ok
                        ? "there is damage; stoa restore FILE puts a backup in place"
                        : checkups.stream().allMatch(DoctorCommand::inOrder)
                                ? "everything is in order"
                                : "there is no damage");
        return lines;
    }

    /** Whether there is nothing to do; an archive that nobody has needed yet may be absent. */
    private static boolean inOrder(Checkup checkup) {
        return checkup.version().isEmpty() || checkup.findings().isEmpty();
    }

    private static String size(long bytes) {
        return bytes < 10 << 20
                ? String.format(Locale.ROOT, "%d KiB", (bytes + 1023) / 1024)
                : String.format(Locale.ROOT, "%d MiB", bytes >> 20);
    }
}
