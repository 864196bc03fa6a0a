package dev.stoa.engine.debate;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.code.CodeTest;
import dev.stoa.engine.code.CommandChecker;
import dev.stoa.engine.code.Language;
import dev.stoa.engine.code.RunLimits;
import dev.stoa.engine.code.SuiteResult;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs what looks at answers from outside: tests on code, a command on anything else. Thread-safe. */
final class Checking {
    private final CodeRunner runner;
    private final RunLimits limits;

    Checking(CodeRunner runner, RunLimits limits) {
        this.runner = runner;
        this.limits = limits;
    }

    /** What was found about each turn. */
    List<CheckResult> run(DebateRecord record, List<Turn> turns) {
        List<CheckResult> results = new ArrayList<>();
        for (Turn turn : turns) {
            DebateConfig config = record.config();
            CodeTask code = config.code();
            String check = config.check();
            if (code != null) {
                results.add(tests(record, code, turn));
            } else if (check != null) {
                results.add(command(record, check, turn));
            }
        }
        return results;
    }

    private CheckResult tests(DebateRecord record, CodeTask code, Turn turn) {
        DebateRecord.Version candidate = CodeRules.candidate(record, turn);
        if (candidate == null) {
            return CheckResult.of(turn.turnSeq(), CheckResult.TESTS, CheckStatus.UNKNOWN, List.of(), Map.of(), 0);
        }
        Language language = Language.of(code.language());
        List<CodeTest> tests = new ArrayList<>();
        for (CodeRules.RunnableTest test : CodeRules.tests(record)) {
            if (test.supplied()) {
                tests.add(new CodeTest(test.name(), test.hidden(), CodeTest.SUPPLIED, null, test.body()));
            } else {
                written(language, test).ifPresent(tests::add);
            }
        }
        SuiteResult suite = runner.run(language, candidate.code(), tests, limits);
        List<CheckResult.TestVerdict> verdicts = suite.results().stream()
                .map(result -> new CheckResult.TestVerdict(
                        result.name(), result.status().text(), result.durationMs(), result.message()))
                .toList();
        Map<String, @Nullable Object> detail = new LinkedHashMap<>();
        detail.put("isolation", suite.isolation().document());
        detail.put("version", candidate.number());
        detail.put("quality", suite.quality());
        detail.put("metrics", suite.metrics().document());
        return CheckResult.of(
                turn.turnSeq(),
                CheckResult.TESTS,
                CodeRules.status(record, verdicts),
                verdicts,
                Json.kept(detail),
                suite.metrics().runMs());
    }

    /** A test that an agent wrote; one that nothing can run finds nothing, and stops nothing. */
    private static Optional<CodeTest> written(Language language, CodeRules.RunnableTest test) {
        try {
            return Optional.of(CodeTest.generated(language, test.name(), test.body(), null));
        } catch (InvalidException e) {
            return Optional.empty();
        }
    }

    private CheckResult command(DebateRecord record, String command, Turn turn) {
        ParsedReply.Position position = turn.position();
        String answer = position == null ? null : position.answer();
        String text = answer != null ? answer : record.labels().get(Math.max(0, record.option(turn)));
        CommandChecker.Verdict verdict =
                CommandChecker.of(runner, command, limits).check(text);
        return CheckResult.of(
                turn.turnSeq(),
                CheckResult.CHECK,
                verdict.status(),
                List.of(),
                Json.kept(verdict.detail()),
                verdict.durationMs());
    }
}
