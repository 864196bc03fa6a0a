package dev.stoa.server.rest;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.engine.learn.GradedMemories;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.engine.upkeep.RecordedActs;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemorySource;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.memory.Transition;
import dev.stoa.learning.memory.TuneRequest;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Memories. */
final class MemoryRoutes {
    static final Shape DRAFT = Shape.of(
            Field.text("content", 1, 65_536, "The text of the memory.").must(),
            Fields.id("id", "Its id (default: generated)"),
            Field.text("namespace", 1, 80, "Its namespace (default: shared)"),
            Field.word("tier", MemoryTier.values(), "Its tier, which sets the speed of decay (default: slow)"),
            Fields.unit("importance", "Its importance (default: 0.5)"),
            Fields.unit("surprise_score", "How surprising it was (default: 0)"),
            Fields.trust("trust", "The trust that is claimed for it (default: agent)"),
            Field.text("origin", 1, 2_048, "Where the text comes from."),
            Field.objects(
                    "sources",
                    64,
                    Shape.of(
                            Field.word("kind", List.of("memory", "evidence", "consensus"), "What it was derived from.")
                                    .must(),
                            Fields.id("id", "The id of that.").must()),
                    "What it was derived from."),
            Field.any("ttl", "Its life: tier, never or seconds (default: tier)"),
            Fields.METADATA,
            Field.flag("replace", "Whether other content under the same id is archived instead of refused."));

    static final Shape RECALL = Shape.of(
            Field.text("query", 1, 4_000, "What is asked (default: the strongest memories)"),
            Field.texts("namespaces", 8, "Where to look (default: shared, and the acting agent's own)"),
            Field.texts("tiers", 4, "The tiers to look in (default: all)"),
            Field.whole("limit", 1, 100, "Maximum number of results (default: 10)"),
            Fields.unit("min_importance", "Minimum importance (default: 0)"),
            Fields.trust("min_trust", "Minimum trust (default: untrusted)"),
            Fields.SIMULATED);

    private static final String REASON = "{\"reason\":\"it was checked again\"}";

    private static final int HISTORY = 100;
    private static final Field FROM_TIER = Field.word("from_tier", MemoryTier.values(), "Only moves from this tier.");
    private static final Field TO_TIER = Field.word("to_tier", MemoryTier.values(), "Only moves to this tier.");

    private final Backend backend;

    MemoryRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.addAll(reading());
        routes.addAll(writing());
        routes.addAll(upkeep());
        return routes;
    }

    private List<Route> reading() {
        return List.of(
                Route.get("memories", "memory list", "List live memories, the newest first.", Scope.READ_AGENT)
                        .paged(
                                Field.text("namespace", 1, 80, "Only memories of this namespace."),
                                Field.word("tier", MemoryTier.values(), "Only memories of this tier."),
                                Field.text(
                                        "source",
                                        3,
                                        160,
                                        "Only memories made from this, as memory:ID, evidence:ID or consensus:ID;"
                                                + " excludes the other filters."),
                                Fields.SIMULATED)
                        .handle(Example.get("memories?limit=2"), this::list),
                Route.get("memories/{id}", "memory show", "Show a memory.", Scope.READ_AGENT)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("memories/{memory}"), this::show),
                Route.get(
                                "memories/stats",
                                "memory stats",
                                "Show the number of memories and the parameters in force.",
                                Scope.READ_AGENT)
                        .query(Field.text("namespace", 1, 80, "Only memories of this namespace."), Fields.SIMULATED)
                        .handle(
                                Example.get("memories/stats"),
                                call -> Answer.ok(memories(call)
                                        .stats(
                                                Fields.simulated(call.query()),
                                                call.query().textOrNull("namespace"))
                                        .document())),
                Route.get(
                                "memories/{id}/transitions",
                                "memory transitions",
                                "List the tier changes of a memory, the newest first.",
                                Scope.READ_AGENT)
                        .paged(FROM_TIER, TO_TIER)
                        .handle(
                                Example.get("memories/{memory}/transitions"),
                                call -> transitions(call, call.path("id"))),
                Route.get(
                                "memories/{id}/history",
                                "memory history",
                                "List what happened to a memory, the newest first: outcomes, moves, and what was"
                                        + " archived of it.",
                                Scope.READ_AGENT)
                        .query(Field.whole("limit", 1, 500, "Maximum number of results (default: 100)"))
                        .handle(
                                Example.get("memories/{memory}/history"),
                                call -> Answer.ok(Json.object(
                                        "items",
                                        memories(call)
                                                .history(call.path("id"), (int)
                                                        call.query().whole("limit", HISTORY))
                                                .stream()
                                                .map(Memory.Happened::document)
                                                .toList()))),
                Route.get(
                                "memories/transitions",
                                "memory moves",
                                "List the tier changes of all memories, the newest first.",
                                Scope.READ_AGENT)
                        .paged(FROM_TIER, TO_TIER)
                        .handle(Example.get("memories/transitions?limit=2"), call -> transitions(call, null)),
                Route.post(
                                "memories/recall",
                                "memory recall",
                                "Recall the memories that answer best.",
                                Scope.READ_AGENT,
                                Repeat.SAFE)
                        .bodyOrLines(RECALL)
                        .handle(
                                Example.send("memories/recall", "{\"query\":\"which file does WAL need\"}"),
                                this::recall));
    }

    private Answer transitions(Call call, @Nullable String id) {
        String from = call.query().textOrNull("from_tier");
        String to = call.query().textOrNull("to_tier");
        return call.list(memories(call)
                .transitions(
                        id,
                        from == null ? null : MemoryTier.of(from),
                        to == null ? null : MemoryTier.of(to),
                        call.page())
                .map(Transition::document));
    }

    private List<Route> writing() {
        return List.of(
                Route.post("memories", "memory add", "Store a text as a memory.", Scope.WRITE_AGENT, Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(DRAFT)
                        .errors("conflict", "red_line", "trust_bound")
                        .handle(
                                Example.send("memories", "{\"content\":\"WAL needs the -shm file\"}")
                                        .status(201),
                                this::add),
                Route.post(
                                "memories/{id}/outcomes",
                                "memory outcome",
                                "Report the result of using a memory; it may move to another tier.",
                                Scope.WRITE_AGENT,
                                Repeat.KEY)
                        .body(
                                Field.flag("success", "Whether the memory helped.")
                                        .must(),
                                Fields.unit("prediction_error", "Error of the agent's prediction."),
                                Fields.id("key", "What makes the outcome count once (default: the Idempotency-Key)"))
                        .errors("key_reused")
                        .handle(Example.send("memories/{memory}/outcomes", "{\"success\":true}"), this::outcome),
                move(
                        "promote",
                        "Move a memory to the next faster tier.",
                        (memories, call, reason) -> memories.promote(call.path("id"), reason)),
                move(
                        "demote",
                        "Move a memory to the next slower tier.",
                        (memories, call, reason) -> memories.demote(call.path("id"), reason)),
                Route.post(
                                "memories/{id}/restore",
                                "memory restore",
                                "Restore an archived memory.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(Field.whole(
                                "generation", 1, Integer.MAX_VALUE, "The generation to restore (default: the newest)"))
                        .errors("conflict", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.send("memories/{archived_memory}/restore", "{}"), this::restore),
                Route.post(
                                "memories/{id}/trust",
                                "memory trust",
                                "Set the trust of a memory; what was derived from it is lowered too.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(Fields.trust("trust", "The new trust.").must(), Fields.LEARNING_REASON.must())
                        .errors("red_line", "trust_bound", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send(
                                        "memories/{memory}/trust",
                                        "{\"trust\":\"confirmed\",\"reason\":\"it was checked again\"}"),
                                this::trust),
                Route.post(
                                "memories/{id}/forget",
                                "memory forget",
                                "Archive a memory, or delete it with all that is left of it.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Fields.LEARNING_REASON,
                                Field.flag("purge", "Whether to delete it with its generations and outcomes."),
                                Fields.DRY_RUN)
                        .errors("red_line", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.send("memories/{memory}/forget", REASON), this::forget));
    }

    private List<Route> upkeep() {
        return List.of(
                Route.post(
                                "memories/{id}/red-line",
                                "memory red-line",
                                "Protect a memory from change and deletion, or remove the protection.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(Fields.LEARNING_REASON.must(), Field.flag("off", "Whether to remove the protection."))
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.send("memories/{memory}/red-line", REASON), this::redLine),
                Route.post(
                                "memories/consolidate",
                                "memory consolidate",
                                "Compute missing vectors, correct tiers, clean up and tune the parameters.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(Fields.DRY_RUN)
                        .handle(
                                Example.send("memories/consolidate", "{\"dry_run\":true}"),
                                call -> Answer.ok(
                                        memories(call).consolidate(dryRun(call)).document())),
                Route.post(
                                "memories/cleanup",
                                "memory cleanup",
                                "Archive expired memories and those above the limits of their tiers.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(Fields.DRY_RUN)
                        .handle(
                                Example.send("memories/cleanup", "{\"dry_run\":true}"),
                                call -> Answer.ok(
                                        memories(call).cleanup(dryRun(call)).document())),
                Route.post(
                                "memories/tune",
                                "memory tune",
                                "Change parameters, or without any by rule from recent outcomes.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(
                                Field.object("set", "New values of parameters by name."),
                                Field.flag("reset", "Whether to start from the defaults."),
                                Fields.DRY_RUN)
                        .handle(
                                Example.send("memories/tune", "{\"set\":{\"floor\":0.03},\"dry_run\":true}"),
                                call -> Answer.ok(memories(call)
                                        .tune(TuneRequest.fromJson(call.body()))
                                        .document())));
    }

    /** A change of the tier by hand. */
    @FunctionalInterface
    private interface Move {
        Memory of(Continuum memories, Call call, String reason);
    }

    private Route move(String name, String summary, Move move) {
        return Route.post("memories/{id}/" + name, "memory " + name, summary, Scope.WRITE, Repeat.NONE)
                .body(Fields.LEARNING_REASON.must())
                .errors("conflict", "red_line", "stale")
                .mark(Route.Mark.VERSIONED)
                .handle(
                        Example.send("memories/{memory}/" + name, REASON),
                        call -> answer(move.of(edited(call), call, call.body().text("reason"))));
    }

    private Stoa stoa() {
        return backend.stoa();
    }

    private Continuum memories(Call call) {
        return stoa().learning().memories().as(call.by());
    }

    /** The memories, each of which is changed only as the request expects it. */
    private Continuum edited(Call call) {
        return memories(call).onlyIf(call.expected());
    }

    private static boolean dryRun(Call call) {
        return call.body().flag("dry_run", false);
    }

    private static Answer answer(Memory memory) {
        return Answer.ok(Json.object("memory", memory.document()));
    }

    private Answer add(Call call) {
        if (call.lines()) {
            return Lines.add(call, Lines.Of.added(MemoryDraft::fromJson, memories(call)::addAll, Memory::id));
        }
        Added<Memory> added = memories(call).add(MemoryDraft.fromJson(call.body()));
        Memory memory = added.value();
        return Answer.added(
                added.created(),
                "memories/" + memory.id(),
                Json.object(
                        "memory", memory.document(), "created", added.created(), "trust_capped", added.trustCapped()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        String tier = query.textOrNull("tier");
        String source = query.textOrNull("source");
        if (source != null) {
            if (tier != null || query.has("namespace") || query.has("simulated")) {
                throw Bounds.invalid("source is a filter of its own", "leave out namespace, tier and simulated");
            }
            return call.list(memories(call)
                    .madeFrom(MemorySource.parse(source), call.page())
                    .map(Memory::document));
        }
        return call.list(memories(call)
                .list(
                        query.textOrNull("namespace"),
                        tier == null ? null : MemoryTier.of(tier),
                        Fields.simulated(query),
                        call.page())
                .map(Memory::document));
    }

    private Answer show(Call call) {
        Memory memory = memories(call).show(call.path("id"));
        return answer(memory).version(memory.etag());
    }

    private Answer recall(Call call) {
        GradedMemories memories = GradedMemories.of(stoa());
        return call.lines()
                ? Lines.answer(
                        call,
                        fields -> memories.recall(call.by(), RecallQuery.fromJson(fields))
                                .document())
                : Answer.ok(memories.recall(call.by(), RecallQuery.fromJson(call.body()))
                        .document());
    }

    private Answer outcome(Call call) {
        return Answer.ok(memories(call)
                .outcome(call.path("id"), Outcome.fromJson(Fields.keyed(call, "key")))
                .document());
    }

    private Answer restore(Call call) {
        Long generation = call.body().wholeOrNull("generation");
        return answer(edited(call)
                .restore(
                        call.path("id"),
                        generation == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(generation))));
    }

    private Answer trust(Call call) {
        JsonFields body = call.body();
        return answer(edited(call).setTrust(call.path("id"), Trust.of(body.text("trust")), body.text("reason")));
    }

    private Answer forget(Call call) {
        JsonFields body = call.body();
        String reason = body.textOrNull("reason");
        boolean purge = body.flag("purge", false);
        if (body.flag("dry_run", false)) {
            return Answer.ok(
                    edited(call).rehearseForget(call.path("id"), reason, purge).document());
        }
        return Answer.ok(
                purge
                        ? Deletions.of(stoa(), call.by())
                                .onlyIf(call.expected())
                                .memory(call.path("id"), reason)
                                .document()
                        : edited(call).forget(call.path("id"), reason, false).document());
    }

    private Answer redLine(Call call) {
        JsonFields body = call.body();
        RecordedActs acts = RecordedActs.of(stoa(), call.by()).onlyIf(call.expected());
        String reason = body.text("reason");
        return answer(
                body.flag("off", false)
                        ? acts.liftRedLine(call.path("id"), reason)
                        : acts.redLine(call.path("id"), reason));
    }
}
