package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Appending to the audit log at several lengths of it, and verifying all of it. Not thread-safe. */
public final class AuditBench implements AutoCloseable {
    private static final Principal LOCAL = Principal.local();
    /** What the original reached with fifty thousand rows, in rows a second. */
    private static final int ORIGINAL = 60;

    private static final double WANTED = 20;
    /** What a row may cost a verification, in microseconds of one core. */
    static final double PER_ROW = 10;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public AuditBench(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        return List.of(append(), crowd(), verify());
    }

    private Contest append() throws Exception {
        String call = "Audit.record";
        int small = pace.small() / 2;
        Contest contest = new Contest("append to the audit log", "rows", 1);
        for (int rows : List.of(small, 10 * small, 100 * small)) {
            Stoa stoa = filled(rows);
            contest.add(new InProcess(Stores.rows(call, rows), Steps.of(n -> record(stoa, n))));
        }
        String last = Stores.rows(call, 100 * small);
        return contest.aim(Aim.rateAtLeast(1 / 1.2, last, Stores.rows(call, small)))
                .aim(Aim.perSecond(WANTED * ORIGINAL, last, "20 × the original"));
    }

    private Contest crowd() throws Exception {
        Crowd crowd = Crowd.platform(pace.many());
        Stoa stoa = filled(pace.small());
        return new Contest("append to the audit log, " + crowd.name(), "rows", pace.many())
                .add(new InProcess("Audit.record", Steps.by(crowd, n -> record(stoa, n))));
    }

    private Contest verify() throws Exception {
        int rows = 50 * pace.small();
        Stoa stoa = filled(rows);
        String name = Stores.rows("Audit.verify", rows);
        return new Contest("verify the whole audit log", "verifications", 1)
                .add(new InProcess(name, Steps.of(n -> {
                    VerifyReport report = stoa.counsel().audit().verify(LOCAL, List.of(), List.of());
                    if (!report.ok() || report.size() <= rows) {
                        throw new IllegalStateException("the log does not verify: " + report);
                    }
                })))
                .aim(Aim.cpuMicros(PER_ROW * rows, name, "100,000 rows a second and core"));
    }

    private Stoa filled(int rows) throws Exception {
        Stoa stoa = stores.open(Durability.FULL);
        open.add(stoa);
        Crowd.platform(pace.many())
                .prepare(rows, (thread, op) -> {
                    record(stoa, op);
                    return 1;
                })
                .call();
        return stoa;
    }

    /** An event as an answered question leaves it. */
    static void record(Stoa stoa, long number) {
        stoa.counsel()
                .audit()
                .record(
                        LOCAL,
                        new AuditEvent(
                                "query",
                                new Trace("token", "request" + number, "trace" + number),
                                "session",
                                "conversation" + number % 100,
                                "law",
                                "sokrates",
                                "panel",
                                0.625,
                                0.8,
                                12.5,
                                null,
                                Map.of("query_id", "q" + number, "models", List.of("a", "b"), "agreement", 0.75)));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }
}
