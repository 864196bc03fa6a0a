package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.receipt.ReceiptCheck;
import dev.stoa.debate.receipt.ReceiptReport;
import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code debate verify}: whether a receipt is valid. Used by one thread. */
@Command(
        name = "verify",
        description = "Verify a JSON receipt by itself and, if its debate is stored here, against the archive;"
                + " exit 5 if the verification fails.")
final class DebateVerifyCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private DebateCommand debate;

    @Parameters(paramLabel = "FILE", description = "Receipt, as written by stoa export.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private Path file;

    @Option(names = "--offline", description = "Verify the receipt by itself, without opening an archive.")
    private boolean offline;

    @Override
    public Integer call() {
        Invocation main = debate.main();
        Map<String, @Nullable Object> document = Json.parseObject(main.text("the receipt", null, file));
        ReceiptReport report;
        if (offline) {
            report = ReceiptCheck.verify(document, null);
        } else {
            try (Stoa stoa = main.open()) {
                report = stoa.debate().receipts().as(main.principal()).verify(document);
            }
        }
        main.print(report.document(), lines(report));
        return report.ok() ? 0 : ExitCode.VERIFICATION_FAILED;
    }

    private List<String> lines(ReceiptReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(file + (report.ok() ? " holds" : " does not hold") + ": debate " + report.sessionId() + ", "
                + Plural.of(report.turns(), "turn") + ", " + Plural.of(report.events(), "event"));
        lines.add("  "
                + switch (report.archive()) {
                    case "agrees" -> "the archive agrees, and replays to the same outcome";
                    case "differs" -> "the archive differs";
                    case "unknown" -> "this archive does not have the debate; the receipt was checked by itself";
                    default -> "checked by itself";
                });
        List<ReplayReport.Mismatch> all = new ArrayList<>(report.mismatches());
        ReplayReport replay = report.replay();
        if (replay != null) {
            all.addAll(replay.mismatches());
        }
        all.stream()
                .limit(SHOWN)
                .forEach(found -> lines.add("  " + found.check() + (found.seq() == 0 ? "" : " at " + found.seq())
                        + (found.field() == null ? "" : ", " + found.field())
                        + ": expected " + found.expected() + ", found " + found.found()));
        if (all.size() > SHOWN) {
            lines.add("  and " + (all.size() - SHOWN) + " more");
        }
        return lines;
    }
}
