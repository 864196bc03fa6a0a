package dev.stoa.server.rest;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.TextEnum;
import dev.stoa.config.SettingValues;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.GatePolicy;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.engine.upkeep.GateOutcome;
import dev.stoa.engine.upkeep.GradeOutcome;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Debates: beginning them, going on with them and deciding about them. */
final class DebateRoutes {
    private static final String START = "start";
    private static final String EVIDENCE = "evidence";
    private static final String DOCUMENT_SOURCE = "rest";

    private static final Shape CODE = Shape.of(
            Field.word("language", List.of("java", "python", "command"), "Language of the code.")
                    .must(),
            Field.objects(
                    "tests",
                    1_000,
                    Shape.of(
                            Field.text("name", 1, 200, "Name of the test.").must(),
                            Field.flag("hidden", "Whether its body is hidden from the agents (default: false)"),
                            Field.text("body", 1, 262_144, "What it runs.").must()),
                    "Tests that the code must pass."));

    private static final Shape DRAFT = Shape.of(
            Field.text("agent", 1, 64, "Name of the agent.").must(),
            Field.text("answer", 1, 8_000, "Its initial answer.").must(),
            Field.real("confidence", 0, 1, "Its confidence (default: 0.5)"));

    static final Shape REQUEST = Shape.of(
            Field.text("topic", 1, 20_000, "Question to debate.").must(),
            Field.any(
                    "agents",
                    "Agents, each as name=provider:model?key=value, the name of a registered agent, or an object with"
                            + " name, provider, model, role, family, fallback and params (default: readers of the"
                            + " documents, or five simulated agents without documents)"),
            Field.any(
                    EVIDENCE,
                    "Documents that the agents read, each the id of a stored one or an object with title, text and"
                            + " url; at most 200."),
            Field.word("preset", Preset.values(), "Debate preset (default: ladder)"),
            Field.word("topology_type", Topology.values(), "Which agents read each other (default: by preset)"),
            Field.word(
                    "coordination_protocol",
                    List.of("cpde", "dpde", "adaptive", "none"),
                    "How focus areas are assigned (default: by preset)"),
            Field.word("voting_method", VotingRule.values(), "Voting rule (default: weighted)"),
            Field.word("decision", Decision.values(), "Who decides (default: vote)"),
            Field.whole("rounds", 1, 12, "Maximum number of rounds (default: by preset)"),
            Field.real("threshold", .5, 1, "Minimum consensus for agreement (default: 0.75)"),
            Field.whole("quorum", 1, 16, "Minimum number of agents with a position (default: half, at least two)"),
            Field.texts("options", 26, "Permitted answers."),
            Field.text("truth", 1, 8_000, "Correct answer, for grading; it is hidden from the agents."),
            Field.texts(
                    "gates",
                    Phase.values().length,
                    "Phases after which the debate pauses for approval: "
                            + Arrays.stream(Phase.values()).map(Phase::text).collect(Collectors.joining(", ")) + "."),
            Field.word("gate_policy", GatePolicy.values(), "What happens when a gate expires (default: wait)"),
            Field.whole("gate_timeout_s", 1, 2_592_000, "Seconds until a gate expires (default: 1800)"),
            Field.whole("redo_budget", 0, 5, "How often a phase may be rejected and repeated (default: 1)"),
            Field.flag("clarify", "Whether to start with questions about what is unclear (default: false)"),
            Field.text("check", 1, 64, "Name of a configured check that reads an answer."),
            Field.object("code", CODE, "The code to debate; needs the right operate and the setting code.enabled."),
            Field.whole("reflexion_attempts", 0, 3, "How often an author may repair a draft (default: 2)"),
            Field.objects("drafts", 16, DRAFT, "Initial answers of agents."),
            Field.flag("anonymous", "Whether agents are hidden from each other by numbers (default: true)"),
            Field.flag("show_confidence", "Whether agents see the confidence of the others (default: false)"),
            Field.flag("show_tally", "Whether agents see the supporters of each option (default: false)"),
            Field.text("domain", 1, 64, "Domain of the question (default: general)"),
            Field.any("seed", "Seed of all random draws, a whole number or its digits (default: random)"),
            Field.whole("timeout_s", 1, 86_400, "Maximum active seconds (default: 600)"),
            Field.whole("call_timeout_s", 1, 3_600, "Maximum seconds of one call (default: 60)"),
            Field.whole("max_parallel", 1, 64, "Maximum number of concurrent calls (default: 8)"),
            Field.whole("max_tokens", 1, Long.MAX_VALUE, "Stop calling agents after this number of tokens."),
            Field.real("max_cost_usd", Double.MIN_VALUE, Double.MAX_VALUE, "Stop calling agents after this cost."),
            Field.text("debate_id", 1, 255, "Id shared by debates of the same matter (default: the session id)"),
            Field.flag("memory", "Whether agents see results of earlier debates (default: true)"),
            Field.flag("learn", "Whether other archives learn from it (default: true)"),
            Field.flag("early_stop", "Whether it ends with agreement (default: true)"),
            Field.flag(START, "Whether it begins now (default: true)"));

    private final Backend backend;

    DebateRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("debates", "debate run", "Begin a debate.", Scope.ASK, Repeat.KEPT)
                        .body(REQUEST)
                        .errors("key_reused", "busy", "precondition")
                        .handle(
                                Example.send(
                                                "debates",
                                                "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7}")
                                        .status(202),
                                this::begin),
                Route.post(
                                "debates/estimate",
                                "debate estimate",
                                "Tell what a debate would take, without beginning or storing it.",
                                Scope.ASK,
                                Repeat.SAFE)
                        .body(REQUEST)
                        .errors("precondition")
                        .handle(
                                Example.send(
                                        "debates/estimate",
                                        "{\"topic\":\"Is 91"
                                                + " prime?\",\"options\":[\"yes\",\"no\"],\"preset\":\"vote\"}"),
                                this::estimate),
                Route.post("debates/{id}/resume", "debate resume", "Go on with a debate.", Scope.ASK, Repeat.STATE)
                        .errors("precondition", "busy", "ambiguous", "gone")
                        .handle(Example.get("debates/{waiting}/resume").status(202), this::resume),
                Route.post("debates/{id}/cancel", "debate cancel", "Cancel a debate.", Scope.ASK, Repeat.STATE)
                        .errors("precondition", "ambiguous", "gone")
                        .handle(Example.get("debates/{waiting}/cancel"), this::cancel),
                Route.post(
                                "debates/{id}/gates/{gate}/decision",
                                "debate approve",
                                "Approve or reject the gate that a debate waits at.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(
                                Field.word("decision", Verdict.values(), "What is decided.")
                                        .must(),
                                Field.text("reason", 1, 4_000, "Why; needed to reject, and shown to the agents."),
                                Field.object(
                                        "answers", "Answers to clarifying questions, by the ids of the questions."))
                        .errors("conflict", "precondition", "gone")
                        .handle(
                                Example.send("debates/{gated}/gates/{gate}/decision", "{\"decision\":\"approve\"}"),
                                this::decide),
                Route.post(
                                "debates/{id}/grade",
                                "debate grade",
                                "Record whether a debate was correct.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(
                                Field.text("truth", 1, 8_000, "Correct answer as text."),
                                Field.text("option", 1, 1, "Key of the correct option."),
                                Field.flag("correct", "Whether the outcome is correct."))
                        .errors("conflict", "precondition", "gone")
                        .handle(Example.send("debates/{debate}/grade", "{\"correct\":true}"), this::grade),
                Route.get(
                                "debates/outbox",
                                "debate outbox",
                                "List results whose attempts are used up, with the error of the last one.",
                                Scope.OPERATE)
                        .paged()
                        .handle(
                                Example.get("debates/outbox"),
                                call -> call.list(backend.stoa()
                                        .debate()
                                        .outbox()
                                        .as(call.by())
                                        .dead(call.page())
                                        .map(OutboxRow::document))),
                Route.post(
                                "debates/learn",
                                "debate learn",
                                "Apply pending results of debates to the other archives.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(
                                Field.id("debate", "Only results of this debate."),
                                Field.flag("retry_dead", "Whether to retry results whose attempts are used up."))
                        .handle(Example.send("debates/learn", "{}"), this::learn));
    }

    private Answer begin(Call call) throws InterruptedException {
        boolean start = call.body().flag(START, true);
        Added<DebateSession> added = start
                ? backend.work().debates().start(key(call), () -> request(call, true), call.by())
                : backend.work().debates().create(request(call, false), call.by());
        String path = "debates/" + added.value().id();
        Map<String, @Nullable Object> document = added.value().document();
        return Once.answer(
                !added.created(), start ? Answer.accepted(path, document) : Answer.added(true, path, document));
    }

    /** The key of the request as its caller's own: the archive keeps the keys of all together. */
    private static @Nullable String key(Call call) {
        String key = call.key();
        return key == null ? null : IdempotencyKeys.owned(call.by(), key);
    }

    private Answer estimate(Call call) {
        Map<String, @Nullable Object> fields = fields(call);
        List<Object> documents = documents(fields);
        return Answer.ok(backend.work()
                .engines()
                .debates()
                .estimate(unstored(fields, documents), characters(documents))
                .document());
    }

    private long characters(List<Object> documents) {
        long characters = 0;
        for (Object each : documents) {
            characters += each instanceof EvidenceDraft draft
                    ? draft.snippet().length()
                    : backend.stoa()
                            .learning()
                            .evidence()
                            .find(String.valueOf(each))
                            .map(stored -> stored.snippet().length())
                            .orElse(0);
        }
        return characters;
    }

    /** The request as it will be, with other ids for documents that are not stored yet. */
    private static DebateRequest unstored(Map<String, @Nullable Object> fields, List<Object> documents) {
        return request(
                fields,
                documents,
                draft -> "document-" + Json.sha256(draft.snippet()).substring(0, 16));
    }

    private static DebateRequest request(
            Map<String, @Nullable Object> fields, List<Object> documents, Function<EvidenceDraft, String> id) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        if (fields.get(EVIDENCE) != null) {
            all.put(
                    EVIDENCE,
                    documents.stream()
                            .map(each -> each instanceof EvidenceDraft draft ? id.apply(draft) : each)
                            .distinct()
                            .toList());
        }
        return DebateRequest.of(all);
    }

    private static String text(JsonFields document) {
        return Bounds.text("evidence.text", document.text("text"), 1, 8 << 20);
    }

    /**
     * The request with its seats, its documents stored; it is made when it is sure that it will be used, and nothing is
     * stored for one that is refused.
     */
    private DebateRequest request(Call call, boolean start) {
        Map<String, @Nullable Object> fields = fields(call);
        List<Object> documents = documents(fields);
        if (start) {
            DebateEngine.refuseExternal(DebateRequest.of(fields));
        }
        if (!documents.isEmpty()) {
            backend.work().engines().debates().check(unstored(fields, documents));
        }
        EvidenceStore evidence = backend.stoa().learning().evidence().as(call.by());
        DebateRequest request =
                request(fields, documents, draft -> evidence.add(draft).value().id());
        String key = key(call);
        return key == null ? request : request.idempotencyKey(key);
    }

    /** What was asked for, with its seats. */
    private Map<String, @Nullable Object> fields(Call call) {
        Stoa stoa = backend.stoa();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(call.document());
        fields.remove(START);
        fields.values().removeIf(Objects::isNull);
        if (fields.get("code") != null) {
            Rights.need(call.by(), Right.OPERATE, "code in a debate");
            if (!stoa.config().get(DebateSettings.CODE_ENABLED)) {
                throw new ForbiddenException(
                        "forbidden", "debates about code are off on this server", "set code.enabled to true");
            }
        }
        if (fields.get("check") instanceof String name) {
            fields.put("check", check(stoa, name));
        }
        fields.put("agents", seats(stoa, fields.get("agents"), fields.get(EVIDENCE) != null));
        return fields;
    }

    private static String check(Stoa stoa, String name) {
        SettingValues check = stoa.config().tables(DebateSettings.CHECKS).get(name);
        if (check == null) {
            throw Refusal.field("check", "names no configured check", "name a table [check.NAME] of the configuration");
        }
        return check.get(DebateSettings.CHECK_ARGV).stream()
                .map(word -> word.replaceAll("[\\s\"'\\\\]", "\\\\$0"))
                .collect(Collectors.joining(" "));
    }

    private List<Object> seats(Stoa stoa, @Nullable Object given, boolean documents) {
        Seating seating = new Seating(stoa, backend.work().engines().debates().providers());
        List<Object> seats = new ArrayList<>();
        for (Object each : given == null ? seating.usual(documents) : items("agents", given)) {
            seats.add(
                    switch (each) {
                        case String spec -> seating.seat(spec);
                        case Map<?, ?> seat -> seat;
                        default -> throw Refusal.field("agents", "has an item that is neither text nor object", null);
                    });
        }
        return seats;
    }

    /** The documents that were given, each the id of a stored one or what is to be stored. */
    private static List<Object> documents(Map<String, @Nullable Object> fields) {
        List<Object> documents = new ArrayList<>();
        Object given = fields.get(EVIDENCE);
        for (Object each : given == null ? List.of() : items(EVIDENCE, given)) {
            switch (each) {
                case String id -> documents.add(id);
                case Map<?, ?> object -> {
                    JsonFields document = JsonFields.of(named(object));
                    documents.addAll(GivenDocuments.drafts(
                            document.text("title", "document"),
                            text(document),
                            document.textOrNull("url"),
                            DOCUMENT_SOURCE));
                    document.end();
                }
                default -> throw Refusal.field(EVIDENCE, "has an item that is neither text nor object", null);
            }
        }
        return documents;
    }

    private static List<?> items(String field, Object given) {
        if (given instanceof List<?> list) {
            return list;
        }
        throw Refusal.field(field, "is not a list", "send a list");
    }

    private static Map<String, @Nullable Object> named(Map<?, ?> object) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        object.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    private Answer resume(Call call) throws InterruptedException {
        DebateSession session = backend.work().debates().resume(call.path("id"));
        return Answer.accepted("debates/" + session.id(), session.document());
    }

    private Answer cancel(Call call) {
        return Answer.ok(backend.stoa()
                .debate()
                .sessions()
                .as(call.by())
                .cancel(call.path("id"), call.by().name())
                .document());
    }

    private Answer decide(Call call) throws InterruptedException {
        JsonFields body = call.body();
        Map<String, String> answers = new LinkedHashMap<>();
        body.object("answers").forEach((question, answer) -> answers.put(question, String.valueOf(answer)));
        GateOutcome outcome = backend.work()
                .engines()
                .gates()
                .decide(
                        call.by(),
                        call.path("id"),
                        call.path("gate"),
                        TextEnum.of("decision", Verdict.values(), body.text("decision")),
                        body.textOrNull("reason"),
                        answers);
        DebateSession now = outcome.goesOn()
                ? backend.work().debates().goOn(outcome.session().id())
                : outcome.session();
        return Answer.ok(outcome.document(now));
    }

    private Answer grade(Call call) {
        JsonFields body = call.body();
        String truth = body.textOrNull("truth");
        String option = body.textOrNull("option");
        Boolean correct = body.flagOrNull("correct");
        List<Truth> said = Stream.<@Nullable Truth>of(
                        truth == null ? null : new Truth.Answer(truth),
                        option == null ? null : new Truth.Option(option),
                        correct == null ? null : correct ? new Truth.Correct() : new Truth.Wrong())
                .<Truth>mapMulti((given, kept) -> {
                    if (given != null) {
                        kept.accept(given);
                    }
                })
                .toList();
        if (said.size() != 1) {
            throw Bounds.invalid(
                    said.isEmpty() ? "the grade is missing" : "the grade is given more than once",
                    "give one of truth, option and correct");
        }
        return Answer.ok(GradeOutcome.of(
                        backend.stoa(), backend.work().engines().debates(), call.by(), call.path("id"), said.getFirst())
                .document());
    }

    private Answer learn(Call call) {
        Stoa stoa = backend.stoa();
        String debate = call.body().textOrNull("debate");
        var outbox = stoa.debate().outbox().as(call.by());
        if (call.body().flag("retry_dead", false)) {
            outbox.retryDead();
        }
        LearningLoop loop = LearningLoop.of(outbox, stoa);
        return Answer.ok((debate == null
                        ? loop.run()
                        : loop.run(stoa.debate()
                                .sessions()
                                .as(call.by())
                                .get(debate)
                                .id()))
                .document());
    }
}
