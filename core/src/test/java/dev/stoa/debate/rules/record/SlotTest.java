package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SlotTest {
    private static final DebateConfig CONFIG =
            Play.of(2, "agents", Play.agents("", "sceptic")).record.config();

    private static Slot slot(int seat, int round, Phase phase, int attempt, int step, ReplyKind kind) {
        return new Slot(7, seat, round, phase, attempt, step, kind, false, List.of());
    }

    @Test
    void aTurnIsRecordedWithTheRoleOfWhatIsAskedFor() {
        Map<ReplyKind, String> roles = Map.of(
                ReplyKind.QUESTION, "moderator",
                ReplyKind.PLAN, "moderator",
                ReplyKind.POSITION, "proposer",
                ReplyKind.CRITIQUE, "critic",
                ReplyKind.REVIEW, "reviewer",
                ReplyKind.ATTACK, "red_team",
                ReplyKind.DEFENCE, "blue_team",
                ReplyKind.BALLOT, "judge",
                ReplyKind.TESTS, "test_agent");
        assertThat(roles).containsOnlyKeys(ReplyKind.values());
        roles.forEach((kind, role) -> {
            assertThat(slot(0, 1, Phase.PROPOSAL, 0, 1, kind).role(CONFIG)).isEqualTo(role);
            assertThat(slot(1, 1, Phase.PROPOSAL, 0, 1, kind).role(CONFIG))
                    .as("a seat's own role stands for every other")
                    .isEqualTo("sceptic");
        });
        assertThat(slot(0, 1, Phase.OPTIMIZATION, 0, 1, ReplyKind.POSITION).role(CONFIG))
                .isEqualTo("optimizer");
    }

    @Test
    void theSeedOfACallIsItsOwnNotNegativeAndAlwaysTheSame() {
        Slot first = slot(0, 1, Phase.PROPOSAL, 0, 1, ReplyKind.POSITION);
        List<Slot> others = List.of(
                first,
                slot(1, 1, Phase.PROPOSAL, 0, 1, ReplyKind.POSITION),
                slot(0, 2, Phase.PROPOSAL, 0, 1, ReplyKind.POSITION),
                slot(0, 1, Phase.CRITIQUE, 0, 1, ReplyKind.POSITION),
                slot(0, 1, Phase.PROPOSAL, 1, 1, ReplyKind.POSITION),
                slot(0, 1, Phase.PROPOSAL, 0, 2, ReplyKind.POSITION));
        Set<Long> seeds = new HashSet<>();
        for (Slot slot : others) {
            assertThat(slot.seed(CONFIG)).isNotNegative();
            seeds.add(slot.seed(CONFIG));
        }
        assertThat(seeds).hasSize(others.size());
        assertThat(first.seeing(9, List.of(1, 2)).seed(CONFIG))
                .as("neither its number nor what it is shown changes it")
                .isEqualTo(first.seed(CONFIG));
    }

    @Test
    void aSlotThatSeesOtherTurnsIsElseTheSame() {
        assertThat(slot(1, 2, Phase.REVIEW, 3, 4, ReplyKind.REVIEW).seeing(9, List.of(1, 2)))
                .isEqualTo(new Slot(9, 1, 2, Phase.REVIEW, 3, 4, ReplyKind.REVIEW, false, List.of(1, 2)));
    }
}
