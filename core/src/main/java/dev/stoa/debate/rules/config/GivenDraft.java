package dev.stoa.debate.rules.config;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;

/** An answer that a seat has before the debate begins: it is not asked for a draft. */
public record GivenDraft(String agent, String answer, double confidence) {
    /** What a draft without a confidence has. */
    public static final double UNSTATED = 0.5;

    public GivenDraft {
        Bounds.text("drafts.answer", answer, 1, 8_000);
        Bounds.unit("drafts.confidence", confidence);
    }

    static GivenDraft of(JsonFields fields) {
        GivenDraft draft =
                new GivenDraft(fields.text("agent"), fields.text("answer"), fields.real("confidence", UNSTATED));
        fields.end();
        return draft;
    }
}
