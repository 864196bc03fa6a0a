package dev.stoa.engine.code;

import dev.stoa.process.BoundedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One suite on one candidate, through a harness, in as few processes as its crashes allow. Used once, by one thread.
 *
 * <p>A pass counts only from a process that ended with status 0. So when one dies at a test, the tests that had passed
 * before it run again by themselves, then those behind it; each death settles one test, so there is an end. Every
 * process has a folder of its own: nothing that one leaves behind meets the next.
 */
final class SuiteRun {
    private final Sandbox sandbox;
    private final Harness harness;
    private final RunLimits limits;
    private final Supplier<String> nonces;
    private final Map<String, TestResult> settled = new HashMap<>();
    private final Deque<List<CodeTest>> waiting = new ArrayDeque<>();
    private final BoundedBuffer output;
    private long runMs;
    private int warnings;
    private long compileMs;

    SuiteRun(Sandbox sandbox, Harness harness, RunLimits limits, Supplier<String> nonces) {
        this.sandbox = sandbox;
        this.harness = harness;
        this.limits = limits;
        this.nonces = nonces;
        this.output = BoundedBuffer.beginning(limits.outputBytes());
        this.warnings = harness.warnings();
        this.compileMs = harness.compileMs();
    }

    /** Runs all tests; without any, the candidate is still compiled where the child does that. */
    List<TestResult> run(List<CodeTest> tests) {
        List<CodeTest> sound = new ArrayList<>();
        for (CodeTest test : tests) {
            String error = harness.compileError(test);
            if (error == null) {
                sound.add(test);
            } else {
                settle(test, TestStatus.COMPILE_ERROR, 0, error);
            }
        }
        if (!sound.isEmpty() || (tests.isEmpty() && harness instanceof Harness.Python)) {
            waiting.add(sound);
        }
        long end = System.nanoTime() + limits.suite().toNanos();
        while (!waiting.isEmpty()) {
            List<CodeTest> batch = waiting.remove();
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (left.isPositive()) {
                process(batch, left);
            } else {
                batch.forEach(test -> settle(test, TestStatus.NOT_RUN, 0, "the time of the suite was over"));
            }
        }
        return tests.stream()
                .map(test -> settled.getOrDefault(
                        test.name(), new TestResult(test.name(), TestStatus.NOT_RUN, 0, "it was not run")))
                .toList();
    }

    private void process(List<CodeTest> batch, Duration left) {
        String nonce = nonces.get();
        List<String> names = batch.stream().map(CodeTest::name).toList();
        try (WorkFolder folder = WorkFolder.create();
                Report report = Report.create(folder.path().resolve("report"), nonce, names)) {
            List<String> argv = harness.lay(folder);
            StringBuilder input = new StringBuilder(nonce).append('\n');
            // A test that begins later could be cut short by the end of the suite, and the others would go with it.
            input.append(Math.max(0, left.minus(limits.test()).toMillis())).append('\n');
            batch.forEach(test -> input.append(harness.plan(test)).append('\n'));
            long perTest = limits.test().toNanos();
            Sandbox.Ending ending = sandbox.run(Sandbox.Request.of(argv, folder.path(), limits)
                    .boundingMemory(harness.boundsMemory())
                    .within(left, () -> report.overdue(perTest))
                    .reading(input.toString())
                    .printing(output, output));
            runMs += ending.ms();
            report.refresh();
            compileMs = Math.max(compileMs, harness instanceof Harness.Python ? report.compileMs() : 0);
            warnings = Math.max(warnings, report.warnings());
            judge(batch, report, ending);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void judge(List<CodeTest> batch, Report report, Sandbox.Ending ending) {
        boolean clean = ending.exit() == 0 && ending.killed() == null && !report.forged();
        String compileError = report.compileError();
        if (clean && compileError != null) {
            batch.forEach(test -> settle(test, TestStatus.COMPILE_ERROR, 0, compileError));
            return;
        }
        int reached = report.results().size();
        List<CodeTest> passed = new ArrayList<>();
        for (int i = 0; i < reached; i++) {
            TestResult result = report.results().get(i);
            if ((clean && (reached == batch.size() || report.stopped())) || !result.passed()) {
                settled.put(result.name(), result);
            } else {
                passed.add(batch.get(i));
            }
        }
        if (reached == batch.size()) {
            again(passed, why(report, ending));
            return;
        }
        if (clean && report.stopped()) {
            batch.subList(reached, batch.size())
                    .forEach(test -> settle(test, TestStatus.NOT_RUN, 0, "the time of the suite was over"));
            return;
        }
        boolean late = ending.late() && !report.forged();
        settle(
                batch.get(reached),
                late ? TestStatus.TIMEOUT : TestStatus.CRASHED,
                late ? Math.min(ending.ms(), limits.test().toMillis()) : 0,
                late ? "it was not done within " + limits.test().toMillis() + " ms" : why(report, ending));
        first(batch.subList(reached + 1, batch.size()));
        first(passed);
    }

    /** All had reported, but the process ended badly: each is tried alone, and one that was alone is settled. */
    private void again(List<CodeTest> passed, String why) {
        if (passed.size() == 1) {
            settle(passed.get(0), TestStatus.CRASHED, 0, why);
        } else {
            passed.forEach(test -> waiting.add(List.of(test)));
        }
    }

    private void first(List<CodeTest> batch) {
        if (!batch.isEmpty()) {
            waiting.addFirst(List.copyOf(batch));
        }
    }

    private static String why(Report report, Sandbox.Ending ending) {
        if (report.forged()) {
            return "the report holds what the harness did not write";
        }
        return ending.killed() != null
                ? "the process was ended: " + ending.killed()
                : "the process ended with status " + ending.exit() + " before the test did";
    }

    private void settle(CodeTest test, TestStatus status, long ms, @Nullable String message) {
        settled.put(test.name(), new TestResult(test.name(), status, ms, message));
    }

    String output() {
        return output.text();
    }

    int warnings() {
        return warnings;
    }

    long compileMs() {
        return compileMs;
    }

    long runMs() {
        return runMs;
    }
}
