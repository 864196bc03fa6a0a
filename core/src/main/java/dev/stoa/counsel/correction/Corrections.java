package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Fields;
import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was learned to be true. Thread-safe. A correction belongs to its user: for all others but the operator it does not
 * exist, and it enters no prompt of theirs.
 */
public final class Corrections {
    private static final int BATCH = 500;
    private static final int READ_AGAIN = 3;
    private static final double REVIEW_CONFIDENCE = .60;

    private final CounselContext context;
    private final CorrectionWriter writer;
    private final CorrectionCapture capture;
    private final CorrectionIndex index;
    private final CorrectionEmbedding embedding;
    private final RecentRows recent;
    private final Fields fields;
    private final Precondition expected;

    private Corrections(
            CounselContext context, Fields fields, AnswerOutcomes outcomes, Embedder embedder, Executor executor) {
        this.context = context;
        this.fields = fields;
        this.writer = new CorrectionWriter(context, fields, outcomes);
        this.capture = new CorrectionCapture(context, fields, writer);
        this.index = new CorrectionIndex(context.archive(), context.seal(), embedder);
        this.embedding = new CorrectionEmbedding(context, embedder, executor, index);
        this.recent = new RecentRows();
        this.expected = Precondition.NONE;
    }

    private Corrections(Corrections same, Precondition expected) {
        this.context = same.context;
        this.fields = same.fields;
        this.writer = same.writer;
        this.capture = same.capture;
        this.index = same.index;
        this.embedding = same.embedding;
        this.recent = same.recent;
        this.expected = expected;
    }

    /**
     * The corrections of an archive.
     *
     * @param outcomes what learns that an answer was corrected
     * @param executor where vectors are made
     */
    public static Corrections over(
            CounselContext context, Fields fields, AnswerOutcomes outcomes, Embedder embedder, Executor executor) {
        return new Corrections(context, fields, outcomes, embedder, executor);
    }

    /** The same corrections, each of which is changed only in a version that was expected. */
    public Corrections onlyIf(Precondition precondition) {
        return new Corrections(this, Bounds.given("precondition", precondition));
    }

    private void expect(Tx tx, Principal by, String id, Instant now) {
        expected.check(
                "correction " + id,
                () -> CorrectionTable.get(tx, context.seal(), by, id, now).etag());
    }

    /**
     * Stores a correction. An active one of the same scope, domain and subject is confirmed if it claims the same, else
     * replaced.
     */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Correction add(Principal by, CorrectionDraft draft) {
        return embedded(
                context.write(by, (tx, now) -> writer.add(tx, by, draft, CorrectionOrigin.EXPLICIT, null, now)));
    }

    /** Puts a version with another claim in the place of a correction. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Correction edit(Principal by, String id, String claim) {
        Rights.check(by);
        Bounds.text("claim", claim, 1, Correction.LONGEST_CLAIM);
        return embedded(context.write(by, (tx, now) -> {
            expect(tx, by, id, now);
            return writer.edit(tx, by, id, claim, now);
        }));
    }

    /** Says that a correction holds; a proposal becomes active. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Correction confirm(Principal by, String id) {
        return embedded(context.write(by, (tx, now) -> {
            expect(tx, by, id, now);
            return writer.confirm(tx, by, id, now);
        }));
    }

    /** Withdraws a correction, or rejects a proposal. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Correction retire(Principal by, String id) {
        return context.write(by, (tx, now) -> {
            expect(tx, by, id, now);
            return writer.retire(tx, by, id, now);
        });
    }

    /** Stores what a user message corrects in the answer before it; empty if it corrects nothing. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Optional<Correction> capture(Principal by, String messageId) {
        Optional<Correction> captured = context.write(by, (tx, now) -> capture(tx, by, messageId, now));
        captured.ifPresent(this::embedded);
        return captured;
    }

    /** The same inside a unit of work that stores the message, so that it happens once. */
    public Optional<Correction> capture(Tx tx, Principal by, String messageId, Instant now) {
        return capture.capture(tx, by, messageId, now);
    }

    /** Stores what a reviewing model would put in the place of an answer, for a person to confirm. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Correction suggest(Principal by, CorrectionDraft draft) {
        return context.write(by, (tx, now) -> suggest(tx, by, draft, null, now));
    }

    /**
     * The same inside a unit of work of others.
     *
     * @param conversation the conversation whose words it is made of
     */
    public Correction suggest(Tx tx, Principal by, CorrectionDraft draft, @Nullable String conversation, Instant now) {
        return writer.propose(
                tx,
                by,
                draft.source(CorrectionDraft.ARBITER).confidence(REVIEW_CONFIDENCE),
                CorrectionOrigin.REVIEW,
                conversation,
                now);
    }

    /**
     * Records inside the unit of work that stores an answer that its prompts held these corrections, once for each. The
     * audit row of the query names them, so there is none of its own.
     */
    public void applied(Tx tx, Collection<String> ids, String queryId, @Nullable String session, Instant now) {
        for (String id : new LinkedHashSet<>(ids)) {
            event(tx, id, CorrectionEventKind.APPLIED, queryId, session, now);
        }
    }

    /** Records in the same way that the winning answer repeated what these corrections reject, and counts it. */
    public void violated(Tx tx, Collection<String> ids, String queryId, @Nullable String session, Instant now) {
        for (String id : new LinkedHashSet<>(ids)) {
            tx.update(
                    "UPDATE corrections SET violations = violations + 1, change_seq = ? WHERE id = ?",
                    CorrectionTable.nextChange(tx),
                    id);
            event(tx, id, CorrectionEventKind.VIOLATED, queryId, session, now);
        }
    }

    private void event(
            Tx tx, String id, CorrectionEventKind kind, String queryId, @Nullable String session, Instant now) {
        CorrectionTable.event(tx, context.ids().next(), id, kind, session, Json.object("query_id", queryId), now);
    }

    /** One correction. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Correction get(Principal by, String id) {
        return context.read(by, (tx, now) -> CorrectionTable.get(tx, context.seal(), by, id, now));
    }

    /** Corrections, the newest first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Correction> list(Principal by, CorrectionFilter filter) {
        record Listed(Correction correction, long number) {}
        return context.read(by, (tx, now) -> {
            StringBuilder where = new StringBuilder("e.event IN ('created', 'proposed') AND e.seq < ?");
            List<@Nullable Object> params = new ArrayList<>();
            params.add(filter.page().after(Long.MAX_VALUE));
            if (!by.operator()) {
                and(where, params, "COALESCE(c.user_id, 'local')", CounselContext.user(by));
            }
            and(
                    where,
                    params,
                    "c.status",
                    filter.status() == null ? null : filter.status().text());
            and(where, params, "c.domain", filter.domain());
            and(
                    where,
                    params,
                    "c.scope",
                    filter.scope() == null ? null : filter.scope().text());
            if (filter.scopeId() != null) {
                where.append(" AND c.scope <> 'global'");
                and(where, params, "c.scope_id", filter.scopeId());
            }
            params.add(filter.page().limit() + 1);
            // The number of its first event never changes, so that later changes disturb no pass.
            List<Listed> rows = tx.list(
                    "SELECT " + CorrectionTable.COLUMNS + ", e.seq FROM correction_events e"
                            + " JOIN corrections c ON c.id = e.correction_id WHERE " + where
                            + " ORDER BY e.seq DESC LIMIT ?",
                    row -> new Listed(
                            CorrectionTable.mapper(context.seal(), now).map(row), row.number(26)),
                    params.toArray());
            return filter.page().of(rows, Listed::number).map(Listed::correction);
        });
    }

    /** How often corrections were applied and violated, and how many wait for a decision. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public CorrectionCounts counts(Principal by, Collection<Correction> counted) {
        return context.read(by, (tx, now) -> CorrectionCounts.of(tx, by, counted));
    }

    private static void and(StringBuilder where, List<@Nullable Object> params, String column, @Nullable String value) {
        if (value != null) {
            where.append(" AND ").append(column).append(" = ?");
            params.add(value);
        }
    }

    /** What happened to a correction, the oldest first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<CorrectionEvent> history(Principal by, String id, Page.Request page) {
        return context.read(by, (tx, now) -> {
            CorrectionTable.get(tx, context.seal(), by, id, now);
            return page.of(
                    CorrectionTable.events(tx, id, page.after(Long.MIN_VALUE), page.limit() + 1), CorrectionEvent::seq);
        });
    }

    /** The active corrections that a question should be answered with, the most important first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public List<RankedCorrection> find(Principal by, CorrectionQuery query) {
        Rights.check(by);
        String asked = fields.get(query.domain()).name();
        CorrectionIndex.Reach reach = reach(by, query);
        float[] meaning = embedding.of(query.question());
        Instant now = context.now();
        List<RankedCorrection> found = List.of();
        for (int attempt = 0; attempt < READ_AGAIN; attempt++) {
            index.refresh();
            List<CorrectionIndex.Hit> hits = index.find(query.domain(asked), meaning, reach, now);
            found = rows(hits, now);
            if (found.size() == hits.size()) {
                break;
            }
            // A correction changed between the two readings: what is returned must be as it is now.
        }
        embedding.renew();
        return found;
    }

    private CorrectionIndex.Reach reach(Principal by, CorrectionQuery query) {
        String user = CounselContext.user(by);
        String everywhere =
                Objects.requireNonNullElse(CorrectionTable.storedScopeId(CorrectionScope.GLOBAL, null, user), "");
        String conversation = query.conversation();
        String project = query.project();
        if (conversation == null && project == null) {
            return new CorrectionIndex.Reach(null, null, everywhere);
        }
        return context.read(by, (tx, now) -> {
            if (project != null) {
                StoredMessages.needScope(tx, by, CorrectionScope.PROJECT, project);
            }
            String own = conversation == null ? null : StoredMessages.project(tx, by, conversation);
            return new CorrectionIndex.Reach(conversation, project == null ? own : project, everywhere);
        });
    }

    /** The rows of what was found; fewer if one has changed since. */
    private List<RankedCorrection> rows(List<CorrectionIndex.Hit> hits, Instant now) {
        Map<String, Correction> rows = new HashMap<>();
        List<String> unread = new ArrayList<>();
        for (CorrectionIndex.Hit hit : hits) {
            Correction known = recent.get(hit.id(), hit.changeSeq(), now);
            if (known == null) {
                unread.add(hit.id());
            } else {
                rows.put(hit.id(), known);
            }
        }
        read(unread, now).forEach(row -> {
            rows.put(row.id(), row);
            recent.put(row);
        });
        List<RankedCorrection> found = new ArrayList<>();
        for (CorrectionIndex.Hit hit : hits) {
            Correction row = rows.get(hit.id());
            if (row != null && row.changeSeq() == hit.changeSeq() && row.status() == CorrectionStatus.ACTIVE) {
                found.add(new RankedCorrection(row, hit.relevance(), hit.include(), hit.why()));
            }
        }
        return found;
    }

    private List<Correction> read(List<String> ids, Instant now) {
        return ids.isEmpty()
                ? List.of()
                : context.archive()
                        .list(
                                "SELECT " + CorrectionTable.COLUMNS + " FROM corrections c WHERE c.id IN ("
                                        + Tx.marks(ids.size()) + ")",
                                CorrectionTable.mapper(context.seal(), now),
                                ids.toArray());
    }

    /**
     * Hands out the active corrections that reject something, as pairs to learn from, the oldest first, and returns their
     * number.
     *
     * @param min the least effective confidence, 0 to 1
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public long export(Principal by, double min, Consumer<DpoPair> receiver) {
        Rights.check(by);
        Bounds.unit("min", min);
        long after = 0;
        long pairs = 0;
        List<DpoPair> batch = new ArrayList<>();
        do {
            batch.clear();
            after = portion(by, min, after, batch);
            // Outside of the unit: a receiver may be slow, or read the archive itself.
            batch.forEach(receiver);
            pairs += batch.size();
        } while (after > 0);
        long handed = pairs;
        context.write(
                by,
                (tx, now) -> context.audit()
                        .append(
                                tx,
                                AuditEvent.of(
                                        "export", by.trace(), Json.object("what", "corrections", "pairs", handed)),
                                now));
        return pairs;
    }

    /**
     * Counts the pairs that {@link #export} would hand out now, without handing out or recording anything.
     *
     * @param min the least effective confidence, 0 to 1
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public DpoPair.Count pairs(Principal by, double min) {
        Rights.check(by);
        Bounds.unit("min", min);
        long looked = 0;
        long after = 0;
        long pairs = 0;
        do {
            List<DpoPair> batch = new ArrayList<>();
            after = portion(by, min, after, batch);
            pairs += batch.size();
            looked += BATCH;
        } while (after > 0 && looked < DpoPair.Count.LOOKED);
        return new DpoPair.Count(pairs, after > 0);
    }

    /** Reads some pairs and returns the number to go on after; 0 if there are no more. */
    private long portion(Principal by, double min, long after, List<DpoPair> into) {
        return context.read(by, (tx, now) -> {
            long[] last = {0, 0};
            tx.each(
                    "SELECT " + CorrectionTable.COLUMNS + ", e.seq FROM (SELECT seq, correction_id"
                            + " FROM correction_events WHERE event IN ('created', 'proposed') AND seq > ?"
                            + " ORDER BY seq LIMIT ?) e LEFT JOIN corrections c ON c.id = e.correction_id"
                            + " AND c.status = 'active' AND (COALESCE(c.user_id, 'local') = ? OR ?) ORDER BY e.seq",
                    row -> {
                        last[0] = row.number(26);
                        last[1]++;
                        if (row.textOrNull(1) == null) {
                            return;
                        }
                        Correction c =
                                CorrectionTable.mapper(context.seal(), now).map(row);
                        if (!c.rejected().isEmpty() && c.effectiveConfidence() >= min) {
                            into.add(DpoPair.of(c));
                        }
                    },
                    after,
                    BATCH,
                    CounselContext.user(by),
                    by.operator());
            return last[1] == BATCH ? last[0] : 0;
        });
    }

    /**
     * Brings stored confidences up to date and retires proposals that waited for 30 days.
     *
     * @param dryRun whether it is only counted
     */
    @Needs(value = Right.OPERATE, agents = false)
    public CorrectionUpkeep upkeep(Principal by, boolean dryRun) {
        Rights.check(by);
        return dryRun ? context.read(by, (tx, now) -> dueUpkeep(tx, now)) : upkeep(by);
    }

    private CorrectionUpkeep upkeep(Principal by) {
        int expired = 0;
        int portion;
        do {
            portion = context.write(by, (tx, now) -> writer.expire(tx, by, BATCH, now));
            expired += portion;
        } while (portion == BATCH);
        int decayed = 0;
        String after = "";
        do {
            String from = after;
            Decayed done = context.write(by, (tx, now) -> decay(tx, from, now));
            decayed += done.moved().size();
            after = done.last();
        } while (!after.isEmpty());
        return new CorrectionUpkeep(decayed, expired);
    }

    private static CorrectionUpkeep dueUpkeep(Tx tx, Instant now) {
        int decayed = 0;
        String after = "";
        do {
            Decayed portion = decayed(tx, after, now);
            decayed += portion.moved().size();
            after = portion.last();
        } while (!after.isEmpty());
        return new CorrectionUpkeep(decayed, CorrectionWriter.expired(tx, now));
    }

    private record Stored(String id, double effective, double stored) {}

    private record Decayed(List<Stored> moved, String last) {}

    /** The corrections of a portion whose stored confidence is no longer right, and the id to go on after. */
    private static Decayed decayed(Tx tx, String after, Instant now) {
        List<Stored> rows = tx.list(
                """
                SELECT id, confidence, decay_class, pinned, created_at, confirmed_at, effective_confidence
                FROM corrections WHERE id > ? AND (status = 'active' OR (status = 'proposed' AND created_at > ?))
                ORDER BY id LIMIT\s""" + BATCH,
                row -> {
                    Instant created = row.instant(5);
                    Instant confirmed = row.instantOrNull(6);
                    Instant since = confirmed != null && confirmed.isAfter(created) ? confirmed : created;
                    return new Stored(
                            row.text(1),
                            Decay.effective(row.real(2), row.text(3), row.flag(4), since, now),
                            row.real(7));
                },
                after,
                now.minus(CorrectionWriter.PROPOSAL_LIFE));
        List<Stored> moved = rows.stream()
                .filter(row -> Math.abs(row.effective() - row.stored()) > Decay.WORTH_STORING)
                .toList();
        return new Decayed(moved, rows.size() < BATCH ? "" : rows.getLast().id());
    }

    private static Decayed decay(Tx tx, String after, Instant now) {
        Decayed portion = decayed(tx, after, now);
        tx.batch(
                "UPDATE corrections SET effective_confidence = ? WHERE id = ?",
                portion.moved(),
                row -> Tx.values(row.effective(), row.id()));
        return portion;
    }

    private Correction embedded(Correction written) {
        embedding.renew();
        return written;
    }
}
