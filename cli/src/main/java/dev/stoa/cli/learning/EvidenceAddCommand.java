package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.CommandHints;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.engine.upkeep.DocumentsReport;
import dev.stoa.engine.upkeep.EvidenceFiles;
import dev.stoa.engine.upkeep.FileDraft;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.DocumentAdded;
import dev.stoa.learning.evidence.DocumentDraft;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code evidence add}: a text, a document, a folder of documents, or many texts. Used by one thread. */
@Command(
        name = "add",
        description = "Add a text, or documents, which are split into passages.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  snippet, source, id, title, url, reliability_score, trust, metadata;",
            "  debate_id with round_number, relevance_score and used_in_consensus;",
            "  document_id with position"
        })
final class EvidenceAddCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private EvidenceCommand evidence;

    @Parameters(paramLabel = "TEXT", arity = "0..1", description = "Text to add; - reads it from standard input.")
    private @Nullable String text;

    @Option(
            names = "--file",
            paramLabel = "PATH",
            description = "Text, Markdown, HTML or PDF file, or a folder of them; each file is a document.")
    private @Nullable Path file;

    @Option(
            names = "--document",
            paramLabel = "ID",
            description = "Id of the document; with --position the text is one passage of it, else all of it.")
    private @Nullable String document;

    @Option(names = "--position", paramLabel = "N", description = "Position of the passage in the document.")
    private @Nullable Long position;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description = "Source type, such as web, arxiv or docs (default: file, for --file)")
    private @Nullable String source;

    @Option(names = "--id", paramLabel = "ID", description = "Id of the new text (default: generated)")
    private @Nullable String id;

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the text.")
    private @Nullable String title;

    @Option(names = "--url", paramLabel = "URL", description = "Address of the text.")
    private @Nullable String url;

    @Option(
            names = "--reliability",
            paramLabel = "X",
            defaultValue = "0.5",
            description = "Reliability, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double reliability;

    @Option(names = "--trust", paramLabel = "LEVEL", description = "Trust level: untrusted, agent, confirmed or human.")
    private @Nullable String trust;

    @Option(
            names = "--metadata",
            paramLabel = "JSON",
            description = "JSON object to store; author and published affect the ranking.")
    private @Nullable String metadata;

    @Option(names = "--debate", paramLabel = "ID", description = "Link the text to this debate.")
    private @Nullable String debate;

    @Option(names = "--round", paramLabel = "N", description = "Round of the debate in which the text was used.")
    private @Nullable Long round;

    @Option(names = "--relevance", paramLabel = "X", description = "Relevance to the debate, 0 to 1.")
    private @Nullable Double relevance;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = evidence.main();
        main.showWarnings();
        try (Stoa stoa = main.open()) {
            EvidenceStore store = stoa.learning().evidence().as(main.principal());
            if (lines.given()) {
                return lines.add(
                        main, object -> EvidenceDraft.fromJson(JsonFields.of(object)), store::addAll, Added::created);
            }
            if (file != null) {
                if (text != null) {
                    throw Bounds.invalid("the text is given twice, as an argument and as --file", "give one of them");
                }
                return documents(
                        main, EvidenceFiles.into(store).add(main.resolve(file), fileDraft(), UpkeepListener.NONE));
            }
            String given = main.text("the text", text);
            String label = label();
            if (document != null && position == null) {
                DocumentAdded added = store.addDocument(DocumentDraft.ofText(document, label, title, given)
                        .url(url)
                        .with(reliability, trust(), metadata(), link()));
                return documents(main, new DocumentsReport(List.of(added), List.of()));
            }
            one(main, store.add(draft(given, label)));
            return 0;
        }
    }

    private String label() {
        if (source == null) {
            throw Bounds.invalid("the source is missing", "give --source, such as web, docs or arxiv");
        }
        return source;
    }

    private EvidenceDraft draft(String given, String label) {
        EvidenceDraft draft = EvidenceDraft.of(given, label)
                .title(title)
                .url(url)
                .reliability(reliability)
                .metadata(metadata());
        Trust asked = trust();
        DebateLink link = link();
        draft = id == null ? draft : draft.id(id);
        draft = asked == null ? draft : draft.trust(asked);
        draft = link == null ? draft : draft.link(link);
        if (position != null && document == null) {
            throw Bounds.invalid("--position " + position + " is of no document", "give --document too");
        }
        return document == null || position == null ? draft : draft.place(document, position);
    }

    private void one(Invocation main, Added<Evidence> added) {
        Evidence value = added.value();
        main.print(
                Json.object(
                        "evidence", value.document(), "created", added.created(), "trust_capped", added.trustCapped()),
                List.of((added.created() ? "added " : "already stored as ")
                        + value.id()
                        + (added.trustCapped() ? ", with trust " + value.trust().text() + " only" : "")));
    }

    private FileDraft fileDraft() {
        return new FileDraft(
                document,
                source == null ? FileDraft.FILE : source,
                title,
                url,
                reliability,
                trust(),
                metadata(),
                link());
    }

    private static int documents(Invocation main, DocumentsReport report) {
        List<String> told = new ArrayList<>();
        for (DocumentAdded one : report.added()) {
            told.add((one.created() ? "added " : "renewed ") + one.document().id() + ": " + one.added() + " new, "
                    + one.kept() + " known, " + one.removed() + " gone");
        }
        report.refused()
                .forEach(one -> main.say(one.error().getMessage()
                        + one.error()
                                .hint()
                                .map(hint -> "; " + CommandHints.of(hint))
                                .orElse("")));
        main.print(report.document(CommandHints::of), told.isEmpty() ? List.of("no document was added") : told);
        return report.complete() ? 0 : ExitCode.FAILED;
    }

    private @Nullable Trust trust() {
        return trust == null ? null : Trust.of(trust);
    }

    private Map<String, @Nullable Object> metadata() {
        return metadata == null ? Map.of() : Json.parseObject(metadata);
    }

    private @Nullable DebateLink link() {
        if (debate == null) {
            if (round != null || relevance != null) {
                throw Bounds.invalid("--round and --relevance are of no debate", "give --debate too");
            }
            return null;
        }
        return new DebateLink(debate, round, relevance, false);
    }
}
