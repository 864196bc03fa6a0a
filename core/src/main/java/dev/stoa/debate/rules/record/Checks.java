package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.code.CodeTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What executed checks mean for positions and options. Stateless. */
public final class Checks {
    private Checks() {}

    /** The check of an option: passed if any position of it passed, else failed if one failed, else unknown or null. */
    public static @Nullable CheckStatus of(DebateRecord record, int option) {
        return of(record, standing(record, Integer.MAX_VALUE), option);
    }

    private static @Nullable CheckStatus of(DebateRecord record, List<Turn> turns, int option) {
        Set<String> silent = silent(record, turns);
        CheckStatus found = null;
        for (Turn turn : turns) {
            if (turn.position() != null && record.option(turn) == option) {
                for (CheckResult result : record.checks(turn.turnSeq())) {
                    CheckStatus status = status(record, result, silent);
                    if (found == null || status.compareTo(found) < 0) {
                        found = status;
                    }
                }
            }
        }
        return found;
    }

    /** What a check found about a turn, after what is known by now about its tests. */
    public static CheckStatus status(DebateRecord record, CheckResult result) {
        return status(record, result, silent(record, standing(record, Integer.MAX_VALUE)));
    }

    private static CheckStatus status(DebateRecord record, CheckResult result, Set<String> silent) {
        return result.status() == CheckStatus.FAILED && !silent.isEmpty()
                ? CodeRules.status(record, result.tests(), silent)
                : result.status();
    }

    /**
     * The supplied tests that say nothing: every version on which they ran ended in an error, none passed and none met
     * an assertion that did not hold. Nobody can tell whether the code or the test is at fault.
     */
    public static Set<String> silent(DebateRecord record, List<Turn> turns) {
        Set<String> silent = new TreeSet<>();
        Set<String> telling = new HashSet<>();
        Set<String> supplied = supplied(record);
        for (Turn turn : turns) {
            for (CheckResult result : record.checks(turn.turnSeq())) {
                for (CheckResult.TestVerdict test : result.tests()) {
                    if (supplied.contains(test.name()) && test.ran()) {
                        (test.broke() ? silent : telling).add(test.name());
                    }
                }
            }
        }
        silent.removeAll(telling);
        return silent;
    }

    /** The ok positions that no check has looked at. */
    public static List<Turn> pending(DebateRecord record) {
        if (!record.config().checked()) {
            return List.of();
        }
        List<Turn> pending = new ArrayList<>();
        for (Turn turn : record.turns()) {
            if (turn.position() != null
                    && record.option(turn) >= 0
                    && record.checks(turn.turnSeq()).isEmpty()
                    && (record.config().code() == null || turn.version() > 0)) {
                pending.add(turn);
            }
        }
        return pending;
    }

    /** The options that may be elected, ascending. */
    public static List<Integer> paper(DebateRecord record) {
        return paper(record, Integer.MAX_VALUE);
    }

    /** The options that could have been elected before a turn, regardless of later checks. */
    static List<Integer> paper(DebateRecord record, int before) {
        Set<Integer> options = new TreeSet<>();
        List<Turn> turns = standing(record, before);
        for (Turn turn : turns) {
            if (turn.position() != null && record.option(turn) >= 0) {
                options.add(record.option(turn));
            }
        }
        if (!record.config().checked()) {
            return List.copyOf(options);
        }
        return record.config().code() == null ? checked(record, turns, options) : mostPassed(record, turns, options);
    }

    /** The turns before one that count; what was found about rejected ones, by tests that are gone, does not. */
    private static List<Turn> standing(DebateRecord record, int before) {
        return record.turns().stream()
                .filter(turn -> turn.turnSeq() < before && !record.rejected(turn))
                .toList();
    }

    private static List<Integer> checked(DebateRecord record, List<Turn> turns, Set<Integer> options) {
        List<Integer> passed = options.stream()
                .filter(option -> of(record, turns, option) == CheckStatus.PASSED)
                .toList();
        return passed.isEmpty()
                ? options.stream()
                        .filter(option -> of(record, turns, option) != CheckStatus.FAILED)
                        .toList()
                : passed;
    }

    /**
     * Of a debate about code the versions that passed most of the tests that decide, and those that could have if all
     * their tests had run: what could not be tested strikes nothing.
     */
    private static List<Integer> mostPassed(DebateRecord record, List<Turn> turns, Set<Integer> options) {
        Set<String> deciding = deciding(record, turns);
        int most = options.stream()
                .mapToInt(option -> most(record, turns, option, deciding, CheckResult.TestVerdict::passed))
                .max()
                .orElse(0);
        return options.stream()
                .filter(option -> most(record, turns, option, deciding, test -> test.passed() || !test.ran()) >= most)
                .toList();
    }

    private static int most(
            DebateRecord record,
            List<Turn> turns,
            int option,
            Set<String> deciding,
            Predicate<CheckResult.TestVerdict> counts) {
        int most = 0;
        for (Turn turn : turns) {
            if (turn.position() != null && record.option(turn) == option) {
                for (CheckResult result : record.checks(turn.turnSeq())) {
                    most = Math.max(most, (int) result.tests().stream()
                            .filter(test -> deciding.contains(test.name()) && counts.test(test))
                            .count());
                }
            }
        }
        return most;
    }

    /** The supplied tests; without any the written ones that some version passes and some version does not. */
    public static Set<String> deciding(DebateRecord record, List<Turn> turns) {
        Set<String> supplied = supplied(record);
        if (!supplied.isEmpty()) {
            return supplied;
        }
        Set<String> passed = new HashSet<>();
        Set<String> failed = new HashSet<>();
        for (Turn turn : turns) {
            passed.addAll(passed(record, turn.turnSeq()));
            failed.addAll(failed(record, turn.turnSeq()));
        }
        passed.retainAll(failed);
        return passed;
    }

    /** The names of the tests that came with the request. */
    static Set<String> supplied(DebateRecord record) {
        CodeTask code = record.config().code();
        return code == null
                ? Set.of()
                : code.tests().stream().map(CodeTask.Test::name).collect(Collectors.toSet());
    }

    /** The names of the tests that the code of a turn passed. */
    static Set<String> passed(DebateRecord record, int turnSeq) {
        return names(record, turnSeq, CheckResult.TestVerdict::passed);
    }

    /** The names of the tests that ran on the code of a turn and did not pass. */
    static Set<String> failed(DebateRecord record, int turnSeq) {
        return names(record, turnSeq, CheckResult.TestVerdict::failed);
    }

    /** The names of the tests that were run on the code of a turn and ended in a certain way. */
    public static Set<String> names(DebateRecord record, int turnSeq, Predicate<CheckResult.TestVerdict> ended) {
        return record.checks(turnSeq).stream()
                .flatMap(result -> result.tests().stream())
                .filter(ended)
                .map(CheckResult.TestVerdict::name)
                .collect(Collectors.toSet());
    }

    /** How many tests that its author may see a draft passed. */
    public static int publicPassed(DebateRecord record, Turn turn) {
        HiddenTests hidden = HiddenTests.of(record);
        return record.checks(turn.turnSeq()).stream()
                .mapToInt(result -> result.tests().isEmpty()
                        ? (result.status() == CheckStatus.PASSED ? 1 : 0)
                        : result.passed(name -> !hidden.has(name)))
                .sum();
    }

    /** Whether a draft fails nothing that its author may see; a check that did not run says nothing. */
    public static boolean publicComplete(DebateRecord record, Turn turn) {
        HiddenTests hidden = HiddenTests.of(record);
        List<CheckResult> results = record.checks(turn.turnSeq());
        return !results.isEmpty()
                && results.stream()
                        .allMatch(result -> result.tests().isEmpty()
                                ? result.status() != CheckStatus.FAILED
                                : result.tests().stream().noneMatch(test -> test.failed() && !hidden.has(test.name())));
    }
}
