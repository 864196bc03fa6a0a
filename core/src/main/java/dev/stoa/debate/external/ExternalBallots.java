package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The votes of a count in a debate that another engine holds. Immutable. A seat that is not named votes for what it
 * holds; drafts are their own ballots, so at that stage nobody is named.
 */
public record ExternalBallots(Stage stage, int round, int attempt, List<Vote> votes) {
    public ExternalBallots {
        votes = List.copyOf(votes);
    }

    /** A count of what everybody holds. */
    public static ExternalBallots of(Stage stage, int round) {
        return new ExternalBallots(stage, round, 0, List.of());
    }

    /** The count with votes that were asked for. */
    public ExternalBallots votes(List<Vote> votes) {
        return new ExternalBallots(stage, round, attempt, votes);
    }

    /** The votes of a count as they were sent, under the names that ballots are shown with. */
    public static ExternalBallots fromJson(JsonFields fields) {
        ExternalBallots ballots = new ExternalBallots(
                Stage.of(fields.text("stage")),
                (int) Bounds.whole("round", fields.whole("round"), 1, Short.MAX_VALUE),
                (int) Bounds.whole("attempt", fields.whole("attempt", 0), 0, Short.MAX_VALUE),
                fields.objects("ballots").stream().map(Vote::fromJson).toList());
        fields.end();
        return ballots;
    }

    /**
     * What one agent voted. Immutable.
     *
     * @param choice the key of an option; null if the answer names it, or for an abstention
     * @param answer the words of an option; null if its key is given
     * @param ranking keys, the choice first; empty if nothing was ranked
     * @param confidence from 0 to 1; null for one half
     * @param concerns what the voter still worries about, as in a reply
     * @param lessons what the voter thinks worth remembering, as in a reply
     * @param content the words as they came; null for the vote alone
     */
    public record Vote(
            String agent,
            boolean abstain,
            @Nullable String choice,
            @Nullable String answer,
            List<String> ranking,
            @Nullable Double confidence,
            @Nullable String reason,
            List<?> concerns,
            List<?> lessons,
            @Nullable String content,
            List<Integer> visible,
            ExternalCall call) {
        public Vote {
            ranking = List.copyOf(ranking);
            // As it was sent; a null in it is refused when it is read.
            concerns = Collections.unmodifiableList(new ArrayList<>(concerns));
            lessons = Collections.unmodifiableList(new ArrayList<>(lessons));
            visible = List.copyOf(visible);
        }

        /** A vote for the option of a key. */
        public static Vote of(String agent, String choice, double confidence) {
            return bare(agent, false, choice, confidence);
        }

        /** The vote of an agent that wants none. */
        public static Vote abstaining(String agent) {
            return bare(agent, true, null, null);
        }

        private static Vote bare(String agent, boolean abstain, @Nullable String choice, @Nullable Double confidence) {
            return new Vote(
                    agent,
                    abstain,
                    choice,
                    null,
                    List.of(),
                    confidence,
                    null,
                    List.of(),
                    List.of(),
                    null,
                    List.of(),
                    ExternalCall.UNKNOWN);
        }

        /** The vote with a ranking, the choice first. */
        public Vote ranking(List<String> keys) {
            return RecordFields.of(Vote.class).with(this, "ranking", keys);
        }

        /** The vote with its reason. */
        public Vote reason(String why) {
            return RecordFields.of(Vote.class).with(this, "reason", why);
        }

        private static Vote fromJson(JsonFields fields) {
            Vote vote = new Vote(
                    fields.text("agent_id"),
                    fields.flag("abstain", false),
                    fields.textOrNull("choice"),
                    fields.textOrNull("answer"),
                    fields.texts("ranking"),
                    fields.realOrNull("confidence"),
                    fields.textOrNull("reason"),
                    list(fields, "concerns"),
                    list(fields, "lessons"),
                    fields.textOrNull("content"),
                    ExternalTurn.numbers("visible_turns", fields.valueOrNull("visible_turns")),
                    ExternalCall.fromJson(fields));
            fields.end();
            return vote;
        }

        private static List<?> list(JsonFields fields, String name) {
            Object value = fields.valueOrNull(name);
            if (value != null && !(value instanceof List<?>)) {
                throw Bounds.invalid("field \"" + name + "\" is not an array", "send an array");
            }
            return value instanceof List<?> list ? list : List.of();
        }

        /** What a ballot says, as a reply has to say it. */
        Map<String, @Nullable Object> said(@Nullable String key) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("abstain", abstain);
            map.put("vote", key);
            map.put("confidence", confidence == null ? (Double) ExternalParser.UNSAID : confidence);
            map.put("ranking", ranking);
            map.put("reason", reason);
            map.put("concerns", concerns);
            map.put("lessons", lessons);
            return map;
        }
    }
}
