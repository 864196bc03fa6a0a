package dev.stoa.evolution.play;

import dev.stoa.evolution.issue.StatePath;
import dev.stoa.evolution.judge.Rubric;
import dev.stoa.evolution.judge.Settlement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scores by the formulas of the scenario. Immutable. */
final class RubricJudge implements Judge {
    private final Rubric rubric;
    private final int maxTurns;

    RubricJudge(Rubric rubric, int maxTurns) {
        this.rubric = rubric;
        this.maxTurns = maxTurns;
    }

    @Override
    public Judgement judge(Ended episode) {
        Map<String, Integer> scores = new HashMap<>();
        for (int i = 0; i < episode.actors().size(); i++) {
            int actor = i;
            scores.put(episode.actors().get(i).id(), rubric.score(name -> fact(episode, actor, name)));
        }
        return new Judgement(scores, null);
    }

    private @Nullable Object fact(Ended episode, int actor, String name) {
        if (name.startsWith("state.") || name.startsWith("start.")) {
            Map<String, @Nullable Object> state = name.startsWith("state.") ? episode.end() : episode.start();
            return StatePath.parse(name.substring("state.".length()))
                    .orElseThrow()
                    .find(state);
        }
        Judged self = episode.actors().get(actor);
        return switch (name) {
            case "agreed" -> episode.reason() == Reason.AGREEMENT;
            case "reason" -> episode.reason().text();
            case "turns" -> episode.turns();
            case "max_turns" -> maxTurns;
            case "tokens" -> episode.tokens();
            case "env.tension" -> episode.tension();
            case "self.id" -> self.id();
            case "self.penalties" -> self.penalties();
            case "self.reservation" -> self.reservation();
            case "time_factor" -> episode.timeFactor();
            default -> measure(episode, actor, name);
        };
    }

    private static Object measure(Ended episode, int actor, String name) {
        Settlement settlement = episode.settlement();
        if (settlement == null) {
            throw new IllegalStateException("rule uses " + name + " without issues, which its reader refuses");
        }
        Settlement.Share share = settlement.shares().get(actor);
        return switch (name) {
            case "zopa" -> settlement.zopa();
            case "nash_ratio" -> settlement.nashRatio();
            case "self.utility" -> share.utility();
            case "self.surplus" -> share.surplus();
            case "self.best_surplus" -> share.bestSurplus();
            case "self.gain" -> share.gain();
            default -> throw new IllegalStateException("rule uses " + name + ", which its reader refuses");
        };
    }
}
