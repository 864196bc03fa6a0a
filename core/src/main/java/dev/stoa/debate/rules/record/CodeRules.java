package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What belongs to code alone: which version another revises, and which tests are run on it. Stateless. */
public final class CodeRules {
    private CodeRules() {}

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

    /** Every test there is by now: the supplied ones, those an agent wrote, those of red; not those that were rejected. */
    public static List<RunnableTest> tests(DebateRecord record) {
        List<RunnableTest> tests = new ArrayList<>();
        CodeTask code = record.config().code();
        if (code != null) {
            code.tests().forEach(test -> tests.add(new RunnableTest(test.name(), true, test.hidden(), test.body())));
        }
        for (Turn turn : record.turns()) {
            if (!record.rejected(turn)) {
                written(record, turn)
                        .forEach(test -> tests.add(new RunnableTest(test.name(), false, false, test.body())));
            }
        }
        return tests;
    }

    /** A test that an agent wrote. */
    public record WrittenTest(String name, String author, String body) {}

    /** Every test that agents wrote, rejected or not, in the order of their turns. */
    public static List<WrittenTest> written(DebateRecord record) {
        List<WrittenTest> tests = new ArrayList<>();
        for (Turn turn : record.turns()) {
            tests.addAll(written(record, turn));
        }
        return tests;
    }

    private static List<WrittenTest> written(DebateRecord record, Turn turn) {
        return written(record.config().agent(turn.seat()), turn.turnSeq(), turn.said());
    }

    /** The tests that a reply brings. */
    public static List<WrittenTest> written(String author, int turnSeq, @Nullable ParsedReply said) {
        List<WrittenTest> tests = new ArrayList<>();
        if (said instanceof ParsedReply.Tests written) {
            written.tests().forEach(test -> tests.add(new WrittenTest(test.name(), author, test.code())));
        }
        if (said instanceof ParsedReply.Attack attack) {
            attack.findings().forEach(finding -> {
                String test = finding.test();
                if (test != null) {
                    tests.add(new WrittenTest(RedBlueRound.testName(turnSeq, finding.id()), author, test));
                }
            });
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

    /**
     * Whether results mean that code passed: all supplied tests did, and there are some. One that failed is enough for
     * {@code FAILED}; if none failed but some could not be tested, nothing is known.
     */
    public static CheckStatus status(DebateRecord record, List<CheckResult.TestVerdict> results) {
        return status(record, results, Set.of());
    }

    /**
     * The same, where some tests are known to say nothing.
     *
     * @param silent tests whose results count as not tested
     */
    static CheckStatus status(DebateRecord record, List<CheckResult.TestVerdict> results, Set<String> silent) {
        CodeTask code = record.config().code();
        if (code == null || code.tests().isEmpty()) {
            return CheckStatus.UNKNOWN;
        }
        boolean all = true;
        for (CodeTask.Test test : code.tests()) {
            CheckResult.TestVerdict found = results.stream()
                    .filter(result -> result.name().equals(test.name()))
                    .findFirst()
                    .orElse(null);
            if (found != null && found.failed() && !silent.contains(test.name())) {
                return CheckStatus.FAILED;
            }
            all &= found != null && found.passed();
        }
        return all ? CheckStatus.PASSED : CheckStatus.UNKNOWN;
    }
}
