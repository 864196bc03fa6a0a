package dev.stoa.server.mcp;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.Similar;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.Found;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.memory.RecallHit;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.memory.RecallResult;
import dev.stoa.search.text.PromptData;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tools over memories, evidence and the outcomes of debates. Thread-safe. */
final class LearningTools {
    private static final int RECALLED = 5;
    private static final int OUTCOMES = 3;
    private static final String LIMIT = "limit";
    private static final Field MIN_TRUST = Field.word("min_trust", Trust.values(), "Least trust.");

    private final Backend backend;

    LearningTools(Backend backend) {
        this.backend = backend;
    }

    Tool recall() {
        return Tool.of(
                new Tool.Label(
                        "recall",
                        "Recall memories",
                        "Find stored memories by meaning and words, best first, with their trust."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.text("query", 1, 4_000, "What to look for.").must(),
                        Field.texts("namespaces", 8, "Where (default: shared and one's own)."),
                        Field.texts("tiers", 4, "Of fast, medium, slow, glacial."),
                        Field.whole(LIMIT, 1, 20, "Default 5."),
                        MIN_TRUST),
                Schemas.of("items", Schemas.OBJECTS, "note", Schemas.TEXT_OR_NULL),
                this::recalled);
    }

    private ToolResult recalled(ToolCall call) {
        RecallResult found = backend.stoa()
                .learning()
                .memories()
                .as(call.by())
                .recollect(RecallQuery.fromJson(JsonFields.of(with(call.arguments(), LIMIT, RECALLED))));
        return lines(
                found.items().stream().map(hit -> hit.memory().promptData()).toList(),
                found.note(),
                Json.object(
                        "items", found.items().stream().map(RecallHit::document).toList(), "note", found.note()));
    }

    Tool remember() {
        return Tool.of(
                new Tool.Label(
                        "remember", "Store a memory", "Store a text as a memory; the same text again changes nothing."),
                Tool.Kind.SETS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.text("content", 1, 65_536, "The text.").must(),
                        Field.text("namespace", 1, 80, "Default shared."),
                        Field.word("tier", MemoryTier.values(), "Speed of decay (default: slow)."),
                        Field.real("importance", 0, 1, "Default 0.5."),
                        Field.objects("sources", 64, null, "What it rests on, each {kind, id}."),
                        Field.object("metadata", "Further values.")),
                Schemas.of("memory", Schemas.OBJECT, "created", Schemas.FLAG, "trust_capped", Schemas.FLAG),
                call -> {
                    Added<Memory> added =
                            backend.stoa().learning().memories().as(call.by()).add(MemoryDraft.fromJson(call.fields()));
                    return ToolResult.of(Json.object(
                            "memory",
                            added.value().document(),
                            "created",
                            added.created(),
                            "trust_capped",
                            added.trustCapped()));
                });
    }

    Tool reportOutcome() {
        return Tool.of(
                new Tool.Label(
                        "report_outcome",
                        "Report how a memory served",
                        "Say whether acting on a memory succeeded; it is promoted or demoted by that."),
                Tool.Kind.ACTS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.id("memory_id", "The memory.").must(),
                        Field.flag("success", "Whether it held.").must(),
                        Field.real("prediction_error", 0, 1, "How wrong the prediction was."),
                        Field.text("key", 1, 128, "Counts once under a key.")),
                Schemas.of("memory", Schemas.OBJECT, "applied", Schemas.FLAG, "moved", Schemas.OBJECT_OR_NULL),
                call -> {
                    Map<String, @Nullable Object> rest = new LinkedHashMap<>(call.arguments());
                    rest.remove("memory_id");
                    return ToolResult.of(backend.stoa()
                            .learning()
                            .memories()
                            .as(call.by())
                            .outcome(call.fields().text("memory_id"), Outcome.fromJson(JsonFields.of(rest)))
                            .document());
                });
    }

    Tool searchEvidence() {
        return Tool.of(
                new Tool.Label(
                        "search_evidence",
                        "Search evidence",
                        "Search stored passages by words and meaning, best first, with source and trust."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.text("query", 1, 4_000, "What to look for.").must(),
                        Field.whole(LIMIT, 1, 50, "Default 10."),
                        Field.text("source", 1, 64, "Only of this source."),
                        Field.id("debate_id", "Only of this debate."),
                        MIN_TRUST),
                Schemas.items(),
                call -> {
                    List<Found> found = backend.stoa()
                            .learning()
                            .evidence()
                            .as(call.by())
                            .search(EvidenceQuery.fromJson(call.fields()));
                    return lines(
                            found.stream()
                                    .map(hit -> hit.evidence().promptData())
                                    .toList(),
                            null,
                            Json.object(
                                    "items", found.stream().map(Found::document).toList()));
                });
    }

    Tool addEvidence() {
        return Tool.of(
                new Tool.Label("add_evidence", "Add evidence", "Store a passage that statements can rest on."),
                Tool.Kind.SETS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.text("snippet", 1, 65_536, "The passage.").must(),
                        Field.text("source", 1, 64, "Where it is from.").must(),
                        Field.text("title", 0, 500, "Its title."),
                        Field.text("url", 0, 2_048, "Its address; kept as text, never fetched."),
                        Field.id("debate_id", "The debate it is for.")),
                Schemas.of("evidence", Schemas.OBJECT, "created", Schemas.FLAG),
                call -> {
                    Added<Evidence> added = backend.stoa()
                            .learning()
                            .evidence()
                            .as(call.by())
                            .add(EvidenceDraft.fromJson(call.fields()));
                    return ToolResult.of(Json.object("evidence", added.value().document(), "created", added.created()));
                });
    }

    Tool findConsensus() {
        return Tool.of(
                new Tool.Label(
                        "find_consensus",
                        "Find outcomes of debates",
                        "Find what earlier debates on similar topics concluded, with their dissents."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.text("topic", 1, 2_000, "The topic.").must(),
                        Field.text("domain", 1, 64, "Only of this domain."),
                        Field.whole(LIMIT, 1, 10, "Default 3."),
                        Field.flag("include_superseded", "Also replaced ones.")),
                Schemas.items(),
                this::found);
    }

    private ToolResult found(ToolCall call) {
        JsonFields fields = call.fields();
        List<Similar> hits = backend.stoa()
                .learning()
                .consensus()
                .as(call.by())
                .find(new TopicQuery(
                        fields.text("topic"),
                        fields.textOrNull("domain"),
                        TopicQuery.MIN_SIMILARITY,
                        (int) Bounds.whole(LIMIT, fields.whole(LIMIT, OUTCOMES), 1, 10),
                        fields.flag("include_superseded", false),
                        Simulated.EXCLUDE));
        return lines(
                hits.stream().flatMap(hit -> told(hit.consensus())).toList(),
                null,
                Json.object("items", hits.stream().map(Similar::document).toList()));
    }

    private static Stream<PromptData> told(Consensus consensus) {
        List<PromptData> texts = new ArrayList<>();
        texts.add(consensus.prompt());
        consensus.dissents().forEach(dissent -> texts.add(consensus.prompt(dissent)));
        return texts.stream();
    }

    /** What was found in the form in which it may enter a prompt, beside the objects. */
    static ToolResult lines(List<PromptData> texts, @Nullable String note, Map<String, @Nullable Object> document) {
        return ToolResult.told(text(texts, note), ToolResult.fitting(document));
    }

    /** Texts as a model reads them, with a note after them. */
    static String text(List<PromptData> texts, @Nullable String note) {
        String found = texts.isEmpty() ? "nothing was found\n" : PromptData.render(texts);
        return note == null ? found : found + note;
    }

    /** The arguments with one that is the usual if it was not given. */
    static Map<String, @Nullable Object> with(Map<String, @Nullable Object> arguments, String name, Object usual) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(arguments);
        if (all.get(name) == null) {
            all.put(name, usual instanceof Integer whole ? (Object) (long) whole : usual);
        }
        return all;
    }
}
