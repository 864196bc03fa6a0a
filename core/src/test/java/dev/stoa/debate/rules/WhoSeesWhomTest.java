package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What prompts show, against a second reading of the rule that knows nothing of the first. */
@Tag("quick")
class WhoSeesWhomTest {
    private static final Pattern MARK = Pattern.compile("mark([0-9]+)x");
    private static final Pattern WORD = Pattern.compile("word([0-9]+)z");

    static Stream<Arguments> debates() {
        List<Arguments> all = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            for (Preset preset : List.of(Preset.VOTE, Preset.LADDER, Preset.ROUND_TABLE, Preset.CLASSIC)) {
                for (int seats : List.of(2, 5, 8)) {
                    for (int leader : List.of(0, seats - 1)) {
                        all.add(Arguments.of(topology, preset, seats, leader));
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("debates")
    @DisplayName("Two seats joined by an arc must find each other's planted marker words in their prompts, two seats"
            + " without one must not: every topology, every phase.")
    void seatsFindTheWordsOfThoseTheyAreJoinedToAndOfNobodyElse(
            Topology topology, Preset preset, int seats, int leader) {
        Play play = Play.of(
                seats,
                "preset",
                preset.text(),
                "topology_type",
                topology.text(),
                "rounds",
                preset == Preset.VOTE ? 1 : 3,
                "voting_method",
                "borda",
                "early_stop",
                false);
        double[] ratings = new double[seats];
        ratings[leader] = 2;
        play.context = Play.rated(ratings);
        play.run();
        assertThat(play.completed).as(play.error).isTrue();
        for (Play.Shown call : play.shown) {
            Set<Integer> expected = expected(play, call, leader);
            String where = call.slot() + "\n" + call.text();
            assertThat(found(MARK, call.text())).as(where).isEqualTo(expected);
            Set<Integer> authors = new TreeSet<>();
            expected.forEach(turn -> authors.add(play.record.turn(turn).seat()));
            assertThat(authors).as(where).containsAll(found(WORD, call.text()));
        }
        assertThat(play.in(Phase.CONVERGENCE)).isNotEmpty();
    }

    /** The turns that a call must show, read from the table of the phases. */
    private static Set<Integer> expected(Play play, Play.Shown call, int lead) {
        Slot slot = call.slot();
        List<ReplyKind> takesIn = switch (slot.phase()) {
            case CRITIQUE -> slot.kind() == ReplyKind.PLAN ? List.<ReplyKind>of() : List.of(ReplyKind.POSITION);
            case REVIEW -> List.of(ReplyKind.POSITION, ReplyKind.CRITIQUE);
            case OPTIMIZATION -> List.of(ReplyKind.POSITION, ReplyKind.CRITIQUE, ReplyKind.REVIEW);
            case CONVERGENCE ->
                List.of(
                        ReplyKind.POSITION,
                        ReplyKind.CRITIQUE,
                        ReplyKind.REVIEW,
                        ReplyKind.ATTACK,
                        ReplyKind.DEFENCE,
                        ReplyKind.BALLOT);
            default -> List.of();
        };
        List<Turn> before = play.record.turns().stream()
                .filter(turn -> turn.ok() && turn.turnSeq() < call.firstOfWave())
                .toList();
        Set<Integer> turns = new TreeSet<>();
        for (int seat = 0; seat < play.config.size(); seat++) {
            if (seat == slot.seat() || joined(play.config, lead, slot.seat(), seat)) {
                for (ReplyKind kind : takesIn) {
                    int from = seat;
                    before.stream()
                            .filter(turn -> turn.seat() == from && holds(turn, kind))
                            .reduce((first, last) -> last)
                            .ifPresent(turn -> turns.add(turn.turnSeq()));
                }
            }
        }
        if (slot.phase() == Phase.ADVERSARIAL) {
            duel(before, slot, turns);
        }
        return turns;
    }

    /** Everybody keeps its own answer, so that one seat has one option: the first of equals leads. */
    private static void duel(List<Turn> before, Slot slot, Set<Integer> turns) {
        List<Turn> words = before.stream()
                .filter(turn -> turn.round() == slot.round() && turn.phase() == Phase.ADVERSARIAL)
                .toList();
        for (ReplyKind kind : List.of(ReplyKind.ATTACK, ReplyKind.DEFENCE)) {
            words.stream()
                    .filter(turn -> turn.kind() == kind)
                    .reduce((first, last) -> last)
                    .ifPresent(turn -> turns.add(turn.turnSeq()));
        }
        if (words.stream().noneMatch(turn -> turn.kind() == ReplyKind.DEFENCE)) {
            before.stream()
                    .filter(turn -> turn.seat() == 0 && turn.position() != null)
                    .reduce((first, last) -> last)
                    .ifPresent(turn -> turns.add(turn.turnSeq()));
        }
    }

    private static boolean holds(Turn turn, ReplyKind kind) {
        return turn.kind() == kind || (kind == ReplyKind.POSITION && turn.position() != null);
    }

    /** The table of the topologies once more, in the plainest words. */
    private static boolean joined(DebateConfig config, int lead, int seat, int other) {
        return switch (config.topology()) {
            case GRAPH_MESH -> true;
            case STAR -> seat == lead || other == lead;
            case CHAIN -> other == (seat == 0 ? config.size() - 1 : seat - 1);
            case TREE -> parent(config.size(), lead, seat) == other || parent(config.size(), lead, other) == seat;
        };
    }

    private static int parent(int seats, int lead, int seat) {
        List<Integer> rest = new ArrayList<>();
        for (int other = 0; other < seats; other++) {
            if (other != lead) {
                rest.add(other);
            }
        }
        int place = rest.indexOf(seat);
        return place < 0 ? -1 : place < 3 ? lead : rest.get((place - 3) % 3);
    }

    private static Set<Integer> found(Pattern pattern, String text) {
        Set<Integer> found = new TreeSet<>();
        pattern.matcher(text).results().forEach(match -> found.add(Integer.parseInt(match.group(1))));
        return found;
    }
}
