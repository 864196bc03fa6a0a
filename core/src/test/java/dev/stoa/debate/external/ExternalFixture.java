package dev.stoa.debate.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.DebateLessons;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.DebateSessions;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.receipt.Receipt;
import dev.stoa.debate.receipt.ReceiptReport;
import dev.stoa.debate.receipt.Receipts;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A place where another engine holds debates, on one backend. Not thread-safe; closing it drops it. */
public final class ExternalFixture implements AutoCloseable {
    public static final TeachingSettings SETTINGS = new TeachingSettings(false);

    public final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private final Dialect dialect;
    private final Place place;
    Archive archive;
    public DebateSessions sessions;

    public ExternalFixture(Dialect dialect, Path folder) {
        this.dialect = dialect;
        this.place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        this.archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        this.sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
    }

    /** Everything is forgotten but what is stored. */
    void reopen() {
        place.closeArchives();
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
    }

    /** A request for ana, bo and cy, each of a family of its own. */
    static DebateRequest request() {
        return DebateRequest.on("Which store shall we use?")
                .preset(Preset.EXTERNAL)
                .seed(1)
                .agents(Stream.of("ana", "bo", "cy")
                        .map(name -> Seat.of(name, "langchain", "m-" + name))
                        .toList());
    }

    public String create(DebateRequest request) {
        return sessions.create(request, "local").id();
    }

    ExternalSession start(DebateRequest request) {
        return start(create(request), "other");
    }

    ExternalSession start(String id, String runner) {
        return sessions.start(id, runner, SETTINGS, config -> Context.blank(config.size()));
    }

    ExternalSession again(ExternalSession session) {
        return sessions.external(session.session(), session.epoch(), SETTINGS);
    }

    /** The same session as another process writes it. */
    ExternalSession elsewhere(ExternalSession session) {
        Archive other = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        return DebateSessions.over(other, clock, Ids.system(), new DebateLessons())
                .external(session.session(), session.epoch(), SETTINGS);
    }

    static ExternalTurn draft(String agent, String answer, double confidence) {
        return ExternalTurn.of(1, Phase.PROPOSAL, agent)
                .content("I say: " + answer)
                .answer(answer, confidence);
    }

    /** A critique that keeps or changes a position. */
    static ExternalTurn revised(String agent, List<Integer> seen, String target, String answer, double confidence) {
        return ExternalTurn.of(2, Phase.CRITIQUE, agent)
                .content("On second thoughts: " + answer)
                .parsed(
                        ReplyKind.CRITIQUE,
                        Json.parseObject(Json.write(Map.of(
                                "critiques",
                                List.of(Map.of("target", target, "issue", "it loses data", "severity", 0.7)),
                                "position",
                                Map.of(
                                        "answer",
                                        answer,
                                        "confidence",
                                        confidence,
                                        "reasoning",
                                        agent + " thinks so")))))
                .seeing(seen);
    }

    /** Two rounds: cy joins ana, bo stays alone. */
    void hold(ExternalSession session) {
        session.turn(draft("ana", "Postgres", 0.9));
        session.turn(draft("bo", "Redis", 0.6));
        session.turn(draft("cy", "redis!", 0.5));
        session.turn(revised("ana", List.of(1, 2, 3), "B", "Postgres.", 0.9));
        session.turn(revised("bo", List.of(1, 2, 3), "A", "Redis", 0.7));
        session.turn(revised("cy", List.of(1, 2, 3), "B", "postgres", 0.8));
    }

    static JsonFields json(String text) {
        return JsonFields.of(Json.parseObject(text));
    }

    List<String> kinds(String id) {
        return DebateEvents.over(archive).all(id).stream()
                .map(DebateEvent::kind)
                .toList();
    }

    ReplayReport replay(String id) {
        return Replay.over(archive).replay(id);
    }

    /** Record and outcome agree, everything that must always hold does, and a receipt can be given and checked. */
    void proves(String id) {
        assertThat(replay(id).mismatches()).isEmpty();
        List<String> violations = archive.read(tx -> DebateArchive.SCHEMA.invariants().stream()
                .flatMap(invariant -> invariant.finder().violations(tx, 5).stream())
                .toList());
        assertThat(violations).isEmpty();
        Receipts receipts = Receipts.over(archive, clock);
        Receipt receipt = receipts.of(id);
        ReceiptReport report = receipts.verify(Json.parseObject(receipt.json()));
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.ok()).isTrue();
        assertThat(receipt.markdown()).contains(id);
        assertThat(receipt.html()).contains(id);
    }

    /** What replay says after a change that no guard of the tables stopped. */
    ReplayReport tampered(String id, String sql) {
        archive.write(tx -> {
            String names = dialect.pick(
                    "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'",
                    "SELECT 'ALTER TABLE ' || tablename || ' DISABLE TRIGGER USER' FROM pg_tables WHERE schemaname ="
                            + " current_schema()");
            tx.list(names, row -> row.text(1)).forEach(tx::update);
            assertThat(tx.update(sql)).isPositive();
            return 0;
        });
        return replay(id);
    }

    @Override
    public void close() {
        place.close();
    }
}
