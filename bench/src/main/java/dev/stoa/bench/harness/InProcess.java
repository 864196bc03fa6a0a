package dev.stoa.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * A contender that runs in this JVM. Not thread-safe. Its processor time is that of the whole JVM, so the work of the
 * collector and of the compiler counts, and nothing else may run beside it.
 */
public final class InProcess implements Contender {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final String name;
    private final Way way;

    public InProcess(String name, Way way) {
        this.name = name;
        this.way = way;
    }

    /** The work itself, with what it needs for it. */
    @FunctionalInterface
    public interface Way extends AutoCloseable {
        /** Makes ready what is not to be measured; the result does so many operations and returns their check. */
        Callable<Long> prepare(int ops) throws Exception;

        @Override
        default void close() throws Exception {}
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Sample run(int ops) throws Exception {
        Callable<Long> work = way.prepare(ops);
        long cpu = SYSTEM.getProcessCpuTime();
        long wall = System.nanoTime();
        long check = work.call();
        return new Sample(ops, System.nanoTime() - wall, SYSTEM.getProcessCpuTime() - cpu, check);
    }

    @Override
    public void close() throws Exception {
        way.close();
    }
}
