package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.process.BoundedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One suite on a script, which is started again, in a new folder, for each test. Used once, by one thread. The verdict
 * is made here, outside the child, from its status and its standard output.
 */
final class CommandSuite {
    private final Sandbox sandbox;
    private final String code;
    private final RunLimits limits;
    private final StringBuilder output = new StringBuilder();
    private long runMs;
    private long cpuMs;

    CommandSuite(Sandbox sandbox, String code, RunLimits limits) {
        this.sandbox = sandbox;
        this.code = code;
        this.limits = limits;
    }

    List<TestResult> run(List<CodeTest> tests) {
        long end = System.nanoTime() + limits.suiteClock().toNanos();
        List<TestResult> results = new ArrayList<>();
        for (CodeTest test : tests) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (!code.startsWith("#!")) {
                results.add(new TestResult(
                        test.name(), TestStatus.COMPILE_ERROR, 0, "the first line does not name a program with #!"));
            } else if (left.isPositive() && cpuMs < limits.suite().toMillis()) {
                results.add(run(test, left.compareTo(limits.testClock()) < 0 ? left : limits.testClock()));
            } else {
                results.add(new TestResult(test.name(), TestStatus.NOT_RUN, 0, "the time of the suite was over"));
            }
        }
        return results;
    }

    private TestResult run(CodeTest test, Duration time) {
        TestBody.Start start = (TestBody.Start) TestBody.of(Language.COMMAND, test);
        try (WorkFolder folder = WorkFolder.create()) {
            Path script = folder.write("solution", code);
            if (!script.toFile().setExecutable(true)) {
                throw new IOException(script + " cannot be made executable");
            }
            List<String> argv = new ArrayList<>(List.of(script.toString()));
            argv.addAll(start.args());
            BoundedBuffer stdout = BoundedBuffer.beginning(limits.outputBytes());
            BoundedBuffer stderr = BoundedBuffer.beginning(limits.outputBytes());
            Sandbox.Ending ending = sandbox.run(Sandbox.Request.of(argv, folder.path(), limits)
                    .within(time, limits.test(), cpu -> null)
                    .reading(start.stdin())
                    .printing(stdout, stderr));
            runMs += ending.ms();
            cpuMs += ending.cpuMs();
            keep(stdout.text());
            keep(stderr.text());
            return verdict(test.name(), start, ending, stdout);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TestResult verdict(String name, TestBody.Start start, Sandbox.Ending ending, BoundedBuffer stdout) {
        if (ending.late() == Sandbox.Late.CLOCK) {
            return new TestResult(
                    name,
                    TestStatus.TIMEOUT,
                    ending.ms(),
                    "it was not done in its time on the clock, and had not used its processor time");
        }
        if (ending.late() == Sandbox.Late.CPU) {
            return new TestResult(
                    name,
                    TestStatus.FAILED,
                    ending.ms(),
                    "it used more than " + limits.test().toMillis() + " ms of processor time");
        }
        if (ending.killed() != null) {
            return new TestResult(name, TestStatus.CRASHED, ending.ms(), "the process was ended: " + ending.killed());
        }
        if (ending.exit() != start.exit()) {
            return new TestResult(
                    name,
                    ending.exit() > 128 ? TestStatus.CRASHED : TestStatus.FAILED,
                    ending.ms(),
                    "status " + ending.exit() + " instead of " + start.exit());
        }
        if (stdout.isCut()) {
            return new TestResult(name, TestStatus.FAILED, ending.ms(), "it printed more than is kept");
        }
        if (!trimmed(stdout.text()).equals(trimmed(start.stdout()))) {
            return new TestResult(
                    name,
                    TestStatus.FAILED,
                    ending.ms(),
                    "printed " + Bounds.shown(stdout.text()) + " instead of " + Bounds.shown(start.stdout()));
        }
        return new TestResult(name, TestStatus.PASSED, ending.ms(), null);
    }

    /** Without one final line feed. */
    private static String trimmed(String text) {
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private void keep(String text) {
        output.append(text, 0, Math.min(text.length(), limits.outputBytes() - output.length()));
    }

    String output() {
        return output.toString();
    }

    long runMs() {
        return runMs;
    }
}
