package dev.stoa.server.rest;

import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.BoardQuery;
import dev.stoa.learning.rating.HistoryPoint;
import dev.stoa.learning.rating.Match;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.learning.rating.Standing;
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

/** Matches, and what they say about agents and judges. */
final class RatingRoutes {
    private static final int EVENTS = 5_000;
    private static final int BOARD = 10;

    static final Shape MATCH = Shape.of(
            Fields.id("debate_id", "The id of the debate, which is the key of the match.")
                    .must(),
            Field.texts("participants", 16, "Who took part, in the order shown (default: those with scores)"),
            Field.object("scores", "The score of each participant."),
            Fields.name("winner", "Who won; must agree with the scores."),
            Fields.label("domain", "The domain of the match, which has a rating of its own."),
            Fields.name("judge", "Who judged."),
            Field.flag("ordered", "Whether the judge saw the participants in this order."),
            Field.flag("rated", "Whether it moves ratings (default: true)"),
            Field.flag("simulated", "Whether a seat was simulated, so that it moves nothing."),
            Field.object("votes", "The option that each participant voted for."),
            Field.objects(
                    "critiques",
                    EVENTS,
                    Shape.of(
                            Fields.name("from", "Who criticised.").must(),
                            Fields.name("to", "Who was criticised.").must(),
                            Field.flag("accepted", "Whether it was accepted.").must()),
                    "Who criticised whom."),
            Field.objects(
                    "position_changes",
                    EVENTS,
                    Shape.of(
                            Fields.name("agent", "Who changed its position.").must(),
                            Fields.name("after", "After whose words.").must()),
                    "Who changed its position after whose words."));

    private final Backend backend;

    RatingRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("matches", "rating record", "Record a match.", Scope.WRITE, Repeat.NATURAL)
                        .query(Lines.query())
                        .bodyOrLines(MATCH)
                        .errors("conflict")
                        .handle(
                                Example.send("matches", "{\"debate_id\":\"m-1\",\"scores\":{\"ana\":1,\"ben\":0}}"),
                                this::record),
                Route.get("matches", "rating matches", "List matches, the newest first.", Scope.READ_AGENT)
                        .paged(Field.id("debate_id", "Only the match of this debate."), Fields.SIMULATED)
                        .handle(
                                Example.get("matches?limit=2"),
                                call -> call.list(ratings(call)
                                        .matches(
                                                call.query().textOrNull("debate_id"),
                                                Fields.simulated(call.query()),
                                                call.page())
                                        .map(Match::document))),
                Route.get(
                                "matches/pairs",
                                "rating pairs",
                                "Compare agents pairwise by their matches against each other.",
                                Scope.READ_AGENT)
                        .query(
                                Field.texts("agents", 2, Ratings.MOST_PAIRED, "The agents to compare.")
                                        .must(),
                                Fields.label("domain", "Only matches of this domain."))
                        .handle(
                                Example.get("matches/pairs?agents={rated}&agents={rival}"),
                                call ->
                                        DebateRecordRoutes.whole(ratings(call)
                                                .pairs(
                                                        call.query().textOrNull("domain"),
                                                        call.query().texts("agents"))
                                                .stream()
                                                .map(Ratings.Pair::document)
                                                .toList())),
                Route.get("ratings", "rating board", "Show the highest rated agents.", Scope.READ_AGENT)
                        .query(
                                Fields.label("domain", "Only matches of this domain."),
                                Field.word(
                                        "by",
                                        BoardQuery.By.values(),
                                        "Order by Elo, or by Bradley-Terry over all matches (default: elo)"),
                                Field.whole("limit", 1, 100, "Maximum number of results (default: 10)"),
                                Fields.SIMULATED)
                        .handle(Example.get("ratings?limit=3"), this::board),
                Route.get("ratings/{agent}", "rating show", "Show an agent's rating.", Scope.READ_AGENT)
                        .handle(
                                Example.get("ratings/{rated}"),
                                call -> Answer.ok(Json.object(
                                        "rating",
                                        ratings(call).show(call.path("agent")).document()))),
                Route.get(
                                "ratings/{agent}/history",
                                "rating history",
                                "List an agent's ratings after each match, the newest first.",
                                Scope.READ_AGENT)
                        .paged()
                        .handle(
                                Example.get("ratings/{rated}/history"),
                                call -> call.list(ratings(call)
                                        .history(call.path("agent"), call.page())
                                        .map(HistoryPoint::document))),
                Route.get(
                                "ratings/{agent}/versus/{b}",
                                "rating pair",
                                "Compare two agents by their matches against each other.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("ratings/{rated}/versus/{rival}"),
                                call -> Answer.ok(ratings(call)
                                        .pair(call.path("agent"), call.path("b"))
                                        .document())),
                Route.get(
                                "ratings/{agent}/as-judge",
                                "rating judge",
                                "Show the bias of a judge by position and towards itself.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("ratings/{judge}/as-judge"),
                                call -> Answer.ok(
                                        ratings(call).judge(call.path("agent")).document())));
    }

    private Ratings ratings(Call call) {
        return backend.stoa().learning().ratings().as(call.by());
    }

    private Answer record(Call call) {
        if (call.lines()) {
            return Lines.add(
                    call,
                    new Lines.Of<>(
                            MatchDraft::fromJson,
                            ratings(call)::recordAll,
                            recorded -> !recorded.duplicate(),
                            recorded -> String.valueOf(recorded.match().debateId())));
        }
        return Answer.ok(ratings(call).record(MatchDraft.fromJson(call.body())).document());
    }

    private Answer board(Call call) {
        JsonFields query = call.query();
        List<Standing> board = ratings(call)
                .board(new BoardQuery(
                        query.textOrNull("domain"),
                        BoardQuery.By.of(query.text("by", "elo")),
                        Fields.limit(query, BOARD),
                        Fields.simulated(query)));
        return Answer.ok(
                Json.object("items", board.stream().map(Standing::document).toList(), "next", null));
    }
}
