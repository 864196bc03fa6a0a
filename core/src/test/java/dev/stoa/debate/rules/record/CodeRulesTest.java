package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CodeRules.RunnableTest;
import dev.stoa.debate.rules.record.CodeRules.WrittenTest;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which version another revises, which tests are run, and what would betray a hidden one. */
@Tag("quick")
class CodeRulesTest {
    private static int parent(RecordedTurns turns, int seat, ReplyKind kind, Integer... visible) {
        Slot slot = new Slot(9, seat, 1, Phase.OPTIMIZATION, 0, 1, kind, false, List.of(visible));
        return CodeRules.parent(turns.record, slot);
    }

    private static ParsedReply.Finding finding(String id, @Nullable String test) {
        return new ParsedReply.Finding(id, "logic", Severity.HIGH, "breaks", test, null);
    }

    @Test
    void aSeatRevisesTheLastVersionOfItsOwnThatItSees() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "t");
        turns.draft(0, 0);
        turns.draft(1, 1);
        turns.position(0, Phase.OPTIMIZATION, 0, 2, 0.8);
        turns.unpriced(0);
        assertThat(parent(turns, 0, ReplyKind.POSITION, 1, 2, 3)).isEqualTo(3);
        assertThat(parent(turns, 0, ReplyKind.POSITION, 1, 2)).isEqualTo(1);
        assertThat(parent(turns, 0, ReplyKind.POSITION, 1, 4))
                .as("a review brings no code")
                .isEqualTo(1);
        assertThat(parent(turns, 0, ReplyKind.POSITION, 2)).as("of others none").isZero();
    }

    @Test
    void blueRevisesWhatIsAttackedWhoeverWroteIt() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "t");
        turns.draft(0, 0);
        turns.draft(1, 1);
        turns.position(0, Phase.OPTIMIZATION, 0, 2, 0.8);
        assertThat(parent(turns, 2, ReplyKind.DEFENCE, 1)).isEqualTo(1);
        assertThat(parent(turns, 0, ReplyKind.DEFENCE, 1, 2)).isEqualTo(2);
        assertThat(parent(turns, 0, ReplyKind.DEFENCE, 2, 3)).isEqualTo(3);
        assertThat(parent(turns, 0, ReplyKind.DEFENCE)).isZero();
    }

    @Test
    void theTestsAreTheSuppliedOnesAndThoseThatAgentsWrote() {
        RecordedTurns turns = RecordedTurns.ofCode(2, "open", "hidden");
        turns.draft(0, 0);
        turns.attack(1, List.of(1), finding("F1", "assert broken"), finding("F2", null));
        assertThat(CodeRules.written(turns.record))
                .containsExactly(new WrittenTest("finding-2-F1", "a1", "assert broken"));
        assertThat(CodeRules.tests(turns.record))
                .containsExactly(
                        new RunnableTest("open", true, false, "body"),
                        new RunnableTest("hidden", true, true, "body"),
                        new RunnableTest("finding-2-F1", false, false, "assert broken"));
        assertThat(CodeRules.written(
                        "ann",
                        7,
                        new ParsedReply.Tests(List.of(new ParsedReply.GeneratedTest("adds", "assert add(1, 2) == 3")))))
                .containsExactly(new WrittenTest("adds", "ann", "assert add(1, 2) == 3"));
        assertThat(CodeRules.written("ann", 7, null)).isEmpty();
    }

    @Test
    void aHiddenTestIsBetrayedByALineThatNoOpenOneHas() {
        HiddenTests hidden = HiddenTests.of(RecordedTurns.of(
                        2,
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of(
                                                "name",
                                                "secret",
                                                "hidden",
                                                true,
                                                "body",
                                                "import totals\n    assert total(3) == 17\nabcdefghijkl"
                                                        + "\nelse: 12345"),
                                        Map.of("name", "open", "hidden", false, "body", "import totals\n"))))
                .record);
        assertThat(hidden.has("secret")).isTrue();
        assertThat(hidden.has("open")).isFalse();
        assertThat(hidden.quotedIn("it said >assert total(3) == 17< and failed"))
                .isTrue();
        assertThat(hidden.quotedIn("abcdefghijkl")).as("twelve characters tell").isTrue();
        assertThat(hidden.quotedIn("else: 12345")).as("eleven do not").isFalse();
        assertThat(hidden.quotedIn("import totals")).as("everybody knows it").isFalse();
        assertThat(HiddenTests.of(Play.of(2).record).quotedIn("import totals"))
                .as("a debate that is not about code hides nothing")
                .isFalse();
    }
}
