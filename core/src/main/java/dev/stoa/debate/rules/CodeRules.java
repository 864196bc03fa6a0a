package dev.stoa.debate.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What belongs to code alone: which version another revises, and which tests are run on it. Stateless. */
public final class CodeRules {
    private CodeRules() {}

    /** The name under which the test of a finding runs. */
    public static String testName(int attack, String finding) {
        return Duel.testName(attack, finding);
    }

    /** The number of the version that a slot revises: the last of its seat that it sees, else any it sees; 0 if none. */
    public static int parent(DebateRecord record, Slot slot) {
        int own = 0;
        int other = 0;
        for (int number : slot.visible()) {
            Turn turn = record.turn(number);
            if (turn.version() > 0) {
                if (turn.seat() == slot.seat()) {
                    own = turn.version();
                } else if (slot.kind() == ReplyKind.DEFENCE) {
                    other = turn.version();
                }
            }
        }
        return slot.kind() == ReplyKind.DEFENCE && other > own ? other : own;
    }

    /**
     * A test that is to be run.
     *
     * @param supplied it came with the request, and not from an agent
     */
    public record RunnableTest(String name, boolean supplied, boolean hidden, String body) {}

    /** Every test there is by now: the supplied ones, those an agent wrote, those of red. */
    public static List<RunnableTest> tests(DebateRecord record) {
        List<RunnableTest> tests = new ArrayList<>();
        CodeTask code = record.config().code();
        if (code != null) {
            code.tests().forEach(test -> tests.add(new RunnableTest(test.name(), true, test.hidden(), test.body())));
        }
        for (Turn turn : record.turns()) {
            if (turn.said() instanceof Said.Tests written) {
                written.tests().forEach(test -> tests.add(new RunnableTest(test.name(), false, false, test.code())));
            }
            if (turn.said() instanceof Said.Attack attack) {
                attack.findings().forEach(finding -> {
                    String test = finding.test();
                    if (test != null) {
                        tests.add(new RunnableTest(testName(turn.turnSeq(), finding.id()), false, false, test));
                    }
                });
            }
        }
        return tests;
    }

    /** The code that the check of a turn runs: its own, or for an attack the version that is attacked; null if none. */
    public static DebateRecord.@Nullable Version candidate(DebateRecord record, Turn turn) {
        int number = turn.version();
        if (turn.kind() == ReplyKind.ATTACK) {
            for (int seen : turn.visible()) {
                number = Math.max(number, record.turn(seen).version());
            }
        }
        return number == 0 ? null : record.versions().get(number - 1);
    }

    /** Whether results mean that code passed: all supplied tests did, and there are some. */
    public static CheckStatus status(DebateRecord record, List<CheckResult.TestVerdict> results) {
        CodeTask code = record.config().code();
        if (code == null || code.tests().isEmpty()) {
            return CheckStatus.UNKNOWN;
        }
        boolean all = code.tests().stream()
                .allMatch(test ->
                        results.stream().anyMatch(result -> result.name().equals(test.name()) && result.passed()));
        return all ? CheckStatus.PASSED : CheckStatus.FAILED;
    }
}
