package dev.stoa.engine.counsel;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.run.Answered;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Label;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryState;
import dev.stoa.counsel.run.Reviewed;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Said;
import dev.stoa.counsel.run.Utility;
import dev.stoa.counsel.run.Verdict;
import dev.stoa.engine.counsel.AskListener.Step;
import dev.stoa.engine.provider.AgentSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes one query from where it stands to its end. For one thread. Everything it goes by is read from the record, so it
 * goes on after a crash as if there had been none.
 */
final class AskRun {
    private static final String VCG = "vcg";
    private static final String DEBATE = "debate";

    private final AskTools tools;
    private final Principal by;
    private final String id;
    private final @Nullable String system;
    private final AskListener listener;
    private final long started = System.nanoTime();

    private Lessons.@Nullable Block found;
    private final Map<String, PolicyResult> checked = new HashMap<>();

    /**
     * The run of a query.
     *
     * @param system a text that leads every prompt; null if there is none
     */
    AskRun(AskTools tools, Principal by, String id, @Nullable String system, AskListener listener) {
        this.tools = tools;
        this.by = by;
        this.id = id;
        this.system = system;
        this.listener = listener;
    }

    /** Goes on until there is an answer, or there will be none. */
    Queries.Done run() throws InterruptedException {
        while (true) {
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
            // Another process went on with it too, and was first: what it came to is what there is.
            if (!e.code().equals(Queries.OVER)) {
                throw e;
            }
        }
    }

    /** By how much corrections were ranked, as far as this run looked for them. */
    Map<String, Double> included() {
        Map<String, Double> included = new HashMap<>();
        if (found != null) {
            for (Lesson lesson : found.lessons()) {
                if (lesson.include() != null) {
                    included.put(lesson.id(), lesson.include());
                }
            }
        }
        return included;
    }

    private Duration left() {
        return tools.limit().minusNanos(System.nanoTime() - started);
    }

    private void told(Step step, Query query) {
        listener.stored(step, query);
    }

    /** A fault in finding out who is asked, and with what, ends the query: nobody has been asked yet. */
    private <T> T orFail(Callable<T> part) {
        try {
            return part.call();
        } catch (StoaException e) {
            tools.queries().end(by, id, QueryState.FAILED, e.getMessage());
            throw e;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void route(Queries.Progress at) {
        Query query = at.query();
        String question = text(at.question());
        Distribution fields =
                orFail(() -> tools.distribution(by, question, query.panel().field(), query.sessionId()));
        Lessons.Block lessons = orFail(() -> tools.lessons()
                .find(
                        by,
                        question,
                        query.conversationId(),
                        null,
                        fields.domain().name()));
        Panel chosen = orFail(() -> tools.seats()
                .choose(by, tools.queries(), question, query.level(), fields, query.panel(), lessons.lessons()));
        told(Step.ROUTED, tools.queries().route(by, id, fields, chosen));
    }

    private static String text(Message message) {
        return Objects.requireNonNullElse(message.content(), "");
    }

    private Lessons.Block lessons(Queries.Progress at) {
        if (found == null) {
            found = tools.lessons()
                    .find(
                            by,
                            text(at.question()),
                            at.query().conversationId(),
                            null,
                            Objects.requireNonNullElse(at.query().field(), "general"));
        }
        return found;
    }

    /** The call of one member that is to be made. */
    private record Due(Panel.Member member, Prompt prompt, Callable<Turn> call) {}

    private void ask(Queries.Progress at) throws InterruptedException {
        List<Panel.Member> due = new ArrayList<>(at.query().panel().members().stream()
                .filter(member -> !member.spare() && !answered(at.runs(), member))
                .toList());
        if (due.isEmpty()) {
            at.query().panel().members().stream()
                    .filter(member -> member.spare() && !answered(at.runs(), member))
                    .filter(member -> wanted(at))
                    .findFirst()
                    .ifPresent(due::add);
        }
        if (!due.isEmpty()) {
            askAll(at, due);
            return;
        }
        Decision decision = decision(at);
        if (!decision.isEmpty()) {
            told(Step.DECIDING, tools.queries().move(by, id, QueryState.ROUTED, QueryState.DECIDING, null, null));
            return;
        }
        List<Run> blocked = at.runs().stream()
                .filter(run -> run.status() == RunStatus.BLOCKED)
                .toList();
        String why = String.join(
                "; ",
                (blocked.isEmpty() ? at.runs() : blocked)
                        .stream()
                                .map(run -> run.specialist() + " " + (run.error() == null ? "" : run.error()))
                                .toList());
        tools.queries().end(by, id, blocked.isEmpty() ? QueryState.FAILED : QueryState.BLOCKED, why);
    }

    private static boolean answered(List<Run> runs, Panel.Member member) {
        return runs.stream().anyMatch(run -> run.isAnswer() && run.specialist().equals(member.specialist()));
    }

    /** Whether the first two do not agree, so that a third is asked. */
    private boolean wanted(Queries.Progress at) {
        Decision decision = decision(at);
        return at.query().level() == Level.BALANCED
                && !decision.isEmpty()
                && decision.ruling().agreement() < .50;
    }

    private void askAll(Queries.Progress at, List<Panel.Member> members) throws InterruptedException {
        Lessons.Block lessons = orFail(() -> lessons(at));
        Field governing =
                Distribution.of(tools.fields(), at.query().distribution()).governing();
        Asked asked = new Asked(text(at.question()), at.query().panel().documents(), lessons.lessons(), null, null);
        List<Due> due = new ArrayList<>();
        for (Panel.Member member : members) {
            Prompt prompt = orFail(() -> tools.prompt(
                    by, at.query().conversationId(), at.question().seq(), asked.question(), member, lessons, system));
            AgentSpec agent = tools.seats().agent(member);
            due.add(new Due(
                    member,
                    prompt,
                    () -> tools.questioning().answer(by, agent, prompt, asked, governing, lessons.lessons(), left())));
        }
        Decision rules = decision(at);
        together(due, (one, turn) -> {
            Said said = turn.raw() == null ? null : Said.read(turn.raw(), turn.truncated());
            PolicyResult results = turn.checked();
            double confidence = said == null ? 0 : said.confidence();
            Utility.Scores scores = said == null
                    ? new Utility.Scores(0, 0, 0, 0)
                    : rules.scores(one.member(), results == null ? 0 : results.bonus(), confidence, 0);
            if (results != null) {
                checked.put(one.member().specialist(), results);
            }
            store(
                    new RunDraft(
                            one.member().specialist(),
                            one.member().model(),
                            Round.ANSWER,
                            turn.status(),
                            turn.error(),
                            turn.raw(),
                            scores.u(),
                            confidence,
                            lessons.ids(),
                            turn.latencyMs(),
                            turn.totalMs(),
                            turn.tokensIn(),
                            turn.tokensOut(),
                            one.prompt().context(),
                            null,
                            results != null && results.gold()),
                    at.query(),
                    (tx, query, now) -> {
                        if (results != null) {
                            tools.questioning().store(tx, query, one.member().specialist(), results, now);
                        }
                    },
                    Step.ANSWER);
        });
    }

    private void store(RunDraft draft, Query query, Queries.Also also, Step step) {
        Field domain = tools.fields().get(Objects.requireNonNullElse(query.field(), "general"));
        tools.queries().store(by, id, domain, draft, also);
        told(step, query);
    }

    /** What is done with a call that has ended. */
    private interface Ended {
        void accept(Due one, Turn turn);
    }

    /** Makes calls at the same time and stores how they ended in the order of the panel. */
    private void together(List<Due> due, Ended ended) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Turn>> futures = new ArrayList<>();
            for (Due one : due) {
                futures.add(threads.submit(one.call()));
            }
            try {
                for (int i = 0; i < due.size(); i++) {
                    ended.accept(due.get(i), awaited(futures.get(i)));
                }
            } finally {
                // Nothing, unless time is over or a store failed: then nobody waits for the others.
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    private Turn awaited(Future<Turn> future) throws InterruptedException {
        try {
            return future.get(Math.max(0, left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            return Turn.outOfTime(tools.limit().toNanos() / 1e6);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoaException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private Decision decision(Queries.Progress at) {
        return Decision.of(at.query(), tools.fields(), at.runs(), tools.arbiter(), run -> checked(at, run));
    }

    /** How the checks of an answer went; those of one that an earlier process got are made again, with equal results. */
    private PolicyResult checked(Queries.Progress at, Run run) {
        return checked.computeIfAbsent(
                run.specialist(),
                name -> tools.questioning()
                        .check(
                                by,
                                Distribution.of(tools.fields(), at.query().distribution())
                                        .governing(),
                                Said.read(Objects.requireNonNullElse(run.raw(), ""), false)
                                        .text(),
                                text(at.question()),
                                tools.lessons().get(by, run.corrections()),
                                0));
    }

    private void decide(Queries.Progress at) {
        Decision decision = decision(at);
        Query query = at.query();
        boolean inTime = !left().isNegative();
        if (inTime && reviewDue(decision, query)) {
            told(Step.REVIEWING, tools.queries().move(by, id, QueryState.DECIDING, QueryState.REVIEWING, null, null));
            return;
        }
        if (inTime && query.decidedBy() == null && decision.debates()) {
            told(Step.DEBATING, tools.queries().move(by, id, QueryState.DECIDING, QueryState.DEBATING, null, null));
            return;
        }
        answer(at, decision);
    }

    /** Each can review once; one whose call failed has had its turn. */
    private static boolean reviewDue(Decision decision, Query query) {
        return query.level() == Level.MAXIMUM
                && query.decidedBy() == null
                && !unreviewed(decision).isEmpty();
    }

    private static List<Decision.Option> unreviewed(Decision decision) {
        Set<String> done = new HashSet<>();
        decision.reviews().forEach(review -> done.add(review.specialist()));
        return decision.reviewers().stream()
                .filter(option -> !done.contains(option.specialist()))
                .toList();
    }

    private void review(Queries.Progress at) throws InterruptedException {
        Decision decision = decision(at);
        Lessons.Block lessons = lessons(at);
        Decision.Option reviewed = decision.reviewed();
        Asked asked = new Asked(
                text(at.question()),
                at.query().panel().documents(),
                lessons.lessons(),
                reviewed.said().text(),
                reviewed.said().answer());
        List<Due> due = new ArrayList<>();
        for (Decision.Option reviewer : unreviewed(decision)) {
            Prompt prompt = Prompts.reviewing(
                    reviewer.specialist(), asked.question(), reviewed.said().text(), lessons);
            AgentSpec agent = tools.seats().agent(reviewer.member());
            due.add(new Due(reviewer.member(), prompt, () -> tools.questioning().once(agent, prompt, asked, left())));
        }
        together(due, (one, turn) -> {
            Reviewed review = turn.raw() == null ? null : Reviewed.read(turn.raw());
            double sure = decision.options().stream()
                    .filter(option -> option.specialist().equals(one.member().specialist()))
                    .mapToDouble(Decision.Option::confidence)
                    .findFirst()
                    .orElse(Said.UNSAID);
            store(
                    new RunDraft(
                            one.member().specialist(),
                            one.member().model(),
                            Round.PEER_REVIEW,
                            turn.status(),
                            turn.error(),
                            turn.raw(),
                            review == null
                                    ? 0
                                    : decision.scores(one.member(), 0, sure, 0).u(),
                            sure,
                            lessons.ids(),
                            turn.latencyMs(),
                            turn.totalMs(),
                            turn.tokensIn(),
                            turn.tokensOut(),
                            one.prompt().context(),
                            review == null ? Verdict.UNKNOWN : review.verdict(),
                            false),
                    at.query(),
                    (tx, query, now) -> {
                        if (review != null
                                && !review.correction().isEmpty()
                                && !review.verdict().equals(Verdict.CORRECT)) {
                            tools.lessons()
                                    .proposed(
                                            tx,
                                            by,
                                            query,
                                            asked.question(),
                                            reviewed.said().text(),
                                            review,
                                            now);
                        }
                    },
                    Step.REVIEW);
        });
        told(Step.DECIDING, tools.queries().move(by, id, QueryState.REVIEWING, QueryState.DECIDING, null, null));
    }

    private void debate(Queries.Progress at) throws InterruptedException {
        Decision decision = decision(at);
        Query query = at.query();
        // From the record, so that the same debate is asked for after a crash.
        Duration rest = tools.limit().minus(Duration.between(query.createdAt(), query.updatedAt()));
        String session = tools.debating()
                .create(
                        by,
                        query,
                        text(at.question()),
                        Objects.requireNonNullElse(query.field(), "general"),
                        decision.options().stream()
                                .map(option -> new Debating.Author(
                                        tools.seats().agent(option.member()),
                                        option.said().text(),
                                        option.confidence()))
                                .toList(),
                        rest);
        Debating.Agreed agreed = null;
        if (session != null) {
            try {
                agreed = tools.debating().hold(session, left());
            } catch (StoaException e) {
                AskTools.LOG.warn("the debate about query {} broke off: {}", id, e.getMessage());
            }
        }
        told(
                Step.DECIDING,
                tools.queries()
                        .move(
                                by,
                                id,
                                QueryState.DEBATING,
                                QueryState.DECIDING,
                                agreed == null ? VCG : DEBATE,
                                session));
    }

    private void answer(Queries.Progress at, Decision decision) {
        Query query = at.query();
        Decision.Option winner = decision.winner();
        Arbiter.Ruling ruling = decision.ruling();
        String session = query.debateId();
        Debating.Agreed agreed = DEBATE.equals(query.decidedBy()) && session != null
                ? tools.debating().find(session)
                : null;
        boolean debateFailed = VCG.equals(query.decidedBy())
                && (session == null || tools.debating().failed(session));
        double confidence = agreed == null ? ruling.confidence() : agreed.confidence();
        double agreement = agreed == null ? ruling.agreement() : agreed.agreement();
        Utility.Scores scores = decision.scores(winner);
        boolean simulated = decision.options().stream()
                .anyMatch(option -> option.member().model().startsWith(Voices.SIM + ":"));
        boolean timeout =
                left().isNegative() || at.runs().stream().anyMatch(run -> Turn.OUT_OF_TIME.equals(run.error()));
        Field governing = decision.governing();
        Label.Facts facts = new Label.Facts(
                query.level(),
                governing,
                decision.options().size(),
                confidence,
                agreement,
                scores,
                winner.checked().severity() > 0,
                agreed == null && decision.objected(),
                decision.allCorrect(),
                timeout,
                simulated,
                !winner.run().corrections().isEmpty());
        List<String> notices = new ArrayList<>();
        notice(notices, governing.highStakes(), "high_stakes");
        notice(notices, scores.c() < governing.cMin() || scores.e() < governing.eMin(), "below_floor");
        notice(notices, degraded(at), "degraded");
        notice(notices, timeout, "timeout");
        notice(
                notices,
                tools.threads()
                        .restarted(
                                by,
                                query.conversationId(),
                                winner.specialist(),
                                at.question().seq()),
                "context_reset");
        notice(notices, debateFailed, "debate_failed");
        notice(notices, simulated, "simulated");
        List<ModelRuns.Scored> scored = new ArrayList<>();
        for (Decision.Option option : decision.options()) {
            boolean won = option.equals(winner);
            scored.add(new ModelRuns.Scored(
                    option.specialist(),
                    decision.scores(option).u(),
                    won ? confidence : option.confidence(),
                    ruling.chosen().welfare().get(option.specialist()),
                    option.member().weight(),
                    ruling.chosen().transfers().get(option.specialist()),
                    won));
        }
        boolean reviewed = !decision.reviews().isEmpty();
        String mode = agreed != null
                ? DEBATE
                : reviewed ? "reviewed" : query.panel().members().size() > 1 ? "panel" : "single";
        List<String> corrections = decision.corrections(at.runs());
        List<String> violated = winner.checked().violated();
        String text = agreed == null ? winner.said().text() : agreed.answer();
        Queries.Done done = tools.queries()
                .answer(
                        by,
                        id,
                        new Answered(
                                simulated && !text.contains("simulated") ? "(simulated) " + text : text,
                                winner.specialist(),
                                scores.u(),
                                confidence,
                                agreement,
                                Label.of(facts),
                                Label.callout(facts),
                                notices,
                                agreed == null ? VCG : DEBATE,
                                mode,
                                decision.options().stream()
                                        .map(Decision.Option::specialist)
                                        .toList(),
                                corrections,
                                scored,
                                decision.meanReview()),
                        (tx, stored, now) -> tools.lessons().applied(tx, by, stored, corrections, violated, now));
        told(Step.ANSWERED, done.query());
    }

    private static void notice(List<String> notices, boolean holds, String name) {
        if (holds) {
            notices.add(name);
        }
    }

    /** Whether fewer answered than should have. */
    private static boolean degraded(Queries.Progress at) {
        return at.query().panel().skipped() > 0
                || at.runs().stream()
                        .filter(Run::isAnswer)
                        .anyMatch(run -> run.status() == RunStatus.ERROR || run.status() == RunStatus.TIMEOUT);
    }
}
