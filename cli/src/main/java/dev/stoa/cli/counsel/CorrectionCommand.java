package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionCounts;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.CorrectionEvent;
import dev.stoa.counsel.correction.CorrectionFilter;
import dev.stoa.counsel.correction.CorrectionQuery;
import dev.stoa.counsel.correction.CorrectionScope;
import dev.stoa.counsel.correction.CorrectionStatus;
import dev.stoa.counsel.correction.CorrectionType;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.counsel.correction.DpoPair;
import dev.stoa.counsel.correction.RankedCorrection;
import dev.stoa.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code correction}: what was learned to be true. Used by one thread. */
@Command(
        name = "correction",
        description = "Store corrections, which answers to matching questions are then based on.",
        addMethodSubcommands = false)
public final class CorrectionCommand extends CommandGroup {
    private static final String ID = "Id of the correction.";
    private static final int SHOWN = 90;

    @Command(
            name = "add",
            description = "Add a correction; an active one of the same subject is confirmed if it claims the same, else"
                    + " replaced.")
    void add(
            @Parameters(paramLabel = "SUBJECT", description = "What the correction is about, up to 300 characters.")
                    String subject,
            @Parameters(
                            paramLabel = "CLAIM",
                            description = "What is true, up to 4,000 characters; - reads it from standard input.")
                    String claim,
            @Option(
                            names = "--rejected",
                            paramLabel = "TEXT",
                            description = "What is not true (default: the answer of --answer, else nothing)")
                    @Nullable
                    String rejected,
            @Option(
                            names = "--domain",
                            paramLabel = "FIELD",
                            defaultValue = "general",
                            description = "Field of the subject (default: ${DEFAULT-VALUE})")
                    String domain,
            @Option(
                            names = "--confidence",
                            paramLabel = "X",
                            defaultValue = "0.9",
                            description = "Confidence, 0 to 1 (default: ${DEFAULT-VALUE})")
                    double confidence,
            @Option(
                            names = "--source",
                            paramLabel = "SOURCE",
                            defaultValue = "manual",
                            description = "Source: manual or arbiter (default: ${DEFAULT-VALUE})")
                    String source,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            defaultValue = "fact",
                            description = "Type: fact, instruction or preference (default: ${DEFAULT-VALUE})")
                    String type,
            @Option(
                            names = "--project",
                            paramLabel = "ID",
                            description = "Project in which the correction holds (default: everywhere)")
                    @Nullable
                    String project,
            @Option(
                            names = "--conversation",
                            paramLabel = "ID",
                            description = "Conversation in which the correction holds (default: everywhere)")
                    @Nullable
                    String conversation,
            @Option(
                            names = "--decay",
                            paramLabel = "CLASS",
                            description = "Decay class: A never, B slowly, C fast (default: that of the domain)")
                    @Nullable
                    String decay,
            @Option(names = "--pin", description = "Let the correction never decay.") boolean pin,
            @Option(
                            names = "--question",
                            paramLabel = "TEXT",
                            description = "Question that was answered wrongly (default: that of --answer)")
                    @Nullable
                    String question,
            @Option(
                            names = "--answer",
                            paramLabel = "MESSAGE",
                            description = "Id of the answer that is corrected; its author is rated down.")
                    @Nullable
                    String answer) {
        if (project != null && conversation != null) {
            throw Bounds.invalid("a correction has one scope", "give --project or --conversation");
        }
        CorrectionDraft draft = CorrectionDraft.of(subject, main.text("the claim", claim))
                .in(domain)
                .confidence(confidence)
                .source(source)
                .type(CorrectionType.of(type))
                .decaying(decay)
                .pinned(pin)
                .question(question)
                .about(answer);
        CorrectionDraft rejecting = rejected == null ? draft : draft.rejecting(rejected);
        CorrectionDraft scoped = project != null
                ? rejecting.within(CorrectionScope.PROJECT, project)
                : conversation != null ? rejecting.within(CorrectionScope.CONVERSATION, conversation) : rejecting;
        onOne(corrections -> corrections.add(main.principal(), scoped), "stored as ");
    }

    @Command(name = "edit", description = "Replace a correction by one with another claim.")
    void edit(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Parameters(paramLabel = "CLAIM", description = "What is true; - reads it from standard input.")
                    String claim) {
        String text = main.text("the claim", claim);
        onOne(corrections -> corrections.edit(main.principal(), id, text), id + " is replaced by ");
    }

    @Command(name = "confirm", description = "Confirm a correction; a proposed one becomes active.")
    void confirm(@Parameters(paramLabel = "ID", description = ID) String id) {
        onOne(corrections -> corrections.confirm(main.principal(), id), "confirmed ");
    }

    @Command(name = "retire", description = "Withdraw a correction, or reject a proposed one.")
    void retire(@Parameters(paramLabel = "ID", description = ID) String id) {
        onOne(corrections -> corrections.retire(main.principal(), id), "retired ");
    }

    @Command(name = "list", description = "List corrections, newest first.")
    void list(
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            description = "Only those proposed, active, superseded or retired.")
                    @Nullable
                    String status,
            @Option(names = "--domain", paramLabel = "FIELD", description = "Only those of this field.") @Nullable
                    String domain,
            @Option(
                            names = "--scope",
                            paramLabel = "SCOPE",
                            description = "Only those of this scope: global, project or conversation.")
                    @Nullable
                    String scope,
            @Option(
                            names = "--scope-id",
                            paramLabel = "ID",
                            description = "Only those of this project or conversation.")
                    @Nullable
                    String scopeId,
            @Option(
                            names = "--counts",
                            description = "Also count how often each was applied and violated, and those proposed.")
                    boolean counted,
            @Mixin PageOptions paging) {
        CorrectionFilter filter = new CorrectionFilter(
                status == null ? null : CorrectionStatus.of(status),
                domain,
                scope == null ? null : CorrectionScope.of(scope),
                scopeId,
                paging.request());
        try (Stoa stoa = main.open()) {
            Page<Correction> page = stoa.counsel().corrections().list(main.principal(), filter);
            if (counted) {
                CorrectionCounts counts = stoa.counsel().corrections().counts(main.principal(), page.items());
                List<String> lines = new ArrayList<>(
                        page.items().stream().map(each -> line(each, counts)).toList());
                lines.add(counts.proposed() + (counts.proposedAtLeast() ? " or more" : "") + " wait for a decision");
                print(page.map(counts::document), counts.beside(), lines, "");
                return;
            }
            print(
                    page.map(Correction::document),
                    page.items().stream().map(CorrectionCommand::line).toList(),
                    "no corrections");
        }
    }

    @Command(name = "history", description = "List what happened to a correction, oldest first.")
    void history(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<CorrectionEvent> page = stoa.counsel().corrections().history(main.principal(), id, paging.request());
            Columns columns = new Columns();
            page.items()
                    .forEach(event -> columns.row(
                            Times.showMicros(event.createdAt()), event.event().text(), Json.write(event.details())));
            print(page.map(CorrectionEvent::document), columns.lines(), "no events");
        }
    }

    @Command(name = "find", description = "Find the corrections that a question would be answered with.")
    void find(
            @Parameters(paramLabel = "QUESTION", description = "Question; - reads it from standard input.")
                    String question,
            @Option(
                            names = "--conversation",
                            paramLabel = "ID",
                            description = "Conversation in which the question is asked.")
                    @Nullable
                    String conversation,
            @Option(
                            names = "--project",
                            paramLabel = "ID",
                            description = "Project of the question (default: that of the conversation)")
                    @Nullable
                    String project,
            @Option(
                            names = "--domain",
                            paramLabel = "FIELD",
                            defaultValue = "general",
                            description = "Field of the question (default: ${DEFAULT-VALUE})")
                    String domain,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "5",
                            description = "Maximum number of results, 1 to 20 (default: ${DEFAULT-VALUE})")
                    int limit) {
        CorrectionQuery query =
                new CorrectionQuery(main.text("the question", question), conversation, project, domain, limit);
        try (Stoa stoa = main.openToSearch()) {
            List<RankedCorrection> found = stoa.counsel().corrections().find(main.principal(), query);
            List<String> lines = new ArrayList<>();
            for (RankedCorrection each : found) {
                lines.add(String.format(Locale.ROOT, "%.3f  %s", each.include(), line(each.correction())));
            }
            main.print(
                    Json.object(
                            "items",
                            found.stream().map(RankedCorrection::document).toList()),
                    found.isEmpty() ? List.of("no correction applies") : lines);
        }
    }

    @Command(
            name = "export",
            description = "Print active corrections that reject something as pairs to train on, as JSON Lines.")
    void export(
            @Option(
                            names = "--min",
                            paramLabel = "X",
                            defaultValue = "0.70",
                            description = "Least effective confidence, 0 to 1 (default: ${DEFAULT-VALUE})")
                    double min,
            @Option(names = "--count", description = "Only say how many pairs there would be.") boolean count) {
        try (Stoa stoa = main.open()) {
            if (count) {
                DpoPair.Count pairs = stoa.counsel().corrections().pairs(main.principal(), min);
                main.print(
                        pairs.document(),
                        List.of((pairs.atLeast() ? "at least " : "")
                                + pairs.pairs()
                                + (pairs.pairs() == 1 ? " pair" : " pairs")));
                return;
            }
            PrintWriter out = main.environment().out();
            stoa.counsel()
                    .corrections()
                    .export(main.principal(), min, pair -> out.println(TerminalText.json(pair.document())));
        }
    }

    private void onOne(Function<Corrections, Correction> act, String did) {
        try (Stoa stoa = main.open()) {
            Correction correction = act.apply(stoa.counsel().corrections());
            main.print(correction.document(), List.of(did + line(correction)));
        }
    }

    private void print(Page<?> page, List<String> rows, String none) {
        print(page, Map.of(), rows, none);
    }

    private void print(Page<?> page, Map<String, ?> beside, List<String> rows, String none) {
        List<String> lines = new ArrayList<>(rows.isEmpty() ? List.of(none) : rows);
        if (page.next() != null) {
            lines.add("more with --cursor " + page.next());
        }
        Map<String, @Nullable Object> document =
                new LinkedHashMap<>(Json.object("items", page.items(), "next", page.next()));
        document.putAll(beside);
        main.print(document, lines);
    }

    /** A correction in one line. */
    private static String line(Correction c) {
        return c.id() + "  " + c.status().text() + "  " + c.scope().text() + "  "
                + String.format(Locale.ROOT, "%.2f", c.effectiveConfidence()) + "  "
                + shortened(c.subject() + ": " + c.claim());
    }

    private static String line(Correction c, CorrectionCounts counts) {
        CorrectionCounts.Uses uses = counts.of(c);
        return line(c) + "  applied " + uses.applied() + ", violated " + uses.violated()
                + (uses.atLeast() ? " or more" : "");
    }

    private static String shortened(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return Excerpt.within(line, SHOWN);
    }
}
