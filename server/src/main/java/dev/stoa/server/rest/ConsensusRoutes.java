package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.ArchivedConsensus;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.consensus.Dissent;
import dev.stoa.learning.consensus.DissentQuery;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.consensus.Similar;
import dev.stoa.learning.consensus.TopicQuery;
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
import org.jspecify.annotations.Nullable;

/** What debates came to, and the dissents from it. */
final class ConsensusRoutes {
    static final Shape DRAFT = Shape.of(
            Fields.id("id", "The id of the debate.").must(),
            Field.text("topic", 1, 2_000, "What was debated.").must(),
            Field.text("conclusion", 0, 32_768, "What came out."),
            Fields.unit("confidence", "How sure the debate is.").must(),
            Fields.label("domain", "Its domain (default: general)"),
            Field.texts("tags", 16, "Its tags."),
            Field.texts("participants", 1, 64, "Who debated.").must(),
            Field.texts("agreeing", 64, "Those of the participants who agree."),
            Field.texts("abstaining", 64, "Those of the participants who took no side."),
            Field.texts("key_claims", 32, "What the conclusion rests on."),
            Field.texts("evidence", 200, "The ids of the evidence used."),
            Field.whole("rounds", 0, 1_000_000, "How many rounds there were."),
            Field.real("duration", 0, 1e9, "How many seconds it took."),
            Fields.id("supersedes", "The id of the consensus that this one replaces."),
            Field.objects(
                    "dissents",
                    512,
                    Shape.of(
                            Fields.name("agent_id", "Who dissents.").must(),
                            Field.word("dissent_type", DissentType.values(), "What kind of dissent it is.")
                                    .must(),
                            Field.text("content", 1, 2_000, "What is said.").must(),
                            Fields.unit("confidence", "How sure the agent is.").must(),
                            Field.text("reasoning", 0, 32_768, "Why it is said.")),
                    "Who dissented, and how."),
            Fields.trust("trust", "The trust that is claimed for it (default: agent)"),
            Fields.METADATA);

    private static final Field[] TOPIC = {
        Fields.label("domain", "Only outcomes of this domain."),
        Fields.unit("min_similarity", "Minimum similarity (default: 0.3)"),
        Field.flag("include_superseded", "Whether outcomes that a later debate has replaced are found too."),
        Fields.SIMULATED
    };

    static final Shape FIND = Shape.of(
                    Field.text("topic", 1, 2_000, "The topic to search for.").must(),
                    Field.whole("limit", 1, 50, "Maximum number of results (default: 5)"))
            .and(TOPIC);

    private final Backend backend;

    ConsensusRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(records());
        routes.addAll(states());
        routes.addAll(dissents());
        return routes;
    }

    private List<Route> records() {
        List<Field> list = new ArrayList<>(List.of(TOPIC));
        list.add(Field.flag(
                "archived", "Whether to list archived outcomes instead, with why and when (default: false)"));
        list.add(Field.text("topic", 1, 2_000, "Find outcomes on similar topics, at most 50 (default: list all)"));
        return List.of(
                Route.post(
                                "consensus",
                                "consensus record",
                                "Record the outcome of a debate.",
                                Scope.WRITE,
                                Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(DRAFT)
                        .errors("conflict")
                        .handle(
                                Example.send(
                                                "consensus",
                                                "{\"id\":\"d-wal\",\"topic\":\"Should the archive use WAL?\","
                                                        + "\"conclusion\":\"Yes.\",\"confidence\":0.9,"
                                                        + "\"participants\":[\"ana\",\"ben\"],"
                                                        + "\"agreeing\":[\"ana\",\"ben\"]}")
                                        .status(201),
                                this::record),
                Route.get(
                                "consensus",
                                "consensus list",
                                "List outcomes of debates, the newest first, or find those on similar topics.",
                                Scope.READ_AGENT)
                        .paged(list.toArray(Field[]::new))
                        .handle(Example.get("consensus?topic=WAL"), this::list),
                Route.post(
                                "consensus/find",
                                "consensus find",
                                "Find outcomes of debates on similar topics.",
                                Scope.READ_AGENT,
                                Repeat.SAFE)
                        .bodyOrLines(FIND)
                        .handle(
                                Example.send("consensus/find", "{\"topic\":\"Should the archive use WAL?\"}"),
                                this::find),
                Route.get(
                                "consensus/{id}",
                                "consensus show",
                                "Show the outcome of a debate with its dissents and proofs.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("consensus/{consensus}"),
                                call -> answer(memory(call).show(call.path("id")))));
    }

    private List<Route> states() {
        return List.of(
                Route.post(
                                "consensus/{id}/supersede",
                                "consensus supersede",
                                "Replace an earlier consensus by a later one.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(Fields.id("by", "The id of the consensus that replaces it.")
                                .must())
                        .errors("conflict")
                        .handle(
                                Example.send("consensus/{older_consensus}/supersede", "{\"by\":\"{consensus}\"}"),
                                call -> answer(memory(call)
                                        .supersede(call.path("id"), call.body().text("by")))),
                Route.post(
                                "consensus/{id}/archive",
                                "consensus archive",
                                "Archive a consensus with its dissents and proofs.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(Fields.LEARNING_REASON)
                        .handle(
                                Example.send("consensus/{consensus}/archive", "{}"),
                                call -> answer(memory(call)
                                        .archive(call.path("id"), call.body().textOrNull("reason")))),
                Route.post(
                                "consensus/{id}/restore",
                                "consensus restore",
                                "Restore an archived consensus.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body()
                        .errors("conflict")
                        .handle(
                                Example.send("consensus/{archived_consensus}/restore", "{}"),
                                call -> answer(memory(call).restore(call.path("id")))));
    }

    private List<Route> dissents() {
        return List.of(
                Route.get(
                                "dissents",
                                "consensus dissents",
                                "List dissents: all, of one debate, or on similar topics.",
                                Scope.READ_AGENT)
                        .paged(
                                Field.text("topic", 1, 2_000, "Only dissents on topics similar to this text."),
                                Fields.id("debate_id", "Only dissents of this debate."),
                                Field.word("dissent_type", DissentType.values(), "Only dissents of this type."),
                                Field.flag(
                                        "acknowledged", "Only dissents with an answer (true) or without one (false)."),
                                Fields.SIMULATED)
                        .handle(Example.get("dissents"), this::listDissents),
                Route.post(
                                "dissents/{id}/rebuttal",
                                "consensus rebut",
                                "Answer a dissent, which takes one answer.",
                                Scope.WRITE,
                                Repeat.STATE)
                        .body(Field.text("rebuttal", 1, 2_000, "The answer.").must())
                        .errors("conflict")
                        .handle(
                                Example.send("dissents/{dissent}/rebuttal", "{\"rebuttal\":\"It was measured.\"}"),
                                call -> Answer.ok(Json.object(
                                        "dissent",
                                        memory(call)
                                                .rebut(
                                                        call.path("id"),
                                                        call.body().text("rebuttal"))
                                                .document()))));
    }

    private ConsensusMemory memory(Call call) {
        return backend.stoa().learning().consensus().as(call.by());
    }

    private static Answer answer(Consensus consensus) {
        return Answer.ok(Json.object("consensus", consensus.document()));
    }

    private Answer record(Call call) {
        if (call.lines()) {
            return Lines.add(call, Lines.Of.added(ConsensusDraft::fromJson, memory(call)::recordAll, Consensus::id));
        }
        Added<Consensus> added = memory(call).record(ConsensusDraft.fromJson(call.body()));
        return Answer.added(
                added.created(),
                "consensus/" + added.value().id(),
                Json.object("consensus", added.value().document(), "created", added.created()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        if (query.flag("archived", false)) {
            if (query.has("topic") || query.has("domain")) {
                throw Bounds.invalid("archived outcomes are listed, not searched", "leave out topic and domain");
            }
            return call.list(memory(call).archived(call.page()).map(ArchivedConsensus::document));
        }
        return query.has("topic")
                ? Answer.ok(found(memory(call).find(TopicQuery.fromJson(query))))
                : call.list(memory(call)
                        .list(query.textOrNull("domain"), Fields.simulated(query), call.page())
                        .map(Consensus::document));
    }

    private Answer find(Call call) {
        ConsensusMemory memory = memory(call);
        return call.lines()
                ? Lines.answer(call, fields -> found(memory.find(TopicQuery.fromJson(fields))))
                : Answer.ok(found(memory.find(TopicQuery.fromJson(call.body()))));
    }

    private static Map<String, @Nullable Object> found(List<Similar> hits) {
        return Json.object("items", hits.stream().map(Similar::document).toList(), "next", null);
    }

    private Answer listDissents(Call call) {
        JsonFields query = call.query();
        String type = query.textOrNull("dissent_type");
        return call.list(memory(call)
                .dissents(
                        new DissentQuery(
                                query.textOrNull("topic"),
                                query.textOrNull("debate_id"),
                                type == null ? null : DissentType.of(type),
                                query.flagOrNull("acknowledged"),
                                Fields.simulated(query)),
                        call.page())
                .map(Dissent::document));
    }
}
