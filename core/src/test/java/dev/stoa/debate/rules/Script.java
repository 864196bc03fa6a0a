package dev.stoa.debate.rules;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.GateState;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.CritiqueItem;
import dev.stoa.debate.rules.reply.ParsedReply.Critiques;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.rules.teaching.Grading;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A debate whose lines are written beforehand, held by the rules alone: who says what, what checks find, who approves. */
public final class Script {
    private final Map<String, @Nullable Object> request = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> agents = new ArrayList<>();
    private final Map<String, ParsedReply> lines = new HashMap<>();
    private final List<Context.Block> blocks = new ArrayList<>();
    private final List<GateState> decisions = new ArrayList<>();
    private Function<Turn, @Nullable CheckResult> checker = turn -> null;
    private DebateRecord record;
    private StopReason stop = StopReason.ROUNDS;

    public Script(String topic, String... names) {
        request.put("topic", topic);
        request.put("seed", 1L);
        request.put("early_stop", false);
        request.put("preset", "ladder");
        for (String name : names) {
            agents.add(Seat.of(name, "command", name).document());
        }
        request.put("agents", agents);
        record = new DebateRecord(ConfigReader.read(request, "s", "local", () -> 1));
    }

    public Script with(String field, @Nullable Object value) {
        request.put(field, value);
        return this;
    }

    public Script seat(int seat, String provider, String model) {
        agents.set(
                seat,
                Seat.of(String.valueOf(agents.get(seat).get("name")), provider, model)
                        .document());
        return this;
    }

    public Script block(String kind, String id, Trust trust, @Nullable Double relevance) {
        blocks.add(new Context.Block(kind, id, trust, null, "text of " + id, false, relevance));
        return this;
    }

    /** What an agent says in a round when it is asked for something of that kind; nothing written is an abstention. */
    public Script says(int round, String agent, ParsedReply said) {
        lines.put(round + agent + said.kind(), said);
        return this;
    }

    public Script checks(Function<Turn, @Nullable CheckResult> what) {
        checker = what;
        return this;
    }

    /** How the next gate is decided. */
    public Script decides(boolean approved, @Nullable String reason) {
        decisions.add(new GateState(0, Phase.PROPOSAL, 0, approved, reason, Map.of()));
        return this;
    }

    public static Position answer(String text, double confidence) {
        return Position.answering(text, confidence);
    }

    public static Position because(Position position, String... critiques) {
        return new Position(
                position.answer(),
                position.option(),
                position.confidence(),
                position.reasoning(),
                position.claims(),
                position.assumes(),
                position.risks(),
                List.of(critiques),
                position.code(),
                position.reflection());
    }

    public static Position risks(Position position, String... risks) {
        return new Position(
                position.answer(),
                position.option(),
                position.confidence(),
                position.reasoning(),
                position.claims(),
                position.assumes(),
                List.of(risks),
                position.because(),
                position.code(),
                position.reflection());
    }

    public static Position code(String code, double confidence) {
        return new Position(null, -1, confidence, "", List.of(), List.of(), List.of(), List.of(), code, null);
    }

    /** A ladder's reply: one objection to an option, or none, and the position. */
    public static Critiques against(int option, String issue, Position position) {
        return new Critiques(
                List.of(new CritiqueItem(option, issue, 0.6, "cure: " + issue, "correctness", 0.9)), position);
    }

    public static Critiques keeps(Position position) {
        return new Critiques(List.of(), position);
    }

    public static CheckResult tests(Turn turn, Map<String, Boolean> passed) {
        List<TestVerdict> verdicts = passed.entrySet().stream()
                .map(test -> new TestVerdict(
                        test.getKey(), test.getValue() ? "passed" : "failed", 1, test.getValue() ? null : "no"))
                .toList();
        CheckStatus status = passed.containsValue(false) ? CheckStatus.FAILED : CheckStatus.PASSED;
        return new CheckResult(turn.turnSeq(), CheckResult.TESTS, status, verdicts, Map.of(), 1);
    }

    /** Holds the debate to its end, which must be an outcome. */
    public Script play() {
        DebateConfig config = ConfigReader.read(request, "s", "local", () -> 1);
        record = new DebateRecord(config);
        record.attach(new Context(
                Collections.nCopies(config.size(), Context.Standing.unknown()), blocks, List.of(), false, List.of()));
        while (true) {
            Step step = Deliberation.next(record);
            step.marks().forEach(record::mark);
            switch (step) {
                case Step.Call call -> call(call.slots());
                case Step.Measure measure ->
                    record.measure(
                            OptionMatching.of(record, measure.turns(), (turn, answer, option, label) -> Double.NaN),
                            List.of());
                case Step.Check check -> check(check.turns());
                case Step.Tally tally -> record.count(tally.stage(), tally.round(), tally.attempt());
                case Step.Gate gate -> {
                    record.openGate(gate.round(), gate.phase(), gate.attempt());
                    GateState how = decisions.removeFirst();
                    record.decideGate(
                            gate.round(),
                            gate.phase(),
                            gate.attempt(),
                            Boolean.TRUE.equals(how.approved()),
                            how.reason(),
                            Map.of());
                }
                case Step.Finish finish -> {
                    stop = finish.reason();
                    return this;
                }
                case Step.Fail fail -> throw new AssertionError(fail.error());
            }
        }
    }

    private void call(List<Slot> slots) {
        for (Slot slot : slots) {
            String agent = record.config().agent(slot.seat());
            ParsedReply said = lines.get(slot.round() + agent + slot.kind());
            Position position = said == null ? null : said.position();
            String code = position == null ? null : position.code();
            int version = code == null ? 0 : record.versions().size() + 1;
            record.store(new Turn(
                    slot.turnSeq(),
                    slot.seat(),
                    slot.round(),
                    slot.phase(),
                    slot.attempt(),
                    slot.step(),
                    slot.kind(),
                    said == null ? TurnStatus.ABSTAINED : TurnStatus.OK,
                    said,
                    null,
                    slot.visible(),
                    "command",
                    agent,
                    0,
                    0,
                    0.0,
                    version,
                    false));
            if (code != null) {
                int parent = record.versions().stream()
                        .filter(one -> one.seat() == slot.seat())
                        .mapToInt(DebateRecord.Version::number)
                        .max()
                        .orElse(0);
                record.version(new DebateRecord.Version(version, parent, slot.turnSeq(), slot.seat(), code));
            }
        }
    }

    private void check(List<Turn> turns) {
        record.check(turns.stream()
                .map(turn -> {
                    CheckResult found = checker.apply(turn);
                    return found == null
                            ? new CheckResult(
                                    turn.turnSeq(), CheckResult.CHECK, CheckStatus.UNKNOWN, List.of(), Map.of(), 0)
                            : found;
                })
                .toList());
    }

    public DebateRecord record() {
        return record;
    }

    public Map<String, @Nullable Object> outcome() {
        return Outcomes.of(record, stop);
    }

    @Nullable
    public Grade grade() {
        return Grading.automatic(record);
    }

    public List<OutboxItem> rows() {
        return TeachingItems.rows(record, outcome(), "s1", grade(), TeachingSettings.defaults());
    }

    /** The payload of the only row of a target. */
    public Map<String, @Nullable Object> row(String target) {
        return only(rows(), target);
    }

    public static Map<String, @Nullable Object> only(List<OutboxItem> rows, String target) {
        List<OutboxItem> found =
                rows.stream().filter(row -> row.target().equals(target)).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " rows of " + target);
        }
        return found.getFirst().payload();
    }
}
