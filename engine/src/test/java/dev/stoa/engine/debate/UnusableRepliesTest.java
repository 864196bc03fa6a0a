package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of replies that cannot be used, and of those that are not there. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class UnusableRepliesTest {
    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void oneRepairQuotesTheErrorAndTheFirstReplyIsKept() throws Exception {
        ground.script()
                .says((situation, call) ->
                        call.agent().equals("s0") && !call.prompt().contains("could not be read")
                                ? "{\"answer\":\"x\",\"confidence\":7}"
                                : null);
        String id = ground.run(vote()).row().id();

        DebateTurn turn = ground.turns(id).getFirst();
        assertThat(turn.status()).isEqualTo(TurnStatus.OK);
        assertThat(tries(turn, "reply")).containsExactly("{\"answer\":\"x\",\"confidence\":7}", "null");
        List<Call> calls = callsOf("s0");
        assertThat(calls).hasSize(2);
        assertThat(calls.getLast().prompt())
                .startsWith(calls.getFirst().prompt())
                .contains("confidence");
        assertThat(calls.getLast().attempt()).isEqualTo(2);
        ground.proves(id);
    }

    @Test
    @DisplayName("A reply without a parseable vote must not count, nor length make it confident; an error text must"
            + " never reach another prompt.")
    void whatCannotBeReadIsNotCountedAndItsErrorStaysWithIt() throws Exception {
        ground.script().says((situation, call) -> {
            if (call.agent().equals("s0")) {
                throw CallFailure.refused("SECRET-MARKER quota exceeded");
            }
            if (call.agent().equals("s3")) {
                throw new IllegalStateException("BROKEN-MARKER");
            }
            String babble = "I am absolutely sure that BABBLE-MARKER. ".repeat(500);
            return call.agent().equals("s1") ? babble : call.agent().equals("s2") ? "{\"abstain\":true}" : null;
        });
        SessionRow row = ground.run(Ground.request("q1", "script", 8)
                        .preset(Preset.ROUND_TABLE)
                        .rounds(2)
                        .set("early_stop", false))
                .row();

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(ground.turns(row.id()).subList(0, 4))
                .extracting(DebateTurn::status)
                .containsExactly(TurnStatus.ERROR, TurnStatus.UNPARSED, TurnStatus.ABSTAINED, TurnStatus.ERROR);
        assertThat(ground.turns(row.id()))
                .filteredOn(turn -> turn.status() == TurnStatus.ERROR)
                .allSatisfy(turn -> {
                    assertThat(turn.content()).isNull();
                    assertThat(turn.error()).containsAnyOf("quota exceeded", "IllegalStateException");
                });
        assertThat(ground.script().calls()).allSatisfy(call -> {
            String prompt = call.prompt();
            assertThat(prompt).doesNotContain("SECRET-MARKER").doesNotContain("BROKEN-MARKER");
            assertThat(call.agent().equals("s1") || !prompt.contains("BABBLE-MARKER"))
                    .isTrue();
        });
        assertThat(ground.ballots(row.id()))
                .filteredOn(ballot -> ballot.agentId().matches("s[0-3]"))
                .allSatisfy(ballot -> assertThat(ballot.valid()).isFalse());
        ground.proves(row.id());
    }

    @Test
    void aReplyThatCannotBeKeptIsAnErrorWithoutContentAndAnOddOneIsUnparsed() throws Exception {
        ground.script().says((situation, call) -> switch (call.agent()) {
            case "s0" -> "{\"answer\":\"" + "é".repeat(600_000) + "\",\"confidence\":0.5}";
            case "s1" -> "{\"answer\":\"a\",\"answer\":\"b\",\"confidence\":0.5}";
            case "s2" -> "[".repeat(100_000) + "]".repeat(100_000);
            case "s3" -> "{\"answer\":\"a\0b\",\"confidence\":0.5}";
            default -> null;
        });
        String id = ground.run(Ground.request("q1", "script", 9).preset(Preset.VOTE))
                .row()
                .id();

        assertThat(ground.turns(id).subList(0, 4))
                .extracting(DebateTurn::status)
                .containsExactly(TurnStatus.ERROR, TurnStatus.UNPARSED, TurnStatus.UNPARSED, TurnStatus.ERROR);
        assertThat(ground.turns(id).getFirst().content()).isNull();
        assertThat(ground.turns(id).get(1).content()).contains("\"answer\":\"a\",\"answer\":\"b\"");
        // Who said nothing of use was asked once more, and then left alone.
        assertThat(ground.turns(id)).hasSize(13);
        assertThat(ground.turns(id).subList(9, 13))
                .allSatisfy(turn -> assertThat(turn.step()).isEqualTo(2));
        ground.proves(id);
    }

    @Test
    void aCallThatTakesTooLongIsATimeout() throws Exception {
        ground.script().says((situation, call) -> {
            if (call.agent().equals("s1")) {
                throw CallFailure.timeout(call.timeout());
            }
            return null;
        });
        String id = ground.run(vote()).row().id();

        assertThat(ground.turns(id))
                .filteredOn(turn -> turn.agentId().equals("s1"))
                .hasSize(2)
                .allSatisfy(turn -> assertThat(turn.status()).isEqualTo(TurnStatus.TIMEOUT));
        ground.proves(id);
    }

    @Test
    void whereTheFirstProviderFailsTheFallBackAnswersAndIsNamed() throws Exception {
        ground.script().says((situation, call) -> {
            if (call.model().equals("m0")) {
                throw CallFailure.refused("not today");
            }
            return null;
        });
        List<Seat> seats = new ArrayList<>();
        seats.add(new Seat("s0", "script", "m0", null, null, List.of("script:spare"), Map.of(), null));
        seats.add(Seat.of("s1", "script", "m1"));
        String id = ground.run(vote().agents(seats)).row().id();

        DebateTurn turn = ground.turns(id).getFirst();
        assertThat(turn.status()).isEqualTo(TurnStatus.OK);
        assertThat(turn.model()).isEqualTo("spare");
        assertThat(tries(turn, "model")).containsExactly("m0", "spare");
        ground.proves(id);
    }

    @Test
    void givenDraftsAreStoredWithoutACallAndArguedAbout() throws Exception {
        String id = ground.run(Ground.request("q1", "script", 3)
                        .set("threshold", 1)
                        .set("drafts", List.of(Map.of("agent", "s1", "answer", "use a queue", "confidence", 0.8))))
                .row()
                .id();

        DebateTurn given = ground.turns(id).get(1);
        assertThat(given.metadata()).containsEntry("supplied", true);
        assertThat(given.content()).isEqualTo("use a queue");
        assertThat(given.confidence()).isEqualTo(0.8);
        assertThat(callsOf("s1")).noneMatch(call -> call.kind() == ReplyKind.POSITION);
        assertThat(ground.script().prompts(ReplyKind.CRITIQUE))
                .isNotEmpty()
                .allSatisfy(prompt -> assertThat(prompt).contains("use a queue"));
        ground.proves(id);
    }

    private static DebateRequest vote() {
        return Ground.request("q1", "script", 3).preset(Preset.VOTE);
    }

    private List<Call> callsOf(String agent) {
        return ground.script().calls().stream()
                .filter(call -> call.agent().equals(agent))
                .toList();
    }

    /** A member of every try that a turn took. */
    private static List<String> tries(DebateTurn turn, String member) {
        List<String> tries = new ArrayList<>();
        if (turn.metadata().get("calls") instanceof List<?> calls) {
            calls.forEach(call -> tries.add(String.valueOf(((Map<?, ?>) call).get(member))));
        }
        return tries;
    }
}
