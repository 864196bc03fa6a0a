package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a debate by what the rules ask for, so that no question costs more the longer the debate is. Not
 * thread-safe.
 */
final class TurnIndex {
    private final Preset preset;
    private final List<@Nullable Turn> byNumber = new ArrayList<>();
    private final List<Turn> all = new ArrayList<>();
    private final Map<PhaseKey, List<Turn>> byPhase = new HashMap<>();
    private final Map<WaveKey, Integer> firstOfWave = new HashMap<>();
    private final Map<PlaceKey, Turn> byPlace = new HashMap<>();
    private final Map<Integer, List<Turn>> standpoints = new HashMap<>();
    private final Map<Bearing, List<Turn>> bearing = new HashMap<>();

    TurnIndex(Preset preset) {
        this.preset = preset;
    }

    private record PhaseKey(int round, Phase phase, int attempt) {}

    private record WaveKey(int round, Phase phase, int attempt, int step) {}

    private record PlaceKey(int seat, WaveKey wave) {}

    private record Bearing(int seat, ReplyKind kind) {}

    void add(Turn turn) {
        while (byNumber.size() < turn.turnSeq()) {
            byNumber.add(null);
        }
        byNumber.set(turn.turnSeq() - 1, turn);
        insert(all, turn);
        PhaseKey phase = new PhaseKey(turn.round(), turn.phase(), turn.attempt());
        insert(byPhase.computeIfAbsent(phase, key -> new ArrayList<>()), turn);
        WaveKey wave = new WaveKey(turn.round(), turn.phase(), turn.attempt(), turn.step());
        firstOfWave.merge(wave, turn.turnSeq(), Math::min);
        byPlace.merge(new PlaceKey(turn.seat(), wave), turn, (a, b) -> a.turnSeq() <= b.turnSeq() ? a : b);
        if (isStandpoint(turn)) {
            insert(standpoints.computeIfAbsent(turn.seat(), seat -> new ArrayList<>()), turn);
        }
        bear(turn, turn.kind());
        if (turn.kind() != ReplyKind.POSITION) {
            bear(turn, ReplyKind.POSITION);
        }
    }

    private void bear(Turn turn, ReplyKind kind) {
        if (turn.bears(kind)) {
            insert(bearing.computeIfAbsent(new Bearing(turn.seat(), kind), key -> new ArrayList<>()), turn);
        }
    }

    /** Replies come in any order; the rules read them by number. */
    private static void insert(List<Turn> sorted, Turn turn) {
        int at = sorted.size();
        while (at > 0 && sorted.get(at - 1).turnSeq() > turn.turnSeq()) {
            at--;
        }
        sorted.add(at, turn);
    }

    /** Whether a turn can change what its seat holds: a ballot, or a reply that could have given a position and did. */
    private boolean isStandpoint(Turn turn) {
        return switch (turn.kind()) {
            case BALLOT -> true;
            case POSITION, DEFENCE -> takesOrLeaves(turn);
            // In the classic form a critique was not asked for a position.
            case CRITIQUE -> preset != Preset.CLASSIC && takesOrLeaves(turn);
            default -> false;
        };
    }

    private static boolean takesOrLeaves(Turn turn) {
        return turn.status() == TurnStatus.ABSTAINED || turn.position() != null;
    }

    List<Turn> all() {
        return Collections.unmodifiableList(all);
    }

    /** The turn of a number, or null. */
    @Nullable
    Turn numbered(int turnSeq) {
        return turnSeq >= 1 && turnSeq <= byNumber.size() ? byNumber.get(turnSeq - 1) : null;
    }

    List<Turn> in(int round, Phase phase, int attempt) {
        return byPhase.getOrDefault(new PhaseKey(round, phase, attempt), List.of());
    }

    /** The first turn at the place of a slot, or null. */
    @Nullable
    Turn at(Slot slot) {
        return byPlace.get(new PlaceKey(slot.seat(), wave(slot)));
    }

    /** The number of the first turn of a slot's wave, or its own. */
    int waveStart(Slot slot) {
        return Math.min(slot.turnSeq(), firstOfWave.getOrDefault(wave(slot), Integer.MAX_VALUE));
    }

    private static WaveKey wave(Slot slot) {
        return new WaveKey(slot.round(), slot.phase(), slot.attempt(), slot.step());
    }

    List<Turn> standpoints(int seat) {
        return standpoints.getOrDefault(seat, List.of());
    }

    List<Turn> bearing(int seat, ReplyKind kind) {
        return bearing.getOrDefault(new Bearing(seat, kind), List.of());
    }
}
