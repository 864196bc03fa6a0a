package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.knowledge.ReviewVerdict;
import java.util.List;

/** What the society holds to be so. */
final class KnowledgeRoutes {
    private static final Field PATTERN =
            Field.text("domain", 1, 200, "A domain, domain/* for it and all below, or * (default: *)");

    static final Shape DRAFT = Shape.of(
            Field.text("domain", 1, 200, "Its domain, such as database/postgres.")
                    .must(),
            Field.text("content", 1, 32_768, "The statement.").must(),
            Fields.unit("confidence", "How sure its author is."),
            Field.texts("sources", 20, "What it rests on, each as kind:reference."),
            Fields.trust("trust", "The most trust that it has (default: that of its author)"),
            Field.id("replaces", "The knowledge that it takes the place of."));

    private final Backend backend;

    KnowledgeRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("knowledge", "knowledge add", "Add knowledge.", Scope.WRITE_AGENT, Repeat.NATURAL)
                        .body(DRAFT)
                        .errors("conflict")
                        .handle(
                                Example.send(
                                                "knowledge",
                                                "{\"domain\":\"database/sqlite\",\"content\":\"WAL has one writer.\"}")
                                        .status(201),
                                this::add),
                Route.get("knowledge", "knowledge query", "List knowledge, the newest first.", Scope.READ_AGENT)
                        .paged(
                                PATTERN,
                                Fields.AGENT,
                                Fields.trust("min_trust", "Minimum trust."),
                                Field.flag("archived", "Whether archived knowledge is listed instead."))
                        .handle(Example.get("knowledge?domain=database/*"), this::list),
                Route.get(
                                "knowledge/tree",
                                "knowledge tree",
                                "Show the domains with the amount of knowledge in each.",
                                Scope.READ_AGENT)
                        .query(PATTERN)
                        .handle(
                                Example.get("knowledge/tree"),
                                call -> Answer.ok(knowledge()
                                        .tree(call.by(), pattern(call))
                                        .document())),
                Route.get(
                                "knowledge/{id}",
                                "knowledge show",
                                "Show knowledge with its sources and reviews.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("knowledge/{knowledge}"),
                                call -> Answer.ok(knowledge()
                                        .get(call.by(), call.path("id"))
                                        .document())),
                Route.post(
                                "knowledge/{id}/review",
                                "knowledge review",
                                "Confirm or dispute the knowledge of another.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Field.word("verdict", ReviewVerdict.values(), "Whether it is so.")
                                        .must(),
                                Field.text("reason", 1, 1_000, "Why."))
                        .errors("conflict")
                        .handle(
                                Example.send("knowledge/{foreign_knowledge}/review", "{\"verdict\":\"confirm\"}"),
                                call -> Answer.ok(knowledge()
                                        .review(call.by(), call.path("id"), Review.fromJson(call.body()))
                                        .document())),
                Route.post(
                                "knowledge/{id}/archive",
                                "knowledge archive",
                                "Archive knowledge, which is then no longer used.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body()
                        .handle(
                                Example.send("knowledge/{knowledge}/archive", "{}"),
                                call -> changed(knowledge().archive(call.by(), call.path("id")))),
                Route.post(
                                "knowledge/{id}/restore",
                                "knowledge restore",
                                "Restore archived knowledge.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body()
                        .errors("conflict")
                        .handle(
                                Example.send("knowledge/{archived_knowledge}/restore", "{}"),
                                call -> changed(knowledge().restore(call.by(), call.path("id")))));
    }

    private Knowledge knowledge() {
        return backend.stoa().society().knowledge();
    }

    private static DomainPattern pattern(Call call) {
        return DomainPattern.of(call.query().text("domain", "*"));
    }

    private static Answer changed(ChangeResult<Fact> result) {
        return Answer.ok(Fields.with(result.value().document(), "changed", result.changed()));
    }

    private Answer add(Call call) {
        Added<Fact> added = knowledge().add(call.by(), FactDraft.fromJson(call.body()));
        Fact fact = added.value();
        return Answer.added(
                added.created(), "knowledge/" + fact.id(), Fields.with(fact.document(), "created", added.created()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        FactFilter filter = new FactFilter(
                query.textOrNull("agent"),
                Fields.trustOrNull(query, "min_trust"),
                query.flag("archived", false),
                call.page());
        return call.list(knowledge().query(call.by(), pattern(call), filter).map(Fact::document));
    }
}
