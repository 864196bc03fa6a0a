package dev.stoa.engine.code;

import java.time.Duration;

/**
 * The bounds of a run. Immutable. Times are processor time, which does not depend on how busy the machine is; the clock
 * on the wall has bounds of its own, some times as long, and what they end could not be tested.
 *
 * @param test processor time of one test
 * @param suite processor time of all tests of a version together, including restarted processes
 * @param clock how many times as long as its processor time something may last on the clock
 * @param memoryMib heap of a Java child; of the others half of the address space
 * @param fileMib the largest file
 * @param folderMib all files together
 * @param processes how many may live at a time
 * @param outputBytes how much of what is printed is kept
 */
public record RunLimits(
        Duration test,
        Duration suite,
        int clock,
        int memoryMib,
        int fileMib,
        int folderMib,
        int processes,
        int outputBytes) {
    /** 10 s of processor time a test, 60 s a suite, 256 MiB (others: 512 MiB of address space), files of 16 MiB, 64 KiB of output. */
    public static final RunLimits DEFAULT =
            new RunLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 12, 256, 16, 64, 64, 65_536);

    public RunLimits {
        if (test.compareTo(Duration.ZERO) <= 0 || suite.compareTo(test) < 0) {
            throw new IllegalArgumentException("test time " + test + " is not within 0 to the suite's " + suite);
        }
    }

    public RunLimits withTimes(Duration newTest, Duration newSuite) {
        return new RunLimits(newTest, newSuite, clock, memoryMib, fileMib, folderMib, processes, outputBytes);
    }

    /** The same with another patience on the clock. */
    RunLimits withClock(int newClock) {
        return new RunLimits(test, suite, newClock, memoryMib, fileMib, folderMib, processes, outputBytes);
    }

    /** How long one test may last on the clock. */
    Duration testClock() {
        return test.multipliedBy(clock);
    }

    /** How long a suite may last on the clock. */
    Duration suiteClock() {
        return suite.multipliedBy(clock);
    }

    int addressSpaceMib() {
        return 2 * memoryMib;
    }

    /** Seconds of processor time for one process: what the suite may take, rounded up. */
    long cpuSeconds() {
        return suite.toSeconds() + 1;
    }
}
