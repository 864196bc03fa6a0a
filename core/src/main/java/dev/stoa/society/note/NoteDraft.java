package dev.stoa.society.note;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A note to be kept. Immutable.
 *
 * @param shareWith the agents that may read it
 * @param trust at most so much of it is to be believed; null for as much as its author's word counts
 * @param codeAnchors places in code, kept as they are
 * @param bridgeChannel a channel it belongs to
 */
public record NoteDraft(
        String message,
        String topic,
        boolean core,
        boolean isPublic,
        List<String> shareWith,
        @Nullable Trust trust,
        String source,
        @Nullable String codeAnchors,
        @Nullable String bridgeChannel) {
    private static final Pattern SOURCE = Pattern.compile("[a-z0-9_-]{1,40}");
    private static final Set<String> RESERVED = Set.of("synthesis", "import");
    private static final String MANUAL = "manual";
    private static final int MOST_SHARES = 100;

    public NoteDraft {
        Bounds.text("message", message, 1, Note.LONGEST_MESSAGE);
        Bounds.text("topic", topic, 1, Note.LONGEST_TOPIC);
        Bounds.textOrNull("code_anchors", codeAnchors, 1, Note.LONGEST_MESSAGE);
        shareWith = List.copyOf(Bounds.size("share_with", shareWith, 0, MOST_SHARES));
        if (!SOURCE.matcher(source).matches()) {
            throw Bounds.invalid("source " + Bounds.shown(source) + " is not 1 to 40 of a-z 0-9 _ -", "choose another");
        }
        if (RESERVED.contains(source)) {
            throw Bounds.invalid("source " + source + " is set by Stoa alone", "choose another, or none");
        }
    }

    /** A private note of no particular topic. */
    public static NoteDraft of(String message) {
        return new NoteDraft(message, Note.GENERAL, false, false, List.of(), null, MANUAL, null, null);
    }

    /** A private note. */
    public static NoteDraft of(String message, String topic) {
        return new NoteDraft(message, topic, false, false, List.of(), null, MANUAL, null, null);
    }

    /** Refuses what a journal has not: it is its agent's alone, and each takes the place of the one before. */
    void needJournal() {
        String wrong = isPublic
                ? "public"
                : !shareWith.isEmpty()
                        ? "share_with"
                        : codeAnchors != null
                                ? "code_anchors"
                                : bridgeChannel != null ? "bridge_channel" : !source.equals(MANUAL) ? "source" : null;
        if (wrong != null) {
            throw Bounds.invalid("a journal has no " + wrong, "leave it out, or choose another topic");
        }
    }

    public static NoteDraft fromJson(JsonFields fields) {
        String trust = fields.textOrNull("trust");
        NoteDraft draft = new NoteDraft(
                fields.text("message"),
                fields.text("topic", Note.GENERAL),
                fields.flag("core", false),
                fields.flag("public", false),
                fields.texts("share_with"),
                trust == null ? null : Trust.of(trust),
                fields.text("source", MANUAL),
                fields.textOrNull("code_anchors"),
                fields.textOrNull("bridge_channel"));
        fields.end();
        return draft;
    }

    /** The same as one of the notes that the agent is always told. */
    public NoteDraft core(boolean on) {
        return new NoteDraft(message, topic, on, isPublic, shareWith, trust, source, codeAnchors, bridgeChannel);
    }

    /** The same, to be read by everybody. */
    public NoteDraft publicly(boolean on) {
        return new NoteDraft(message, topic, core, on, shareWith, trust, source, codeAnchors, bridgeChannel);
    }

    /** The same, to be read by these agents too. */
    public NoteDraft sharedWith(List<String> agents) {
        return new NoteDraft(message, topic, core, isPublic, agents, trust, source, codeAnchors, bridgeChannel);
    }

    /** The same, believed no more than this. */
    public NoteDraft trust(@Nullable Trust most) {
        return new NoteDraft(message, topic, core, isPublic, shareWith, most, source, codeAnchors, bridgeChannel);
    }

    /** The same from another source. */
    public NoteDraft source(String word) {
        return new NoteDraft(message, topic, core, isPublic, shareWith, trust, word, codeAnchors, bridgeChannel);
    }

    /** The same with places in code. */
    public NoteDraft anchors(@Nullable String text) {
        return new NoteDraft(message, topic, core, isPublic, shareWith, trust, source, text, bridgeChannel);
    }

    /** The same, belonging to a channel. */
    public NoteDraft channel(@Nullable String ref) {
        return new NoteDraft(message, topic, core, isPublic, shareWith, trust, source, codeAnchors, ref);
    }
}
