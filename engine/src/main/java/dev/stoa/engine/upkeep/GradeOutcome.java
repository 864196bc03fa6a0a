package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What grading a debate led to. Immutable.
 *
 * @param flips changes of mind by direction
 */
public record GradeOutcome(GradeRow grade, Map<String, @Nullable Object> flips) {
    /** Grades a debate, and teaches what that teaches. */
    public static GradeOutcome of(Stoa stoa, DebateEngine engine, Principal by, String id, Truth truth) {
        DebateSession session = engine.find(id);
        GradeRow grade = stoa.debate().grades().as(by).grade(session.id(), truth, by.name());
        engine.learn(session.id());
        return new GradeOutcome(
                grade, flips(grade, session, stoa.debate().ballots().flips(session.id())));
    }

    /** Changes of mind by direction; one that the grade does not tell about is none of the three. */
    private static Map<String, @Nullable Object> flips(GradeRow grade, DebateSession session, List<FlipRow> flips) {
        Object winner = session.row().outcome().get("winner");
        String right = grade.trueOption() != null || !grade.correct() || !(winner instanceof String elected)
                ? grade.trueOption()
                : elected;
        long away =
                flips.stream().filter(flip -> flip.fromOption().equals(right)).count();
        long towards =
                flips.stream().filter(flip -> flip.toOption().equals(right)).count();
        boolean told = right != null || grade.truth() != null;
        return Json.object(
                "right_to_wrong",
                away,
                "wrong_to_right",
                towards,
                "wrong_to_wrong",
                told ? flips.size() - away - towards : 0);
    }

    /** The outcome as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("grade", grade.document(), "flips", flips);
    }
}
