package dev.stoa.bench.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.learning.lesson.LessonQuery;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.search.text.TextTable;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the stores of debates cost by themselves: whether it grows with what is stored, what teaching takes, and how
 * lessons are found. Not thread-safe.
 */
public final class DebateStoreContests implements AutoCloseable {
    private static final List<String> AGENTS = List.of("ana", "bo", "cy");
    private static final int PAGE = 50;
    private static final int CRITIQUES = 2;
    private static final int STEPS = 1_000;
    private static final Prose WORDS = new Prose(12);

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public DebateStoreContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        return List.of(append(), growth(), page(), teach(), lessons());
    }

    private Stoa stoa() throws IOException {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        return stoa;
    }

    /** A debate that already has many events. */
    private Contest append() throws Exception {
        Contest contest = new Contest("append a turn and its event to a debate", "turns", 1);
        int few = 10;
        int many = pace.small();
        String longer = turns(many);
        for (int turns : List.of(few, many)) {
            Stoa stoa = stoa();
            contest.add(new InProcess(turns(turns), ops -> {
                ExternalSession session = started(stoa);
                session.turns(IntStream.range(0, turns)
                        .mapToObj(DebateStoreContests::remark)
                        .toList());
                return () -> {
                    for (int op = 0; op < ops; op++) {
                        session.turn(remark(turns + op));
                    }
                    return (long) ops;
                };
            }));
        }
        return contest.rateAgainst(turns(few)).aim(Aim.cpuAtMost(1.3, longer, turns(few)));
    }

    private static String turns(int count) {
        return String.format(Locale.ROOT, "after %,d turns", count);
    }

    /** An archive that already has many debates. */
    private Contest growth() throws Exception {
        Contest contest = new Contest("append a turn and its event to an archive", "turns", 1);
        for (int sessions : List.of(pace.small(), 10 * pace.small())) {
            Stoa stoa = filled(sessions);
            contest.add(new InProcess(sessions(sessions), ops -> {
                ExternalSession session = started(stoa);
                return () -> {
                    for (int op = 0; op < ops; op++) {
                        session.turn(remark(op));
                    }
                    return (long) ops;
                };
            }));
        }
        String small = sessions(pace.small());
        return contest.rateAgainst(small).aim(Aim.cpuAtMost(1.3, sessions(10 * pace.small()), small));
    }

    private static String sessions(int count) {
        return String.format(Locale.ROOT, "of %,d debates", count);
    }

    private Contest page() throws Exception {
        Contest contest = new Contest("a page of " + PAGE + " turns", "pages", 1);
        for (int sessions : List.of(pace.small(), 10 * pace.small())) {
            Stoa stoa = filled(sessions);
            ExternalSession session = started(stoa);
            session.turns(IntStream.range(0, 2 * PAGE)
                    .mapToObj(DebateStoreContests::remark)
                    .toList());
            contest.add(new InProcess(
                    sessions(sessions),
                    Steps.of(n -> stoa.debate().turns().page(session.session(), Page.Request.first(PAGE)))));
        }
        String small = sessions(pace.small());
        return contest.rateAgainst(small).aim(Aim.cpuAtMost(1.3, sessions(10 * pace.small()), small));
    }

    private Stoa filled(int sessions) throws Exception {
        Stoa stoa = stoa();
        Crowd.platform(8)
                .prepare(sessions, (thread, op) -> {
                    stoa.debate().sessions().create(request(op), "bench");
                    return 1;
                })
                .call();
        return stoa;
    }

    /** The outcome of a debate with six critiques reaches every archive that learns from it. */
    private Contest teach() throws Exception {
        Stoa stoa = stoa();
        LearningLoop loop = LearningLoop.of(stoa.debate().outbox(), stoa);
        String name = "LearningLoop.run";
        return new Contest(
                        "teach a debate with " + CRITIQUES * AGENTS.size() + " critiques to every archive",
                        "debates",
                        1)
                .add(new InProcess(name, ops -> {
                    for (int op = 0; op < ops; op++) {
                        finished(stoa);
                    }
                    return () -> {
                        loop.run();
                        return (long) ops;
                    };
                }))
                .aim(Aim.perSecond(656, name, "what another system's coordinator did"));
    }

    private static void finished(Stoa stoa) {
        ExternalSession session = started(stoa);
        for (String agent : AGENTS) {
            session.turn(critique(agent));
        }
        session.finish();
    }

    private static DebateRequest request(int number) {
        return DebateRequest.on(WORDS.text(number))
                .preset(Preset.EXTERNAL)
                .rounds(2)
                .seed(1)
                .agents(AGENTS.stream()
                        .map(agent -> Seat.of(agent, "bench", "m-" + agent))
                        .toList());
    }

    /** A debate whose seats have answered, of another engine, so that nothing but the stores is measured. */
    public static ExternalSession started(Stoa stoa) {
        int number = (int) (System.nanoTime() & 0xFFFFFF);
        ExternalSession session = stoa.debate()
                .sessions()
                .start(
                        stoa.debate()
                                .sessions()
                                .create(request(number), "bench")
                                .id(),
                        "bench",
                        TeachingSettings.defaults(),
                        config -> Context.blank(config.size()));
        session.turns(AGENTS.stream()
                .map(agent -> ExternalTurn.of(1, Phase.PROPOSAL, agent)
                        .content("I say so.")
                        .answer(agent.equals("bo") ? "Redis" : "Postgres", 0.8))
                .toList());
        return session;
    }

    /** Something that is said besides. */
    public static ExternalTurn remark(int number) {
        return ExternalTurn.of(2, Phase.CRITIQUE, AGENTS.get(number % AGENTS.size()))
                .at(number / AGENTS.size() / STEPS, 1 + number / AGENTS.size() % STEPS)
                .content("A remark of some length about what was said before, number " + number + ".")
                .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))
                .seeing(List.of(1, 2, 3));
    }

    private static ExternalTurn critique(String agent) {
        List<Map<String, @Nullable Object>> critiques = new ArrayList<>();
        for (int i = 0; i < CRITIQUES; i++) {
            critiques.add(Map.of(
                    "target", agent.equals("bo") ? "A" : "B", "issue", "it loses data in case " + i, "severity", 0.7));
        }
        return ExternalTurn.of(2, Phase.CRITIQUE, agent)
                .content("It loses data.")
                .parsed(
                        ReplyKind.CRITIQUE,
                        Map.of(
                                "critiques",
                                critiques,
                                "position",
                                Map.of("answer", agent.equals("bo") ? "Redis" : "Postgres", "confidence", 0.8)))
                .seeing(List.of(1, 2, 3));
    }

    private Contest lessons() throws Exception {
        Contest contest = new Contest("search lessons for 2 words", "searches", 1);
        for (int rows : List.of(pace.small(), pace.large())) {
            Archive archive = SqliteArchive.open(
                    DebateArchive.SCHEMA,
                    Files.createTempDirectory(Files.createDirectories(stores.folder()), "lessons"),
                    StorageSettings.defaults(),
                    InstantSource.system());
            open.add(archive);
            fill(archive, rows);
            Lessons lessons = Lessons.over(archive, InstantSource.system());
            contest.add(new InProcess(
                    Stores.rows("Lessons.search", rows),
                    Steps.of(n -> lessons.search(LessonQuery.of(WORDS.question(n))))));
        }
        return contest.aim(
                Aim.perSecond(193, Stores.rows("Lessons.search", pace.large()), "10 × another system's patterns"));
    }

    private static void fill(Archive archive, int rows) {
        TextTable index = TextTable.of(
                "debate_lessons",
                "debate_lessons_fts",
                new TextTable.Column("title", 1),
                new TextTable.Column("problem", 1),
                new TextTable.Column("solution", 1),
                new TextTable.Column("tags", 1));
        Instant now = InstantSource.system().instant();
        for (int from = 1; from <= rows; from += 1_000) {
            int first = from;
            archive.write(tx -> {
                for (int row = first; row < Math.min(first + 1_000, rows + 1); row++) {
                    String problem = WORDS.text(row);
                    String solution = WORDS.text(rows + row);
                    tx.update(
                            """
                            INSERT INTO debate_lessons (id, seq, category, domain, title, problem, solution, created_at,
                                refreshed_at, expires_at)
                            VALUES (?, ?, 'pattern', 'general', ?, ?, ?, ?, ?, ?)""",
                            "les_" + row,
                            row,
                            "lesson " + row,
                            problem,
                            solution,
                            now,
                            now,
                            now.plusSeconds(7_776_000));
                    index.put(tx, row, "lesson " + row, problem, solution, "");
                }
                return rows;
            });
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
