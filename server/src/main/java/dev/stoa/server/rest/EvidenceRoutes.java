package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Trust;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.Document;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.evidence.Found;
import dev.stoa.learning.evidence.FoundDocument;
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
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Texts from outside, and the documents that they come from. */
final class EvidenceRoutes {
    private static final int ROUNDS = 1_000_000;
    private static final int FOUND = 10;

    private static final Field[] LINK = {
        Field.whole("round_number", 0, ROUNDS, "The round of the debate in which it was used."),
        Fields.unit("relevance_score", "How relevant it is to the debate."),
        Field.flag("used_in_consensus", "Whether the consensus depends on it.")
    };

    static final Shape DRAFT = Shape.of(
                    Field.text("snippet", 1, 65_536, "The text.").must(),
                    Fields.label("source", "Its source, such as web, arxiv or docs.")
                            .must(),
                    Fields.id("id", "Its id (default: generated)"),
                    Field.text("title", 0, 500, "Its title."),
                    Field.text("url", 0, 2_048, "Its address, which is stored and never fetched."),
                    Fields.unit("reliability_score", "How reliable it is (default: 0.5)"),
                    Fields.trust("trust", "The trust that is claimed for it (default: untrusted)"),
                    Field.object("metadata", "Further values; author and published affect the ranking."),
                    Fields.id("debate_id", "The debate that it is linked to."),
                    Fields.id("document_id", "The document that it is a passage of."),
                    Field.whole("position", 0, 1_000_000_000, "Its position in the document."))
            .and(LINK);

    static final Shape LINKS = Shape.of(
                    Fields.id("evidence_id", "The id of the evidence.").must(),
                    Fields.id("debate_id", "The id of the debate.").must())
            .and(LINK);

    private static final Field[] FILTER = {
        Fields.label("source", "Only evidence from this source."),
        Fields.unit("min_reliability", "Minimum reliability (default: 0)"),
        Fields.trust("min_trust", "Minimum trust (default: untrusted)"),
        Fields.id("debate_id", "Only evidence that is linked to this debate."),
        Fields.id("document_id", "Only passages of this document."),
        Field.word(
                "mode",
                EvidenceQuery.Mode.values(),
                "Whether to search by words, by meaning or by both (default: hybrid)"),
        Field.flag("group", "Whether to group what is found by document.")
    };

    static final Shape SEARCH = Shape.of(
                    Field.text("query", 1, 4_000, "The text to search for.").must(),
                    Field.whole("limit", 1, 100, "Maximum number of results (default: 10)"))
            .and(FILTER);

    private final Backend backend;

    EvidenceRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(reading());
        routes.addAll(writing());
        return routes;
    }

    private List<Route> reading() {
        List<Field> list = new ArrayList<>(List.of(FILTER));
        list.add(Field.text("q", 1, 4_000, "Search for this text, at most 100 results (default: list all)"));
        return List.of(
                Route.get(
                                "evidence",
                                "evidence list",
                                "List evidence, the newest first, or search it.",
                                Scope.READ_AGENT)
                        .paged(list.toArray(Field[]::new))
                        .handle(Example.get("evidence?q=WAL&mode=lexical"), this::list),
                Route.post(
                                "evidence/search",
                                "evidence search",
                                "Search evidence by words, meaning and neighbouring passages.",
                                Scope.READ_AGENT,
                                Repeat.SAFE)
                        .bodyOrLines(SEARCH)
                        .handle(
                                Example.send("evidence/search", "{\"query\":\"WAL\",\"mode\":\"lexical\"}"),
                                this::search),
                Route.get(
                                "evidence/{id}",
                                "evidence show",
                                "Show a piece of evidence with its sources, debates and documents.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("evidence/{evidence}"),
                                call -> answer(evidence(call).show(call.path("id")))),
                Route.get(
                                "evidence/documents",
                                "evidence documents",
                                "List documents, the newest first.",
                                Scope.READ_AGENT)
                        .paged()
                        .handle(
                                Example.get("evidence/documents"),
                                call -> call.list(
                                        evidence(call).documents(call.page()).map(Document::document))));
    }

    private List<Route> writing() {
        return List.of(
                Route.post("evidence", "evidence add", "Store a text from outside.", Scope.WRITE_AGENT, Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(DRAFT)
                        .errors("conflict")
                        .handle(
                                Example.send(
                                                "evidence",
                                                "{\"snippet\":\"WAL does not work over a network filesystem.\","
                                                        + "\"source\":\"docs\"}")
                                        .status(201),
                                this::add),
                Route.put(
                                "evidence/{id}/debates/{debate}",
                                "evidence link",
                                "Link evidence to a debate.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(LINK)
                        .handle(
                                Example.send("evidence/{evidence}/debates/d-1", "{\"relevance_score\":0.8}"),
                                call -> link(
                                        call,
                                        JsonFields.of(Fields.with(
                                                Fields.with(call.document(), "evidence_id", call.path("id")),
                                                "debate_id",
                                                call.path("debate"))))),
                Route.post(
                                "evidence/links",
                                "evidence links",
                                "Link evidence to a debate, or many to many.",
                                Scope.WRITE_AGENT,
                                Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(LINKS)
                        .handle(
                                Example.send(
                                        "evidence/links", "{\"evidence_id\":\"{evidence}\",\"debate_id\":\"d-1\"}"),
                                this::links),
                Route.post(
                                "evidence/{id}/trust",
                                "evidence trust",
                                "Set the trust of a piece of evidence.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(Fields.trust("trust", "The new trust.").must(), Fields.LEARNING_REASON.must())
                        .errors("trust_bound")
                        .handle(
                                Example.send(
                                        "evidence/{evidence}/trust",
                                        "{\"trust\":\"confirmed\",\"reason\":\"it was checked\"}"),
                                this::trust),
                Route.delete(
                                "evidence/{id}",
                                "evidence forget",
                                "Delete a piece of evidence.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .query(
                                Field.flag("force", "Whether to delete it even if a consensus depends on it."),
                                Fields.DRY_RUN)
                        .errors("precondition")
                        .handle(
                                Example.get("evidence/{evidence}"),
                                call -> Answer.ok(Deletions.of(backend.stoa(), call.by())
                                        .evidence(
                                                call.path("id"),
                                                call.query().flag("force", false),
                                                call.query().flag("dry_run", false))
                                        .document())),
                Route.post(
                                "evidence/cleanup",
                                "evidence cleanup",
                                "Delete evidence that is old, in no debate and below a reliability of 0.8.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(
                                Field.whole(
                                        "days",
                                        1,
                                        36_500,
                                        "Minimum number of days since the last update (default: 90)"),
                                Fields.DRY_RUN)
                        .handle(Example.send("evidence/cleanup", "{\"dry_run\":true}"), this::cleanup));
    }

    private EvidenceStore evidence(Call call) {
        return backend.stoa().learning().evidence().as(call.by());
    }

    private static Answer answer(Evidence evidence) {
        return Answer.ok(Json.object("evidence", evidence.document()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        EvidenceFilter filter = new EvidenceFilter(
                query.textOrNull("source"),
                query.real("min_reliability", 0),
                Objects.requireNonNullElse(Fields.trustOrNull(query, "min_trust"), Trust.UNTRUSTED),
                query.textOrNull("debate_id"),
                query.textOrNull("document_id"));
        String text = query.textOrNull("q");
        return text == null
                ? call.list(evidence(call).list(filter, call.page()).map(Evidence::document))
                : Answer.ok(found(
                        evidence(call),
                        new EvidenceQuery(
                                text,
                                Fields.limit(query, FOUND),
                                filter,
                                EvidenceQuery.Mode.of(query.text("mode", "hybrid"))),
                        query.flag("group", false)));
    }

    private Answer search(Call call) {
        EvidenceStore store = evidence(call);
        return call.lines() ? Lines.answer(call, fields -> found(store, fields)) : Answer.ok(found(store, call.body()));
    }

    private static Map<String, @Nullable Object> found(EvidenceStore store, JsonFields fields) {
        EvidenceQuery query = EvidenceQuery.taken(fields);
        boolean group = fields.flag("group", false);
        fields.end();
        return found(store, query, group);
    }

    private static Map<String, @Nullable Object> found(EvidenceStore store, EvidenceQuery query, boolean group) {
        return Json.object(
                "query",
                query.text(),
                "items",
                group
                        ? store.searchDocuments(query).stream()
                                .map(FoundDocument::json)
                                .toList()
                        : store.search(query).stream().map(Found::document).toList(),
                "next",
                null);
    }

    private Answer add(Call call) {
        if (call.lines()) {
            return Lines.add(call, Lines.Of.added(EvidenceDraft::fromJson, evidence(call)::addAll, Evidence::id));
        }
        Added<Evidence> added = evidence(call).add(EvidenceDraft.fromJson(call.body()));
        Evidence value = added.value();
        return Answer.added(
                added.created(),
                "evidence/" + value.id(),
                Json.object(
                        "evidence", value.document(), "created", added.created(), "trust_capped", added.trustCapped()));
    }

    private Answer links(Call call) {
        return call.lines()
                ? Lines.add(
                        call,
                        // A link has no id of its own; its line says what it joins.
                        new Lines.Of<>(
                                DebateLink.Of::fromJson, evidence(call)::linkAll, created -> created, created -> null))
                : link(call, call.body());
    }

    private Answer link(Call call, JsonFields fields) {
        DebateLink.Of link = DebateLink.Of.fromJson(fields);
        boolean created = evidence(call).link(link.evidenceId(), link.link());
        return Answer.ok(
                Json.object("evidence", evidence(call).show(link.evidenceId()).document(), "created", created));
    }

    private Answer trust(Call call) {
        JsonFields body = call.body();
        return answer(evidence(call).setTrust(call.path("id"), Trust.of(body.text("trust")), body.text("reason")));
    }

    private Answer cleanup(Call call) {
        JsonFields body = call.body();
        boolean dryRun = body.flag("dry_run", false);
        int days = Math.toIntExact(body.whole("days", EvidenceStore.KEPT_DAYS));
        return Answer.ok(Json.object("deleted", evidence(call).cleanup(days, dryRun), "dry_run", dryRun));
    }
}
