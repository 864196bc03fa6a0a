package dev.stoa.cli.console;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.upkeep.BulkLines;
import dev.stoa.engine.upkeep.LinesReport;
import dev.stoa.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The options of verbs that also take many objects at once, one a line. Used by one thread.
 */
public final class JsonLines {
    private static final Set<String> OWN = Set.of("--jsonl", "--strict");

    @Option(
            names = "--jsonl",
            paramLabel = "PATH",
            description = "Read many objects, one JSON object per line, from a file or from standard input (-).")
    private @Nullable String path;

    @Option(names = "--strict", description = "With --jsonl: write all lines or none.")
    private boolean strict;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec verb;

    /** Whether many objects are given; then each line says everything, and the command line nothing beside. */
    public boolean given() {
        return given(option -> OWN.contains(option.longestName()));
    }

    /** Whether many objects are given, whose missing fields have the values of options. */
    public boolean givenWithDefaults() {
        return given(option -> true);
    }

    private boolean given(Predicate<OptionSpec> allowed) {
        if (path == null) {
            return false;
        }
        ParseResult parsed = verb.commandLine().getParseResult();
        Stream.concat(
                        parsed.matchedPositionals().stream()
                                .map(each -> "'" + each.stringValues().getFirst() + "'"),
                        parsed.matchedOptions().stream()
                                .filter(option -> !option.inherited() && !allowed.test(option))
                                .map(OptionSpec::longestName))
                .findFirst()
                .ifPresent(other -> {
                    throw Bounds.invalid(
                            "--jsonl reads everything from its lines, so " + other + " would be ignored",
                            "leave it out, or leave out --jsonl");
                });
        return true;
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
            BulkLines.Writer<D, T> writer,
            Predicate<T> created) {
        LinesReport report = read(main, lines -> lines.add(strict, draft, writer, created));
        report(main, report);
        return report.complete() ? 0 : ExitCode.FAILED;
    }

    /** Answers every query with one line, in order; a bad one with its error. */
    public int answer(Invocation main, Function<Map<String, @Nullable Object>, Map<String, @Nullable Object>> query) {
        PrintWriter out = main.environment().out();
        boolean good = read(
                main,
                lines -> lines.answer(
                        query,
                        answer -> out.println(TerminalText.json(answer)),
                        refusal -> out.println(
                                TerminalText.json(Json.object("error", refusal.document(CommandHints::of))))));
        out.flush();
        return good ? 0 : ExitCode.FAILED;
    }

    private void report(Invocation main, LinesReport report) {
        report.refusals()
                .forEach(refusal -> main.say("line " + refusal.line() + ": "
                        + refusal.error().getMessage()
                        + refusal.error()
                                .hint()
                                .map(hint -> "; " + CommandHints.of(hint))
                                .orElse("")));
        String known = report.known() == 0 ? "" : String.format(Locale.ROOT, ", %,d already present", report.known());
        String refused = report.complete()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %,d refused%s",
                        report.refusals().size(),
                        strict ? ", so nothing was written" : "");
        main.print(
                report.document(CommandHints::of),
                List.of(String.format(Locale.ROOT, "%,d written", report.created()) + known + refused));
    }

    private <R> R read(Invocation main, Function<BulkLines, R> work) {
        main.showWarnings();
        try (InputStream in = stream(main)) {
            R result = work.apply(
                    BulkLines.of(in, String.valueOf(path), (name, lines) -> progress(main, "\r%,d lines", lines)));
            progress(main, "\r\u001b[K", 0);
            return result;
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", path + " cannot be read (" + e.getMessage() + ")", "check the path");
        }
    }

    private InputStream stream(Invocation main) throws IOException {
        if (path == null) {
            throw Bounds.invalid("no lines are given", "give --jsonl PATH, or --jsonl - for standard input");
        }
        return path.equals("-")
                ? main.environment().in()
                : new BufferedInputStream(Files.newInputStream(main.resolve(Path.of(path))));
    }

    private static void progress(Invocation main, String form, long lines) {
        if (main.environment().terminal()) {
            PrintWriter err = main.environment().err();
            err.print(String.format(Locale.ROOT, form, lines));
            err.flush();
        }
    }
}
