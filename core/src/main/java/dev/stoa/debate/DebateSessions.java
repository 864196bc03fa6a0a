package dev.stoa.debate;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalWriter;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.Lease;
import dev.stoa.debate.session.LessonSink;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionDetails;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionOpening;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionWriter;
import dev.stoa.debate.session.Termination;
import dev.stoa.json.Digest;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The debates: what was asked, where each stands and how it ended. Thread-safe, and agreed on by every process that
 * shares the archive. A debate is named by its id, by the last eight or more characters of it, or by its debate id.
 */
public final class DebateSessions {
    private static final int LONGEST_REASON = 4_000;

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final LessonSink lessons;
    private final Principal caller;

    private DebateSessions(Archive archive, InstantSource clock, Ids ids, LessonSink lessons, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.lessons = lessons;
        this.caller = caller;
    }

    /** The debates in an archive of {@link DebateArchive#SCHEMA}. */
    public static DebateSessions over(Archive archive, InstantSource clock, Ids ids, LessonSink lessons) {
        return new DebateSessions(archive, clock, ids, lessons, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public DebateSessions as(Principal other) {
        return new DebateSessions(archive, clock, ids, lessons, other);
    }

    /**
     * Writes a new debate, which waits to be started.
     *
     * @param actor who asks, where the request does not say
     */
    @Needs(Right.ASK)
    public DebateSession create(DebateRequest request, String actor) {
        Rights.check(caller);
        return add(request, actor).value();
    }

    /** Writes a new debate as {@link #create} does, and tells whether it is new or the one that its key has already. */
    @Needs(Right.ASK)
    public Added<DebateSession> add(DebateRequest request, String actor) {
        Rights.check(caller);
        String id = ids.next();
        return write(
                id,
                request,
                actor,
                (tx, stored) -> Added.of(SessionDetails.whole(tx, SessionLookup.find(tx, stored)), stored.equals(id)));
    }

    /** Writes a new debate as {@link #create} does and answers its id alone, which spares those who hold it next the reading. */
    @Needs(Right.ASK)
    public String enter(DebateRequest request, String actor) {
        Rights.check(caller);
        return write(ids.next(), request, actor, (tx, stored) -> stored);
    }

    /** Writes a new debate; the answer is made of the id that it has, in the same transaction. */
    private <T> T write(String id, DebateRequest request, String actor, BiFunction<Tx, String, T> answer) {
        Instant now = now();
        // Ids are drawn with enough chance for a seed; 53 bits of it are exact in JSON of all languages, and a test
        // that rules over ids rules over seeds.
        LongSupplier seed = () -> Digest.draw(id) >>> 11;
        Work<T> creation = tx -> answer.apply(tx, SessionCreation.create(tx, id, request, actor, seed, now));
        // Two requests of one key must not pass each other.
        return request.key() == null ? archive.write(SessionRow.SCOPE.of(id), creation) : archive.write(creation);
    }

    /** Whether a debate was created under a key. */
    @Needs(Right.ASK)
    public boolean hasKey(String key) {
        Rights.check(caller);
        return archive.one("SELECT 1 FROM debate_sessions WHERE idempotency_key = ?", row -> row.number(1), key)
                .isPresent();
    }

    /** How many debates there are in each state; those without any are left out. Reads an index of all of them. */
    @Needs(Right.READ)
    public Map<String, Long> counts() {
        Rights.check(caller);
        Map<String, Long> counts = new TreeMap<>();
        archive.list(
                        "SELECT status, count(*) FROM debate_sessions GROUP BY status",
                        row -> Map.entry(row.text(1), row.number(2)))
                .forEach(each -> counts.put(each.getKey(), each.getValue()));
        return counts;
    }

    /** Starts a debate, or takes up one that nobody runs any more. */
    @Needs(Right.ASK)
    public SessionWriter open(String named, String runner, TeachingSettings settings) {
        Rights.check(caller);
        return opening(settings).open(named, Bounds.text("runner", runner, 1, 255));
    }

    /**
     * Starts a debate, or takes up one that nobody runs any more, and gathers what follows from its record alone.
     *
     * @param reading reads what one that begins is to know before its first call
     */
    @Needs(Right.ASK)
    public SessionWriter open(
            String named, String runner, TeachingSettings settings, Function<DebateConfig, Context> reading) {
        Rights.check(caller);
        return opening(settings)
                .open(named, Bounds.text("runner", runner, 1, 255), reading)
                .gathering();
    }

    private SessionOpening opening(TeachingSettings settings) {
        return new SessionOpening(archive, clock, ids, lessons, settings);
    }

    /**
     * Starts a debate that another engine holds, or takes it up again once its lease has run out or was given back.
     *
     * @param reading reads the standing of its seats and what is known of its topic, once, before it begins
     */
    @Needs(value = Right.WRITE, agents = false)
    public ExternalSession start(
            String named, String runner, TeachingSettings settings, Function<DebateConfig, Context> reading) {
        Rights.check(caller);
        String name = Bounds.text("runner", runner, 1, 255);
        SessionRow row = archive.read(tx -> SessionLookup.find(tx, named));
        Lease.refuseOther(row, true);
        // Before anything is written, for it reads other archives and may fail.
        Context context =
                row.status() == SessionRow.Status.PENDING ? reading.apply(ConfigReader.stored(row.config())) : null;
        Instant now = now();
        Lease lease = archive.write(tx -> {
            Lease taken = Lease.take(tx, row.id(), name, true, now);
            if (taken != null && context != null) {
                DebateRecord record = RecordLoader.load(tx, row.id(), ConfigReader.stored(row.config()));
                if (!record.attached()) {
                    new ExternalWriter(tx, lessons, SessionLookup.find(tx, row.id()), record, ids, now).attach(context);
                }
            }
            return taken;
        });
        if (lease == null) {
            throw Lease.crashed(named);
        }
        return new ExternalSession(archive, clock, ids, lessons, settings, lease.session(), lease.epoch());
    }

    /**
     * Goes on with a debate that another engine started, from wherever it is.
     *
     * @param epoch the {@code runner_epoch} that the start answered
     */
    @Needs(value = Right.WRITE, agents = false)
    public ExternalSession external(String named, long epoch, TeachingSettings settings) {
        Rights.check(caller);
        SessionRow row = archive.read(tx -> ExternalSession.held(tx, named, epoch));
        return new ExternalSession(archive, clock, ids, lessons, settings, row.id(), epoch);
    }

    @Needs(Right.READ)
    public DebateSession get(String named) {
        Rights.check(caller);
        return archive.read(tx -> SessionDetails.whole(tx, SessionLookup.find(tx, named)));
    }

    /** The whole id of a debate, without what belongs to it, which takes longer the more was said. */
    @Needs(Right.READ)
    public String idOf(String named) {
        Rights.check(caller);
        return archive.read(tx -> SessionLookup.find(tx, named)).id();
    }

    /** One page of the debates that pass the filter, in the order in which they were created. */
    @Needs(Right.READ)
    public Page<DebateSession> list(SessionFilter filter, Page.Request request) {
        Rights.check(caller);
        return page(filter, request, false);
    }

    /** The same, the newest first. */
    @Needs(Right.READ)
    public Page<DebateSession> newest(SessionFilter filter, Page.Request request) {
        Rights.check(caller);
        return page(filter, request, true);
    }

    private Page<DebateSession> page(SessionFilter filter, Page.Request request, boolean newest) {
        List<@Nullable Object> params = new ArrayList<>();
        String sql = listSql(filter, request, newest, archive.dialect(), params);
        return archive.read(tx -> {
            List<SessionRow> rows = tx.list(sql, SessionRow.COLUMNS::read, params.toArray());
            boolean more = rows.size() > request.limit();
            List<SessionRow> items = more ? rows.subList(0, request.limit()) : rows;
            return new Page<>(
                    SessionDetails.of(tx, items),
                    more ? SessionCursor.of(items.getLast()).text() : null);
        });
    }

    static String listSql(
            SessionFilter filter,
            Page.Request request,
            boolean newest,
            Dialect dialect,
            List<@Nullable Object> params) {
        String condition = filter.condition(dialect, params);
        String cursor = request.cursor();
        if (cursor != null) {
            SessionCursor after = SessionCursor.parse(cursor);
            condition += " AND (s.created_at, s.id) " + (newest ? "<" : ">") + " (?, ?)";
            params.add(after.created());
            params.add(after.id());
        }
        params.add(request.limit() + 1);
        return "SELECT " + SessionRow.COLUMNS.names("s.") + " FROM debate_sessions s WHERE " + condition
                + (newest ? " ORDER BY s.created_at DESC, s.id DESC LIMIT ?" : " ORDER BY s.created_at, s.id LIMIT ?");
    }

    /** The ids of all sessions of a debate id. */
    @Needs(Right.READ)
    public Set<String> sessionsOf(String debateId) {
        Rights.check(caller);
        return Set.copyOf(
                archive.list("SELECT id FROM debate_sessions WHERE debate_id = ?", row -> row.text(1), debateId));
    }

    /** The debates that nobody runs although they are running; another engine has to come back to its own. */
    @Needs(Right.READ)
    public List<SessionRow> recoverable(Instant now) {
        Rights.check(caller);
        return archive.list(recoverable(archive.dialect()), SessionRow.COLUMNS::read, now);
    }

    /** Few debates are running, so that their state finds them, and not their age. */
    static String recoverable(Dialect dialect) {
        return "SELECT " + SessionRow.COLUMNS.names("s.") + """

                FROM debate_sessions s WHERE s.status = 'running' AND (s.lease_until IS NULL OR s.lease_until <= ?)
                    AND COALESCE(s.preset, '') <> 'external'
                ORDER BY\s""" + dialect.unindexed("s.created_at") + ", s.id";
    }

    /**
     * Ends a debate at once, also while it runs: its runner can write nothing any more. A cancelled debate stays as it is.
     *
     * @param by who says so
     */
    @Needs(Right.ASK)
    public DebateSession cancel(String named, String by) {
        Rights.check(caller);
        String name = Bounds.name("by", by);
        Instant now = now();
        return archive.write(tx -> {
            SessionRow session = SessionLookup.find(tx, named);
            if (session.status() != SessionRow.Status.CANCELLED) {
                if (session.status().isTerminal()) {
                    throw precondition(session, "it cannot be cancelled any more", null);
                }
                Termination.cancel(tx, session.id(), name, now);
            }
            return SessionDetails.whole(tx, SessionLookup.find(tx, session.id()));
        });
    }

    /** Deletes a finished debate with everything that belongs to it, and leaves a tombstone. */
    @Needs(Right.OPERATE)
    public Tombstone delete(String named, @Nullable String reason) {
        Rights.check(caller);
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        Instant now = now();
        return archive.erase(tx -> {
            SessionRow session = SessionLookup.find(tx, named);
            if (!session.status().isTerminal()) {
                throw precondition(session, "only a finished debate can be deleted", "cancel it first");
            }
            return SessionRemoval.remove(tx, lessons, session.id(), reason, now);
        });
    }

    /**
     * The debates whose record holds one of the texts, by its longest line: a question, a prompt, an answer, what was
     * taught. A record is never rewritten; deleting the session removes it.
     */
    @Needs(Right.READ)
    public List<String> holding(List<String> texts) {
        return archive.read(tx -> SessionTexts.holding(tx, texts));
    }

    /** How many debates {@link #prune} would delete now. */
    @Needs(Right.OPERATE)
    public long prunable(int days) {
        Rights.check(caller);
        return archive.read(tx -> SessionRemoval.count(tx, before(days)));
    }

    /**
     * Deletes debates that ended more than so many days ago, a hundred in a transaction. Those that are still to teach
     * something, and those whose metadata say {@code keep}, stay.
     */
    @Needs(Right.OPERATE)
    public long prune(int days) {
        Rights.check(caller);
        Instant before = before(days);
        long all = 0;
        int portion;
        do {
            Instant now = now();
            portion = archive.write(tx -> SessionRemoval.portion(tx, lessons, before, now));
            all += portion;
        } while (portion == SessionRemoval.PORTION);
        archive.cleanFiles(all);
        return all;
    }

    /** How many prompts are older than so many days. */
    @Needs(Right.OPERATE)
    public long droppable(int days) {
        Rights.check(caller);
        Instant before = before(days);
        return archive.read(tx -> SessionRemoval.droppable(tx, before));
    }

    /** Drops the texts of prompts older than so many days; their hashes stay. */
    @Needs(Right.OPERATE)
    public long dropPrompts(int days) {
        Rights.check(caller);
        Instant before = before(days);
        long all = 0;
        int portion;
        do {
            portion = archive.write(tx -> SessionRemoval.prompts(tx, before));
            all += portion;
        } while (portion == SessionRemoval.PROMPTS);
        archive.cleanFiles(all);
        return all;
    }

    private static ConflictException precondition(SessionRow session, String why, @Nullable String hint) {
        return new ConflictException(
                "precondition",
                "debate " + session.id() + " is " + session.status().text() + "; " + why,
                hint);
    }

    private Instant before(int days) {
        return now().minus(Bounds.whole("days", days, 0, 36_500), ChronoUnit.DAYS);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
