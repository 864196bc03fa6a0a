package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.Learning;
import dev.stoa.learning.critique.AgentReputation;
import dev.stoa.learning.critique.Critique;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.IssueType;
import dev.stoa.learning.critique.Pattern;
import dev.stoa.learning.critique.PatternQuery;
import dev.stoa.learning.critique.Resolved;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.List;

/** What critics said, what helped, and whose critiques are worth hearing. */
final class CritiqueRoutes {
    private static final int PATTERNS = 10;

    static final Shape DRAFT = Shape.of(
            Fields.id("debate_id", "The id of the debate.").must(),
            Fields.name("agent", "The critic.").must(),
            Fields.name("target_agent", "Whose answer is criticised."),
            Field.texts("issues", 1, 32, "The issues found.").must(),
            Field.texts("suggestions", 32, "What to do instead; one for each issue, or independent of them."),
            Fields.unit("severity", "How severe the issues are.").must(),
            Field.text("reasoning", 0, 32_768, "The reasoning behind it."),
            Fields.unit("expected_usefulness", "The usefulness that the critic expects (default: 0.5)"),
            Fields.id(
                    "critique_key",
                    "The key of the critique (default: the Idempotency-Key, else a digest of the content)"));

    private final Backend backend;

    CritiqueRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("critiques", "critique add", "Add a critique of a debate.", Scope.WRITE, Repeat.KEY)
                        .query(Lines.query())
                        .bodyOrLines(DRAFT)
                        .errors("key_reused")
                        .handle(
                                Example.send(
                                        "critiques",
                                        "{\"debate_id\":\"d-1\",\"agent\":\"ana\",\"severity\":0.6,"
                                                + "\"issues\":[\"the edge case of an empty file is missing\"]}"),
                                this::add),
                Route.post(
                                "critiques/{key}/resolve",
                                "critique resolve",
                                "Record the effect of a critique, from which patterns and reputation learn.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(
                                Field.flag("led_to_improvement", "Whether the answer got better by it.")
                                        .must(),
                                Fields.unit("actual_usefulness", "How useful it was (default: 1 if improved, else 0)"))
                        .errors("conflict")
                        .handle(
                                Example.send("critiques/{critique}/resolve", "{\"led_to_improvement\":true}"),
                                this::resolve),
                Route.get("critiques", "critique list", "List critiques, the newest first.", Scope.READ_AGENT)
                        .paged(Fields.id("debate_id", "Only critiques of this debate."), Fields.SIMULATED)
                        .handle(
                                Example.get("critiques?limit=2"),
                                call -> call.list(critiques(call)
                                        .list(
                                                call.query().textOrNull("debate_id"),
                                                Fields.simulated(call.query()),
                                                call.page())
                                        .map(Critique::document))),
                Route.post(
                                "critiques/cleanup",
                                "critique cleanup",
                                "Archive patterns without a case for 90 days, and delete older critiques.",
                                Scope.OPERATE,
                                Repeat.NONE)
                        .body(Fields.DRY_RUN)
                        .handle(
                                Example.send("critiques/cleanup", "{\"dry_run\":true}"),
                                call -> Answer.ok(critiques(call)
                                        .cleanup(call.body().flag("dry_run", false))
                                        .document())),
                Route.get(
                                "patterns",
                                "critique patterns",
                                "List the patterns of issues that improved answers, the best first.",
                                Scope.READ_AGENT)
                        .query(
                                Field.text("q", 1, 4_000, "Words to search for."),
                                Field.word("issue_type", IssueType.values(), "Only patterns of this type."),
                                Field.whole(
                                        "min_success",
                                        0,
                                        Integer.MAX_VALUE,
                                        "Minimum number of improved answers (default: 1)"),
                                Field.whole("limit", 1, 100, "Maximum number of results (default: 10)"))
                        .handle(Example.get("patterns?limit=3"), this::patterns),
                Route.get(
                                "reputations",
                                "critique reputations",
                                "List the reputations of critics, the highest first.",
                                Scope.READ_AGENT)
                        .paged()
                        .handle(
                                Example.get("reputations"),
                                call -> call.list(learning()
                                        .reputation()
                                        .as(call.by())
                                        .list(call.page())
                                        .map(AgentReputation::document))),
                Route.get(
                                "reputations/{agent}",
                                "critique reputation",
                                "Show the reputation of a critic.",
                                Scope.READ_AGENT)
                        .handle(Example.get("reputations/{critic}"), this::reputation));
    }

    private Learning learning() {
        return backend.stoa().learning();
    }

    private Critiques critiques(Call call) {
        return learning().critiques().as(call.by());
    }

    private Answer add(Call call) {
        if (call.lines()) {
            return Lines.add(call, Lines.Of.added(CritiqueDraft::fromJson, critiques(call)::addAll, Critique::key));
        }
        Added<Critique> added = critiques(call).add(CritiqueDraft.fromJson(Fields.keyed(call, "critique_key")));
        return Answer.ok(Json.object("critique", added.value().document(), "created", added.created()));
    }

    private Answer resolve(Call call) {
        Resolved resolved = critiques(call)
                .resolve(CritiqueResolution.fromJson(Fields.with(call, "critique_key", call.path("key"))));
        return Answer.ok(Json.object("critique", resolved.critique().document(), "applied", resolved.applied()));
    }

    private Answer patterns(Call call) {
        JsonFields query = call.query();
        String type = query.textOrNull("issue_type");
        List<Pattern> patterns = learning()
                .patterns()
                .as(call.by())
                .top(new PatternQuery(
                        query.textOrNull("q"),
                        type == null ? null : IssueType.named(type),
                        Math.toIntExact(query.whole("min_success", 1)),
                        Fields.limit(query, PATTERNS)));
        return Answer.ok(
                Json.object("items", patterns.stream().map(Pattern::document).toList(), "next", null));
    }

    private Answer reputation(Call call) {
        String agent = call.path("agent");
        return Answer.ok(learning()
                .reputation()
                .as(call.by())
                .find(agent)
                .orElseThrow(() -> new NotFoundException(
                        "not_found",
                        "nothing is known of agent " + Bounds.shown(agent),
                        "its vote weighs 1; list the reputations to see those that are known"))
                .document());
    }
}
