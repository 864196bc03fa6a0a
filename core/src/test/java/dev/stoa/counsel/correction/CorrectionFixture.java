package dev.stoa.counsel.correction;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trust;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A counsel archive on one backend, with a clock that stands until it is moved. Not thread-safe. */
public final class CorrectionFixture implements AutoCloseable {
    public static final Principal LOCAL = Principal.local();
    public static final Principal EVE =
            new Principal("eve", null, null, EnumSet.allOf(Right.class), false, Trust.CONFIRMED);

    private final Place place;
    private final Path folder;
    private final TestClock clock = TestClock.at("2026-01-05T00:00:00Z");
    private final Ids ids = Ids.of(clock, new SplittableRandom(7));
    private final List<String> corrected = new ArrayList<>();
    private Archive archive;

    private CorrectionFixture(Place place, Path folder) {
        this.place = place;
        this.folder = folder;
        this.archive = open();
    }

    public static CorrectionFixture on(Dialect dialect, Path folder) {
        return new CorrectionFixture(Place.on(dialect, folder, CounselArchive.SCHEMA), folder);
    }

    private Archive open() {
        return place.open(CounselArchive.SCHEMA, StorageSettings.defaults(), clock);
    }

    public TestClock clock() {
        return clock;
    }

    public Archive archive() {
        return archive;
    }

    public CounselContext context() {
        return context(archive);
    }

    private CounselContext context(Archive of) {
        return new CounselContext(of, clock, ids, Seal.plain(), new AuditLog(ids, AuditPlaces.in(folder)));
    }

    /** Stores that find by words alone. */
    public Corrections corrections() {
        return corrections(Embedder.off(), Runnable::run);
    }

    public Corrections corrections(Embedder embedder, Executor executor) {
        return Corrections.over(
                context(), Fields.builtIn(), (tx, message, now) -> corrected.add(message), embedder, executor);
    }

    /** Stores of another process. */
    public Corrections elsewhere() {
        return Corrections.over(
                context(open()), Fields.builtIn(), (tx, message, now) -> {}, Embedder.off(), Runnable::run);
    }

    /** The answers that were reported to be wrong. */
    public List<String> corrected() {
        return corrected;
    }

    /** Closes and opens the archive, as another run would. */
    public void restart() {
        place.closeArchives();
        archive = open();
    }

    public void project(String id, String user) {
        archive.write(tx -> tx.update(
                "INSERT INTO projects (project_id, user_id, name, created_at, seq) VALUES (?, ?, 'p', 0, ?)",
                id,
                user,
                tx.next("project")));
    }

    public void conversation(String id, String user, @Nullable String project) {
        archive.write(tx -> tx.update("""
                INSERT INTO conversations (conversation_id, user_id, project_id, created_at, updated_at, seq)
                VALUES (?, ?, ?, 0, 0, ?)""", id, user, project, tx.next("conversation")));
    }

    /** Stores messages one after another: a user's, then an answer, and so on; returns their ids. */
    public List<String> talk(String conversation, String... texts) {
        List<String> stored = new ArrayList<>();
        for (String text : texts) {
            archive.write(tx -> {
                long seq =
                        tx.number("SELECT COALESCE(MAX(seq), 0) FROM messages WHERE conversation_id = ?", conversation)
                                + 1;
                String id = ids.next();
                stored.add(id);
                tx.update("UPDATE conversations SET last_seq = ? WHERE conversation_id = ?", seq, conversation);
                return tx.update(
                        """
                        INSERT INTO messages (message_id, conversation_id, role, content, created_at, seq)
                        VALUES (?, ?, ?, ?, ?, ?)""", id, conversation, seq % 2 == 1 ? "user" : "assistant", text, clock.instant(), seq);
            });
        }
        return stored;
    }

    /** The first column of a query, as text. */
    public List<String> values(String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    /** What a deep examination would find fault with. */
    public List<String> violations() {
        return archive.read(tx -> CounselArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 20).stream().map(found -> invariant.id() + " " + found))
                .toList());
    }

    @Override
    public void close() {
        place.close();
    }
}
