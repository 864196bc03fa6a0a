package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.TurnDraft;
import dev.stoa.json.Json;
import dev.stoa.json.Metadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what another engine sends against its debate, and makes turns of it. For one record and one thread. Whatever
 * does not fit is refused by its name; nothing is clamped or guessed.
 */
final class ExternalParser {
    /** The confidence of who states none. */
    static final double UNSAID = 0.5;

    static final int MOST_ATTEMPTS = 5;
    private static final int MOST_STEPS = 1_000;
    private static final int LONGEST_ERROR = 4_000;
    private static final double DEAREST = 1e6;

    private final DebateRecord record;
    private final DebateConfig config;

    ExternalParser(DebateRecord record) {
        this.record = record;
        this.config = record.config();
    }

    /** The turn that a draft becomes if it is stored next. */
    TurnDraft turn(ExternalTurn draft) {
        ReplyKind kind = kind(draft);
        Map<String, @Nullable Object> words = draft.status() == TurnStatus.OK ? words(kind, draft) : silent(draft);
        Slot slot = slot(draft, kind, words);
        ParsedReply said = words.isEmpty() ? null : said(slot, words);
        boolean abstains = draft.status() == TurnStatus.OK && said == null;
        String content = draft.words().content();
        if (content == null && draft.status() == TurnStatus.OK) {
            content = draft.words().answer() != null
                    ? draft.words().answer()
                    : draft.words().code();
            if (content == null) {
                throw Bounds.invalid("content is missing", "send the words of the turn");
            }
        }
        return draft(slot, abstains ? TurnStatus.ABSTAINED : draft.status(), said, content, draft.call());
    }

    /** The turn that a vote of a count becomes if it is stored next. */
    TurnDraft vote(ExternalBallots ballots, ExternalBallots.Vote vote) {
        Map<String, @Nullable Object> words = vote.said(key(vote.choice(), vote.answer()));
        ExternalTurn turn = ExternalTurn.of(ballots.round(), Phase.CONVERGENCE, vote.agent())
                .at(ballots.attempt(), step(ballots.stage()))
                .seeing(vote.visible());
        Slot slot = slot(turn, ReplyKind.BALLOT, words);
        ParsedReply said = said(slot, words);
        String content = vote.content();
        if (content == null) {
            content = Json.canonical(said == null ? Map.of("abstain", true) : said.document());
        }
        return draft(slot, said == null ? TurnStatus.ABSTAINED : TurnStatus.OK, said, content, vote.call());
    }

    /** The wave of votes: those after a round come before those that decide. */
    static int step(Stage stage) {
        return stage == Stage.FINAL ? 2 : 1;
    }

    int seat(String agent) {
        int seat = config.seatOf(agent);
        if (seat < 0) {
            throw Bounds.invalid(
                    "agent_id " + Bounds.shown(agent) + " is no agent of this debate",
                    "choose among "
                            + String.join(
                                    ", ",
                                    config.seats().stream().map(Seat::agent).toList()));
        }
        return seat;
    }

    private static ReplyKind kind(ExternalTurn draft) {
        ReplyKind kind =
                draft.kind() == null ? ExternalRules.kind(draft.moment().phase()) : draft.kind();
        if (kind == null) {
            throw Bounds.invalid(
                    "kind is missing; phase " + draft.moment().phase().text() + " has attacks and defences",
                    "say which it is");
        }
        return kind;
    }

    private Slot slot(ExternalTurn draft, ReplyKind kind, Map<String, @Nullable Object> words) {
        int number = record.turns().size() + 1;
        TreeSet<Integer> visible = new TreeSet<>(draft.visible());
        for (int seen : visible) {
            if (seen < 1 || seen >= number) {
                throw Bounds.invalid(
                        "visible_turns has " + seen + ", which is no earlier turn; there are " + (number - 1),
                        "name only turns that are stored");
            }
        }
        return new Slot(
                number,
                seat(draft.moment().agent()),
                (int) Bounds.whole("round", draft.moment().round(), 1, config.rounds()),
                draft.moment().phase(),
                (int) Bounds.whole("attempt", draft.moment().attempt(), 0, MOST_ATTEMPTS),
                (int) Bounds.whole("step", draft.moment().step(), 0, MOST_STEPS),
                kind,
                kind == ReplyKind.CRITIQUE && words.get("position") != null,
                List.copyOf(visible));
    }

    private TurnDraft draft(
            Slot slot, TurnStatus status, @Nullable ParsedReply said, @Nullable String content, ExternalCall call) {
        Seat seat = config.seats().get(slot.seat());
        String prompt = call.prompt();
        Double cost = call.costUsd();
        Metadata.write(call.params());
        return new TurnDraft(
                slot,
                prompt == null ? null : new Prompt(null, bytes("prompt", prompt), List.of()),
                status,
                said,
                content == null ? null : bytes("content", content),
                Bounds.text("provider", call.provider() == null ? seat.provider() : call.provider(), 1, 64),
                Bounds.text("model", call.model() == null ? seat.model() : call.model(), 0, 200),
                (int) Bounds.whole("tokens_in", call.tokensIn(), 0, Integer.MAX_VALUE),
                (int) Bounds.whole("tokens_out", call.tokensOut(), 0, Integer.MAX_VALUE),
                cost == null ? null : (Double) Bounds.real("cost_usd", cost, 0, DEAREST),
                Bounds.textOrNull("error", call.error(), 0, LONGEST_ERROR),
                Bounds.whole("response_time_ms", call.responseTimeMs(), 0, Long.MAX_VALUE),
                call.params(),
                Json.parseObject(Metadata.write(call.metadata())));
    }

    private static String bytes(String field, String text) {
        try {
            Replies.checkText(field, text);
        } catch (InvalidException e) {
            throw Bounds.invalid(String.valueOf(e.getMessage()), "shorten or correct it");
        }
        return text;
    }

    /** What came to nothing says nothing. */
    private static Map<String, @Nullable Object> silent(ExternalTurn draft) {
        String given = given(draft);
        if (draft.words().parsed() != null || given != null) {
            throw Bounds.invalid(
                    (given == null ? "parsed" : given) + " is given, but status is "
                            + draft.status().text(),
                    "leave it out, or send status ok");
        }
        return Map.of();
    }

    /** The first of the fields that say in short what {@code parsed} says; null if none is given. */
    private static @Nullable String given(ExternalTurn draft) {
        return draft.words().answer() != null
                ? "answer"
                : draft.words().option() != null
                        ? "option"
                        : draft.words().code() != null
                                ? "code"
                                : draft.words().confidence() != null ? "confidence" : null;
    }

    /** What a turn says, as a reply of its kind has to say it. */
    private Map<String, @Nullable Object> words(ReplyKind kind, ExternalTurn draft) {
        String given = given(draft);
        Map<String, @Nullable Object> parsed = draft.words().parsed();
        if (parsed != null) {
            if (given != null) {
                throw Bounds.invalid("parsed and " + given + " are both given", "send one of them");
            }
            return parsed;
        }
        if (draft.words().code() != null && config.code() == null) {
            throw Bounds.invalid("code is given, but the debate is not about code", "leave it out");
        }
        Map<String, @Nullable Object> position = new LinkedHashMap<>();
        position.put("answer", draft.words().answer());
        position.put("option", draft.words().option());
        position.put("code", draft.words().code());
        position.put(
                "confidence",
                draft.words().confidence() == null
                        ? (Double) UNSAID
                        : draft.words().confidence());
        return switch (kind) {
            case POSITION -> position;
            case CRITIQUE ->
                given == null
                        ? Json.object("critiques", List.of())
                        : Json.object("critiques", List.of(), "position", position);
            case BALLOT ->
                Json.object(
                        "vote", key(draft.words().option(), draft.words().answer()),
                        "confidence", position.get("confidence"));
            default ->
                throw Bounds.invalid("parsed is missing", "send what a reply of kind " + kind.text() + " has to say");
        };
    }

    /** The key of the option that a vote names, by itself or by its words; null if it names none. */
    private @Nullable String key(@Nullable String choice, @Nullable String answer) {
        if (choice != null && answer != null) {
            throw Bounds.invalid("option and answer are both given", "send one of them");
        }
        if (answer == null) {
            return choice;
        }
        int option = Options.chosen(record.labels(), answer);
        if (option < 0) {
            throw Bounds.invalid(
                    "answer " + Bounds.shown(answer) + " is none of the "
                            + record.labels().size() + " options",
                    "vote for one that was proposed");
        }
        return Options.key(option);
    }

    /**
     * What was said, with numbers as the record holds them; null for an abstention. It is read as a reply to a call of
     * the engine at its place in the record would be, also when it is sent again later. Where its visible turns are not
     * named, its author may have seen every earlier turn.
     */
    private @Nullable ParsedReply said(Slot slot, Map<String, @Nullable Object> words) {
        Turn stored = record.turnAt(slot);
        int number = stored == null ? slot.turnSeq() : stored.turnSeq();
        List<Integer> visible =
                slot.visible().isEmpty() ? IntStream.range(1, number).boxed().toList() : slot.visible();
        Slot asked = slot.seeing(number, visible);
        ParsedReply said;
        try {
            said = Replies.read(slot.kind(), words, Situation.of(record, asked).replyContext());
        } catch (InvalidException e) {
            throw Bounds.invalid(String.valueOf(e.getMessage()), "send it again, corrected");
        }
        return said == null ? null : ParsedReply.of(slot.kind(), Json.kept(said.document()));
    }
}
