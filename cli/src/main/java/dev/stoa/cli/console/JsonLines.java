package dev.stoa.cli.console;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Bulk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of verbs that also take many objects at once, one a line, and the reading of them. Used by one thread.
 * Lines are written in portions, each in one transaction, so a bad or a last line costs nothing that stands before it;
 * all-or-none reads everything into memory first.
 */
public final class JsonLines {
    private static final int PORTION = 500;
    private static final int REFUSALS_KEPT = 1_000;

    @Option(
            names = "--jsonl",
            paramLabel = "PATH",
            description = "Read many objects, one JSON object per line, from a file or from standard input (-).")
    private @Nullable String path;

    @Option(names = "--strict", description = "With --jsonl: write all lines or none.")
    private boolean strict;

    /** Writes a portion of drafts, all or none of them if told so. */
    @FunctionalInterface
    public interface Writer<D, T> {
        List<Bulk.Result<T>> write(List<D> drafts, boolean allOrNone);
    }

    private record Line(long number, String text) {}

    private record Refusal(long line, StoaException error) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "line", line, "code", error.code(), "message", error.getMessage(), "hint", CommandHints.of(error));
        }
    }

    /** Whether many objects are given. */
    public boolean given() {
        return path != null;
    }

    /**
     * Adds every object, says what became of them and answers the exit code: 0 if all lines were taken.
     *
     * @param draft makes what is to be written of one object
     * @param created whether the result is new
     */
    public <D, T> int add(
            Invocation main,
            Function<Map<String, @Nullable Object>, D> draft,
            Writer<D, T> writer,
            Predicate<T> created) {
        long[] counts = new long[3];
        List<Refusal> refusals = new ArrayList<>();
        portions(main, strict ? Integer.MAX_VALUE : PORTION, lines -> {
            counts[0] += lines.size();
            List<D> drafts = new ArrayList<>();
            List<Line> drafted = new ArrayList<>();
            long refusedBefore = refusals.size();
            for (Line line : lines) {
                try {
                    drafts.add(draft.apply(Json.parseObject(line.text())));
                    drafted.add(line);
                } catch (StoaException e) {
                    refusals.add(new Refusal(line.number(), e));
                }
            }
            boolean none = strict && refusals.size() > refusedBefore;
            List<Bulk.Result<T>> results = none ? List.of() : writer.write(drafts, strict);
            for (int i = 0; i < results.size(); i++) {
                switch (results.get(i)) {
                    case Bulk.Result.Done<T> done -> counts[created.test(done.value()) ? 1 : 2]++;
                    case Bulk.Result.Refused<T> refused ->
                        refusals.add(new Refusal(drafted.get(i).number(), refused.error()));
                }
            }
        });
        if (strict && !refusals.isEmpty()) {
            counts[1] = 0;
            counts[2] = 0;
        }
        report(main, counts, refusals);
        return refusals.isEmpty() ? 0 : ExitCode.FAILED;
    }

    /** Answers every query with one line, in order; a bad one with its error. */
    public int answer(Invocation main, Function<Map<String, @Nullable Object>, Map<String, @Nullable Object>> query) {
        boolean[] bad = new boolean[1];
        PrintWriter out = main.around().out();
        portions(main, 1, lines -> {
            for (Line line : lines) {
                try {
                    out.println(Json.write(query.apply(Json.parseObject(line.text()))));
                } catch (StoaException e) {
                    bad[0] = true;
                    out.println(Json.write(Json.object("error", new Refusal(line.number(), e).document())));
                }
            }
        });
        out.flush();
        return bad[0] ? ExitCode.FAILED : 0;
    }

    private void report(Invocation main, long[] counts, List<Refusal> refusals) {
        PrintWriter err = main.around().err();
        refusals.forEach(refusal -> err.println("stoa: line " + refusal.line() + ": "
                + refusal.error().getMessage()
                + refusal.error()
                        .hint()
                        .map(hint -> "; " + CommandHints.of(hint))
                        .orElse("")));
        String known = counts[2] == 0 ? "" : String.format(Locale.ROOT, ", %,d already present", counts[2]);
        String refused = refusals.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT, ", %,d refused%s", refusals.size(), strict ? ", so nothing was written" : "");
        main.print(
                Json.object(
                        "lines", counts[0],
                        "created", counts[1],
                        "known", counts[2],
                        "refused", refusals.size(),
                        "errors",
                                refusals.stream()
                                        .limit(REFUSALS_KEPT)
                                        .map(Refusal::document)
                                        .toList()),
                List.of(String.format(Locale.ROOT, "%,d written", counts[1]) + known + refused));
    }

    private interface Portion {
        void take(List<Line> lines);
    }

    private void portions(Invocation main, int size, Portion portion) {
        main.showWarnings();
        try (BufferedReader reader = reader(main)) {
            long number = 0;
            List<Line> lines = new ArrayList<>();
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                number++;
                if (!text.isBlank()) {
                    lines.add(new Line(number, text));
                }
                if (lines.size() == size) {
                    portion.take(lines);
                    lines = new ArrayList<>();
                    progress(main, number);
                }
            }
            if (!lines.isEmpty()) {
                portion.take(lines);
            }
            progress(main, -1);
        } catch (IOException | UncheckedIOException e) {
            throw new NotFoundException(
                    "not_found", path + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
    }

    private BufferedReader reader(Invocation main) throws IOException {
        if (path == null) {
            throw Bounds.invalid("no lines are given", "give --jsonl PATH, or --jsonl - for standard input");
        }
        return path.equals("-") ? main.around().in() : Files.newBufferedReader(main.resolve(Path.of(path)));
    }

    private static void progress(Invocation main, long lines) {
        if (main.around().terminal()) {
            PrintWriter err = main.around().err();
            err.print(lines < 0 ? "\r\u001b[K" : String.format(Locale.ROOT, "\r%,d lines", lines));
            err.flush();
        }
    }
}
