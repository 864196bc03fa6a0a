package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The index answers what a look at all turns answers, in whatever order they came. */
@Tag("quick")
class TurnIndexTest {
    private static final int SEATS = 3;
    private static final int TURNS = 60;
    private static final List<Phase> PHASES = List.of(Phase.PROPOSAL, Phase.CRITIQUE, Phase.CONVERGENCE);
    private static final List<ReplyKind> KINDS =
            List.of(ReplyKind.POSITION, ReplyKind.CRITIQUE, ReplyKind.DEFENCE, ReplyKind.REVIEW, ReplyKind.BALLOT);

    @ParameterizedTest
    @EnumSource(Preset.class)
    void itAnswersWhatALookAtAllTurnsAnswers(Preset preset) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<Turn> turns = new ArrayList<>();
            for (int number = 1; number <= TURNS; number++) {
                turns.add(turn(number, random));
            }
            List<Turn> arriving = new ArrayList<>(turns);
            Collections.shuffle(arriving, random);
            TurnIndex index = new TurnIndex(preset);
            arriving.forEach(index::add);

            assertThat(index.all()).isEqualTo(turns);
            assertThat(index.numbered(TURNS + 1)).isNull();
            for (Turn turn : turns) {
                holds(index, turns, turn, preset);
            }
        }
    }

    private static void holds(TurnIndex index, List<Turn> turns, Turn turn, Preset preset) {
        Predicate<Turn> phase = other ->
                other.round() == turn.round() && other.phase() == turn.phase() && other.attempt() == turn.attempt();
        Predicate<Turn> wave = phase.and(other -> other.step() == turn.step());
        Predicate<Turn> seat = other -> other.seat() == turn.seat();
        Slot slot = new Slot(
                TURNS + 1,
                turn.seat(),
                turn.round(),
                turn.phase(),
                turn.attempt(),
                turn.step(),
                turn.kind(),
                false,
                List.of());

        assertThat(index.numbered(turn.turnSeq())).isSameAs(turn);
        assertThat(index.in(turn.round(), turn.phase(), turn.attempt()))
                .isEqualTo(turns.stream().filter(phase).toList());
        assertThat(index.at(slot))
                .isEqualTo(turns.stream().filter(wave.and(seat)).findFirst().orElseThrow());
        assertThat(index.waveStart(slot))
                .isEqualTo(turns.stream()
                        .filter(wave)
                        .mapToInt(Turn::turnSeq)
                        .min()
                        .orElseThrow());
        for (ReplyKind kind : KINDS) {
            assertThat(index.bearing(turn.seat(), kind))
                    .isEqualTo(turns.stream()
                            .filter(seat.and(other -> other.bears(kind)))
                            .toList());
        }
        assertThat(last(index.standpoints(turn.seat()), turn)).isSameAs(held(turns, turn, preset));
    }

    /** What the last standpoint before a turn leaves. */
    private static @Nullable Turn last(List<Turn> standpoints, Turn now) {
        return standpoints.stream()
                .filter(turn -> turn.turnSeq() < now.turnSeq())
                .reduce((before, after) -> after)
                .filter(Turn::ok)
                .orElse(null);
    }

    /** What the seat of a turn held before it, found by looking back. */
    private static @Nullable Turn held(List<Turn> turns, Turn now, Preset preset) {
        List<Turn> back = turns.stream()
                .filter(turn -> turn.seat() == now.seat() && turn.turnSeq() < now.turnSeq())
                .sorted(Comparator.comparingInt(Turn::turnSeq).reversed())
                .toList();
        for (Turn turn : back) {
            boolean asked = turn.kind() == ReplyKind.POSITION
                    || turn.kind() == ReplyKind.DEFENCE
                    || (turn.kind() == ReplyKind.CRITIQUE && preset != Preset.CLASSIC);
            if (turn.kind() == ReplyKind.BALLOT) {
                return turn.ok() ? turn : null;
            }
            if (asked && turn.status() == TurnStatus.ABSTAINED) {
                return null;
            }
            if (asked && turn.position() != null) {
                return turn;
            }
        }
        return null;
    }

    private static Turn turn(int number, Random random) {
        ReplyKind kind = KINDS.get(random.nextInt(KINDS.size()));
        TurnStatus status = List.of(TurnStatus.OK, TurnStatus.OK, TurnStatus.ABSTAINED, TurnStatus.ERROR)
                .get(random.nextInt(4));
        return new Turn(
                number,
                random.nextInt(SEATS),
                1 + random.nextInt(2),
                PHASES.get(random.nextInt(PHASES.size())),
                random.nextInt(2),
                1 + random.nextInt(2),
                kind,
                status,
                status == TurnStatus.OK ? said(kind, random) : null,
                "",
                List.of(),
                "command",
                "m",
                1,
                1,
                null,
                0,
                false);
    }

    private static ParsedReply said(ReplyKind kind, Random random) {
        ParsedReply.Position position = ParsedReply.Position.answering("yes", 0.5);
        return switch (kind) {
            case POSITION -> position;
            case CRITIQUE -> new ParsedReply.Critiques(List.of(), random.nextBoolean() ? position : null);
            case BALLOT -> ParsedReply.Vote.of(0, 0.5, List.of());
            default -> new ParsedReply.Reviews(List.of());
        };
    }
}
