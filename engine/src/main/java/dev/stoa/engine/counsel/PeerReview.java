package dev.stoa.engine.counsel;

import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Reviewed;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.counsel.run.Verdict;
import dev.stoa.engine.counsel.AskListener.Step;
import dev.stoa.engine.provider.AgentSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The reviews of the best answer by the other authors, who are not told whose it is. Stateless. */
final class PeerReview {
    private PeerReview() {}

    /** Those who can review and have not yet: each can once, and one whose call failed has had its turn. */
    static List<Decision.Option> due(Decision decision) {
        Set<String> done = new HashSet<>();
        decision.reviews().forEach(review -> done.add(review.specialist()));
        return decision.reviewers().stream()
                .filter(option -> !done.contains(option.specialist()))
                .toList();
    }

    /** A review that is asked for. */
    private record Due(Decision.Option reviewer, Prompt prompt) {}

    /** Lets them review, and stores what they say. */
    static void hold(CurrentAsk ask, Queries.Progress at, Decision decision) throws InterruptedException {
        Lessons.Block lessons = ask.lessons(at);
        Decision.Option reviewed = decision.reviewed();
        Asked asked = new Asked(
                CurrentAsk.text(at.question()),
                at.query().panel().documents(),
                lessons.lessons(),
                reviewed.said().text(),
                reviewed.said().answer());
        List<Due> due = new ArrayList<>();
        List<Callable<Turn>> calls = new ArrayList<>();
        for (Decision.Option reviewer : due(decision)) {
            Prompt prompt = Prompts.reviewing(
                    reviewer.specialist(), asked.question(), reviewed.said().text(), lessons);
            AgentSpec agent = ask.tools().seats().agent(reviewer.member());
            due.add(new Due(reviewer, prompt));
            calls.add(() -> ask.tools().questioning().once(agent, prompt, asked, ask.left()));
        }
        ask.together(due, calls, (one, turn) -> {
            Reviewed review = turn.raw() == null ? null : Reviewed.read(turn.raw());
            ask.store(
                    run(one, turn, review, decision, lessons),
                    at.query(),
                    null,
                    (tx, query, now) -> {
                        // What a reviewer would put instead waits for a person to confirm it.
                        if (review != null && !review.correction().isEmpty() && review.verdict() != Verdict.CORRECT) {
                            ask.tools()
                                    .lessons()
                                    .proposed(
                                            tx,
                                            ask.by(),
                                            query,
                                            asked.question(),
                                            reviewed.said().text(),
                                            review,
                                            now);
                        }
                    },
                    Step.REVIEW);
        });
    }

    private static RunDraft run(
            Due one, Turn turn, @Nullable Reviewed review, Decision decision, Lessons.Block lessons) {
        Panel.Member member = one.reviewer().member();
        double sure = one.reviewer().confidence();
        return new RunDraft(
                member.specialist(),
                member.model(),
                Round.PEER_REVIEW,
                turn.status(),
                turn.error(),
                turn.raw(),
                review == null ? 0 : decision.scores(member, 0, sure, 0).u(),
                sure,
                lessons.ids(),
                turn.latencyMs(),
                turn.totalMs(),
                turn.tokensIn(),
                turn.tokensOut(),
                one.prompt().context(),
                review == null ? Verdict.UNKNOWN : review.verdict(),
                false);
    }
}
