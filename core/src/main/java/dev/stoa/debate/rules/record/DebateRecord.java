package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.reply.ParsedReply.Questions;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a debate so far, in the form in which the rules read it: the fold of its events. Not
 * thread-safe; one runner or one replay owns it.
 *
 * <p>It grows by the methods that are named for events and by nothing else, so that running, resuming and replaying see
 * the same thing. What can be computed from the record, such as a count of votes, is computed again and not stored
 * here twice.
 */
public final class DebateRecord {
    private final DebateConfig config;
    private final TurnIndex turns;
    private final Map<Integer, Slot> unfilled = new TreeMap<>();
    private final Map<Integer, Integer> optionOfTurn = new HashMap<>();
    private final List<String> labels = new ArrayList<>();
    private final List<Integer> firstTurns = new ArrayList<>();
    private final Map<Integer, List<CheckResult>> checks = new HashMap<>();
    private final List<CountRecord> counts = new ArrayList<>();
    private final List<GateState> gates = new ArrayList<>();
    private final Map<PhaseKey, PhaseState> phases = new HashMap<>();
    private final Map<String, ClarifiedQuestion> documentAnswers = new HashMap<>();
    private final List<Version> versions = new ArrayList<>();
    private final List<Turn> unmeasured = new ArrayList<>();
    private Context context;
    private boolean attached;
    private int lead;
    private int planned;
    private int round = 1;
    private int completedRounds;
    private List<String> foci = List.of();
    private @Nullable Protocol protocol;
    private @Nullable StopReason spent;

    public DebateRecord(DebateConfig config) {
        this.config = config;
        this.turns = new TurnIndex(config.preset());
        this.context = Context.blank(config.size());
        this.lead = LeadSeat.of(config, context);
        labels.addAll(config.options());
        config.options().forEach(label -> firstTurns.add(0));
    }

    /** Where a phase stands. */
    public enum PhaseState {
        OPEN,
        STARTED,
        SKIPPED,
        COMPLETED
    }

    private record PhaseKey(int round, Phase phase, int attempt) {}

    /** Code that a turn brought. */
    public record Version(int number, int parent, int turnSeq, int seat, String code) {}

    // What happened

    /** The context was read. */
    public void attach(Context read) {
        if (read.standings().size() != config.size()) {
            throw new IllegalArgumentException("a context has a standing for every seat");
        }
        context = read;
        attached = true;
        lead = LeadSeat.of(config, read);
    }

    /** A part began, was left out or ended. */
    public void mark(ProgressMark mark) {
        switch (mark) {
            case ProgressMark.PhaseStarted started -> {
                phases.put(new PhaseKey(started.round(), started.phase(), started.attempt()), PhaseState.STARTED);
                round = started.round();
            }
            case ProgressMark.PhaseSkipped skipped ->
                phases.put(new PhaseKey(skipped.round(), skipped.phase(), 0), PhaseState.SKIPPED);
            case ProgressMark.PhaseCompleted completed ->
                phases.put(
                        new PhaseKey(completed.round(), completed.phase(), completed.attempt()), PhaseState.COMPLETED);
            case ProgressMark.RoundCompleted completed -> completedRounds = completed.round();
            case ProgressMark.PlanMade plan -> {
                protocol = plan.protocol();
                foci = plan.foci();
            }
        }
    }

    /** Calls were planned. */
    public void plan(List<Slot> slots) {
        for (Slot slot : slots) {
            unfilled.put(slot.turnSeq(), slot);
            planned = Math.max(planned, slot.turnSeq());
            round = slot.round();
        }
    }

    /** A turn was stored. */
    public void store(Turn turn) {
        unfilled.remove(turn.turnSeq());
        planned = Math.max(planned, turn.turnSeq());
        turns.add(turn);
        if (turn.ok() && (turn.position() != null || turn.said() instanceof Questions)) {
            unmeasured.add(turn);
        }
    }

    /** A turn brought code. */
    public void version(Version version) {
        versions.add(version);
    }

    /** Answers were told apart. */
    public void measure(List<OptionAssignment> assigned, List<ClarifiedQuestion> found) {
        for (OptionAssignment answer : assigned) {
            String label = answer.label();
            if (label != null) {
                labels.add(label);
                firstTurns.add(answer.turnSeq());
            } else if (answer.option() >= 0 && firstTurns.get(answer.option()) == 0) {
                firstTurns.set(answer.option(), answer.turnSeq());
            }
            optionOfTurn.put(answer.turnSeq(), answer.option());
        }
        found.forEach(answer -> documentAnswers.put(answer.id(), answer));
        unmeasured.clear();
    }

    /** Checks were run. */
    public void check(List<CheckResult> results) {
        results.forEach(result -> checks.computeIfAbsent(result.turnSeq(), seq -> new ArrayList<>())
                .add(result));
    }

    /** Votes were counted: the count is made again, for it follows from what is here. */
    public CountRecord count(Stage stage, int round, int attempt) {
        CountRecord counted = VoteCounter.of(this, stage, round, attempt);
        counts.add(counted);
        return counted;
    }

    /** A gate opened. */
    public void openGate(int round, Phase phase, int attempt) {
        gates.add(new GateState(round, phase, attempt, null, null, Map.of()));
    }

    /** A gate was decided. */
    public void decideGate(
            int round,
            Phase phase,
            int attempt,
            boolean approved,
            @Nullable String reason,
            Map<String, String> answers) {
        gates.removeIf(gate -> gate.round() == round && gate.phase() == phase && gate.attempt() == attempt);
        gates.add(new GateState(round, phase, attempt, approved, reason, answers));
    }

    /** Time, tokens or money ran out. */
    public void spend(StopReason reason) {
        if (spent == null) {
            spent = reason;
        }
    }

    /** The slot of a planned call: what it is shown follows from the record. */
    public Slot slot(int turnSeq, int seat, int round, Phase phase, int attempt, int step, ReplyKind kind) {
        Slot before = unfilled.get(turnSeq);
        // Planned again after a crash, it sees what it saw then: some of its own wave may have spoken since.
        return before != null
                ? before
                : new Slot(
                        turnSeq,
                        seat,
                        round,
                        phase,
                        attempt,
                        step,
                        kind,
                        kind == ReplyKind.CRITIQUE && config.preset() == Preset.LADDER,
                        Visibility.of(this, seat, round, phase, attempt, kind));
    }

    // What is known

    public DebateConfig config() {
        return config;
    }

    public Context context() {
        return context;
    }

    /** Whether the context has been read. */
    public boolean attached() {
        return attached;
    }

    /** The seat that leads. */
    public int lead() {
        return lead;
    }

    /** Every stored turn by number: a view, to which later turns are added. */
    public List<Turn> turns() {
        return turns.all();
    }

    /** The turn of a number, which must be there. */
    public Turn turn(int turnSeq) {
        Turn turn = turns.numbered(turnSeq);
        if (turn == null) {
            throw new IllegalArgumentException("turn " + turnSeq + " is not stored");
        }
        return turn;
    }

    /** Whether the turn of a number is stored. */
    public boolean has(int turnSeq) {
        return turns.numbered(turnSeq) != null;
    }

    /** The stored turns of one attempt at a phase. */
    public List<Turn> turns(int round, Phase phase, int attempt) {
        return turns.in(round, phase, attempt);
    }

    /** The first stored turn at the place of a slot, or null. */
    public @Nullable Turn turnAt(Slot slot) {
        return turns.at(slot);
    }

    /** The turns by which a seat took a standpoint or gave one up: its ballots, positions and abstentions. */
    List<Turn> standpoints(int seat) {
        return turns.standpoints(seat);
    }

    /** The turns of a seat whose reply contains something of a kind. */
    public List<Turn> bearing(int seat, ReplyKind kind) {
        return turns.bearing(seat, kind);
    }

    /** The number of the first turn of a slot's wave, as far as it has turns: nobody in it sees one from there on. */
    public int waveStart(Slot slot) {
        return turns.waveStart(slot);
    }

    /** Calls that were planned and have no turn yet. */
    public List<Slot> unfilled() {
        return List.copyOf(unfilled.values());
    }

    /** The highest turn number that was given out. */
    public int planned() {
        return planned;
    }

    /** The turns whose answers have no option yet. */
    public List<Turn> unmeasured() {
        unmeasured.sort((a, b) -> Integer.compare(a.turnSeq(), b.turnSeq()));
        return Collections.unmodifiableList(unmeasured);
    }

    /** The turns whose answers have no option yet, by number. */
    public List<Turn> unmeasuredTurns() {
        return List.copyOf(unmeasured());
    }

    /** The option of a turn's position, or -1. */
    public int option(Turn turn) {
        return optionOfTurn.getOrDefault(turn.turnSeq(), -1);
    }

    /** The labels of the options, by key. */
    public List<String> labels() {
        return Collections.unmodifiableList(labels);
    }

    /** The number of the first turn that gave an option; 0 if none did. */
    public int firstTurn(int option) {
        return firstTurns.get(option);
    }

    /** What was found about a turn. */
    public List<CheckResult> checks(int turnSeq) {
        return checks.getOrDefault(turnSeq, List.of());
    }

    /** Every count so far. */
    public List<CountRecord> counts() {
        return Collections.unmodifiableList(counts);
    }

    /** A count, or null if it was not made. */
    public @Nullable CountRecord counted(Stage stage, int round, int attempt) {
        for (int i = counts.size() - 1; i >= 0; i--) {
            CountRecord counted = counts.get(i);
            if (counted.stage() == stage && counted.round() == round && counted.attempt() == attempt) {
                return counted;
            }
        }
        return null;
    }

    public List<GateState> gates() {
        return Collections.unmodifiableList(gates);
    }

    @Nullable
    public GateState gate(int round, Phase phase, int attempt) {
        return gates.stream()
                .filter(gate -> gate.round() == round && gate.phase() == phase && gate.attempt() == attempt)
                .findFirst()
                .orElse(null);
    }

    /** How often a phase has been rejected: the number of the attempt that counts. */
    public int attempt(int round, Phase phase) {
        int rejected = 0;
        for (GateState gate : gates) {
            if (gate.round() == round && gate.phase() == phase && gate.rejected()) {
                rejected++;
            }
        }
        return rejected;
    }

    /** Whether a turn belongs to an attempt that was rejected. */
    public boolean rejected(Turn turn) {
        return !gates.isEmpty() && turn.attempt() < attempt(turn.round(), turn.phase());
    }

    public PhaseState phase(int round, Phase phase, int attempt) {
        return phases.getOrDefault(new PhaseKey(round, phase, attempt), PhaseState.OPEN);
    }

    /** The round that is going on, from 1. */
    public int round() {
        return round;
    }

    public int completedRounds() {
        return completedRounds;
    }

    /** What each seat looks at; empty without a plan. */
    public List<String> foci() {
        return foci;
    }

    /** The protocol that made the plan; null without one. */
    public @Nullable Protocol protocol() {
        return protocol;
    }

    /** Why no further call may be made; null while one may. */
    public @Nullable StopReason spent() {
        return spent;
    }

    /** Every version of code, by number. */
    public List<Version> versions() {
        return Collections.unmodifiableList(versions);
    }

    /** What the documents answered to a question, or null. */
    @Nullable
    public ClarifiedQuestion documentAnswer(String question) {
        return documentAnswers.get(question);
    }
}
