package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Claim;
import dev.stoa.debate.rules.reply.ParsedReply.Critiques;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.rules.teaching.Grading;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.session.Outbox;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.search.vector.EmbedderChoice;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All archives of a place, with debates that have something to teach. Not thread-safe but for what it opens. */
final class School implements AutoCloseable {
    static final List<String> AGENTS = List.of("ana", "bo", "cy", "dee");
    static final String DOMAIN = "storage";

    final TestClock clock = TestClock.at("2026-11-15T08:00:00Z");
    final Place place;
    final Archive debates;
    final Stoa stoa;
    final Outbox outbox;
    private int sessions;

    School(Dialect dialect, Path folder) {
        place = Place.full(dialect, folder);
        debates = place.open(DebateArchive.SCHEMA);
        outbox = Outbox.over(debates, clock);
        stoa = Stoa.open(config(place.where(), folder), clock, Runnable::run);
        stoa.learning()
                .evidence()
                .add(EvidenceDraft.of("Postgres keeps what it was given.", "docs")
                        .id("ev1")
                        .trust(Trust.AGENT));
        stoa.learning().memories().add(MemoryDraft.of("stores were slow before").id("m1"));
        stoa.learning().memories().add(MemoryDraft.of("stores were lost before").id("m2"));
    }

    static StoaConfig config(String where, Path folder) {
        return StoaConfig.load(ConfigSources.of(
                        folder,
                        Map.of(),
                        where.startsWith("jdbc:")
                                ? Location.postgres(where, folder.resolve("stoa-data"))
                                : Location.directory(Path.of(where)))
                .set(FoundationSettings.EMBEDDER, EmbedderChoice.OFF));
    }

    LearningLoop loop() {
        return LearningLoop.of(outbox, stoa);
    }

    /** A debate of four with criticisms, evidence, memories, a risk and an abstention. */
    private static DryRun.Result debate(@Nullable String truth) {
        Map<String, @Nullable Object> request = Json.object(
                "topic",
                "Which store shall we use?",
                "domain",
                DOMAIN,
                "seed",
                1L,
                "rounds",
                3L,
                "early_stop",
                false,
                "truth",
                truth,
                "agents",
                AGENTS.stream()
                        .map(name -> Seat.of(name, "command", name).document())
                        .toList());
        DebateConfig config = ConfigReader.read(request, "d", "local", () -> 1);
        Context context = new Context(
                Collections.nCopies(AGENTS.size(), Context.Standing.unknown()),
                List.of(
                        new Context.Block("memory", "m1", Trust.AGENT, null, "x", false, null),
                        new Context.Block("memory", "gone", Trust.AGENT, null, "x", false, null),
                        new Context.Block("evidence", "ev1", Trust.AGENT, null, "x", false, 0.75)),
                List.of(),
                false,
                List.of());
        return DryRun.play(config, context, situation -> {
            ParsedReply said = said(
                    situation.agent(),
                    situation.slot().round(),
                    situation.slot().kind());
            return said == null ? null : new DryRun.Spoken(said, 0, 0);
        });
    }

    private static @Nullable ParsedReply said(String agent, int round, ReplyKind kind) {
        if (agent.equals("dee")) {
            return null;
        }
        boolean redis = agent.equals("ana") && round < 3;
        Position plain = Position.answering(redis ? "Redis" : "Postgres", redis ? 0.6 : 0.8);
        Position position = new Position(
                plain.answer(),
                -1,
                plain.confidence(),
                "",
                agent.equals("bo") ? List.of(new Claim("it keeps what it was given", List.of("ev1"))) : List.of(),
                List.of(),
                agent.equals("cy") ? List.of("an outage of the only server") : List.of(),
                agent.equals("ana") && round == 3 ? List.of("6.1") : List.of(),
                null,
                null);
        if (kind == ReplyKind.POSITION) {
            return position;
        }
        String issue = agent.equals("bo") ? "it loses what was written" : "it is slow";
        int target = agent.equals("bo") ? 0 : 1;
        boolean criticises = round == 2 && !agent.equals("cy");
        return new Critiques(
                criticises ? List.of(new ParsedReply.CritiqueItem(target, issue, 0.6, null, null, 0.9)) : List.of(),
                position);
    }

    /** Stores what a completed debate has to teach, and returns its session. */
    String taught(@Nullable String truth) {
        String session = "0197a2b4-0000-7000-8000-%012d".formatted(++sessions);
        DryRun.Result result = debate(truth);
        Grade grade = Grading.automatic(result.record());
        put(
                session,
                TeachingItems.rows(
                        result.record(),
                        Outcomes.of(result.record(), result.stop()),
                        session,
                        grade,
                        TeachingSettings.defaults()));
        return session;
    }

    /** Stores what a later grade of such a debate has to teach. */
    void graded(String session, String truth) {
        DryRun.Result result = debate(null);
        put(
                session,
                TeachingItems.gradeRows(
                        result.record(),
                        Outcomes.of(result.record(), result.stop()),
                        session,
                        Grading.of(result.record(), new Truth.Answer(truth))));
    }

    void put(String session, List<OutboxItem> items) {
        debates.write(tx -> {
            tx.update("""
                    INSERT INTO debate_sessions (id, debate_id, topic, created_at) VALUES (?, ?, 'topic', ?)
                    ON CONFLICT (id) DO NOTHING""", session, session, clock.instant());
            for (OutboxItem item : items) {
                tx.update(
                        """
                        INSERT INTO debate_outbox
                            (session_id, target, item_key, payload, payload_sha256, next_attempt_at, created_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?)""",
                        session,
                        item.target(),
                        item.itemKey(),
                        Json.canonical(item.payload()),
                        Json.sha256(item.payload()),
                        clock.instant(),
                        clock.instant());
            }
            return null;
        });
    }

    /** How a row of the outbox stands: its status, how often it was tried and why it failed. */
    String status(String target, String key) {
        return debates.one(
                        "SELECT status, attempts, last_error FROM debate_outbox WHERE target = ? AND item_key = ?",
                        row -> row.text(1) + " " + row.number(2) + " " + row.textOrNull(3),
                        target,
                        key)
                .orElseThrow();
    }

    /** The targets of its archives, each with something around it. */
    Map<String, LearningTarget> targets(UnaryOperator<LearningTarget> changed) {
        Map<String, LearningTarget> targets = new LinkedHashMap<>();
        LearningTargets.of(stoa).forEach((name, target) -> targets.put(name, changed.apply(target)));
        return targets;
    }

    /** All that the archives hold of these debates: equal if, and only if, they have learnt the same. */
    List<Object> state(String... learnt) {
        List<Object> state = new ArrayList<>();
        for (String session : learnt) {
            state.add(stoa.learning().consensus().show(session).document());
            state.add(stoa.learning().ratings().match(session).document());
            state.add(stoa.learning()
                    .critiques()
                    .list(session, Page.Request.first(50))
                    .items()
                    .toString());
            state.add(stoa.learning().memories().show("debate:" + session).document());
        }
        for (String agent : AGENTS) {
            state.add(stoa.learning().ratings().show(agent).document());
            state.add(stoa.learning().predictions().of(agent, DOMAIN).document());
            state.add(Objects.toString(stoa.learning().reputation().find(agent)));
        }
        Stream.of("m1", "m2")
                .forEach(id -> state.add(stoa.learning().memories().show(id).document()));
        state.add(stoa.learning().evidence().show("ev1").document());
        return state;
    }

    @Override
    public void close() {
        stoa.close();
        place.close();
    }
}
