package dev.stoa.debate.session;

import dev.stoa.base.VerificationException;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds what the rules read from what the archive holds: the events of a session in order, with the rows that they
 * speak of. Not thread-safe; for one reading, unless it is given the rows of each further part by {@link #follow}.
 */
public final class RecordLoader {
    private final DebateRecord record;
    private final DebateConfig config;
    private final Map<Integer, DebateTurn> turns = new LinkedHashMap<>();
    private final Map<Integer, CodeVersion> versions = new HashMap<>();
    private final Map<Integer, List<CheckRow>> checks = new HashMap<>();

    private RecordLoader(DebateConfig config) {
        this.config = config;
        this.record = new DebateRecord(config);
    }

    /** A record without any event yet, with the rows of its session at hand. */
    public static RecordLoader of(Tx tx, String session, DebateConfig config) {
        RecordLoader fold = new RecordLoader(config);
        SessionRows.turns(tx, session).forEach(turn -> fold.turns.put(turn.turnSeq(), turn));
        if (isChecked(config)) {
            fold.readChecked(tx, session);
        }
        return fold;
    }

    private void readChecked(Tx tx, String session) {
        CodeVersions.all(tx, session).forEach(this::put);
        SessionRows.checks(tx, session).forEach(this::put);
    }

    private void put(CodeVersion version) {
        Long turn = version.turnSeq();
        if (turn != null) {
            versions.put(Math.toIntExact(turn), version);
        }
    }

    private void put(CheckRow check) {
        checks.computeIfAbsent(Math.toIntExact(check.turnSeq()), seq -> new ArrayList<>())
                .add(check);
    }

    /** Puts the rows away that it had at hand; what was made of them stays. */
    public void forget() {
        turns.clear();
        versions.clear();
        checks.clear();
    }

    /** Puts the rows at hand that the next events speak of, and no others. */
    public void follow(Tx tx, String session, List<DebateEvent> next) {
        forget();
        LongSummaryStatistics stored = new LongSummaryStatistics();
        LongSummaryStatistics checked = new LongSummaryStatistics();
        for (DebateEvent event : next) {
            JsonFields data = JsonFields.of(event.data());
            switch (event.kind()) {
                case "turn_stored" -> stored.accept(data.whole("turn_seq"));
                case "checks_run" -> data.objects("checks").forEach(check -> checked.accept(check.whole("turn_seq")));
                default -> {
                    // It speaks of no row that is read here.
                }
            }
        }
        if (stored.getCount() > 0) {
            SessionRows.turns(tx, session, stored.getMin(), stored.getMax())
                    .forEach(turn -> turns.put(turn.turnSeq(), turn));
            if (isChecked(config)) {
                CodeVersions.of(tx, session, stored.getMin(), stored.getMax()).forEach(this::put);
            }
        }
        if (checked.getCount() > 0) {
            SessionRows.checks(tx, session, checked.getMin(), checked.getMax()).forEach(this::put);
        }
    }

    private static boolean isChecked(DebateConfig config) {
        return config.checked() || config.preset() == Preset.EXTERNAL;
    }

    /** The record of a session as it stands. */
    public static DebateRecord load(Tx tx, String session, DebateConfig config) {
        RecordLoader fold = of(tx, session, config);
        SessionRows.events(tx, session).forEach(fold::apply);
        return fold.record;
    }

    public DebateRecord record() {
        return record;
    }

    /** The row of a turn; null if it is not there. */
    @Nullable
    public DebateTurn turn(int turnSeq) {
        return turns.get(turnSeq);
    }

    /** The rows of all turns. */
    public Collection<DebateTurn> turns() {
        return turns.values();
    }

    /** Lets the record know of the next event. */
    public void apply(DebateEvent event) {
        JsonFields data = JsonFields.of(event.data());
        switch (event.kind()) {
            case "context_attached" -> record.attach(Context.of(event.data()));
            case "phase_started", "phase_skipped", "phase_completed", "round_completed", "plan_made" ->
                record.mark(ProgressMark.of(event.kind(), event.data()));
            case "calls_planned" -> record.plan(slots(data));
            case "turn_stored" -> stored((int) data.whole("turn_seq"));
            case "positions_measured" -> record.measure(assigned(data), clarified(data));
            case "checks_run" -> record.check(results(data));
            case "tally_made" ->
                record.count(Stage.of(data.text("stage")), (int) data.whole("round"), (int) data.whole("attempt"));
            case "gate_opened" ->
                record.openGate((int) data.whole("round"), Phase.of(data.text("phase")), (int) data.whole("attempt"));
            case "gate_decided" -> decided(data);
            case "deadline_reached" -> record.spend(StopReason.DEADLINE);
            case "budget_reached" -> record.spend(StopReason.BUDGET);
            default -> {
                // Who runs it, and how it ended, is not for the rules.
            }
        }
    }

    private List<Slot> slots(JsonFields data) {
        int round = (int) data.whole("round");
        Phase phase = Phase.of(data.text("phase"));
        int attempt = (int) data.whole("attempt");
        int step = (int) data.whole("step");
        ReplyKind kind = ReplyKind.of(data.text("kind"));
        List<Slot> slots = new ArrayList<>();
        for (JsonFields planned : data.objects("slots")) {
            int seat = config.seatOf(planned.text("agent"));
            slots.add(record.slot((int) planned.whole("turn_seq"), seat, round, phase, attempt, step, kind));
        }
        return slots;
    }

    private void stored(int turnSeq) {
        DebateTurn row = turns.get(turnSeq);
        if (row == null) {
            throw new VerificationException(
                    "missing_turn", "turn " + turnSeq + " has an event and no row", "restore a backup");
        }
        CodeVersion version = versions.get(turnSeq);
        if (version != null) {
            record.version(version(version, turnSeq));
        }
        record.store(TurnMapper.turn(row, config, version == null ? 0 : version.versionNumber()));
    }

    private DebateRecord.Version version(CodeVersion row, int turnSeq) {
        Long parent = row.parentVersion();
        String agent = row.agentId();
        return new DebateRecord.Version(
                row.versionNumber(),
                parent == null ? 0 : Math.toIntExact(parent),
                turnSeq,
                agent == null ? -1 : config.seatOf(agent),
                row.code());
    }

    public static List<OptionAssignment> assigned(JsonFields data) {
        List<OptionAssignment> answers = new ArrayList<>();
        for (JsonFields answer : data.objects("answers")) {
            String option = answer.textOrNull("option");
            Map<Integer, Double> cosines = new HashMap<>();
            answer.reals("cosines").forEach((key, cosine) -> cosines.put(Options.index(key), cosine));
            answers.add(new OptionAssignment(
                    (int) answer.whole("turn_seq"),
                    option == null ? -1 : Options.index(option),
                    answer.textOrNull("label"),
                    cosines));
        }
        return answers;
    }

    static List<ClarifiedQuestion> clarified(JsonFields data) {
        return data.objects("clarified").stream()
                .map(RecordFields.of(ClarifiedQuestion.class)::read)
                .toList();
    }

    private List<CheckResult> results(JsonFields data) {
        List<CheckResult> results = new ArrayList<>();
        for (JsonFields named : data.objects("checks")) {
            int turn = (int) named.whole("turn_seq");
            String checker = named.text("checker");
            checks.getOrDefault(turn, List.of()).stream()
                    .filter(row -> row.checker().equals(checker))
                    .map(CheckRow::result)
                    .forEach(results::add);
        }
        return results;
    }

    private void decided(JsonFields data) {
        Map<String, String> answers = new HashMap<>();
        data.object("answers").forEach((id, answer) -> answers.put(id, String.valueOf(answer)));
        record.decideGate(
                (int) data.whole("round"),
                Phase.of(data.text("phase")),
                (int) data.whole("attempt"),
                data.text("decision").equals("approve"),
                data.textOrNull("reason"),
                answers);
    }
}
