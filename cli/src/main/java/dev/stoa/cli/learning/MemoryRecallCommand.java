package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.engine.learn.GradedMemories;
import dev.stoa.engine.learn.GradedRecall;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.RecallHit;
import dev.stoa.learning.memory.RecallQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code memory recall}. Used by one thread. */
@Command(
        name = "recall",
        description = "Find memories that match a query, or the strongest ones without a query, with the reason"
                + " for each match.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  query, limit, namespaces, tiers, min_importance, min_trust, simulated"
        })
final class MemoryRecallCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private MemoryCommand memory;

    @Parameters(
            paramLabel = "QUERY",
            arity = "0..1",
            description = "Text to search for; - reads it from standard input.")
    private @Nullable String query;

    @Option(names = "--file", paramLabel = "PATH", description = "Read the query from a file.")
    private @Nullable Path file;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "Namespace to search; may be repeated (default: shared, and the agent's own with --as)")
    private List<String> namespaces = new ArrayList<>();

    @Option(names = "--tier", paramLabel = "TIER", description = "Only memories of this tier; may be repeated.")
    private List<String> tiers = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(
            names = "--min-importance",
            paramLabel = "X",
            defaultValue = "0",
            description = "Minimum importance, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double minImportance;

    @Option(
            names = "--min-trust",
            paramLabel = "LEVEL",
            defaultValue = "untrusted",
            description = "Minimum trust: untrusted, agent, confirmed or human (default: ${DEFAULT-VALUE})")
    private String minTrust = "untrusted";

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private SimulatedOption simulated;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = memory.main();
        try (Stoa stoa = query == null && file == null && !lines.given() ? main.open() : main.openToSearch()) {
            GradedMemories memories = GradedMemories.of(stoa);
            if (lines.given()) {
                return lines.answer(
                        main,
                        object -> memories.recall(main.principal(), RecallQuery.fromJson(JsonFields.of(object)))
                                .document());
            }
            GradedRecall found = memories.recall(main.principal(), recall(main));
            main.print(found.document(), words(found));
            return 0;
        }
    }

    private RecallQuery recall(Invocation main) {
        RecallQuery recall = query == null && file == null
                ? RecallQuery.strongest()
                : RecallQuery.query(main.text("the question", query, file));
        return recall.namespaces(namespaces.toArray(String[]::new))
                .tiers(tiers.stream().map(MemoryTier::of).distinct().toArray(MemoryTier[]::new))
                .limit(limit)
                .minImportance(minImportance)
                .minTrust(Trust.of(minTrust))
                .simulated(simulated.value());
    }

    private static List<String> words(GradedRecall found) {
        List<String> lines = new ArrayList<>();
        if (found.result().note() != null) {
            lines.add("note: " + found.result().note());
        }
        if (found.items().isEmpty()) {
            lines.add("no memory matches");
        }
        for (RecallHit hit : found.items()) {
            lines.add(String.format(Locale.ROOT, "%.3f  %s", hit.score(), MemoryCommand.line(hit.memory())));
            String mark = found.mark(hit);
            lines.add("       " + (mark.isEmpty() ? "" : mark + ", ") + why(hit));
        }
        return lines;
    }

    private static String why(RecallHit hit) {
        List<String> terms = new ArrayList<>();
        RecallHit.Lexical lexical = hit.lexical();
        if (lexical != null) {
            terms.add(String.format(
                    Locale.ROOT,
                    "words %.2f x %.2f (%s)",
                    lexical.value(),
                    lexical.weight(),
                    String.join(", ", lexical.matched())));
        }
        RecallHit.Semantic semantic = hit.semantic();
        if (semantic != null) {
            terms.add(String.format(Locale.ROOT, "meaning %.2f x %.2f", semantic.value(), semantic.weight()));
        }
        terms.add(String.format(
                Locale.ROOT,
                "retention %.2f x %.2f%s",
                hit.retention().value(),
                hit.retention().weight(),
                hit.retention().floored() ? " (floor)" : ""));
        return String.join(", ", terms);
    }
}
