package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;

/**
 * A prediction to be kept. Immutable, and checked when it is made.
 *
 * @param event anything that one of several names can win, such as a debate
 * @param predictor the agent that predicts
 * @param winner the name that is expected to win
 * @param confidence from 0 to 1
 * @param simulated whether chance had a seat: then it is on record and no calibration counts it
 */
public record PredictionDraft(
        String event, String predictor, String winner, double confidence, String domain, boolean simulated) {
    static final String GENERAL = "general";
    private static final int LONGEST_NAME = 2_000;

    public PredictionDraft {
        Bounds.given("event", event);
        Bounds.given("predictor", predictor);
        Bounds.given("winner", winner);
        Bounds.given("domain", domain);
        event = Bounds.id("tournament_id", event);
        predictor = Bounds.name("predictor_agent", predictor);
        winner = winner("predicted_winner", winner);
        confidence = Bounds.unit("confidence", confidence);
        domain = Bounds.label("domain", domain);
    }

    /** A prediction that counts. */
    public PredictionDraft(String event, String predictor, String winner, double confidence, String domain) {
        this(event, predictor, winner, confidence, domain, false);
    }

    /** The name of what can win: an agent or an option, 1 to 2,000 characters. */
    static String winner(String field, String name) {
        return Bounds.text(field, name, 1, LONGEST_NAME).strip();
    }

    /** A prediction in the domain {@code general}. */
    public static PredictionDraft of(String event, String predictor, String winner, double confidence) {
        return new PredictionDraft(event, predictor, winner, confidence, GENERAL);
    }

    public PredictionDraft domain(String name) {
        return new PredictionDraft(event, predictor, winner, confidence, name, simulated);
    }

    /** Says whether chance had a seat. */
    public PredictionDraft simulated(boolean is) {
        return new PredictionDraft(event, predictor, winner, confidence, domain, is);
    }

    /** A draft from a request object. */
    public static PredictionDraft fromJson(JsonFields fields) {
        PredictionDraft draft = new PredictionDraft(
                fields.text("tournament_id"),
                fields.text("predictor_agent"),
                fields.text("predicted_winner"),
                fields.real("confidence"),
                fields.text("domain", GENERAL),
                fields.flag("simulated", false));
        fields.end();
        return draft;
    }
}
