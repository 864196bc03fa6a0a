package dev.stoa.bench.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contender;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Stores;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Providers;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What it costs to hold a recorded debate, and to prove one. Simulated agents answer at once. Not thread-safe. */
public final class DebateContests implements AutoCloseable {
    private static final int SEATS = 5;
    /** Turns of a debate that is held. */
    public static final int TURNS = 2 * SEATS;

    private static final int MOST = 32;
    private static final int CALLERS = 8;
    private static final String BARE = "bare JDBC inserts of the same rows";

    private final Stores stores;
    private final int many;
    private final List<Stoa> open = new ArrayList<>();

    public DebateContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.many = Math.min(MOST, pace.many());
    }

    public List<Contest> all() throws Exception {
        return List.of(hold(Durability.NORMAL), hold(Durability.FULL), ladder(), replay());
    }

    private Contest hold(Durability durability) throws Exception {
        String atOnce = "debates, " + many + " at once";
        Contest contest = new Contest(
                        "turns of recorded debates, synchronous "
                                + durability.name().toLowerCase(Locale.ROOT),
                        "turns",
                        TURNS * many)
                .add(new InProcess("debates, one after another", holding(Crowd.platform(1), durability)))
                .add(new InProcess(atOnce, holding(Crowd.platform(many), durability)))
                .add(bare(durability))
                .rateAgainst(BARE);
        return durability == Durability.NORMAL
                ? contest.aim(Aim.perSecond(2_000, atOnce, "on one archive, two cores"))
                : contest;
    }

    /** The same on a PostgreSQL server, where only debates are compared with debates. */
    public Contest postgres(String url) {
        String one = "debates, one after another";
        String atOnce = "debates, " + many + " at once";
        return new Contest("turns of recorded debates on PostgreSQL", "turns", TURNS * many)
                .add(new InProcess(one, holding(Crowd.platform(1), engine(stores.open(url)))))
                .add(new InProcess(atOnce, holding(Crowd.platform(many), engine(stores.open(url)))))
                .rateAgainst(one);
    }

    /** The preset that a debate has unless it asks for another, which ends after one round where all agree. */
    private Contest ladder() throws Exception {
        String name = CALLERS + " callers";
        DebateEngine engine = engine(stores.open(Durability.NORMAL));
        AtomicInteger topic = new AtomicInteger();
        Crowd crowd = Crowd.platform(CALLERS);
        return new Contest("ladder debates of 5 seats", "debates", CALLERS)
                .add(new InProcess(
                        name,
                        ops -> crowd.prepare(ops, (thread, op) -> {
                            engine.run(
                                    request(topic.getAndIncrement()).preset(Preset.LADDER),
                                    "bench",
                                    DebateListener.NONE);
                            return 1;
                        })))
                .aim(Aim.perSecond(150, name, "two cores"));
    }

    private InProcess.Way holding(Crowd crowd, Durability durability) throws Exception {
        return holding(crowd, engine(stores.open(durability)));
    }

    private static InProcess.Way holding(Crowd crowd, DebateEngine engine) {
        AtomicInteger topic = new AtomicInteger();
        return ops -> crowd.prepare(ops / TURNS, (thread, op) -> hold(engine, topic.getAndIncrement()));
    }

    private DebateEngine engine(Stoa stoa) {
        open.add(stoa);
        return simulating(stoa);
    }

    /** An engine whose agents answer at once. */
    public static DebateEngine simulating(Stoa stoa) {
        return DebateEngine.over(
                stoa,
                Providers.of(stoa.config(), Map.of(), InstantSource.system()),
                InstantSource.system(),
                CodeRunner.create(false, List.of()),
                "bench");
    }

    /** Two rounds of five seats that see each other; what it teaches is left out, for other archives keep that. */
    public static long hold(DebateEngine engine, int topic) throws InterruptedException {
        return engine.run(
                        request(topic)
                                .preset(Preset.ROUND_TABLE)
                                .rounds(2)
                                .topology(Topology.GRAPH_MESH)
                                .set("early_stop", false),
                        "bench",
                        DebateListener.NONE)
                .row()
                .turnCount();
    }

    private static DebateRequest request(int topic) {
        return DebateRequest.on("q" + topic)
                .seed(1)
                .options(List.of("A", "B", "C", "D"))
                .set("memory", false)
                .set("learn", false)
                .agents(IntStream.range(0, SEATS)
                        .mapToObj(seat -> Seat.of("a" + seat, "sim", ""))
                        .toList());
    }

    /** The rows of turns and events alone, a transaction for each wave. */
    private Contender bare(Durability durability) throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "debate", durability, 1, 2, 3, 4, 5, 6);
        PreparedStatement session =
                seed.prepare("INSERT INTO debate_sessions (id, debate_id, topic) VALUES (?, ?, 'q')");
        PreparedStatement turn = seed.prepare("""
                INSERT INTO debate_turns (id, session_id, round, phase, agent_id, provider, model, content, metadata,
                    turn_seq, phase_ordinal, step, kind, prompt, prompt_sha256, row_sha256, visible_turns, parsed)
                VALUES (?, ?, ?, 'proposal', ?, 'sim', '', ?, '{"calls":[]}', ?, 3, ?, 'position', ?, ?, ?, '[]', ?)""");
        PreparedStatement event = seed.prepare("""
                INSERT INTO debate_events (session_id, seq, kind, data, at, prev_hash, hash)
                VALUES (?, ?, 'turn_stored', ?, '2026-01-01T00:00:00.000Z', ?, ?)""");
        AtomicInteger sessions = new AtomicInteger();
        String hash = "0".repeat(64);
        String prompt = "You are one of five seats. ".repeat(60);
        return new InProcess(BARE, ops -> () -> {
            for (int done = 0; done < ops; done += TURNS) {
                String id = "s" + sessions.getAndIncrement();
                for (int round = 1; round <= 2; round++) {
                    seed.connection().setAutoCommit(false);
                    if (round == 1) {
                        session.setString(1, id);
                        session.setString(2, id);
                        session.executeUpdate();
                    }
                    for (int seat = 0; seat < SEATS; seat++) {
                        int number = (round - 1) * SEATS + seat + 1;
                        turn.setString(1, id + "-" + number);
                        turn.setString(2, id);
                        turn.setInt(3, round);
                        turn.setString(4, "a" + seat);
                        turn.setString(5, "{\"confidence\":0.6,\"option\":\"A\"}");
                        turn.setInt(6, number);
                        turn.setInt(7, 1);
                        turn.setString(8, prompt);
                        turn.setString(9, hash);
                        turn.setString(10, hash);
                        turn.setString(11, "{\"confidence\":0.6,\"option\":\"A\"}");
                        turn.executeUpdate();
                        event.setString(1, id);
                        event.setInt(2, number);
                        event.setString(3, "{\"row_sha256\":\"" + hash + "\",\"turn_seq\":" + number + "}");
                        event.setString(4, hash);
                        event.setString(5, hash);
                        event.executeUpdate();
                    }
                    seed.connection().commit();
                }
            }
            return (long) ops;
        });
    }

    private Contest replay() throws Exception {
        DebateEngine engine = engine(stores.open(Durability.NORMAL));
        for (int topic = 0; topic < many; topic++) {
            hold(engine, topic);
        }
        Stoa stoa = open.getLast();
        List<String> ids = stoa.debate().sessions().list(SessionFilter.all(), Page.Request.first(many)).items().stream()
                .map(session -> session.row().id())
                .toList();
        String all = "replays of all on every processor";
        return new Contest("turns proved by replay", "turns", TURNS * many)
                .add(new InProcess("replays", ops -> () -> {
                    long turns = 0;
                    for (int i = 0; i < ops / TURNS; i++) {
                        turns += stoa.debate()
                                .replay()
                                .replay(ids.get(i % ids.size()))
                                .turns();
                    }
                    return turns;
                }))
                .add(new InProcess(all, ops -> () -> {
                    long turns = 0;
                    while (turns < ops) {
                        turns += stoa.debate().replay().all((one, of) -> {}).turns();
                    }
                    return turns;
                }))
                .aim(Aim.perSecond(20_000, all, "sessions of ten turns"));
    }

    @Override
    public void close() {
        open.forEach(Stoa::close);
    }
}
