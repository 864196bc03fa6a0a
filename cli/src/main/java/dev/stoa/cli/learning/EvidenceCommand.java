package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Verbs;
import dev.stoa.engine.upkeep.ErasureReport;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.Document;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.learning.evidence.EvidenceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code evidence}: texts from outside, each once, and the documents they come from. Used by one thread. */
@Command(
        name = "evidence",
        description = "Store external texts and documents, and search them.",
        addMethodSubcommands = false)
@Verbs({EvidenceAddCommand.class, EvidenceSearchCommand.class, EvidenceLinkCommand.class})
public final class EvidenceCommand extends CommandGroup {
    private static final int PAGE = 500;

    private static final int SHOWN = 72;

    @Command(name = "show", description = "Show a piece of evidence with its sources, debates and documents.")
    void show(@Parameters(paramLabel = "ID", description = "Id of the evidence.") String id) {
        try (Stoa stoa = main.open()) {
            print(stoa.learning().evidence().as(main.principal()).show(id));
        }
    }

    @Command(name = "list", description = "List evidence, newest first.")
    void list(
            @Option(names = "--source", paramLabel = "SOURCE", description = "Only evidence from this source.")
                    @Nullable
                    String source,
            @Option(
                            names = "--min-reliability",
                            paramLabel = "X",
                            defaultValue = "0",
                            description = "Minimum reliability, 0 to 1 (default: ${DEFAULT-VALUE})")
                    double reliability,
            @Option(
                            names = "--min-trust",
                            paramLabel = "LEVEL",
                            defaultValue = "untrusted",
                            description =
                                    "Minimum trust: untrusted, agent, confirmed or human (default: ${DEFAULT-VALUE})")
                    String trust,
            @Option(names = "--debate", paramLabel = "ID", description = "Only evidence linked to this debate.")
                    @Nullable
                    String debate,
            @Option(names = "--document", paramLabel = "ID", description = "Only passages of this document.") @Nullable
                    String document,
            @Mixin PageOptions paging) {
        EvidenceFilter filter = new EvidenceFilter(source, reliability, Trust.of(trust), debate, document);
        try (Stoa stoa = main.open()) {
            Page<Evidence> page =
                    stoa.learning().evidence().as(main.principal()).list(filter, paging.request());
            Columns columns = new Columns();
            for (Evidence evidence : page.items()) {
                columns.row(evidence.id(), evidence.source(), evidence.trust().text(), line(evidence.snippet()));
            }
            print(page.map(Evidence::document), page.items().isEmpty() ? List.of("no evidence") : columns.lines());
        }
    }

    @Command(name = "documents", description = "List documents, newest first.")
    void documents(@Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Document> page =
                    stoa.learning().evidence().as(main.principal()).documents(paging.request());
            Columns columns = new Columns();
            for (Document document : page.items()) {
                columns.row(
                        document.id(),
                        document.passages() + (document.passages() == 1 ? " passage" : " passages"),
                        document.title() == null ? "" : line(document.title()));
            }
            print(
                    page.map(Document::document),
                    page.items().isEmpty() ? List.of("there is no document") : columns.lines());
        }
    }

    @Command(name = "trust", description = "Set the trust level of a piece of evidence.")
    void trust(
            @Parameters(paramLabel = "ID", description = "Id of the evidence.") String id,
            @Parameters(paramLabel = "LEVEL", description = "Trust level: untrusted, agent, confirmed or human.")
                    String level,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Reason, kept on record.")
                    String reason) {
        try (Stoa stoa = main.open()) {
            print(stoa.learning().evidence().as(main.principal()).setTrust(id, Trust.of(level), reason));
        }
    }

    @Command(
            name = "forget",
            description = "Delete a piece of evidence, or a document with the passages that no other document has.")
    void forget(
            @Parameters(paramLabel = "ID", arity = "0..1", description = "Id of the evidence.") @Nullable String id,
            @Option(names = "--document", paramLabel = "ID", description = "Id of a document to delete instead.")
                    @Nullable
                    String document,
            @Option(names = "--force", description = "Delete even if a consensus depends on it.") boolean force,
            @Option(names = "--dry-run", description = "Show what would be deleted without deleting it.")
                    boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        if ((id == null) == (document == null)) {
            throw Bounds.invalid("forget takes an ID or --document ID", "give one of them");
        }
        try (Stoa stoa = main.open()) {
            int deleted;
            List<String> texts = List.of();
            if (id != null) {
                texts = List.of(
                        stoa.learning().evidence().as(main.principal()).show(id).snippet());
                stoa.learning().evidence().as(main.principal()).rehearseForget(id, force);
                deleted = 1;
            } else {
                deleted = stoa.learning().evidence().as(main.principal()).forgetDocument(document, true);
                texts = dryRun ? List.of() : passages(stoa, document);
            }
            if (!dryRun) {
                if (!yes) {
                    main.confirm(id != null ? "Delete evidence " + id + "?" : "Delete document " + document + "?");
                }
                if (id != null) {
                    stoa.learning().evidence().as(main.principal()).forget(id, force);
                } else {
                    deleted = stoa.learning().evidence().as(main.principal()).forgetDocument(document, false);
                }
                ErasureText.print(
                        main,
                        Json.object("deleted", deleted, "dry_run", false),
                        line(deleted, false),
                        ErasureReport.of(stoa, EvidenceArchive.SCHEMA, texts));
                return;
            }
            told(deleted, true);
        }
    }

    @Command(
            name = "cleanup",
            description = "Delete evidence that is old, in no debate and below a reliability of 0.8.")
    void cleanup(
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "" + EvidenceStore.KEPT_DAYS,
                            description =
                                    "Minimum number of days since the last update, 1 to 36,500 (default: ${DEFAULT-VALUE})")
                    int days,
            @Option(names = "--dry-run", description = "Show what would be deleted without deleting it.")
                    boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            int deleted = stoa.learning().evidence().as(main.principal()).cleanup(days, true);
            if (!dryRun && deleted > 0) {
                if (!yes) {
                    main.confirm(String.format(Locale.ROOT, "Delete %,d texts?", deleted));
                }
                deleted = stoa.learning().evidence().as(main.principal()).cleanup(days, false);
            }
            told(deleted, dryRun);
        }
    }

    /** The texts of a document, to look for them where they may have been quoted. */
    private List<String> passages(Stoa stoa, String document) {
        EvidenceStore evidence = stoa.learning().evidence().as(main.principal());
        EvidenceFilter of = new EvidenceFilter(null, 0, Trust.UNTRUSTED, null, document);
        List<String> texts = new ArrayList<>();
        String cursor = null;
        do {
            Page<Evidence> page = evidence.list(of, new Page.Request(PAGE, cursor));
            page.items().forEach(passage -> texts.add(passage.snippet()));
            cursor = page.next();
        } while (cursor != null);
        return texts;
    }

    private void told(int deleted, boolean dryRun) {
        main.print(Json.object("deleted", deleted, "dry_run", dryRun), line(deleted, dryRun));
    }

    private static List<String> line(int deleted, boolean dryRun) {
        return List.of(String.format(
                Locale.ROOT,
                "%,d %s %s",
                deleted,
                deleted == 1 ? "text" : "texts",
                dryRun ? "would be deleted" : "deleted"));
    }

    private void print(Page<?> page, List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        if (page.next() != null) {
            all.add("more: --cursor " + page.next());
        }
        main.print(Json.object("items", page.items(), "next", page.next()), all);
    }

    /** Prints one piece of evidence. */
    void print(Evidence evidence) {
        main.print(Json.object("evidence", evidence.document()), lines(evidence));
    }

    static List<String> lines(Evidence evidence) {
        List<String> lines = new ArrayList<>();
        lines.add(evidence.id() + "  trust " + evidence.trust().text() + ", quality "
                + String.format(Locale.ROOT, "%.2f", evidence.quality().overall()) + " ("
                + evidence.quality().tier() + "), reliability " + evidence.reliability());
        if (evidence.title() != null) {
            lines.add(evidence.title());
        }
        evidence.snippet().lines().forEach(line -> lines.add("| " + line));
        evidence.sources()
                .forEach(source -> lines.add("found at " + source.source()
                        + (source.url().isEmpty() ? "" : " " + source.url())
                        + (source.seenAt() == null ? "" : ", " + Times.show(source.seenAt()))));
        if (!evidence.debates().isEmpty()) {
            lines.add("debates: "
                    + evidence.debates().stream()
                            .map(use -> use.debateId() + (use.usedInConsensus() ? " (used)" : ""))
                            .collect(Collectors.joining(", ")));
        }
        evidence.passages().forEach(place -> lines.add("passage " + place.position() + " of " + place.documentId()));
        return lines;
    }

    /** The beginning of a text in one line. */
    static String line(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return Excerpt.marked(line, SHOWN);
    }
}
