package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditEntry;
import dev.stoa.counsel.audit.AuditSource;
import dev.stoa.counsel.audit.AuditVerifier;
import dev.stoa.counsel.audit.Checkpoint;
import dev.stoa.counsel.audit.SignedCheckpoint;
import dev.stoa.counsel.audit.VerifierKey;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.json.Json;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.site.Site;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code audit}: what happened, provably. Used by one thread. */
@Command(name = "audit", description = "Read, verify, sign and export the audit log.", addMethodSubcommands = false)
public final class AuditCommand extends CommandGroup {
    private static final String TYPE = "Only events of this type, such as query or backup.";
    private static final int DETAILS = 60;

    @Command(name = "list", description = "List the entries of the log from the first on.")
    void list(
            @Option(names = "--type", paramLabel = "TYPE", description = TYPE) @Nullable String type,
            @Mixin PageOptions paging) {
        try (Stoa stoa = open()) {
            Page<AuditEntry> page = stoa.counsel().audit().list(main.principal(), type, paging.request());
            List<String> lines = new ArrayList<>(lines(page.items()));
            if (page.next() != null) {
                lines.add("more with --cursor " + page.next());
            }
            main.print(Json.object("items", documents(page.items()), "next", page.next()), lines);
        }
    }

    @Command(name = "tail", description = "List the newest entries of the log, the last at the end.")
    void tail(
            @Option(names = "--type", paramLabel = "TYPE", description = TYPE) @Nullable String type,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "Maximum number of entries, 1 to 500 (default: ${DEFAULT-VALUE})")
                    int limit) {
        try (Stoa stoa = open()) {
            List<AuditEntry> entries = stoa.counsel().audit().tail(main.principal(), type, limit);
            main.print(Json.object("items", documents(entries), "next", null), lines(entries));
        }
    }

    private static List<?> documents(List<AuditEntry> entries) {
        return entries.stream().map(AuditEntry::document).toList();
    }

    private static List<String> lines(List<AuditEntry> entries) {
        Columns columns = new Columns();
        entries.forEach(entry -> columns.row(
                entry.seq(),
                Times.show(entry.createdAt()),
                entry.type(),
                entry.details() == null ? "(details erased)" : Screen.cut(entry.details(), DETAILS)));
        return entries.isEmpty() ? List.of("no such entry") : columns.lines();
    }

    @Command(name = "show", description = "Show one entry with all its columns.")
    void show(@Parameters(paramLabel = "SEQ", description = "Number of the entry, from 1 on.") long seq) {
        try (Stoa stoa = open()) {
            AuditEntry entry = stoa.counsel().audit().show(main.principal(), seq);
            Columns columns = new Columns();
            entry.document().forEach((name, value) -> {
                if (value != null) {
                    columns.row(name, value instanceof String text ? text : Json.write(value));
                }
            });
            main.print(Json.object("entry", entry.document()), columns.lines());
        }
    }

    @Command(
            name = "verify",
            description = "Verify every entry, the head and all checkpoints; exit 5 if anything is wrong.")
    int verify(
            @Option(
                            names = "--file",
                            paramLabel = "EXPORT",
                            description = "Verify this export instead of the log; needs no data directory.")
                    @Nullable
                    Path file,
            @Option(
                            names = "--checkpoint",
                            paramLabel = "FILE",
                            description =
                                    "Also verify against the checkpoints in this file; may be given several times.")
                    @Nullable
                    List<Path> checkpoints,
            @Option(
                            names = "--key",
                            paramLabel = "VKEY",
                            description = "Key that signed the checkpoints (default: the key of the data directory)")
                    @Nullable
                    String key) {
        List<Checkpoint> kept = new ArrayList<>();
        for (Path each : checkpoints == null ? List.<Path>of() : checkpoints) {
            kept.addAll(Checkpoint.read(main.resolve(each)));
        }
        List<VerifierKey> keys = key == null ? List.of() : List.of(VerifierKey.parse(key));
        VerifyReport report;
        if (file != null) {
            AuditSource source = AuditSource.export(main.resolve(file));
            report = keys.isEmpty() ? AuditVerifier.byOwnKey(source, kept) : AuditVerifier.verify(source, kept, keys);
        } else {
            try (Stoa stoa = open()) {
                report = stoa.counsel().audit().verify(main.principal(), kept, keys);
            }
        }
        main.print(report.document(), lines(report));
        return report.ok() ? 0 : ExitCode.VERIFICATION_FAILED;
    }

    /** What a verification found, in words. */
    public static List<String> lines(VerifyReport report) {
        List<String> lines = new ArrayList<>();
        report.problems().forEach(problem -> lines.add(VerifyReport.word(problem.fault()) + ": " + problem.message()));
        report.warnings()
                .forEach(warning ->
                        lines.add("notice: " + VerifyReport.word(warning.caution()) + ": " + warning.message()));
        lines.add(
                report.ok()
                        ? "the audit log verifies: " + counted(report.size(), "entry", "entries") + ", "
                                + counted(report.checked(), "checkpoint", "checkpoints")
                                + (report.root() == null ? "" : ", root " + report.root())
                        : "the audit log does NOT verify: "
                                + counted(report.problems().size(), "problem", "problems")
                                + (report.firstBadSeq() == null ? "" : ", first in entry " + report.firstBadSeq()));
        return lines;
    }

    private static String counted(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    @Command(name = "checkpoint", description = "Sign the log as it is now.")
    void checkpoint(
            @Option(
                            names = "--out",
                            paramLabel = "FILE",
                            description = "Also write the checkpoint to this file, to be kept elsewhere.")
                    @Nullable
                    Path out) {
        try (Stoa stoa = open()) {
            SignedCheckpoint signed = stoa.counsel().audit().checkpoint(main.principal());
            List<String> lines = new ArrayList<>(signed.note().lines().toList());
            if (out != null) {
                write(out, writer -> writer.write(signed.note()));
                lines.add("wrote " + out);
            }
            lines.add("verify with --key " + signed.vkey());
            main.print(signed.document(), lines);
        }
    }

    @Command(
            name = "export",
            description = "Export the whole log as JSON Lines, or with --proof the proof that one entry is in it.")
    void export(
            @Option(
                            names = "--proof",
                            paramLabel = "SEQ",
                            description = "Write a C2SP tlog-proof of this entry against the newest checkpoint.")
                    @Nullable
                    Long proof,
            @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: standard output)")
                    @Nullable
                    Path out) {
        try (Stoa stoa = open()) {
            if (proof != null) {
                proof(stoa, proof, out);
            } else {
                log(stoa, out);
            }
        }
    }

    private void proof(Stoa stoa, long seq, @Nullable Path out) {
        String text = stoa.counsel().audit().proof(main.principal(), seq);
        if (out != null) {
            write(out, writer -> writer.write(text));
        }
        main.print(
                Json.object("seq", seq, "proof", text),
                out == null ? text.lines().toList() : List.of("wrote " + out));
    }

    private void log(Stoa stoa, @Nullable Path out) {
        if (out == null) {
            if (main.json()) {
                throw new InvalidException(
                        "invalid",
                        "--json prints one document, and the log is one for each line",
                        "leave out --json, or write it with --out FILE");
            }
            PrintWriter printer = main.environment().out();
            stoa.counsel().audit().export(main.principal(), line -> printer.print(line + "\n"));
            printer.flush();
            return;
        }
        long[] rows = new long[1];
        write(out, writer -> {
            try {
                rows[0] = stoa.counsel().audit().export(main.principal(), line -> {
                    try {
                        writer.write(line + "\n");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        });
        main.print(
                Json.object("file", main.resolve(out).toString(), "entries", rows[0]),
                List.of("wrote " + out + " with " + counted(rows[0], "entry", "entries")));
    }

    /** Writes something to a writer. */
    @FunctionalInterface
    private interface Writing {
        void to(Writer writer) throws IOException;
    }

    private void write(Path file, Writing content) {
        try (Writer writer = new BufferedWriter(
                new OutputStreamWriter(PrivateFiles.write(main.resolve(file)), StandardCharsets.UTF_8))) {
            content.to(writer);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write", file + " cannot be written (" + e.getMessage() + ")", "check the path", e);
        }
    }

    /** The stores, if there is a log to read: looking at none must not make one. */
    private Stoa open() {
        try (Site site = main.site()) {
            if (!site.exists(CounselArchive.SCHEMA)) {
                throw new NotFoundException(
                        "not_found",
                        "there is no audit log yet (" + site.locate(CounselArchive.SCHEMA) + ")",
                        "create the archives first");
            }
        }
        return main.open();
    }
}
