package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which answers are the same option. */
@Tag("quick")
class OptionMatchingTest {
    private static final OptionMatching.Nearness NOBODY_TELLS = (turn, answer, option, label) -> Double.NaN;

    private static Turn turn(int turnSeq, @Nullable Position said, int version) {
        return new Turn(
                turnSeq,
                0,
                1,
                Phase.PROPOSAL,
                0,
                1,
                ReplyKind.POSITION,
                TurnStatus.OK,
                said,
                "",
                List.of(),
                "command",
                "m",
                1,
                1,
                0.0,
                version,
                false);
    }

    private static List<Turn> answers(String... answers) {
        List<Turn> turns = new ArrayList<>();
        for (String answer : answers) {
            turns.add(turn(turns.size() + 1, Position.answering(answer, 0.5), 0));
        }
        return turns;
    }

    private static OptionAssignment known(int turnSeq, int option) {
        return new OptionAssignment(turnSeq, option, null, Map.of());
    }

    private static OptionAssignment fresh(int turnSeq, int option, String label) {
        return new OptionAssignment(turnSeq, option, label, Map.of());
    }

    @Test
    void anAnswerLikeNoOtherIsANewOptionAndOneThatIsTheSameIsNot() {
        DebateRecord record = Play.of(3).record;
        assertThat(OptionMatching.of(record, answers("Use Redis", "Kafka", "use redis."), NOBODY_TELLS))
                .containsExactly(fresh(1, 0, "Use Redis"), fresh(2, 1, "Kafka"), known(3, 0));
    }

    @Test
    void aTurnWithoutAPositionHasNoOption() {
        DebateRecord record = Play.of(3).record;
        assertThat(OptionMatching.of(record, List.of(turn(1, null, 0)), NOBODY_TELLS))
                .isEmpty();
    }

    @Test
    void aChoiceIsKeptAsItIs() {
        DebateRecord record = Play.of(3, "options", List.of("x", "y")).record;
        assertThat(OptionMatching.of(record, List.of(turn(1, Position.choosing(1, 0.5), 0)), NOBODY_TELLS))
                .containsExactly(known(1, 1));
    }

    @Test
    void nearnessIsAskedOnlyWhereItCanDecideAndIsKeptAsEvidence() {
        DebateRecord record = Play.of(3).record;
        List<String> asked = new ArrayList<>();
        OptionMatching.Nearness nearness = (turn, answer, option, label) -> {
            asked.add(turn + " " + option + " " + label);
            return turn == 3 ? 0.95 : 0.1;
        };
        assertThat(OptionMatching.of(
                        record,
                        answers("store sessions inside redis", "write logs onto disk", "keep sessions using redis"),
                        nearness))
                .containsExactly(
                        fresh(1, 0, "store sessions inside redis"),
                        new OptionAssignment(2, 1, "write logs onto disk", Map.of(0, 0.1)),
                        new OptionAssignment(3, 0, null, Map.of(0, 0.95)));
        assertThat(asked).containsExactly("2 0 store sessions inside redis", "3 0 store sessions inside redis");
    }

    @Test
    void aNearnessThatNobodyCanTellIsNoEvidence() {
        DebateRecord record = Play.of(3).record;
        assertThat(OptionMatching.of(
                        record, answers("store sessions inside redis", "write logs onto disk"), NOBODY_TELLS))
                .containsExactly(fresh(1, 0, "store sessions inside redis"), fresh(2, 1, "write logs onto disk"));
    }

    @Test
    void theTwentySeventhAnswerHasNoOption() {
        DebateRecord record = Play.of(3).record;
        String[] many = IntStream.range(0, 27).mapToObj(i -> "answer" + i).toArray(String[]::new);
        List<OptionAssignment> assigned = OptionMatching.of(record, answers(many), NOBODY_TELLS);
        assertThat(assigned.get(25)).isEqualTo(fresh(26, 25, "answer25"));
        assertThat(assigned.get(26)).isEqualTo(known(27, -1));
    }

    @Test
    void codeIsTheSameOptionWhateverEndsItsLines() {
        DebateRecord record = Play.of(3, "code", Map.of("language", "python", "tests", List.of())).record;
        Turn before = turn(1, Position.coding("a\nb", 0.5), 1);
        record.store(before);
        record.version(new DebateRecord.Version(1, 0, 1, 0, "a\nb"));
        record.version(new DebateRecord.Version(2, 0, 9, 0, "of a turn that is not stored"));
        record.measure(List.of(fresh(1, 0, "version 1")), List.of());
        assertThat(OptionMatching.of(
                        record,
                        List.of(
                                turn(2, Position.coding("a\r\nb", 0.5), 3),
                                turn(3, Position.coding("a\rb", 0.5), 4),
                                turn(4, Position.coding("c", 0.5), 5),
                                turn(5, Position.coding("c", 0.5), 6),
                                turn(6, Position.choosing(0, 0.5), 0),
                                turn(7, Position.coding("of a turn that is not stored", 0.5), 7)),
                        NOBODY_TELLS))
                .containsExactly(
                        known(2, 0),
                        known(3, 0),
                        fresh(4, 1, "version 5"),
                        known(5, 1),
                        known(6, 0),
                        fresh(7, 2, "version 7"));
    }

    @Test
    void theTwentySeventhCodeHasNoOption() {
        DebateRecord record = Play.of(3, "code", Map.of("language", "python", "tests", List.of())).record;
        List<Turn> turns = IntStream.rangeClosed(1, 27)
                .mapToObj(i -> turn(i, Position.coding("code " + i, 0.5), i))
                .toList();
        List<OptionAssignment> assigned = OptionMatching.of(record, turns, NOBODY_TELLS);
        assertThat(assigned.get(25)).isEqualTo(fresh(26, 25, "version 26"));
        assertThat(assigned.get(26)).isEqualTo(known(27, -1));
    }
}
