package dev.stoa.engine.debate;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.GivenDraft;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParseResult;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.ReplySchemas;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.session.TurnDraft;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one debate: a prompt, a reply, at most one repair, a turn. Thread-safe. */
final class Asking {
    private final DebateConfig config;
    private final Providers providers;
    private final Calls calls;

    Asking(DebateConfig config, Providers providers, Calls calls) {
        this.config = config;
        this.providers = providers;
        this.calls = calls;
    }

    /** What is asked, with everything that does not depend on the other calls of its wave. */
    record Question(Slot slot, Prompt prompt, Situation situation) {}

    /** Whether all these calls are answered by rule, so that there is nothing to wait for. */
    boolean offline(List<Slot> slots) {
        return slots.stream()
                .allMatch(slot -> providers
                        .find(config.seats().get(slot.seat()).provider())
                        .map(Provider::offline)
                        .orElse(false));
    }

    /** The turn that comes of a question. */
    TurnDraft ask(Question question) throws InterruptedException {
        GivenDraft given = given(question.slot());
        if (given != null) {
            return supplied(question, given);
        }
        Seat seat = config.seats().get(question.slot().seat());
        AgentSpec agent = spec(seat);
        Call call = Call.of(
                        seat.agent(),
                        question.prompt().body(),
                        question.slot().kind(),
                        question.slot().seed(config),
                        Duration.ofSeconds(config.callTimeoutSeconds()))
                .system(question.prompt().system())
                .schema(ReplySchemas.schema(
                        question.slot().kind(), question.situation().replyContext()))
                .situation(question.situation());
        Attempts attempts = new Attempts(question, seat);
        Answer first = calls.call(agent, call);
        attempts.add(first);
        ParseResult parsed = parsed(question, first);
        if (parsed instanceof ParseResult.Unparsed unparsed && !offline(List.of(question.slot()))) {
            attempts.keep(first);
            Answer second = calls.call(
                    agent,
                    call.again(
                            call.prompt() + repair(unparsed.error()),
                            first.tries().size() + 1));
            attempts.add(second);
            parsed = parsed(question, second);
            return attempts.turn(second, parsed);
        }
        return attempts.turn(first, parsed);
    }

    /** The turn of a call that nobody answered in time. */
    TurnDraft silence(Question question) {
        String error = "the debate ran out of time or means before it answered";
        return uncalled(question, TurnStatus.TIMEOUT, null, null, error, Map.of());
    }

    /** A turn that cost no call. */
    private TurnDraft uncalled(
            Question question,
            TurnStatus status,
            @Nullable ParsedReply said,
            @Nullable String content,
            @Nullable String error,
            Map<String, @Nullable Object> metadata) {
        Seat seat = config.seats().get(question.slot().seat());
        return new TurnDraft(
                question.slot(),
                question.prompt(),
                status,
                said,
                content,
                seat.provider(),
                seat.model(),
                0,
                0,
                0.0,
                error,
                0,
                seat.params(),
                metadata);
    }

    private static @Nullable ParseResult parsed(Question question, Answer answer) {
        String content = answer.content();
        return answer.ok() && content != null
                ? Replies.parse(
                        question.slot().kind(), content, question.situation().replyContext())
                : null;
    }

    private static String repair(String error) {
        return """

            Your last reply could not be read:
            | %s
            Answer again with one JSON object as described above, and nothing else.
            """.formatted(error);
    }

    /** The draft that was given with the request; once it was rejected the seat is asked like any other. */
    private @Nullable GivenDraft given(Slot slot) {
        boolean drafts = slot.kind() == ReplyKind.POSITION
                && slot.round() == 1
                && slot.attempt() == 0
                && slot.step() == 1
                && slot.phase() == Agenda.drafting(config);
        return drafts ? config.draft(slot.seat()) : null;
    }

    private TurnDraft supplied(Question question, GivenDraft given) {
        int option = config.closed() ? Options.chosen(config.options(), given.answer()) : -1;
        ParsedReply said = option >= 0
                ? ParsedReply.Position.choosing(option, given.confidence())
                : config.code() == null
                        ? ParsedReply.Position.answering(given.answer(), given.confidence())
                        : ParsedReply.Position.coding(given.answer(), given.confidence());
        boolean fits = !config.closed() || option >= 0;
        return uncalled(
                question,
                fits ? TurnStatus.OK : TurnStatus.UNPARSED,
                fits ? said : null,
                given.answer(),
                fits ? null : "the answer " + Bounds.shown(given.answer()) + " is none of the options",
                Map.of("supplied", true));
    }

    /** A seat as an agent that can be called. */
    static AgentSpec spec(Seat seat) {
        Target first = new Target(seat.provider(), seat.model(), seat.params());
        List<Target> fallback = new ArrayList<>();
        for (String target : seat.fallback()) {
            int colon = target.indexOf(':');
            fallback.add(first.instead(target.substring(0, colon), target.substring(colon + 1)));
        }
        return new AgentSpec(seat.agent(), first, seat.role(), seat.family(), fallback);
    }

    /** The tries of one question, and what they took together. For one thread. */
    private final class Attempts {
        private final Question question;
        private final Seat seat;
        private final List<Map<String, @Nullable Object>> tries = new ArrayList<>();
        private int tokensIn;
        private int tokensOut;
        private boolean estimated;
        private @Nullable Double cost = 0.0;
        private long ms;

        Attempts(Question question, Seat seat) {
            this.question = question;
            this.seat = seat;
        }

        void add(Answer answer) {
            answer.tries().forEach(one -> tries.add(new LinkedHashMap<>(one.document())));
            tokensIn += answer.tokensIn();
            tokensOut += answer.tokensOut();
            estimated |= answer.estimated();
            Double price = offline(answer) ? (Double) 0.0 : answer.costUsd();
            cost = cost == null || price == null ? null : (Double) (cost + price);
            ms += answer.took().toMillis();
        }

        private boolean offline(Answer answer) {
            return !answer.ok()
                    || providers.find(answer.provider()).map(Provider::offline).orElse(false);
        }

        /** Keeps a reply that could not be read beside the one that replaced it. */
        void keep(Answer unread) {
            tries.getLast().put("reply", unread.content());
        }

        TurnDraft turn(Answer answer, @Nullable ParseResult parsed) {
            Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
            metadata.put("calls", tries);
            if (estimated) {
                metadata.put("tokens_estimated", true);
            }
            if (!question.prompt().trimmed().isEmpty()) {
                metadata.put("trimmed", question.prompt().trimmed());
            }
            TurnStatus status = switch (parsed) {
                case ParseResult.Ok ok -> TurnStatus.OK;
                case ParseResult.Abstained abstained -> TurnStatus.ABSTAINED;
                case ParseResult.Unparsed unparsed -> TurnStatus.UNPARSED;
                case null -> answer.status() == Answer.Status.TIMEOUT ? TurnStatus.TIMEOUT : TurnStatus.ERROR;
            };
            String error = parsed instanceof ParseResult.Unparsed unparsed ? unparsed.error() : answer.error();
            return new TurnDraft(
                    question.slot(),
                    question.prompt(),
                    status,
                    parsed instanceof ParseResult.Ok ok ? ok.said() : null,
                    answer.content(),
                    answer.provider().isEmpty() ? seat.provider() : answer.provider(),
                    answer.model(),
                    tokensIn,
                    tokensOut,
                    cost,
                    error,
                    ms,
                    seat.params(),
                    metadata);
        }
    }
}
