package dev.stoa.engine.counsel;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryState;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.engine.counsel.AskListener.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes one query from where it stands to its end. For one thread. Everything it goes by is read from the record, so it
 * goes on after a crash as if there had been none.
 */
final class AskRun {
    /** Below this agreement of the first two a third is asked. */
    private static final double DIVIDED = .50;

    private final CurrentAsk ask;
    private final AskTools tools;
    private final Principal by;
    private final String id;

    /**
     * The run of a query.
     *
     * @param system a text that leads every prompt and is not stored; null if there is none
     */
    AskRun(AskTools tools, Principal by, String id, @Nullable String system, AskListener listener) {
        this.ask = new CurrentAsk(tools, by, id, system, listener);
        this.tools = tools;
        this.by = by;
        this.id = id;
    }

    /**
     * Goes on until there is an answer, or there will be none.
     *
     * @param hold the lease of the query; null if it is over
     * @return null if another process took the query over
     */
    Queries.@Nullable Done run(@Nullable QueryHold hold) throws InterruptedException {
        while (hold == null || !hold.isLost()) {
            Queries.Progress at = tools.queries().progress(by, id);
            Query query = at.query();
            switch (query.state()) {
                case RECEIVED, ROUTED, DECIDING, REVIEWING, DEBATING -> step(at);
                case ANSWERED -> {
                    return tools.queries().answered(by, id).orElseThrow();
                }
                case BLOCKED ->
                    throw new ConflictException(
                            "assertion_blocked",
                            "no answer passed its checks: " + query.error(),
                            "ask in other words, or change the policy");
                case FAILED ->
                    throw new UnavailableException(
                            "no_answer",
                            "query " + id + " has no answer: " + query.error(),
                            "ask again, or name other agents");
                case CANCELLED ->
                    throw new ConflictException(
                            Queries.OVER, "query is " + query.state().text(), "ask again");
            }
        }
        return null;
    }

    private void step(Queries.Progress at) throws InterruptedException {
        try {
            switch (at.query().state()) {
                case RECEIVED -> route(at);
                case ROUTED -> ask(at);
                case DECIDING -> decide(at);
                case REVIEWING -> review(at);
                case DEBATING -> debate(at);
                default -> throw new IllegalStateException("query " + id + " is over");
            }
        } catch (ConflictException e) {
            // Another process went on with it too, and was first: its result is the result.
            if (!e.code().equals(Queries.OVER)) {
                throw e;
            }
        }
    }

    /** By how much corrections were ranked, as far as this run looked for them. */
    Map<String, Double> included() {
        return ask.included();
    }

    private void route(Queries.Progress at) {
        Query query = at.query();
        String question = CurrentAsk.text(at.question());
        Distribution fields =
                ask.orFail(() -> tools.distribution(by, question, query.panel().field(), query.sessionId()));
        Lessons.Block lessons = ask.orFail(() -> tools.lessons()
                .find(
                        by,
                        question,
                        query.conversationId(),
                        null,
                        fields.domain().name()));
        Panel chosen = ask.orFail(() -> tools.seats()
                .choose(by, tools.queries(), question, query.level(), fields, query.panel(), lessons.lessons()));
        ask.told(Step.ROUTED, tools.queries().route(by, id, fields, chosen));
    }

    private void ask(Queries.Progress at) throws InterruptedException {
        List<Panel.Member> due = due(at);
        if (!due.isEmpty()) {
            PanelCalls.make(ask, at, due);
        } else if (!ask.decision(at).isEmpty()) {
            ask.move(QueryState.ROUTED, QueryState.DECIDING, Step.DECIDING);
        } else {
            giveUp(at.runs());
        }
    }

    /** The members that are to be asked now: at first all but the spare ones, then a spare one if the others differ. */
    private List<Panel.Member> due(Queries.Progress at) {
        List<Panel.Member> unasked = at.query().panel().members().stream()
                .filter(member -> at.runs().stream()
                        .noneMatch(run -> run.isAnswer() && run.specialist().equals(member.specialist())))
                .toList();
        List<Panel.Member> due = new ArrayList<>(
                unasked.stream().filter(member -> !member.spare()).toList());
        if (due.isEmpty() && !unasked.isEmpty() && divided(at)) {
            due.add(unasked.getFirst());
        }
        return due;
    }

    /** Whether the first two do not agree, so that a third is asked. */
    private boolean divided(Queries.Progress at) {
        Decision decision = ask.decision(at);
        return at.query().level() == Level.BALANCED
                && !decision.isEmpty()
                && decision.ruling().agreement() < DIVIDED;
    }

    /** Ends a query to which there is no answer that may be given. */
    private void giveUp(List<Run> runs) {
        List<Run> blocked =
                runs.stream().filter(run -> run.status() == RunStatus.BLOCKED).toList();
        String why = (blocked.isEmpty() ? runs : blocked)
                .stream()
                        .map(run -> run.specialist() + " " + (run.error() == null ? "" : run.error()))
                        .collect(Collectors.joining("; "));
        tools.queries()
                .end(
                        by,
                        id,
                        blocked.isEmpty() ? QueryState.FAILED : QueryState.BLOCKED,
                        blocked.isEmpty() ? "no_answer" : "assertion_blocked",
                        why);
    }

    private void decide(Queries.Progress at) {
        Decision decision = ask.decision(at);
        Query query = at.query();
        boolean more = !ask.left().isNegative() && query.decidedBy() == null;
        if (more && query.level() == Level.MAXIMUM && !PeerReview.due(decision).isEmpty()) {
            ask.move(QueryState.DECIDING, QueryState.REVIEWING, Step.REVIEWING);
        } else if (more && decision.debates()) {
            ask.move(QueryState.DECIDING, QueryState.DEBATING, Step.DEBATING);
        } else {
            FinalAnswer.store(ask, at, decision);
        }
    }

    private void review(Queries.Progress at) throws InterruptedException {
        PeerReview.hold(ask, at, ask.decision(at));
        ask.move(QueryState.REVIEWING, QueryState.DECIDING, Step.DECIDING);
    }

    private void debate(Queries.Progress at) throws InterruptedException {
        Decision decision = ask.decision(at);
        Query query = at.query();
        // From the record, so that the same debate is asked for after a crash.
        Duration rest = tools.limit().minus(Duration.between(query.createdAt(), query.updatedAt()));
        String session = tools.debating()
                .create(
                        by,
                        query,
                        CurrentAsk.text(at.question()),
                        CurrentAsk.field(query),
                        decision.options().stream()
                                .map(option -> new Debating.Author(
                                        tools.seats().agent(option.member()),
                                        option.said().text(),
                                        option.confidence()))
                                .toList(),
                        rest);
        boolean decides = session != null && agreed(at, session);
        ask.told(
                Step.DECIDING,
                tools.queries()
                        .move(
                                by,
                                id,
                                QueryState.DEBATING,
                                QueryState.DECIDING,
                                decides ? FinalAnswer.DEBATE : FinalAnswer.VCG,
                                session));
    }

    /** Holds a debate; whether it agreed on an answer that passes the checks that block. */
    private boolean agreed(Queries.Progress at, String session) throws InterruptedException {
        try {
            Debating.Agreed agreed = tools.debating().hold(session, ask.left());
            return agreed != null && ask.check(at, agreed.answer()).passed();
        } catch (StoaException e) {
            AskTools.LOG.warn("the debate about query {} broke off: {}", id, e.getMessage());
            return false;
        }
    }
}
