package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.evidence.Found;
import dev.stoa.learning.evidence.FoundDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code evidence search}. Used by one thread. */
@Command(
        name = "search",
        description = "Search evidence by words, meaning and neighbouring passages.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  query, limit, mode, source, min_reliability, min_trust, debate_id,",
            "  document_id, group; an option gives the value for lines that lack the",
            "  field"
        })
final class EvidenceSearchCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private EvidenceCommand evidence;

    @Parameters(paramLabel = "QUERY", arity = "0..1", description = "Text to search for.")
    private @Nullable String query;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--source", paramLabel = "SOURCE", description = "Only evidence from this source.")
    private @Nullable String source;

    @Option(
            names = "--min-reliability",
            paramLabel = "X",
            defaultValue = "0",
            description = "Minimum reliability, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double reliability;

    @Option(
            names = "--min-trust",
            paramLabel = "LEVEL",
            defaultValue = "untrusted",
            description = "Minimum trust: untrusted, agent, confirmed or human (default: ${DEFAULT-VALUE})")
    private String trust = "untrusted";

    @Option(names = "--debate", paramLabel = "ID", description = "Only evidence linked to this debate.")
    private @Nullable String debate;

    @Option(names = "--document", paramLabel = "ID", description = "Only passages of this document.")
    private @Nullable String document;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "hybrid",
            description =
                    "Search mode: lexical (words), semantic (meaning) or hybrid (both) (default: ${DEFAULT-VALUE})")
    private String mode = "hybrid";

    @Option(names = "--group", description = "Group the results by document, with the best passages of each.")
    private boolean group;

    @Option(
            names = "--fields",
            paramLabel = "NAMES",
            split = ",",
            description = "With --json or --jsonl: only these fields of each result, such as"
                    + " evidence.id,score,document_id,position.")
    private List<String> fields = new ArrayList<>();

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = evidence.main();
        boolean byWords = mode.equals(EvidenceQuery.Mode.LEXICAL.text());
        try (Stoa stoa = byWords ? main.open() : main.openToSearch()) {
            EvidenceStore store = stoa.learning().evidence().as(main.principal());
            if (lines.givenWithDefaults()) {
                return lines.answer(main, object -> {
                    Map<String, @Nullable Object> full = defaults();
                    full.putAll(object);
                    JsonFields line = JsonFields.of(full);
                    EvidenceQuery each = EvidenceQuery.taken(line);
                    boolean grouped = line.flag("group", group);
                    line.end();
                    return grouped ? groups(each, store.searchDocuments(each)) : hits(each, store.search(each));
                });
            }
            if (!fields.isEmpty() && !main.json()) {
                throw Bounds.invalid("--fields chooses fields of JSON, and the answer is a text", "add --json");
            }
            if (query == null) {
                throw Bounds.invalid("the query is missing", "give it as an argument, or many with --jsonl");
            }
            EvidenceQuery asked = new EvidenceQuery(
                    query,
                    limit,
                    new EvidenceFilter(source, reliability, Trust.of(trust), debate, document),
                    EvidenceQuery.Mode.of(mode));
            if (group) {
                List<FoundDocument> found = store.searchDocuments(asked);
                main.print(groups(asked, found), grouped(found));
            } else {
                List<Found> found = store.search(asked);
                main.print(hits(asked, found), told(found, ""));
            }
            return 0;
        }
    }

    /** What the options say for lines that lack a field. */
    private Map<String, @Nullable Object> defaults() {
        return new LinkedHashMap<>(Json.object(
                "limit",
                (long) limit,
                "source",
                source,
                "min_reliability",
                reliability,
                "min_trust",
                trust,
                "debate_id",
                debate,
                "document_id",
                document,
                "mode",
                mode));
    }

    private Map<String, @Nullable Object> hits(EvidenceQuery asked, List<Found> found) {
        return answer(asked, found.stream().map(Found::document).toList());
    }

    private Map<String, @Nullable Object> groups(EvidenceQuery asked, List<FoundDocument> found) {
        return answer(asked, found.stream().map(FoundDocument::json).toList());
    }

    private Map<String, @Nullable Object> answer(EvidenceQuery asked, List<Map<String, @Nullable Object>> items) {
        return Json.object(
                "query",
                asked.text(),
                "items",
                items.stream().map(item -> ItemFields.of(item, fields)).toList(),
                "next",
                null);
    }

    private static List<String> grouped(List<FoundDocument> found) {
        List<String> lines = new ArrayList<>();
        for (FoundDocument each : found) {
            if (each.document() == null) {
                lines.addAll(told(each.hits(), ""));
            } else {
                String title = each.document().title();
                lines.add(each.document().id() + (title == null ? "" : "  " + title));
                lines.addAll(told(each.hits(), "  "));
            }
        }
        return lines.isEmpty() ? told(List.of(), "") : lines;
    }

    private static List<String> told(List<Found> found, String indent) {
        List<String> lines = new ArrayList<>();
        for (Found hit : found) {
            String place = hit.place() == null
                    ? ""
                    : "  passage " + hit.place().position() + " of "
                            + hit.place().documentId();
            lines.add(indent
                    + String.format(Locale.ROOT, "%.3f  ", hit.score())
                    + hit.evidence().id()
                    + place);
            lines.add(indent + "       " + EvidenceCommand.line(hit.excerpt()));
        }
        return lines.isEmpty() ? List.of("no results") : lines;
    }
}
