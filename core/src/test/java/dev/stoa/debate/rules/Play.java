package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.prompt.Prompts;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParseResult;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A debate held in memory by a script: it keeps every step, every situation and every prompt, and reads replies as the
 * engine does. Not thread-safe.
 */
public final class Play {
    /** What comes back from a call. */
    public record Reply(TurnStatus status, @Nullable ParsedReply said, String content) {}

    /** What a person says at a gate. */
    public record GateAnswer(boolean approve, @Nullable String reason, Map<String, String> answers) {
        public static final GateAnswer YES = new GateAnswer(true, null, Map.of());

        public static GateAnswer no(String reason) {
            return new GateAnswer(false, reason, Map.of());
        }
    }

    /** A call and what it was shown. */
    public record Shown(Situation situation, Prompt prompt, int firstOfWave) {
        public Slot slot() {
            return situation.slot();
        }

        public String text() {
            return prompt.text();
        }
    }

    final DebateConfig config;
    public final DebateRecord record;
    public final List<Shown> shown = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    public Function<Situation, Reply> voice = Play::byDefault;
    public Function<Step.Gate, GateAnswer> person = gate -> GateAnswer.YES;
    Function<Turn, CheckResult> checker = turn -> result(turn, CheckStatus.UNKNOWN);
    Predicate<DebateRecord> deadline = none -> false;
    public Context context;

    @Nullable
    StopReason stop;

    public boolean completed;
    public String error = "";

    Play(DebateConfig config) {
        this.config = config;
        this.record = new DebateRecord(config);
        this.context = Context.blank(config.size());
    }

    public static Play of(int seats, @Nullable Object... settings) {
        return new Play(config(seats, settings));
    }

    /** A configuration of agents a0, a1 … and pairs of names and values. */
    static DebateConfig config(int seats, @Nullable Object... settings) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("topic", "What shall we do?");
        request.put(
                "agents",
                IntStream.range(0, seats)
                        .mapToObj(seat -> Seat.of("a" + seat, "command", "m").document())
                        .toList());
        for (int i = 0; i < settings.length; i += 2) {
            request.put(String.valueOf(settings[i]), settings[i + 1]);
        }
        return ConfigReader.read(request, "s", "local", () -> 7);
    }

    /** Agents a0, a1 … with these roles; an empty one is none. */
    public static List<Map<String, @Nullable Object>> agents(String... roles) {
        return IntStream.range(0, roles.length)
                .mapToObj(seat -> {
                    Seat bare = Seat.of("a" + seat, "command", "m");
                    return (roles[seat].isEmpty() ? bare : bare.role(roles[seat])).document();
                })
                .toList();
    }

    /** A context in which the seats have these ratings. */
    static Context rated(double... ratings) {
        Context.Standing unknown = Context.Standing.unknown();
        List<Context.Standing> standings = new ArrayList<>();
        for (double rating : ratings) {
            standings.add(new Context.Standing(rating, 1, unknown.resolved(), unknown.correct()));
        }
        return new Context(standings, List.of(), List.of(), false, List.of());
    }

    static CheckResult result(Turn turn, CheckStatus status, CheckResult.TestVerdict... tests) {
        String checker = tests.length == 0 ? CheckResult.CHECK : CheckResult.TESTS;
        return new CheckResult(turn.turnSeq(), checker, status, List.of(tests), Map.of(), 1);
    }

    public static Reply say(ParsedReply said) {
        return new Reply(TurnStatus.OK, said, Json.write(said.document()));
    }

    /** A reply as it comes, whatever it is. */
    public static Reply raw(String text) {
        return new Reply(TurnStatus.OK, null, text);
    }

    public static Reply abstain() {
        return new Reply(TurnStatus.ABSTAINED, null, "{\"abstain\":true}");
    }

    static Reply fail(String error) {
        return new Reply(TurnStatus.ERROR, null, error);
    }

    /** Every seat has an answer of its own and keeps it; all words of a turn bear its number. */
    public static Reply byDefault(Situation situation) {
        return say(Panelist.says(situation));
    }

    public Play run() {
        record.attach(context);
        for (int i = 0; i < 5_000; i++) {
            if (deadline.test(record)) {
                record.spend(StopReason.DEADLINE);
            }
            Step step = Deliberation.next(record);
            steps.add(step);
            step.marks().forEach(record::mark);
            switch (step) {
                case Step.Call call -> call(call.slots());
                case Step.Measure measure ->
                    record.measure(
                            OptionMatching.of(record, measure.turns(), (turn, answer, option, label) -> Double.NaN),
                            List.of());
                case Step.Check check ->
                    record.check(check.turns().stream().map(checker).toList());
                case Step.Tally tally -> record.count(tally.stage(), tally.round(), tally.attempt());
                case Step.Gate gate -> {
                    record.openGate(gate.round(), gate.phase(), gate.attempt());
                    GateAnswer word = person.apply(gate);
                    record.decideGate(
                            gate.round(), gate.phase(), gate.attempt(), word.approve(), word.reason(), word.answers());
                }
                case Step.Finish finish -> {
                    stop = finish.reason();
                    completed = true;
                    return this;
                }
                case Step.Fail fail -> {
                    stop = fail.reason();
                    error = fail.error();
                    return this;
                }
            }
        }
        throw new AssertionError("the debate does not end");
    }

    private void call(List<Slot> slots) {
        record.plan(slots);
        List<Turn> turns = new ArrayList<>();
        for (Slot slot : slots) {
            Situation situation = Situation.of(record, slot);
            shown.add(new Shown(
                    situation, Prompts.of(record, slot), slots.getFirst().turnSeq()));
            turns.add(turn(situation, voice.apply(situation)));
        }
        // The last to answer is stored first: nothing may depend on it.
        for (Turn turn : turns.reversed()) {
            record.store(turn);
        }
        for (Turn turn : turns) {
            ParsedReply.Position position = turn.position();
            String code = position == null ? null : position.code();
            if (code != null) {
                record.version(new DebateRecord.Version(turn.version(), 0, turn.turnSeq(), turn.seat(), code));
            }
        }
    }

    private int versions;

    private Turn turn(Situation situation, Reply reply) {
        Slot slot = situation.slot();
        TurnStatus status = reply.status();
        ParsedReply said = null;
        if (status == TurnStatus.OK) {
            switch (Replies.parse(slot.kind(), reply.content(), situation.replyContext())) {
                case ParseResult.Ok ok -> said = ok.said();
                case ParseResult.Abstained none -> status = TurnStatus.ABSTAINED;
                case ParseResult.Unparsed none -> status = TurnStatus.UNPARSED;
            }
        }
        ParsedReply.Position position = said == null ? null : said.position();
        return new Turn(
                slot.turnSeq(),
                slot.seat(),
                slot.round(),
                slot.phase(),
                slot.attempt(),
                slot.step(),
                slot.kind(),
                status,
                said,
                reply.content(),
                slot.visible(),
                "command",
                "m",
                10,
                5,
                0.0,
                position != null && position.code() != null ? ++versions : 0,
                false);
    }

    Map<String, @Nullable Object> outcome() {
        if (!completed || stop == null) {
            throw new AssertionError("not completed: " + stop + " " + error);
        }
        return Outcomes.of(record, stop);
    }

    /** The calls of a phase, in order. */
    public List<Shown> in(Phase phase) {
        return shown.stream().filter(call -> call.slot().phase() == phase).toList();
    }

    public List<Shown> asked(ReplyKind kind) {
        return shown.stream().filter(call -> call.slot().kind() == kind).toList();
    }
}
