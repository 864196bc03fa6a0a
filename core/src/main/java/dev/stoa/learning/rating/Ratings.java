package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every agent won, against whom, judged by whom and in which position. Thread-safe.
 *
 * <p>A match moves the Elo ratings at once; {@link #bradleyTerry} tells the truth that does not depend on the order of
 * the matches. Hazard: a match cannot be taken back, so unrated ones should be recorded as such.
 */
public final class Ratings {
    private static final Logger LOG = LoggerFactory.getLogger(Ratings.class);

    /** The number of agents that have 1,225 pairs. */
    public static final int MOST_PAIRED = 50;

    private static final String HISTORY = """
            SELECT id, elo, debate_id, created_at FROM elo_history WHERE agent_name = ? AND id < ?
            ORDER BY id DESC LIMIT ?""";
    private static final String MATCH = "SELECT " + MatchRows.COLUMNS + " FROM matches WHERE debate_id = ?";
    private static final String OLD_HISTORY = """
            FROM elo_history WHERE created_at < ? AND EXISTS
                (SELECT 1 FROM elo_history newer WHERE newer.agent_name = elo_history.agent_name
                    AND newer.id > elo_history.id)""";

    private final Archive archive;
    private final InstantSource clock;
    private final Fits fits;
    private final List<Consumer<RecordedMatch>> listeners;
    private final Principal caller;

    private Ratings(
            Archive archive,
            InstantSource clock,
            Fits fits,
            List<Consumer<RecordedMatch>> listeners,
            Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.fits = fits;
        this.listeners = listeners;
        this.caller = caller;
    }

    /** Ratings in an archive of {@link RatingArchive#SCHEMA}. */
    public static Ratings over(Archive archive, InstantSource clock) {
        return new Ratings(archive, clock, new Fits(archive, clock), new CopyOnWriteArrayList<>(), Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Ratings as(Principal other) {
        return new Ratings(archive, clock, fits, listeners, other);
    }

    /** A place from which no later match, rating or prediction is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /**
     * Records a match and moves the ratings of its participants. The debate id is the key: equal content again is the
     * stored match, other content a conflict.
     */
    @Needs(value = Right.WRITE, agents = false)
    public RecordedMatch record(MatchDraft draft) {
        Rights.check(caller);
        CheckedMatch match = CheckedMatch.of(draft);
        Instant now = now();
        RecordedMatch recorded = archive.write(match.scope(), tx -> new MatchWriter(tx, match, now).record());
        tell(recorded);
        return recorded;
    }

    /** Records many matches in one transaction; one that is refused is left out, or none is recorded. */
    @Needs(value = Right.WRITE, agents = false)
    public List<Bulk.Result<RecordedMatch>> recordAll(List<MatchDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        List<Bulk.Result<RecordedMatch>> results = Bulk.write(
                archive, drafts, allOrNone, (tx, draft) -> new MatchWriter(tx, CheckedMatch.of(draft), now).record());
        boolean written = !allOrNone || results.stream().noneMatch(Bulk.Result.Refused.class::isInstance);
        if (written) {
            for (Bulk.Result<RecordedMatch> result : results) {
                if (result instanceof Bulk.Result.Done<RecordedMatch> done) {
                    tell(done.value());
                }
            }
        }
        return results;
    }

    /**
     * Makes the matches, ratings and predictions of one agent those of another name, as when it is renamed or merged; if
     * both have matches, all matches are played again as those of one. A second time nothing is left to do. Answers how
     * many rows there were, with {@code dryRun} how many there are.
     */
    @Needs(Right.OPERATE)
    public Map<String, Long> follow(String from, String to, boolean dryRun) {
        Rights.check(caller);
        Instant now = now();
        return dryRun
                ? archive.rehearse(tx -> new RatingMerge(tx, from, to, now).run())
                : archive.write(tx -> new RatingMerge(tx, from, to, now).run());
    }

    /**
     * Calls the listener with every new match that this store has recorded, after the commit, on the thread that
     * recorded it, until the result is closed; what the listener throws is only logged.
     */
    @Needs(Right.READ)
    public AutoCloseable onRecorded(Consumer<RecordedMatch> listener) {
        Rights.check(caller);
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void tell(RecordedMatch recorded) {
        if (recorded.duplicate()) {
            return;
        }
        for (Consumer<RecordedMatch> listener : listeners) {
            try {
                listener.accept(recorded);
            } catch (RuntimeException e) {
                LOG.warn(
                        "a listener failed after match {} was recorded",
                        recorded.match().debateId(),
                        e);
            }
        }
    }

    /**
     * The best agents; by Bradley-Terry, the fit is recomputed if matches were added since. A board with simulated
     * matches is made of all matches each time, for nothing is kept of it.
     */
    @Needs(Right.READ)
    public List<Standing> board(BoardQuery query) {
        Rights.check(caller);
        if (query.simulated() != Simulated.EXCLUDE) {
            return archive.read(tx -> new SimulatedBoard(tx, query).standings());
        }
        if (query.by() == BoardQuery.By.BT) {
            fits.current(query.domain());
        }
        return archive.read(tx -> RatingRows.board(tx, query));
    }

    /** The rating of an agent. */
    @Needs(Right.READ)
    public Rating show(String agent) {
        Rights.check(caller);
        String name = Bounds.name("agent", agent);
        return archive.read(tx -> RatingRows.rating(tx, name));
    }

    /** The rating of an agent in a domain, else over all matches, else that of a newcomer. */
    @Needs(Right.READ)
    public double elo(String agent, @Nullable String domain) {
        Rights.check(caller);
        String name = Bounds.name("agent", agent);
        String label = domain == null ? "" : Bounds.label("domain", domain);
        return archive.one(
                        """
                        SELECT COALESCE((SELECT elo FROM domain_ratings WHERE domain = ? AND agent_name = ?),
                            (SELECT elo FROM ratings WHERE agent_name = ?))""",
                        row -> {
                            Double elo = row.realOrNull(1);
                            return elo == null ? (Double) Elo.START : elo;
                        },
                        label,
                        name,
                        name)
                .orElse(Elo.START);
    }

    /** The same of several agents, by their names. */
    @Needs(Right.READ)
    public Map<String, Double> elos(List<String> agents, @Nullable String domain) {
        Rights.check(caller);
        List<String> names =
                agents.stream().map(agent -> Bounds.name("agent", agent)).toList();
        if (names.isEmpty()) {
            return Map.of();
        }
        String named = "agent_name IN (" + Tx.marks(names.size()) + ") AND elo IS NOT NULL";
        List<@Nullable Object> params = new ArrayList<>(names);
        params.add(domain == null ? "" : Bounds.label("domain", domain));
        params.addAll(names);
        Map<String, Double> known = new HashMap<>();
        // Those of the domain come last, in the place of those over all matches.
        archive.list(
                        "SELECT agent_name, elo, 0 AS own FROM ratings WHERE " + named
                                + " UNION ALL SELECT agent_name, elo, 1 FROM domain_ratings WHERE domain = ? AND "
                                + named + " ORDER BY own",
                        row -> Map.entry(row.text(1), row.real(2)),
                        params.toArray())
                .forEach(each -> known.put(each.getKey(), each.getValue()));
        Map<String, Double> elos = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            elos.put(agents.get(i), known.getOrDefault(names.get(i), Elo.START));
        }
        return elos;
    }

    /** The ratings of an agent after its matches, newest first. */
    @Needs(Right.READ)
    public Page<HistoryPoint> history(String agent, Page.Request page) {
        Rights.check(caller);
        String name = Bounds.name("agent", agent);
        return archive.read(tx -> {
            if (tx.one("SELECT 1 FROM ratings WHERE agent_name = ?", row -> row.number(1), name)
                    .isEmpty()) {
                throw RatingRows.unknown(name);
            }
            return page.of(
                    tx.list(
                            HISTORY,
                            row -> new HistoryPoint(
                                    row.number(1), row.real(2), row.textOrNull(3), row.instantOrNull(4)),
                            name,
                            page.after(Long.MAX_VALUE),
                            page.limit() + 1),
                    HistoryPoint::id);
        });
    }

    /** The real matches, newest first. */
    @Needs(Right.READ)
    public Page<Match> matches(Page.Request page) {
        Rights.check(caller);
        return matches(Simulated.EXCLUDE, page);
    }

    /** The matches that are real, that are simulated, or both, newest first. */
    @Needs(Right.READ)
    public Page<Match> matches(Simulated simulated, Page.Request page) {
        Rights.check(caller);
        return matches(null, simulated, page);
    }

    /**
     * The same of one debate, which has one match at most.
     *
     * @param debateId null for all debates
     */
    @Needs(Right.READ)
    public Page<Match> matches(@Nullable String debateId, Simulated simulated, Page.Request page) {
        Rights.check(caller);
        List<Object> values = new ArrayList<>(List.of(page.after(Long.MAX_VALUE)));
        if (debateId != null) {
            values.add(Bounds.id("debate_id", debateId));
        }
        values.add(page.limit() + 1);
        return page.of(
                archive.list(
                        "SELECT " + MatchRows.COLUMNS + " FROM matches WHERE id < ?"
                                + (debateId == null ? "" : " AND debate_id = ?") + simulated.and("simulated")
                                + " ORDER BY id DESC LIMIT ?",
                        MatchRows::match,
                        values.toArray()),
                Match::id);
    }

    /** The match of a debate. */
    @Needs(Right.READ)
    public Match match(String debateId) {
        Rights.check(caller);
        String id = Bounds.id("debate_id", debateId);
        return archive.one(MATCH, MatchRows::match, id)
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no match of debate " + id, "list the matches"));
    }

    /** Two agents against each other, in either order. */
    @Needs(Right.READ)
    public Versus pair(String one, String other) {
        Rights.check(caller);
        String a = Bounds.name("agent", one);
        String b = Bounds.name("agent", other);
        int order = PairWriter.BYTEWISE.compare(a, b);
        if (order == 0) {
            throw Bounds.invalid("agent " + a + " is named twice", "name two agents");
        }
        return archive.read(tx -> order < 0 ? RatingRows.versus(tx, a, b) : RatingRows.versus(tx, b, a));
    }

    /**
     * How these agents did against each other: every two of them that met, in the order of their names, in one query.
     *
     * @param domain only matches of this domain, null for all
     * @param agents 2 to 50 names; one that is not known has no pairs
     */
    @Needs(Right.READ)
    public List<Pair> pairs(@Nullable String domain, List<String> agents) {
        Rights.check(caller);
        String label = domain == null ? null : Bounds.label("domain", domain);
        List<String> names = agents.stream()
                .map(agent -> Bounds.name("agents", agent))
                .distinct()
                .toList();
        Bounds.whole("the number of agents", names.size(), 2, MOST_PAIRED);
        return archive.read(tx -> RatingRows.pairs(tx, label, names));
    }

    /** How a judge judges: whether it prefers what it is shown first, or itself. */
    @Needs(Right.READ)
    public JudgeReport judge(String judge) {
        Rights.check(caller);
        String name = Bounds.name("judge", judge);
        return archive.read(tx -> RatingRows.judge(tx, name));
    }

    /**
     * The ratings that all matches together make most likely, with intervals; recomputed if matches were added since
     * the last time.
     *
     * @param domain null for all matches
     */
    @Needs(Right.READ)
    public BradleyTerryFit bradleyTerry(@Nullable String domain) {
        Rights.check(caller);
        return fits.current(domain == null ? null : Bounds.label("domain", domain));
    }

    /**
     * Drops history that is older, but never an agent's newest row and never a match, and returns the number of rows.
     *
     * @param dryRun only counts, and drops nothing
     */
    @Needs(Right.OPERATE)
    public long pruneHistory(Duration olderThan, boolean dryRun) {
        Rights.check(caller);
        if (olderThan.compareTo(Duration.ofDays(1)) < 0) {
            throw Bounds.invalid("history of " + olderThan + " is shorter than a day", "keep a day at least");
        }
        Instant before = now().minus(olderThan);
        return dryRun
                ? archive.one("SELECT count(*) " + OLD_HISTORY, row -> row.number(1), before)
                        .orElse(0L)
                : archive.write(tx -> (long) tx.update("DELETE " + OLD_HISTORY, before));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * The rated matches of two agents, the one whose name comes first being {@code a}. Immutable.
     *
     * @param relationship what they are to each other, in all domains
     */
    public record Pair(
            String agentA, String agentB, long games, long aWins, long bWins, long draws, Relationship relationship) {
        /** The JSON object. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "agent_a",
                    agentA,
                    "agent_b",
                    agentB,
                    "games",
                    games,
                    "a_wins",
                    aWins,
                    "b_wins",
                    bWins,
                    "draws",
                    draws,
                    "relationship",
                    relationship.document());
        }
    }
}
