package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent said in a debate that another engine holds, on its way into the record. Immutable; it is held against
 * the debate when it is written.
 *
 * @param kind what was asked for; null for what the phase asks for
 * @param visible the numbers of the turns that were shown
 * @param check what the check of the debate found about the answer; null if it has not been run
 */
public record ExternalTurn(
        Moment moment,
        @Nullable ReplyKind kind,
        TurnStatus status,
        Words words,
        List<Integer> visible,
        @Nullable CheckStatus check,
        ExternalCall call) {
    public ExternalTurn {
        visible = List.copyOf(visible);
    }

    /**
     * Who spoke, and when. Immutable.
     *
     * @param step the number of the wave in its phase, from 1; 0 for planning and the writing of tests
     */
    public record Moment(int round, Phase phase, int attempt, int step, String agent) {}

    /**
     * What was said. Immutable.
     *
     * @param content the words as they came; null for the answer alone, or where nothing came
     * @param parsed what the words say, as a reply of its kind has to say it; null where the rest says it
     * @param answer the position in words; the same words are the same option
     * @param option the position or the vote as the key of an option
     * @param confidence from 0 to 1; null for one half
     */
    public record Words(
            @Nullable String content,
            @Nullable Map<String, @Nullable Object> parsed,
            @Nullable String answer,
            @Nullable String option,
            @Nullable Double confidence,
            @Nullable String code) {
        private static final Words NONE = new Words(null, null, null, null, null, null);
    }

    /** An ok turn of an agent that has not said anything yet. */
    public static ExternalTurn of(int round, Phase phase, String agent) {
        Moment moment = new Moment(round, phase, 0, 1, agent);
        return new ExternalTurn(moment, null, TurnStatus.OK, Words.NONE, List.of(), null, ExternalCall.UNKNOWN);
    }

    /** A turn as it was sent, under the names that a turn is shown with. */
    public static ExternalTurn fromJson(JsonFields fields) {
        ExternalTurn turn = read(fields);
        fields.end();
        return turn;
    }

    /** A turn that is part of something greater. */
    static ExternalTurn read(JsonFields fields) {
        String kind = fields.textOrNull("kind");
        String check = fields.textOrNull("check");
        return new ExternalTurn(
                new Moment(
                        small(fields, "round", 1),
                        Phase.of(fields.text("phase")),
                        small(fields, "attempt", 0),
                        small(fields, "step", 1),
                        fields.text("agent_id")),
                kind == null ? null : ReplyKind.of(kind),
                TurnStatus.of(fields.text("status", TurnStatus.OK.text())),
                new Words(
                        fields.textOrNull("content"),
                        fields.has("parsed") ? fields.object("parsed") : null,
                        fields.textOrNull("answer"),
                        fields.textOrNull("option"),
                        fields.realOrNull("confidence"),
                        fields.textOrNull("code")),
                numbers("visible_turns", fields.valueOrNull("visible_turns")),
                check == null ? null : CheckStatus.of(check),
                ExternalCall.fromJson(fields));
    }

    private static int small(JsonFields fields, String name, int otherwise) {
        return (int) Bounds.whole(name, fields.whole(name, otherwise), 0, Short.MAX_VALUE);
    }

    static List<Integer> numbers(String field, @Nullable Object value) {
        List<Integer> numbers = new ArrayList<>();
        for (Object number : value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
            if (!(number instanceof Long whole)) {
                throw Bounds.invalid("field \"" + field + "\" is not an array of whole numbers", "send one");
            }
            numbers.add((int) Bounds.whole(field, whole, 1, Integer.MAX_VALUE));
        }
        return numbers;
    }

    /** The turn of another attempt at its phase, or of another wave. */
    public ExternalTurn at(int attempt, int step) {
        Moment other = new Moment(moment.round, moment.phase, attempt, step, moment.agent);
        return new ExternalTurn(other, kind, status, words, visible, check, call);
    }

    /** The turn of an agent that was asked for something else than its phase asks for. */
    public ExternalTurn kind(ReplyKind asked) {
        return new ExternalTurn(moment, asked, status, words, visible, check, call);
    }

    private ExternalTurn saying(Words said) {
        return new ExternalTurn(moment, kind, status, said, visible, check, call);
    }

    /** The turn with the words as they came. */
    public ExternalTurn content(@Nullable String content) {
        return saying(new Words(content, words.parsed, words.answer, words.option, words.confidence, words.code));
    }

    /** The turn of an agent that takes a position in words. */
    public ExternalTurn answer(String answer, double confidence) {
        return saying(new Words(words.content, words.parsed, answer, words.option, confidence, words.code));
    }

    /** The turn of an agent that chooses, or votes for, the option of a key. */
    public ExternalTurn option(String option, double confidence) {
        return saying(new Words(words.content, words.parsed, words.answer, option, confidence, words.code));
    }

    /** The turn of an agent that brings code. */
    public ExternalTurn code(String code, double confidence) {
        return saying(new Words(words.content, words.parsed, words.answer, words.option, confidence, code));
    }

    /** The turn with everything that a reply of a kind says. */
    public ExternalTurn parsed(ReplyKind asked, Map<String, @Nullable Object> parsed) {
        return kind(asked)
                .saying(new Words(words.content, parsed, words.answer, words.option, words.confidence, words.code));
    }

    /** The turn of a call that came to nothing. */
    public ExternalTurn status(TurnStatus ended) {
        return new ExternalTurn(moment, kind, ended, words, visible, check, call);
    }

    /** The turn of an agent that was shown these turns. */
    public ExternalTurn seeing(List<Integer> turns) {
        return new ExternalTurn(moment, kind, status, words, turns, check, call);
    }

    /** The turn with what the check of the debate found about it. */
    public ExternalTurn checked(CheckStatus found) {
        return new ExternalTurn(moment, kind, status, words, visible, found, call);
    }

    /** The turn with what is known of its call. */
    public ExternalTurn call(ExternalCall known) {
        return new ExternalTurn(moment, kind, status, words, visible, check, known);
    }
}
