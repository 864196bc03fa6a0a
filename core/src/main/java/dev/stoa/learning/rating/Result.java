package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/** How an event ended. */
public sealed interface Result {
    /** One agent won; a winner that no prediction names makes every prediction wrong. */
    record Won(String winner) implements Result {
        public Won {
            winner = PredictionDraft.winner("winner", winner);
        }
    }

    /** It did not take place or is undecidable: nothing is scored. */
    record Voided() implements Result {}

    static Result winner(String name) {
        return new Won(name);
    }

    static Result voided() {
        return new Voided();
    }

    /** The result that a winner or the word void stands for; one of them must be given. */
    static Result of(@Nullable String winner, boolean isVoid) {
        if (isVoid == (winner != null)) {
            throw Bounds.invalid(
                    isVoid ? "a void event has no winner" : "neither a winner nor void is given",
                    "give the winner, or void");
        }
        return winner == null ? voided() : winner(winner);
    }

    /** A result from the fields of a request object, which may have others. */
    static Result fromJson(JsonFields fields) {
        return of(fields.textOrNull("winner"), fields.flag("void", false));
    }

    /** The event and how it ended, of many that are resolved at once. Immutable. */
    record OfEvent(String event, Result result) {
        public OfEvent {
            event = Bounds.id("tournament_id", event);
        }

        /** From a request object. */
        public static OfEvent fromJson(JsonFields fields) {
            OfEvent one = new OfEvent(fields.text("tournament_id"), Result.fromJson(fields));
            fields.end();
            return one;
        }
    }
}
