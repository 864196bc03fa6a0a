package dev.stoa.engine.evolution;

import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.LogEntry;
import dev.stoa.evolution.play.Reason;
import dev.stoa.evolution.play.ReplayException;
import dev.stoa.evolution.scenario.Rubrics;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.Scenario.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Proves a stored episode of debates: its questions, its answers and its scores. Stateless; nobody is asked. */
final class DebateReplay {
    private DebateReplay() {}

    static void check(Scenario scenario, EpisodeResult recorded) {
        DebateSpec spec = Objects.requireNonNull(scenario.debate());
        List<Question> questions = DebateArena.drawn(spec, recorded.seed());
        List<String> actors =
                recorded.shares().stream().map(EpisodeResult.Share::actorId).toList();
        List<?> answers = recorded.snapshot().get("answers") instanceof List<?> list ? list : List.of();
        require(
                answers.size() == questions.size() && recorded.log().size() == questions.size() * actors.size(),
                recorded.log().size(),
                "the log has not one row for each question and agent");
        List<DebateScores.Debated> debates = new ArrayList<>();
        boolean decided = true;
        for (int i = 0; i < questions.size(); i++) {
            int first = i * actors.size();
            Question question = questions.get(i);
            Map<?, ?> answer = answers.get(i) instanceof Map<?, ?> map ? map : Map.of();
            require(question.id().equals(answer.get("id")), first, "the seed draws question " + question.id());
            boolean correct = Boolean.TRUE.equals(answer.get("correct"));
            boolean closed = !question.options().isEmpty();
            require(
                    !closed || correct == question.answer().equals(answer.get("given")),
                    first,
                    "the panel answered " + answer.get("given") + ", and " + question.answer() + " is right");
            decided &= Boolean.TRUE.equals(answer.get("decided"));
            List<DebateScores.Draft> drafts = new ArrayList<>();
            for (int seat = 0; seat < actors.size(); seat++) {
                drafts.add(draft(recorded.log().get(first + seat), actors.get(seat), question));
            }
            debates.add(new DebateScores.Debated(correct, drafts));
        }
        Reason reason = decided ? Reason.AGREEMENT : Reason.TIMEOUT;
        require(recorded.reason() == reason, recorded.turns(), "it ended by " + reason.text());
        new DebateScores(actors, debates, recorded.tokens())
                .judged(Rubrics.of(scenario).orElseThrow())
                .forEach((actor, score) -> require(
                        recorded.score(actor) == score, recorded.turns(), "the score of " + actor + " is " + score));
    }

    private static DebateScores.Draft draft(LogEntry entry, String actor, Question question) {
        require(
                entry.actorId().equals(actor)
                        && question.id().equals(entry.environment().get("question")),
                entry.turn(),
                "this row is of " + actor + " and question " + question.id());
        if (!entry.applied()) {
            return DebateScores.Draft.NONE;
        }
        boolean correct = Boolean.TRUE.equals(entry.environment().get("correct"));
        String said = entry.proposal().dialogue();
        require(
                question.options().isEmpty() || correct == said.equals(question.answer()),
                entry.turn(),
                actor + " answered " + said + ", and " + question.answer() + " is right");
        double confidence = entry.environment().get("confidence") instanceof Number number ? number.doubleValue() : 0;
        return new DebateScores.Draft(correct, confidence);
    }

    private static void require(boolean holds, int turn, String message) {
        if (!holds) {
            throw new ReplayException(turn, message);
        }
    }
}
