package dev.stoa.server.rest;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.base.TextEnum;
import dev.stoa.base.Times;
import dev.stoa.base.Utf8Lines;
import dev.stoa.debate.DebateSessions;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.outcome.HypotheticalCount;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.TurnOutline;
import dev.stoa.engine.tunnel.StoredLaws;
import dev.stoa.engine.upkeep.Exported;
import dev.stoa.engine.upkeep.Exporter;
import dev.stoa.engine.upkeep.ReceiptFormat;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonCategory;
import dev.stoa.learning.lesson.LessonFilter;
import dev.stoa.learning.lesson.LessonQuery;
import dev.stoa.learning.lesson.LessonTier;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.learning.lesson.RankedLesson;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What debates left behind: their records, proofs, receipts and lessons. */
final class DebateRecordRoutes {
    private static final int MOST_FOUND = 100;

    private static final Field[] LESSONS = {
        Field.text("query", 1, 8_000, "Search by words; the most useful lessons come first."),
        Field.texts(
                "category",
                LessonCategory.values().length,
                "Only lessons of these categories: "
                        + Arrays.stream(LessonCategory.values())
                                .map(LessonCategory::text)
                                .collect(Collectors.joining(", "))
                        + "."),
        Field.text("domain", 1, 64, "Only lessons of this domain, and general ones."),
        Field.word("min_tier", LessonTier.values(), "Minimum tier (default: bronze)"),
        Fields.SIMULATED
    };

    private final Backend backend;

    DebateRecordRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get("debates", "debate list", "List debates in the order of their creation.", Scope.READ_AGENT)
                        .paged(
                                Field.word("status", SessionRow.Status.values(), "Only debates with this status."),
                                Field.text("domain", 1, 64, "Only debates of this domain."),
                                Field.word("preset", Preset.values(), "Only debates of this preset."),
                                Field.flag("correct", "Only debates graded correct (true) or wrong (false)."),
                                Field.real("min_consensus", 0, 1, "Minimum consensus."),
                                Field.text("from", 10, 40, "Only debates created at or after this time (RFC 3339)."),
                                Field.text("to", 10, 40, "Only debates created before this time (RFC 3339)."),
                                Field.text("agent", 1, 64, "Only debates in which this agent has a seat."),
                                Field.text(
                                        "words",
                                        1,
                                        1_000,
                                        "Only debates whose question has all these words; the last may be the"
                                                + " beginning of one."),
                                Field.text("debate_id", 1, 255, "Only sessions of the debate with this id."),
                                Field.word(
                                        "simulated",
                                        Simulated.values(),
                                        "Whether to list debates with a simulated seat (default: include)"),
                                Field.flag("newest", "Whether the newest come first (default: false)"))
                        .handle(Example.get("debates?limit=2"), this::list),
                Route.get("debates/{id}", "debate show", "Show a debate.", Scope.READ_AGENT)
                        .errors("ambiguous", "gone")
                        .handle(Example.get("debates/{debate}"), this::show),
                Route.get("debates/{id}/turns", "debate turns", "List the turns of a debate.", Scope.READ_AGENT)
                        .paged(
                                Field.flag("prompts", "Whether to show prompts; needs the right operate."),
                                Field.whole("from", 1, Integer.MAX_VALUE, "Number of the first turn (default: 1)"),
                                Field.flag("outline", "Whether to leave out what was said and shown (default: false)"))
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/turns"), this::turns),
                Route.get("debates/{id}/ballots", "debate ballots", "List the ballots of a debate.", Scope.READ_AGENT)
                        .paged()
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/ballots"), this::ballots),
                Route.get("debates/{id}/versions", "debate versions", "List versions of code.", Scope.READ_AGENT)
                        .paged()
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/versions"), this::versions),
                Route.get("debates/{id}/gates", "debate gates", "List the gates of a debate.", Scope.READ_AGENT)
                        .paged()
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/gates"), this::gates),
                Route.get(
                                "debates/{id}/replay",
                                "debate replay",
                                "Prove a debate, or count its votes in another way.",
                                Scope.READ)
                        .query(
                                Field.whole("as_of", 1, Long.MAX_VALUE, "Show the state right after this event."),
                                Field.flag(
                                        "marks",
                                        "Whether the state has a letter for each turn: its option, in lower case where"
                                                + " its seat held another before, . for none and ! for a failure,"
                                                + " and the first turn of each round (default: false)"),
                                Field.word("voting", VotingRule.values(), "Recount the votes with this rule."),
                                Field.real("threshold", .5, 1, "Recount the votes with this threshold."),
                                Field.whole("quorum", 1, 16, "Recount the votes with this quorum."))
                        .mark(Route.Mark.VERIFIES)
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/replay"), this::replay),
                Route.post(
                                "debates/{id}/check",
                                "debate check start",
                                "Begin to prove a debate in the background, or join the check that runs.",
                                Scope.READ,
                                Repeat.STATE)
                        .errors("busy", "gone")
                        .handle(Example.send("debates/{debate}/check", "{}").status(202), this::check),
                Route.get(
                                "debates/{id}/check",
                                "debate check show",
                                "Show the latest check of a debate at this server, and what it found.",
                                Scope.READ)
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/check"), this::checked),
                Route.get(
                                "debates/{id}/receipt",
                                "export receipt",
                                "Give a debate out as JSON, Markdown or HTML.",
                                Scope.READ_AGENT)
                        .mark(Route.Mark.EXPORTS)
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/receipt"), this::receipt),
                Route.post("debates/verify", "debate verify", "Verify a receipt.", Scope.READ, Repeat.SAFE)
                        .bytes()
                        .mark(Route.Mark.VERIFIES)
                        .handle(Example.send("debates/verify", "{\"receipt_version\":1}"), this::verify),
                Route.get("debates/stats", "debate stats", "Show how often debates were correct.", Scope.READ_AGENT)
                        .query(Fields.SIMULATED)
                        .handle(Example.get("debates/stats"), this::stats),
                Route.get("tunnel/laws", "tunnel known", "Show what is known about debates.", Scope.READ_AGENT)
                        .handle(Example.get("tunnel/laws"), call -> Answer.ok(StoredLaws.document())),
                Route.get("lessons", "lesson list", "List or search lessons.", Scope.READ_AGENT)
                        .paged(LESSONS)
                        .handle(Example.get("lessons"), call -> lessons(call, null)),
                Route.get("lessons/{id}", "lesson show", "Show a lesson with where it was learnt.", Scope.READ_AGENT)
                        .handle(
                                Example.get("lessons/{lesson}"),
                                call -> Answer.ok(Json.object(
                                        "lesson",
                                        backend.stoa()
                                                .learning()
                                                .lessons()
                                                .as(call.by())
                                                .get(call.path("id"))
                                                .document()))),
                Route.get("debates/{id}/lessons", "debate lessons", "List lessons of a debate.", Scope.READ_AGENT)
                        .paged(LESSONS)
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/lessons"), call -> lessons(call, id(call))));
    }

    private Stoa stoa() {
        return backend.stoa();
    }

    private String id(Call call) {
        return stoa().debate().sessions().as(call.by()).idOf(call.path("id"));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        String status = query.textOrNull("status");
        String from = query.textOrNull("from");
        String to = query.textOrNull("to");
        SessionFilter filter = new SessionFilter(
                status == null ? null : TextEnum.of("status", SessionRow.Status.values(), status),
                query.textOrNull("domain"),
                query.textOrNull("preset"),
                query.flagOrNull("correct"),
                query.realOrNull("min_consensus"),
                from == null ? null : Times.parse(from),
                to == null ? null : Times.parse(to),
                query.textOrNull("agent"),
                query.textOrNull("words"),
                query.textOrNull("debate_id"),
                Simulated.of(query.text("simulated", Simulated.INCLUDE.text())));
        DebateSessions sessions = stoa().debate().sessions().as(call.by());
        return call.list((query.flag("newest", false)
                        ? sessions.newest(filter, call.page())
                        : sessions.list(filter, call.page()))
                .map(DebateSession::document));
    }

    private Answer show(Call call) {
        return Answer.ok(
                stoa().debate().sessions().as(call.by()).get(call.path("id")).document());
    }

    private Answer turns(Call call) {
        boolean prompts = call.query().flag("prompts", false);
        if (prompts) {
            Rights.need(call.by(), Right.OPERATE, "the prompts of a debate");
        }
        long from = call.query().whole("from", 1);
        DebateTurns turns = stoa().debate().turns().as(call.by());
        if (call.query().flag("outline", false)) {
            if (prompts) {
                throw Bounds.invalid("an outline has no prompts", "leave out outline or prompts");
            }
            return call.list(turns.outline(id(call), from, call.page()).map(TurnOutline::document));
        }
        return call.list(turns.page(id(call), from, call.page()).map(turn -> turn.document(prompts)));
    }

    private Answer ballots(Call call) {
        return call.list(stoa().debate()
                .ballots()
                .as(call.by())
                .page(id(call), call.page())
                .map(BallotRow::document));
    }

    private Answer versions(Call call) {
        return call.list(stoa().debate()
                .versions()
                .as(call.by())
                .page(id(call), call.page())
                .map(CodeVersion::document));
    }

    private Answer gates(Call call) {
        return call.list(stoa().debate()
                .gates()
                .as(call.by())
                .page(id(call), call.page())
                .map(GateRow::document));
    }

    /** A list that has no further page. */
    static Answer whole(List<?> items) {
        return Answer.list(new Page<>(items, null));
    }

    private Answer replay(Call call) {
        JsonFields query = call.query();
        Long seq = query.wholeOrNull("as_of");
        String voting = query.textOrNull("voting");
        Double threshold = query.realOrNull("threshold");
        Long quorum = query.wholeOrNull("quorum");
        boolean recount = voting != null || threshold != null || quorum != null;
        if (seq != null) {
            if (recount) {
                throw Bounds.invalid("as_of shows what was, and counts nothing otherwise", "leave it out");
            }
            StateReport state = stoa().debate().replay().as(call.by()).stateAt(call.path("id"), seq);
            Map<String, @Nullable Object> document = new LinkedHashMap<>(state.document());
            if (query.flag("marks", false)) {
                document.put("marks", state.marks().sides());
                document.put("seats", state.marks().seats());
                document.put("rounds", state.marks().rounds());
            }
            return Answer.ok(document);
        }
        HypotheticalCount whatIf = recount
                ? new HypotheticalCount(
                        voting == null ? null : VotingRule.of(voting),
                        threshold,
                        quorum == null ? null : (Integer) Math.toIntExact(quorum))
                : null;
        return Answer.ok(stoa().debate()
                .replay()
                .as(call.by())
                .replay(call.path("id"), whatIf)
                .document());
    }

    private Answer check(Call call) {
        String session = id(call);
        return Answer.accepted(
                "debates/" + session + "/check",
                backend.work().debateChecks().start(call.by(), session).document());
    }

    private Answer checked(Call call) {
        return Answer.ok(backend.work().debateChecks().latest(id(call)).document());
    }

    private Answer receipt(Call call) {
        boolean html = call.accepts("text/html");
        boolean markdown = call.accepts("text/markdown");
        ReceiptFormat format = markdown ? ReceiptFormat.MD : html ? ReceiptFormat.HTML : ReceiptFormat.JSON;
        Exported.DebateReceipt receipt = Exporter.of(stoa()).as(call.by()).receipt(call.path("id"), format);
        Answer answer = Answer.text(
                switch (format) {
                    case MD -> "text/markdown; charset=utf-8";
                    case HTML -> "text/html; charset=utf-8";
                    case JSON -> "application/json";
                },
                receipt.text());
        return format == ReceiptFormat.HTML ? answer.with("Content-Security-Policy", "sandbox") : answer;
    }

    private Answer verify(Call call) {
        String text = Utf8Lines.text("the receipt", call.allJson());
        return Answer.ok(backend.stoa()
                .debate()
                .receipts()
                .as(call.by())
                .verify(Json.parseObject(text))
                .document());
    }

    private Answer stats(Call call) {
        return Answer.ok(stoa().learning()
                .lessons()
                .as(call.by())
                .statistics(Fields.simulated(call.query()))
                .document());
    }

    private Answer lessons(Call call, @Nullable String session) {
        JsonFields query = call.query();
        Set<LessonCategory> categories = EnumSet.noneOf(LessonCategory.class);
        query.texts("category").forEach(category -> categories.add(LessonCategory.of(category)));
        LessonFilter filter = LessonFilter.all()
                .categories(categories)
                .domain(query.textOrNull("domain"))
                .minTier(LessonTier.of(query.text("min_tier", LessonTier.BRONZE.text())))
                .simulated(Fields.simulated(query))
                .session(session);
        Lessons lessons = backend.stoa().learning().lessons().as(call.by());
        String words = query.textOrNull("query");
        Page.Request page = call.page();
        return words == null
                ? call.list(lessons.list(filter, page).map(Lesson::document))
                : whole(lessons.search(new LessonQuery(words, filter, Math.min(page.limit(), MOST_FOUND))).stream()
                        .map(RankedLesson::document)
                        .toList());
    }
}
