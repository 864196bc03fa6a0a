package dev.stoa.cli.operate;

import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandHints;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.Diagnosis;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.storage.Checkup;
import java.time.InstantSource;
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
        Diagnosis diagnosis = ArchiveCare.of(main.config(), InstantSource.system())
                .as(main.principal())
                .examine(deep, repairIndex, UpkeepListener.NONE);
        main.print(diagnosis.document(CommandHints::of), lines(diagnosis));
        return diagnosis.ok() ? 0 : ExitCode.VERIFICATION_FAILED;
    }

    private static List<String> lines(Diagnosis diagnosis) {
        List<Checkup> checkups = diagnosis.checkups();
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
        diagnosis.repaired().forEach(name -> lines.add("rebuilt the text index of " + name));
        for (Checkup checkup : checkups) {
            for (Checkup.Finding finding : checkup.findings()) {
                lines.add((finding.damage() ? "damage: " : "notice: ")
                        + checkup.schema().name() + ": " + finding.check() + ": " + CommandHints.of(finding.message()));
            }
        }
        lines.add(
                !diagnosis.ok()
                        ? "there is damage; stoa restore FILE puts a backup in place"
                        : diagnosis.inOrder() ? "everything is in order" : "there is no damage");
        return lines;
    }

    private static String size(long bytes) {
        return bytes < 10 << 20
                ? String.format(Locale.ROOT, "%d KiB", (bytes + 1023) / 1024)
                : String.format(Locale.ROOT, "%d MiB", bytes >> 20);
    }
}
