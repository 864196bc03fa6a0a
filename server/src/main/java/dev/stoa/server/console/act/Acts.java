package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Confirm.Kind;
import dev.stoa.server.console.view.OpenGate;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every act of the console. Stateless. */
public final class Acts {
    private static final String DEBATE = "debates/{id}";
    private static final String GATE = "debates/{id}/gates/{gate}";
    private static final String TASK = "tasks/{id}";
    private static final String CHANNEL = "channels/{id}";
    private static final String CORRECTION = "corrections/{id}";
    private static final String CREATED = "created-agents";
    private static final String REASON = "reason";
    private static final String WHY = "Reason";
    private static final String STATUS = "status";

    private static final List<Act> HERE = List.of(
            gate("approve", "Approve the gate", "The debate goes on with its next phase.", "The gate is approved.")
                    .does("1 decision is stored for good, of a debate that is {0}.", STATUS)
                    .asks(OpenGate.ANSWERS, "", false, Kind.ANSWERS)
                    .asks(REASON, WHY, false),
            gate(
                            "reject",
                            "Reject the gate",
                            "The phase before it is held again, or the debate ends.",
                            "The gate is rejected.")
                    .does("1 decision is stored for good, of a debate that is {0}.", STATUS)
                    .asks(REASON, WHY, true),
            debate(
                            "cancel",
                            "Cancel the debate",
                            "It ends without an outcome. What was said stays on record.",
                            "The debate is cancelled.")
                    .does("1 debate that is {0} ends after {1} rounds, without an outcome.", STATUS, "total_rounds")
                    .when(STATUS, "pending", "running", "paused"),
            debate("resume", "Resume the debate", "It goes on from its last stored turn.", "The debate goes on.")
                    .when(STATUS, "pending", "paused", "interrupted", "failed")
                    .undo(""),
            Act.of(
                            DEBATE + "/check/start",
                            Scope.READ,
                            "Check the record",
                            "Every event is read and held against the rules, while the server goes on.",
                            "The record is checked in the background.")
                    .on(DEBATE, "topic", Column.state(STATUS, "State"))
                    .sends("POST", DEBATE + "/check")
                    .back(DEBATE + "/replay")
                    .undo(""),
            grade("right", "Grade as correct", true),
            grade("wrong", "Grade as wrong", false),
            task("claim", "Claim the task", "It is yours until its lease ends.", "The task is yours.")
                    .when(STATUS, "pending")
                    .undo(TASK + "/release"),
            task("release", "Release the task", "Others can claim it again.", "The task is released.")
                    .when(STATUS, "claimed", "running")
                    .undo(TASK + "/claim"),
            channel(
                            "send",
                            "Send a message",
                            "Everybody in the channel can read it; a mention starts that agent.",
                            "The message is sent.",
                            Scope.WRITE_AGENT)
                    .sends("POST", CHANNEL + "/messages")
                    .does("1 message is stored after {0} others.", "last_seq")
                    .asks("content", "Message", true),
            channel("read", "Mark as read", "Its messages count as read.", "The channel is read.", Scope.READ_AGENT)
                    .sends("POST", CHANNEL + "/receive")
                    .with("limit", 1)
                    .with("own", true)
                    .holds("from", "last_seq")
                    .undo(""),
            correction(
                            "confirm",
                            "Confirm the correction",
                            "Answers are made with it from now on.",
                            "The correction is confirmed.")
                    .does("1 correction that is {0} becomes active.", STATUS)
                    .when(STATUS, "proposed"),
            correction(
                            "retire",
                            "Retire the correction",
                            "Answers are made without it from now on.",
                            "The correction is retired.")
                    .does("1 correction that is {0} becomes retired.", STATUS)
                    .when(STATUS, "proposed", "active"),
            created(
                            "approve",
                            "Approve the agent",
                            "It takes part from the next generation on.",
                            "The agent is approved.")
                    .does("1 agent that is {0} becomes approved.", STATUS),
            created("reject", "Reject the agent", "It never takes part.", "The agent is rejected.")
                    .does("1 agent that is {0} becomes rejected.", STATUS),
            Act.of(
                            "ops/jobs/retry",
                            Scope.OPERATE,
                            "Retry what failed",
                            "What debates have to teach is tried again, also where all attempts were used up.",
                            "It was tried again.")
                    .on(
                            "health/ready",
                            "status",
                            Column.count("outbox.pending", "Pending"),
                            Column.count("outbox.dead", "Dead"))
                    .sends("POST", "debates/learn")
                    .with("retry_dead", true)
                    .does("{0} dead and {1} pending rows are tried again.", "outbox.dead", "outbox.pending")
                    .asksWord("To go on, type", "outbox"),
            check(
                    "doctor",
                    "ops/doctor/deep",
                    "Examine deeply",
                    "All data of all archives is read, while the server goes on.",
                    "ops/doctor?run={run}"),
            check(
                    "audit",
                    "audit/verify",
                    "Verify",
                    "Every entry is read and compared with its hash and the signed checkpoints.",
                    "audit?run={run}"),
            Act.of(
                            "tokens/{id}/revoke",
                            Scope.ADMIN,
                            "Revoke the token",
                            "Programs and sessions that use it are refused from their next request on.",
                            "The token is revoked.")
                    .among(
                            "tokens",
                            "token_id",
                            "label",
                            Column.text("token_id", "Id"),
                            Column.json("scopes", "Scopes"),
                            Column.time("revoked_at", "Revoked"))
                    .sends("DELETE", "tokens/{id}")
                    .does("1 token ends, which allows {0}.", "scopes"));

    private static final List<Act> ALL = Stream.of(HERE, LearnActs.all(), WingActs.all(), CounselActs.all())
            .flatMap(List::stream)
            .toList();

    private Acts() {}

    public static List<Act> all() {
        return ALL;
    }

    /** An act by its address in the table. */
    public static Optional<Act> by(String path) {
        return ALL.stream().filter(act -> act.path().equals(path)).findFirst();
    }

    /** Begins what goes on in the background, or joins it: it changes nothing. */
    private static Act check(String kind, String path, String word, String about, String page) {
        return Act.of(path, Scope.OPERATE, word, about, "It runs. This page says how far it has come.")
                .withoutSubject()
                .sends("POST", "health/checks/" + kind)
                .leads(page)
                .undo("");
    }

    private static Act gate(String decision, String word, String about, String done) {
        return Act.of(GATE + "/" + decision, Scope.OPERATE, word, about, done)
                .on(
                        DEBATE,
                        "topic",
                        Column.text("gate.summary", "What waits"),
                        Column.state("gate.status", "State"),
                        Column.text("gate.decided_by", "Decided by"),
                        Column.time("gate.expires_at", "Waits until"))
                .sends("POST", GATE + "/decision")
                .with("decision", decision)
                .back(DEBATE);
    }

    private static Act debate(String act, String word, String about, String done) {
        return Act.of(DEBATE + "/" + act, Scope.ASK, word, about, done)
                .on(DEBATE, "topic", Column.state(STATUS, "State"), Column.count("total_rounds", "Rounds"));
    }

    /** A grade is given once: the API refuses another. */
    private static Act grade(String act, String word, boolean correct) {
        return Act.of(
                        DEBATE + "/grade/" + act,
                        Scope.OPERATE,
                        word,
                        "Lessons, ratings and statistics learn from it. It is given once.",
                        "The debate is graded.")
                .on(
                        DEBATE,
                        "topic",
                        Column.state("outcome.decision", "Decision"),
                        Column.text("outcome.answer", "Answer"),
                        Column.json("grade", "Grade"))
                .sends("POST", DEBATE + "/grade")
                .does("1 grade is stored for good, of the answer {0}.", "outcome.answer")
                .with("correct", correct)
                .back(DEBATE);
    }

    private static Act task(String act, String word, String about, String done) {
        return Act.of(TASK + "/" + act, Scope.WRITE_AGENT, word, about, done)
                .on(TASK, "input", Column.state(STATUS, "State"), Column.text("assignee", "Held by"));
    }

    private static Act channel(String act, String word, String about, String done, Scope scope) {
        return Act.of(CHANNEL + "/" + act, scope, word, about, done)
                .on(CHANNEL, "name", Column.text("topic", "Topic"), Column.count("unread", "Unread"));
    }

    private static Act correction(String act, String word, String about, String done) {
        return Act.of(CORRECTION + "/" + act, Scope.WRITE, word, about, done)
                .on(CORRECTION, "subject", Column.text("claim", "Claim"), Column.state(STATUS, "State"));
    }

    private static Act created(String act, String word, String about, String done) {
        return Act.of(CREATED + "/{id}/" + act, Scope.OPERATE, word, about, done)
                .among(
                        CREATED,
                        "created_agent_id",
                        "archetype_designed",
                        Column.state(STATUS, "State"),
                        Column.text("design_rationale", "Rationale"))
                .when(STATUS, "pending_approval")
                .asks(REASON, WHY, false);
    }
}
