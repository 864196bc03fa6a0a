package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.engine.society.AgentModels;
import dev.stoa.engine.upkeep.AgentIdentities;
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
import dev.stoa.society.agent.AgentChange;
import dev.stoa.society.agent.AgentDetail;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.TriggerPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agents and people of the society. */
final class AgentRoutes {
    private static final Field MODEL =
            Field.text("model", 1, 200, "The model that answers for it: provider:model, such as command:claude.");
    private static final Field CONSTITUTION = Field.text("constitution", 1, 65_536, "Its standing instructions.");
    private static final Field TRIGGER =
            Field.word("trigger_policy", TriggerPolicy.values(), "Whose mention starts it (default: anyone)");
    private static final Field IDENTITY =
            Field.text("identity", 1, 64, "Its name: a-z, 0-9, _ and -.").must();

    static final Shape DRAFT = Shape.of(
            IDENTITY,
            MODEL,
            CONSTITUTION,
            Field.text("self_description", 1, 2_000, "What it says of itself."),
            Field.word("kind", List.of("agent", "human"), "What it is (default: agent)"),
            TRIGGER,
            Field.flag("if_absent", "Whether an agent of this name that exists is answered instead of refused."),
            Field.flag("take_alias", "Whether a former name of another agent is taken from it."));

    private final Backend backend;

    AgentRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(reading());
        routes.addAll(writing());
        routes.addAll(identities());
        return routes;
    }

    private List<Route> reading() {
        return List.of(
                Route.get("agents", "agent list", "List agents by name.", Scope.READ_AGENT)
                        .paged(
                                Field.flag("all", "Whether archived agents are listed too."),
                                Field.flag("archived", "Whether only archived agents are listed."))
                        .handle(Example.get("agents"), this::list),
                Route.get("agents/{id}", "agent show", "Show an agent with its constitution.", Scope.READ_AGENT)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("agents/{agent}"), this::show),
                Route.get(
                                "society/stats",
                                "agent stats",
                                "Show counts of the society, in total and per agent.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("society/stats"),
                                call -> Answer.ok(agents().stats(call.by()).document())));
    }

    private List<Route> writing() {
        return List.of(
                Route.post("agents", "agent register", "Register an agent or a person.", Scope.OPERATE, Repeat.NATURAL)
                        .body(DRAFT)
                        .errors("taken")
                        .handle(
                                Example.send("agents", "{\"identity\":\"eva\",\"model\":\"sim:\"}")
                                        .status(201),
                                this::register),
                Route.patch("agents/{id}", "agent update", "Change an agent.", Scope.OPERATE, Repeat.STATE)
                        .body(
                                MODEL,
                                CONSTITUTION,
                                Field.flag("no_constitution", "Whether its constitution is taken away."),
                                TRIGGER)
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{agent}", "{\"constitution\":\"Answer in one sentence.\"}"),
                                this::update),
                Route.post(
                                "agents/{id}/describe",
                                "agent describe",
                                "Set the self-description of an agent.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(Field.text("self_description", 1, 2_000, "What it says of itself.")
                                .must())
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{agent}/describe", "{\"self_description\":\"I read logs.\"}"),
                                call -> changed(edited(call)
                                        .describe(
                                                call.by(),
                                                call.path("id"),
                                                call.body().text("self_description")))),
                Route.post(
                                "agents/{id}/clone",
                                "agent clone",
                                "Register a copy of an agent with the same constitution.",
                                Scope.OPERATE,
                                Repeat.NATURAL)
                        .body(IDENTITY)
                        .errors("taken")
                        .handle(
                                Example.send("agents/{agent}/clone", "{\"identity\":\"copy\"}")
                                        .status(201),
                                this::copy));
    }

    private List<Route> identities() {
        return List.of(
                Route.post(
                                "agents/{id}/rename",
                                "agent rename",
                                "Rename an agent; its former name stays an alias.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(IDENTITY)
                        .errors("taken", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{agent}/rename", "{\"identity\":\"renamed\"}"),
                                call -> changed(identitiesOf(call)
                                        .rename(
                                                call.by(),
                                                call.path("id"),
                                                call.body().text("identity")))),
                Route.post(
                                "agents/{id}/merge",
                                "agent merge",
                                "Merge an agent into another, which its references then mean.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(
                                Field.id("into", "The agent that remains, by name or id.")
                                        .must(),
                                Fields.DRY_RUN)
                        .errors("conflict", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{agent}/merge", "{\"into\":\"{other_agent}\",\"dry_run\":true}"),
                                call -> Answer.ok(identitiesOf(call)
                                        .merge(
                                                call.by(),
                                                call.path("id"),
                                                call.body().text("into"),
                                                call.body().flag("dry_run", false))
                                        .document())),
                Route.post(
                                "agents/{id}/archive",
                                "agent archive",
                                "Archive an agent; the work that it holds becomes available to others.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body()
                        .errors("stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{agent}/archive", "{}"),
                                call -> changed(identitiesOf(call).archive(call.by(), call.path("id")))),
                Route.post(
                                "agents/{id}/restore",
                                "agent restore",
                                "Restore an archived agent.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body()
                        .errors("stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("agents/{archived_agent}/restore", "{}"),
                                call -> changed(identitiesOf(call).restore(call.by(), call.path("id")))));
    }

    private Agents agents() {
        return backend.stoa().society().agents();
    }

    /** The agents, each of which is changed only as the request expects it. */
    private Agents edited(Call call) {
        return agents().onlyIf(call.expected());
    }

    private AgentIdentities identitiesOf(Call call) {
        return AgentIdentities.of(backend.stoa()).onlyIf(call.expected());
    }

    private static Answer changed(Agent agent) {
        return changed(new ChangeResult<>(agent, true));
    }

    private static Answer changed(ChangeResult<Agent> result) {
        return Answer.ok(Fields.with(result.value().document(), "changed", result.changed()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        boolean all = query.flag("all", false);
        boolean archived = query.flag("archived", false);
        if (all && archived) {
            throw Bounds.invalid("all and archived are both given", "give one of them");
        }
        Agents.Shown shown = all ? Agents.Shown.ALL : archived ? Agents.Shown.ARCHIVED : Agents.Shown.LIVE;
        return call.list(agents().page(call.by(), shown, call.page()).map(Agent::document));
    }

    private Answer show(Call call) {
        AgentDetail detail = agents().show(call.by(), call.path("id"));
        return Answer.ok(detail.document()).version(detail.agent().etag());
    }

    private Answer register(Call call) {
        AgentDraft draft = AgentDraft.fromJson(call.body());
        checkModel(draft.identity(), draft.model());
        Added<Agent> added = agents().register(call.by(), draft);
        Agent agent = added.value();
        return Answer.added(
                added.created(), "agents/" + agent.id(), Fields.with(agent.document(), "created", added.created()));
    }

    private void checkModel(String agent, @Nullable String model) {
        AgentModels.check(backend.stoa(), backend.work().engines().providers(), agent, model);
    }

    private Answer update(Call call) {
        AgentChange change = AgentChange.fromJson(call.body());
        checkModel(call.path("id"), change.model());
        return changed(edited(call).update(call.by(), call.path("id"), change));
    }

    private Answer copy(Call call) {
        Agent agent = agents().copy(call.by(), call.path("id"), call.body().text("identity"));
        return Answer.added(true, "agents/" + agent.id(), Fields.with(agent.document(), "created", true));
    }
}
