package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.receipt.Receipt;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code export}: what is in the archives, for others. Used by one thread. */
@Command(name = "export", description = "Export a debate as a receipt, or all debates as JSON Lines.")
public final class ExportCommand implements Runnable {
    private static final String ONE = "debate:";
    private static final String ALL = "debates";
    private static final int PAGE = 200;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(
            names = "--what",
            required = true,
            paramLabel = "WHAT",
            description = "What to export: debate:ID for the receipt of one debate, debates for all.")
    @SuppressWarnings("NullAway.Init") // required, so picocli has set it
    private String what;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of a receipt: json, md or html; of debates: jsonl (default: json for a receipt)")
    private @Nullable String format;

    @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: standard output)")
    private @Nullable Path out;

    @Override
    public void run() {
        if (what.startsWith(ONE)) {
            String form = Bounds.word("--format", format == null ? "json" : format, List.of("json", "md", "html"));
            try (Stoa stoa = main.open()) {
                receipt(stoa.debate().receipts().of(what.substring(ONE.length())), form);
            }
        } else if (what.equals(ALL)) {
            Bounds.word("--format", format == null ? "jsonl" : format, List.of("jsonl"));
            try (Stoa stoa = main.open()) {
                debates(stoa);
            }
        } else {
            throw new InvalidException(
                    "invalid",
                    "there is no export of " + Bounds.shown(what),
                    "export debate:ID, the receipt of one debate, or debates, all of them as JSON Lines");
        }
    }

    private void receipt(Receipt receipt, String form) {
        String text = switch (form) {
            case "md" -> receipt.markdown();
            case "html" -> receipt.html();
            default -> receipt.json();
        };
        Path file = out;
        if (file == null) {
            around(text);
            return;
        }
        write(file, text);
        main.print(
                Json.object("file", main.resolve(file).toString(), "format", form, "receipt_sha256", receipt.sha256()),
                List.of("wrote " + file + ", receipt " + receipt.sha256()));
    }

    private void debates(Stoa stoa) {
        StringBuilder lines = new StringBuilder();
        long count = 0;
        String cursor = null;
        do {
            Page<DebateSession> page =
                    stoa.debate().sessions().list(SessionFilter.all(), new Page.Request(PAGE, cursor));
            for (DebateSession session : page.items()) {
                lines.append(Json.write(session.document())).append('\n');
                count++;
            }
            if (out == null) {
                around(lines.toString());
                lines.setLength(0);
            }
            cursor = page.next();
        } while (cursor != null);
        Path file = out;
        if (file != null) {
            write(file, lines.toString());
            main.print(
                    Json.object("file", main.resolve(file).toString(), "format", "jsonl", "debates", count),
                    List.of("wrote " + file + " with " + count + (count == 1 ? " debate" : " debates")));
        }
    }

    private void around(String text) {
        main.around().out().print(text);
        main.around().out().flush();
    }

    private void write(Path file, String text) {
        try {
            Files.writeString(main.resolve(file), text);
        } catch (IOException e) {
            throw new UnavailableException(
                    "unavailable", file + " cannot be written (" + e.getMessage() + ")", "check the path");
        }
    }
}
