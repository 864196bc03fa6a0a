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
    private static final String OVER = "the time of the suite was over";

    private final Sandbox sandbox;
    private final Harness harness;
    private final RunLimits limits;
    private final Supplier<String> nonces;
    private final Map<String, TestResult> settled = new HashMap<>();
    private final Deque<List<CodeTest>> waiting = new ArrayDeque<>();
    private final BoundedBuffer output;
    private long runMs;
    private long cpuMs;
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
                settle(test, harness.compilesLate(test) ? TestStatus.TIMEOUT : TestStatus.COMPILE_ERROR, 0, error);
            }
        }
        if (!sound.isEmpty() || (tests.isEmpty() && harness instanceof Harness.Python)) {
            // Beside a test that its author may see, whose message reaches a prompt, no hidden one is in reach.
            List<CodeTest> hidden = sound.stream().filter(CodeTest::hidden).toList();
            List<CodeTest> shown = sound.stream().filter(test -> !test.hidden()).toList();
            if (!shown.isEmpty() || hidden.isEmpty()) {
                waiting.add(shown);
            }
            if (!hidden.isEmpty()) {
                waiting.add(hidden);
            }
        }
        long end = System.nanoTime() + limits.suiteClock().toNanos();
        while (!waiting.isEmpty()) {
            List<CodeTest> batch = waiting.remove();
            Duration left = Duration.ofNanos(end - System.nanoTime());
            Duration cpu = limits.suite().minusMillis(cpuMs);
            if (left.isPositive() && cpu.isPositive()) {
                process(batch, left, cpu);
            } else {
                batch.forEach(test -> settle(test, TestStatus.NOT_RUN, 0, OVER));
            }
        }
        return tests.stream()
                .map(test -> settled.getOrDefault(
                        test.name(), new TestResult(test.name(), TestStatus.NOT_RUN, 0, "it was not run")))
                .toList();
    }

    private void process(List<CodeTest> batch, Duration left, Duration cpu) {
        String nonce = nonces.get();
        List<String> names = batch.stream().map(CodeTest::name).toList();
        try (WorkFolder folder = WorkFolder.create();
                Report report = Report.create(folder.path().resolve("report"), nonce, names)) {
            List<String> argv = harness.lay(folder, batch);
            StringBuilder input = new StringBuilder(nonce).append('\n');
            // A test that begins later could be cut short by the end of the suite, and the others would go with it.
            input.append(Math.max(0, left.minus(limits.testClock()).toMillis())).append('\n');
            input.append(Math.max(0, cpu.minus(limits.test()).toMillis())).append('\n');
            batch.forEach(test -> input.append(harness.plan(test)).append('\n'));
            Sandbox.Ending ending = sandbox.run(Sandbox.Request.of(argv, folder.path(), limits)
                    .boundingMemory(harness.boundsMemory())
                    .within(left, cpu, used -> report.late(limits, used))
                    .reading(input.toString())
                    .printing(output, output));
            runMs += ending.ms();
            cpuMs += ending.cpuMs();
            report.refresh();
            compileMs = Math.max(compileMs, harness instanceof Harness.Python ? report.compileMs() : 0);
            warnings = Math.max(warnings, report.warnings());
            judge(batch, report, ending, cpu);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void judge(List<CodeTest> batch, Report report, Sandbox.Ending ending, Duration cpu) {
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
            batch.subList(reached, batch.size()).forEach(test -> settle(test, TestStatus.NOT_RUN, 0, OVER));
            return;
        }
        late(batch.get(reached), report, ending, cpu);
        first(batch.subList(reached + 1, batch.size()));
        first(passed);
    }

    /**
     * The test at which a process ended: what the clock or the end of the suite cut short could not be tested, the rest
     * is the code's own doing.
     *
     * @param cpu the processor time that the suite had left for the process
     */
    private void late(CodeTest test, Report report, Sandbox.Ending ending, Duration cpu) {
        if (report.forged() || ending.late() == null) {
            settle(test, TestStatus.CRASHED, 0, why(report, ending));
        } else if (ending.late() == Sandbox.Late.CLOCK) {
            settle(
                    test,
                    TestStatus.TIMEOUT,
                    Math.min(ending.ms(), limits.testClock().toMillis()),
                    "it was not done within " + limits.testClock().toMillis()
                            + " ms on the clock, and had not used its processor time");
        } else if (report.exhausted() || ending.cpuMs() < cpu.toMillis()) {
            settle(
                    test,
                    TestStatus.FAILED,
                    Math.min(ending.ms(), limits.testClock().toMillis()),
                    "it used more than " + limits.test().toMillis() + " ms of processor time");
        } else {
            settle(test, TestStatus.NOT_RUN, 0, OVER);
        }
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
