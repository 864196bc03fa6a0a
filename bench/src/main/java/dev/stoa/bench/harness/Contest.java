package dev.stoa.bench.harness;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several contenders at the same work, in turns, so that what disturbs the machine disturbs all of them. Not
 * thread-safe.
 *
 * <p>Everybody does the same number of operations in a round: a contender that was allowed to do more would write to a
 * larger table, and pay for having been quick.
 */
public final class Contest {
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    /** The compiler is calm while it works for less than this part of the time. */
    private static final int CALM = 50;

    private static final int MOST_OPS = 1_000_000;

    private final String title;
    private final String unit;
    private final int grain;
    private final List<Contender> contenders = new ArrayList<>();
    private final List<Aim> aims = new ArrayList<>();
    private @Nullable String rateBase;
    private @Nullable String cpuBase;

    /**
     * A contest without contenders.
     *
     * @param unit what one operation is
     * @param grain operations come in multiples of this
     */
    public Contest(String title, String unit, int grain) {
        this.title = title;
        this.unit = unit;
        this.grain = grain;
    }

    public Contest add(Contender contender) {
        contenders.add(contender);
        return this;
    }

    /** Names whose rate the others' rates are divided by. */
    public Contest rateAgainst(String contender) {
        rateBase = contender;
        return this;
    }

    /** Names whose processor time the others' processor times are divided by. */
    public Contest cpuAgainst(String contender) {
        cpuBase = contender;
        return this;
    }

    public Contest aim(Aim aim) {
        aims.add(aim);
        return this;
    }

    /** Warms up, measures round by round and closes the contenders. */
    public Result run(Pace pace) throws Exception {
        try {
            int ops = warmUp(pace);
            Map<String, List<Sample>> samples = new LinkedHashMap<>();
            for (int round = 0; round < pace.rounds(); round++) {
                long check = -1;
                for (int i = 0; i < contenders.size(); i++) {
                    // Each has its turn at each place of the order.
                    Contender contender = contenders.get((round + i) % contenders.size());
                    Sample sample = contender.run(ops);
                    if (check >= 0 && sample.check() != check) {
                        throw new IllegalStateException(
                                title + ": " + contender.name() + " did other work than the rest");
                    }
                    check = sample.check();
                    samples.computeIfAbsent(contender.name(), name -> new ArrayList<>())
                            .add(sample);
                }
            }
            return new Result(title, unit, samples, rateBase, cpuBase, aims);
        } finally {
            for (Contender contender : contenders) {
                contender.close();
            }
        }
    }

    /**
     * Works until the time is up and the compiler has calmed down, within a bound; the rates seen last tell how much
     * work fills a round.
     */
    private int warmUp(Pace pace) throws Exception {
        long whole = pace.warmUp().toNanos() * contenders.size();
        long longest = pace.longestWarmUp().toNanos() * contenders.size();
        long start = System.nanoTime();
        int ops = grain;
        while (true) {
            long compiled = compiled();
            long pass = 0;
            for (Contender contender : contenders) {
                pass += contender.run(ops).wallNanos();
            }
            boolean calm = (compiled() - compiled) * CALM < MILLISECONDS.convert(pass, NANOSECONDS);
            long spent = System.nanoTime() - start;
            if ((spent > whole && calm) || spent > longest) {
                double wanted = (double) ops / pass * pace.slice().toNanos() * contenders.size();
                return (int) Math.max(1, Math.round(Math.min(MOST_OPS, wanted) / grain)) * grain;
            }
            if (pass < whole / 4 && ops < MOST_OPS) {
                ops *= 2;
            }
        }
    }

    private long compiled() {
        return COMPILER.getTotalCompilationTime()
                + contenders.stream().mapToLong(Contender::compiledElsewhere).sum();
    }
}
