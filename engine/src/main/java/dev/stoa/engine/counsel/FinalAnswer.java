package dev.stoa.engine.counsel;

import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.Answered;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Label;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Utility;
import dev.stoa.engine.counsel.AskListener.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of a query that is decided: its text, its label and what is pointed out beside it. For one thread. */
final class FinalAnswer {
    /** A query is decided by the arbitration between the answers. */
    static final String VCG = "vcg";

    /** A query is decided by what a debate agreed on. */
    static final String DEBATE = "debate";

    private final CurrentAsk ask;
    private final Queries.Progress at;
    private final Query query;
    private final Decision decision;
    private final Decision.Option winner;
    private final Utility.Scores scores;
    private final Debating.@Nullable Agreed agreed;
    private final PolicyResult checked;
    private final boolean simulated;
    private final boolean timeout;

    private FinalAnswer(CurrentAsk ask, Queries.Progress at, Decision decision) {
        this.ask = ask;
        this.at = at;
        this.query = at.query();
        this.decision = decision;
        this.winner = decision.winner();
        this.scores = decision.scores(winner);
        String session = query.debateId();
        this.agreed = DEBATE.equals(query.decidedBy()) && session != null
                ? ask.tools().debating().find(session)
                : null;
        this.checked = agreed == null ? winner.checked() : ask.check(at, agreed.answer());
        this.simulated = decision.options().stream()
                .anyMatch(option -> option.member().model().startsWith(Voices.SIM + ":"));
        this.timeout =
                ask.left().isNegative() || at.runs().stream().anyMatch(run -> Turn.OUT_OF_TIME.equals(run.error()));
    }

    /** Stores the answer of a decision. */
    static void store(CurrentAsk ask, Queries.Progress at, Decision decision) {
        new FinalAnswer(ask, at, decision).store();
    }

    private void store() {
        List<String> corrections = decision.corrections(at.runs());
        Queries.Done done = ask.queries()
                .answer(
                        ask.by(),
                        ask.id(),
                        answered(corrections),
                        (tx, stored, now) -> ask.tools()
                                .lessons()
                                .applied(tx, ask.by(), stored, corrections, checked.violated(), now));
        ask.told(Step.ANSWERED, done.query());
    }

    private Answered answered(List<String> corrections) {
        Label.Facts facts = facts();
        String text = agreed == null ? winner.said().text() : agreed.answer();
        return new Answered(
                simulated && !text.contains("simulated") ? "(simulated) " + text : text,
                winner.specialist(),
                scores.u(),
                confidence(),
                facts.agreement(),
                Label.of(facts),
                Label.callout(facts),
                notices(),
                agreed == null ? VCG : DEBATE,
                mode(),
                decision.options().stream().map(Decision.Option::specialist).toList(),
                corrections,
                scored(),
                decision.meanReview());
    }

    private double confidence() {
        return agreed == null ? decision.ruling().confidence() : agreed.confidence();
    }

    private Label.Facts facts() {
        return new Label.Facts(
                query.level(),
                decision.governing(),
                decision.options().size(),
                confidence(),
                agreed == null ? decision.ruling().agreement() : agreed.agreement(),
                scores,
                checked.severity() > 0,
                agreed == null && decision.objected(),
                decision.allCorrect(),
                timeout,
                simulated,
                !winner.run().corrections().isEmpty());
    }

    private String mode() {
        if (agreed != null) {
            return DEBATE;
        }
        return !decision.reviews().isEmpty()
                ? "reviewed"
                : query.panel().members().size() > 1 ? "panel" : "single";
    }

    private List<String> notices() {
        Field governing = decision.governing();
        List<String> notices = new ArrayList<>();
        notice(notices, governing.highStakes(), "high_stakes");
        notice(notices, scores.c() < governing.cMin() || scores.e() < governing.eMin(), "below_floor");
        notice(notices, degraded(), "degraded");
        notice(notices, timeout, "timeout");
        notice(
                notices,
                ask.tools()
                        .threads()
                        .restarted(
                                ask.by(),
                                query.conversationId(),
                                winner.specialist(),
                                at.question().seq()),
                "context_reset");
        notice(notices, debateFailed(), "debate_failed");
        notice(notices, simulated, "simulated");
        return notices;
    }

    private static void notice(List<String> notices, boolean holds, String name) {
        if (holds) {
            notices.add(name);
        }
    }

    /** Whether fewer answered than should have. */
    private boolean degraded() {
        return query.panel().skipped() > 0
                || at.runs().stream()
                        .filter(Run::isAnswer)
                        .anyMatch(run -> run.status() == RunStatus.ERROR || run.status() == RunStatus.TIMEOUT);
    }

    /** Whether a debate was to be held and did not come to its end, or to an answer that may not be given. */
    private boolean debateFailed() {
        String session = query.debateId();
        return VCG.equals(query.decidedBy())
                && (session == null
                        || ask.tools().debating().failed(session)
                        || ask.tools().debating().find(session) != null);
    }

    private List<ModelRuns.Scored> scored() {
        Arbiter.Ruling ruling = decision.ruling();
        List<ModelRuns.Scored> scored = new ArrayList<>();
        for (Decision.Option option : decision.options()) {
            boolean won = option.equals(winner);
            scored.add(new ModelRuns.Scored(
                    option.specialist(),
                    decision.scores(option),
                    won ? confidence() : option.confidence(),
                    ruling.chosen().welfare().get(option.specialist()),
                    option.member().weight(),
                    ruling.chosen().transfers().get(option.specialist()),
                    won));
        }
        return scored;
    }
}
