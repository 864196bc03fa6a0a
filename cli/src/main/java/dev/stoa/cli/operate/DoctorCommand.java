package dev.stoa.cli.operate;

import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandHints;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.ProgressLine;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.counsel.AuditCommand;
import dev.stoa.cli.text.Plural;
import dev.stoa.config.Location;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.Diagnosis;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.storage.Checkup;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code doctor}: is everything as it should be? Used by one thread. */
@Command(
        name = "doctor",
        description = "Check files, integrity, foreign keys, schemas, text indexes, versions, sizes and failed"
                + " learning; exit 5 on damage, 1 if something could not be examined.")
public final class DoctorCommand implements Callable<Integer> {
    /** What no client of a server can look at. */
    private static final String UNCHECKED =
            "the files of the server. While it runs, pg_amcheck --heapallindexed checks its"
                    + " tables and indexes; while it is stopped, pg_checksums --check reads every page";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(names = "--deep", description = "Also read all data and check its invariants.")
    private boolean deep;

    @Option(names = "--check-audit", description = "Also verify the audit log against all its checkpoints.")
    private boolean checkAudit;

    @Option(
            names = "--repair-index",
            description = "Rebuild the text indexes from their rows, and make the missing vectors, first.")
    private boolean repairIndex;

    @Override
    public Integer call() {
        Diagnosis diagnosis = examined();
        VerifyReport audit = checkAudit ? care().verifyAudit().orElse(null) : null;
        boolean intact = audit == null || audit.ok();
        Map<String, @Nullable Object> document = document(diagnosis, audit);
        List<String> lines = lines(diagnosis, audit);
        if (main.config().location() instanceof Location.Postgres) {
            document.put("unchecked", UNCHECKED);
            // Before the conclusion, which stays the last word.
            lines.add(lines.size() - 1, "not checked: " + UNCHECKED);
        }
        main.print(document, lines);
        if (!intact) {
            return ExitCode.VERIFICATION_FAILED;
        }
        return switch (diagnosis.result()) {
            case IN_ORDER -> 0;
            case DAMAGED -> ExitCode.VERIFICATION_FAILED;
            case UNAVAILABLE -> ExitCode.FAILED;
        };
    }

    private static Map<String, @Nullable Object> document(Diagnosis diagnosis, @Nullable VerifyReport audit) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(diagnosis.document(CommandHints::of));
        if (audit != null) {
            document.put("audit", audit.document());
            if (!audit.ok()) {
                document.put("ok", false);
                document.put("result", "damaged");
            }
        }
        return document;
    }

    private static List<String> lines(Diagnosis diagnosis, @Nullable VerifyReport audit) {
        List<String> lines = new ArrayList<>(lines(diagnosis));
        if (audit != null) {
            // Before the conclusion, which stays the last word.
            lines.addAll(lines.size() - 1, AuditCommand.lines(audit));
            if (!audit.ok()) {
                lines.set(lines.size() - 1, "there is damage in the audit log; stoa audit verify names it again");
            }
        }
        return lines;
    }

    private ArchiveCare care() {
        return ArchiveCare.of(main.config(), InstantSource.system()).as(main.principal());
    }

    private Diagnosis examined() {
        try (ProgressLine progress = new ProgressLine(main.environment(), 0)) {
            return care().examine(deep, repairIndex, new UpkeepListener() {
                @Override
                public void progressed(String step, long done) {
                    // An archive takes no time to speak of, but for the replay of its debates.
                }

                @Override
                public void proved(String what, long done, long all) {
                    progress.reached(what + " replayed", done, all);
                }
            });
        }
    }

    private static List<String> lines(Diagnosis diagnosis) {
        List<Checkup> checkups = diagnosis.checkups();
        Columns columns = new Columns();
        for (Checkup checkup : checkups) {
            String version = checkup.version().isPresent()
                    ? "version " + checkup.version().getAsInt()
                    : "-";
            String wal = checkup.walBytes() > 0 ? " + " + size(checkup.walBytes()) + " log" : "";
            String state = checkup.damaged()
                    ? "DAMAGED"
                    : checkup.unexamined() ? "not examined" : checkup.version().isEmpty() ? "absent" : "ok";
            columns.row(checkup.schema().name(), version, state, size(checkup.bytes()) + wal);
        }
        List<String> lines = new ArrayList<>(columns.lines());
        diagnosis.repaired().forEach(name -> lines.add("rebuilt the text index of " + name));
        if (diagnosis.vectors() > 0) {
            lines.add("made " + diagnosis.vectors() + (diagnosis.vectors() == 1 ? " vector" : " vectors")
                    + " for the search by meaning");
        }
        for (Checkup checkup : checkups) {
            for (Checkup.Finding finding : checkup.findings()) {
                lines.add(word(finding.kind()) + ": " + checkup.schema().name() + ": " + finding.check() + ": "
                        + CommandHints.of(finding.message()));
            }
        }
        for (Diagnosis.Exposed file : diagnosis.exposed()) {
            lines.add("notice: " + Screen.clean(file.path().toString()) + " has the mode " + file.mode()
                    + ", so others may use it; chmod go-rwx takes that away");
        }
        if (diagnosis.proved() > 0) {
            lines.add(Plural.of(diagnosis.proved(), "debate") + " replayed and proved");
        }
        lines.add(conclusion(diagnosis));
        return lines;
    }

    private static String word(Checkup.Kind kind) {
        return switch (kind) {
            case NOTICE -> "notice";
            case DAMAGE -> "damage";
            case UNEXAMINED -> "not examined";
        };
    }

    private static String conclusion(Diagnosis diagnosis) {
        return switch (diagnosis.result()) {
            case IN_ORDER -> diagnosis.inOrder() ? "everything is in order" : "there is no damage";
            case UNAVAILABLE ->
                "not everything could be examined, and nothing is known to be damaged; mend what is named above, then run"
                        + " stoa doctor again";
            case DAMAGED ->
                diagnosis.complete()
                        ? importable(diagnosis)
                                ? "there is damage; do what its line advises"
                                : "there is damage; stoa restore FILE puts a backup in place"
                        : "there is damage, and not everything could be examined; mend what is named above, then run"
                                + " stoa doctor again";
        };
    }

    /** Whether all that is damaged is a whole file of another program, which a backup would only replace. */
    private static boolean importable(Diagnosis diagnosis) {
        return diagnosis.checkups().stream()
                .flatMap(checkup -> checkup.findings().stream())
                .filter(finding -> finding.kind() == Checkup.Kind.DAMAGE)
                .allMatch(finding -> finding.message().contains("import it"));
    }

    private static String size(long bytes) {
        return bytes < 10 << 20
                ? String.format(Locale.ROOT, "%d KiB", (bytes + 1023) / 1024)
                : String.format(Locale.ROOT, "%d MiB", bytes >> 20);
    }
}
