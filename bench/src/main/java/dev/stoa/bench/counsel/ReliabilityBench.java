package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.QueryDraft;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.storage.Durability;
import java.util.List;
import java.util.Map;

/** Looking up how reliable a specialist is, among many runs. Not thread-safe. */
public final class ReliabilityBench implements AutoCloseable {
    private static final Principal ME = Principal.local();
    private static final String DOMAIN = "law";
    /** The original's time, in microseconds. */
    private static final double ORIGINAL = 9_200;

    private final Stoa stoa;
    private final Pace pace;

    public ReliabilityBench(Stores stores, Pace pace) throws Exception {
        this.stoa = stores.open(Durability.NORMAL);
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        int runs = 5 * pace.small();
        Queries queries = stoa.counsel().queries();
        Crowd.platform(pace.many())
                .prepare(runs, (thread, op) -> {
                    ask(queries, "s" + op % 10);
                    return 1;
                })
                .call();
        String name = Stores.rows("Queries.known", runs);
        return List.of(new Contest("look up the reliability of a specialist", "look-ups", 1)
                .add(new InProcess(
                        name, Steps.of(n -> queries.known(ME, List.of(Map.entry("s" + n % 10, "sim:")), DOMAIN))))
                .aim(Aim.cpuMicros(ORIGINAL / 100, name, "1/100 of the original")));
    }

    /** A question that one specialist has answered. */
    private static void ask(Queries queries, String specialist) {
        Panel wanted = Panel.wanted(List.of(), null, List.of(), false);
        Distribution fields = Distribution.of(Fields.builtIn(), Map.of(DOMAIN, 1.0));
        String id = queries.receive(
                        ME, new QueryDraft(null, "May we?", Level.FAST, null, null, null, wanted), Queries.Also.NOTHING)
                .queryId();
        queries.route(
                ME,
                id,
                fields,
                wanted.of(List.of(new Panel.Member(specialist, "sim:", 0.65, 0, 0, false, null)), List.of(), 0));
        queries.store(
                ME,
                id,
                fields.domain(),
                new RunDraft(
                        specialist,
                        "sim:",
                        Round.ANSWER,
                        RunStatus.OK,
                        null,
                        "We may.",
                        0.5,
                        0.8,
                        List.of(),
                        1,
                        1,
                        10,
                        10,
                        Map.of(),
                        null,
                        false),
                Queries.Also.NOTHING);
    }

    @Override
    public void close() {
        stoa.close();
    }
}
