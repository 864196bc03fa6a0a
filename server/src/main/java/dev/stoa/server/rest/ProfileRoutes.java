package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.engine.evolution.EpisodeReplay;
import dev.stoa.engine.evolution.EvolutionDecisions;
import dev.stoa.engine.evolution.WorstEpisodes;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.memory.StrategyCondition;
import dev.stoa.evolution.memory.StrategyField;
import dev.stoa.evolution.memory.StrategyQuery;
import dev.stoa.evolution.profile.Blame;
import dev.stoa.evolution.profile.LineageStep;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Generation;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What evolution runs left behind: episodes, generations, profiles, created agents and strategies. */
final class ProfileRoutes {
    private static final Field RUN = Field.id("run", "Id of the run.");

    private final Backend backend;

    ProfileRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get("episodes", "evolve episodes", "List episodes, newest first.", Scope.READ)
                        .paged(
                                RUN,
                                Field.whole("generation", 1, 10_000, "Only episodes of this generation."),
                                Field.text("actor", 1, 64, "Only episodes in which this actor takes part."),
                                Field.flag("worst", "Only those in which the actor scored worst; needs run and actor."),
                                Field.flag("shadow", "Only trials and races (true), or only production (false)."))
                        .handle(Example.get("episodes?run={run}&limit=2"), this::episodes),
                Route.get("episodes/{id}", "episode show", "Show an episode.", Scope.READ)
                        .handle(
                                Example.get("episodes/{episode}"),
                                call -> Answer.ok(stores().episodes()
                                        .get(call.by(), call.path("id"))
                                        .document())),
                Route.get("episodes/{id}/log", "evolve log", "Show every turn of an episode.", Scope.READ)
                        .handle(Example.get("episodes/{episode}/log"), this::log),
                Route.get("episodes/{id}/replay", "evolve replay", "Prove an episode.", Scope.OPERATE)
                        .mark(Route.Mark.VERIFIES)
                        .errors("verification_failed")
                        .handle(
                                Example.get("episodes/{episode}/replay"),
                                call -> Answer.ok(EpisodeReplay.check(stores(), call.by(), call.path("id"))
                                        .document())),
                Route.get("evolutions/{id}/lineage", "evolve tree", "Show all profiles of a run.", Scope.READ_AGENT)
                        .handle(Example.get("evolutions/{run}/lineage"), this::tree),
                Route.get("evolutions/{id}/created-agents", "evolve designed", "List its agents.", Scope.READ_AGENT)
                        .handle(Example.get("evolutions/{run}/created-agents"), this::designed),
                Route.get("generations", "generation list", "List the generations of a run.", Scope.READ_AGENT)
                        .paged(RUN.must())
                        .handle(Example.get("generations?run={run}"), this::generations),
                Route.get("profiles", "profile list", "List the profiles of a run.", Scope.READ_AGENT)
                        .paged(RUN.must())
                        .handle(Example.get("profiles?run={run}"), this::profiles),
                Route.get("profiles/{id}", "profile show", "Show a profile.", Scope.READ_AGENT)
                        .handle(
                                Example.get("profiles/{profile}"),
                                call -> Answer.ok(stores().profiles()
                                        .get(call.by(), call.path("id"))
                                        .document())),
                Route.get("profiles/{id}/lineage", "evolve lineage", "Show its ancestors.", Scope.READ_AGENT)
                        .handle(Example.get("profiles/{profile}/lineage"), this::lineage),
                Route.get("profiles/{id}/blame", "evolve blame", "Show where each part is from.", Scope.READ_AGENT)
                        .handle(Example.get("profiles/{profile}/blame"), this::blame),
                Route.get("profiles/{id}/diff/{other}", "evolve diff", "Compare two profiles.", Scope.READ_AGENT)
                        .handle(Example.get("profiles/{profile}/diff/{profile}"), this::diff),
                Route.post(
                                "profiles/{id}/observe",
                                "evolve observe",
                                "Compare a profile with another by their scores in graded debates.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(Field.id("incumbent", "Profile that it is compared with.")
                                .must())
                        .errors("conflict", "precondition")
                        .handle(
                                Example.send("profiles/{profile}/observe", "{\"incumbent\":\"{profile}\"}")
                                        .status(409),
                                this::observe),
                Route.get("created-agents", "evolve created", "List the agents that runs designed.", Scope.READ_AGENT)
                        .query(RUN)
                        .handle(Example.get("created-agents"), this::created),
                decision("approve", "evolve approve", "Let a created agent take part.", EvolutionDecisions::approve),
                decision("reject", "evolve reject", "Refuse a created agent.", EvolutionDecisions::reject),
                decision("retire", "evolve retire", "End a created agent.", EvolutionDecisions::retire),
                Route.get("strategies", "evolve memory", "Search what strategies led to.", Scope.READ)
                        .query(
                                Field.text("q", 1, 64 << 10, "Text to search for (default: the newest are listed)"),
                                Field.whole("max_score", -5, 5, "Only strategies with at most this score."),
                                Field.text("tactic", 1, 64, "Only strategies of this tactic."),
                                Field.whole("limit", 1, 100, "Maximum number of results (default: 5)"))
                        .handle(Example.get("strategies"), this::strategies));
    }

    /** What a person decides about a created agent. */
    @FunctionalInterface
    private interface Deciding {
        CreatedAgent decide(EvolutionDecisions decisions, Principal by, String id, @Nullable String reason);
    }

    private Route decision(String act, String verb, String summary, Deciding deciding) {
        return Route.post("created-agents/{id}/" + act, verb, summary, Scope.OPERATE, Repeat.STATE)
                .body(Field.text("reason", 1, 2_000, "Reason for the decision."))
                .errors("conflict", "precondition")
                .handle(
                        Example.send("created-agents/{created}/" + act, "{}"),
                        call -> Answer.ok(deciding.decide(
                                        backend.work().engines().evolutionDecisions(),
                                        call.by(),
                                        call.path("id"),
                                        call.body().textOrNull("reason"))
                                .document()));
    }

    private Evolution stores() {
        return backend.stoa().evolution();
    }

    private Answer episodes(Call call) {
        JsonFields query = call.query();
        String run = query.textOrNull("run");
        String actor = query.textOrNull("actor");
        Boolean shadow = query.flagOrNull("shadow");
        if (run != null) {
            stores().runs().get(call.by(), run);
        }
        if (query.flag("worst", false)) {
            if (run == null || actor == null) {
                throw Bounds.invalid("worst needs run and actor", "name the run, and the actor whose score counts");
            }
            if (Boolean.TRUE.equals(shadow)) {
                throw Bounds.invalid("worst lists production, and shadow asks for the rest", "leave one out");
            }
            return DebateRecordRoutes.whole(
                    WorstEpisodes.of(stores(), call.by(), run, query.wholeOrNull("generation"), actor).stream()
                            .map(Episode::document)
                            .toList());
        }
        return call.list(stores().episodes()
                .list(
                        call.by(),
                        new EpisodeFilter(run, query.wholeOrNull("generation"), actor, null, shadow, null, call.page()))
                .map(Episode::document));
    }

    private Answer log(Call call) {
        return DebateRecordRoutes.whole(stores().logs().of(call.by(), call.path("id")).stream()
                .map(LogEntry::document)
                .toList());
    }

    private Answer tree(Call call) {
        String run = stores().runs().get(call.by(), call.path("id")).id();
        return lineage(run, stores().profiles().tree(call.by(), run));
    }

    private Answer lineage(Call call) {
        List<LineageStep> steps = stores().profiles().lineage(call.by(), call.path("id"));
        return lineage(steps.getFirst().profile().id(), steps);
    }

    private static Answer lineage(String root, List<LineageStep> steps) {
        return Answer.ok(Json.object(
                "root", root, "items", steps.stream().map(LineageStep::document).toList()));
    }

    private Answer designed(Call call) {
        return created(call, call.path("id"));
    }

    private Answer created(Call call) {
        return created(call, call.query().textOrNull("run"));
    }

    private Answer created(Call call, @Nullable String run) {
        if (run != null) {
            stores().runs().get(call.by(), run);
        }
        return DebateRecordRoutes.whole(stores().createdAgents().list(call.by(), run).stream()
                .map(CreatedAgent::document)
                .toList());
    }

    private Answer generations(Call call) {
        String run = stores().runs().get(call.by(), call.query().text("run")).id();
        return call.list(
                stores().generations().page(call.by(), run, call.page()).map(Generation::document));
    }

    private Answer profiles(Call call) {
        String run = stores().runs().get(call.by(), call.query().text("run")).id();
        return call.list(stores().profiles().page(call.by(), run, call.page()).map(Profile::document));
    }

    private Answer blame(Call call) {
        String profile = call.path("id");
        return Answer.ok(Json.object(
                "profile_id",
                profile,
                "items",
                stores().profiles().blame(call.by(), profile).stream()
                        .map(Blame::document)
                        .toList()));
    }

    private Answer diff(Call call) {
        return Answer.ok(stores().profiles()
                .diff(call.by(), call.path("id"), call.path("other"))
                .document());
    }

    private Answer observe(Call call) {
        return Answer.ok(backend.work()
                .engines()
                .evolutionDecisions()
                .observe(call.by(), call.path("id"), call.body().text("incumbent"))
                .document());
    }

    private Answer strategies(Call call) {
        JsonFields query = call.query();
        String text = query.textOrNull("q");
        Long given = query.wholeOrNull("max_score");
        Integer most = given == null ? null : (Integer) Math.toIntExact(given);
        String tactic = query.textOrNull("tactic");
        int limit = Math.toIntExact(query.whole("limit", StrategyQuery.DEFAULT_LIMIT));
        List<Object> items = new ArrayList<>();
        if (text == null) {
            stores().strategies()
                    .newest(call.by(), most, tactic, limit)
                    .forEach(each -> items.add(each.document(null)));
        } else {
            List<StrategyCondition> conditions = new ArrayList<>();
            if (most != null) {
                conditions.add(StrategyCondition.le(StrategyField.JUDGE_SCORE, most));
            }
            if (tactic != null) {
                conditions.add(StrategyCondition.eq(StrategyField.TACTICAL_CLASSIFICATION, tactic));
            }
            StrategyQuery asked = StrategyQuery.of(text)
                    .where(conditions.toArray(StrategyCondition[]::new))
                    .limit(limit);
            stores().strategies()
                    .search(call.by(), asked)
                    .forEach(hit -> items.add(hit.strategy().document(hit.similarity())));
        }
        return Answer.list(new Page<>(items, null));
    }
}
