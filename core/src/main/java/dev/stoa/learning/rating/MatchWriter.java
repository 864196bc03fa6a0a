package dev.stoa.learning.rating;

import dev.stoa.base.ConflictException;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.MatchDraft.Critique;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The writing of one match, all values of which are read in the same unit of work. For one unit. Every statement finds
 * its rows by a key, so a match costs the same among forty agents and among fifty thousand.
 */
final class MatchWriter {
    private static final String FIND =
            "SELECT " + MatchRows.COLUMNS + ", payload_hash FROM matches WHERE debate_id = ?";

    private static final String BEFORE = """
            SELECT r.agent_name, COALESCE(r.elo, 1500),
                COALESCE(r.wins, 0) + COALESCE(r.losses, 0) + COALESCE(r.draws, 0), d.domain, d.elo, d.matches
            FROM ratings r LEFT JOIN domain_ratings d ON d.agent_name = r.agent_name
            WHERE r.agent_name IN\s""";

    private static final String INSERT = """
            INSERT INTO matches (debate_id, winner, participants, domain, scores, elo_changes, judge, ordered, rated,
                simulated, payload_hash, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (debate_id) DO NOTHING RETURNING id""";

    private static final String PUT_RATING = """
            INSERT INTO ratings (agent_name, elo, domain_elos, wins, losses, draws, debates_count, critiques_accepted,
                critiques_total, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
            ON CONFLICT (agent_name) DO UPDATE SET elo = excluded.elo,
                domain_elos = COALESCE(excluded.domain_elos, ratings.domain_elos),
                wins = COALESCE(ratings.wins, 0) + excluded.wins,
                losses = COALESCE(ratings.losses, 0) + excluded.losses,
                draws = COALESCE(ratings.draws, 0) + excluded.draws,
                debates_count = COALESCE(ratings.debates_count, 0) + 1,
                critiques_accepted = COALESCE(ratings.critiques_accepted, 0) + excluded.critiques_accepted,
                critiques_total = COALESCE(ratings.critiques_total, 0) + excluded.critiques_total,
                updated_at = excluded.updated_at""";

    private static final String PUT_DOMAIN = """
            INSERT INTO domain_ratings (domain, agent_name, elo, matches, wins, losses, draws)
            VALUES (?, ?, ?, 1, ?, ?, ?)
            ON CONFLICT (domain, agent_name) DO UPDATE SET elo = excluded.elo,
                matches = domain_ratings.matches + 1, wins = domain_ratings.wins + excluded.wins,
                losses = domain_ratings.losses + excluded.losses, draws = domain_ratings.draws + excluded.draws""";

    private static final String PUT_HISTORY =
            "INSERT INTO elo_history (agent_name, elo, debate_id, created_at) VALUES (?, ?, ?, ?)";

    private final Tx tx;
    private final CheckedMatch match;
    private final Instant now;
    private final int n;

    MatchWriter(Tx tx, CheckedMatch match, Instant now) {
        this.tx = tx;
        this.match = match;
        this.now = now;
        this.n = match.agents().size();
    }

    /** What is known of a rating before the match. */
    private record Before(double elo, long matches) {
        static final Before NEW = new Before(Elo.START, 0);
    }

    /** What is known of all participants, by their names, and there by domain. */
    private record Known(Map<String, Before> ratings, Map<String, Map<String, Before>> domains) {
        static final Known NOTHING = new Known(Map.of(), Map.of());
    }

    private Known known() {
        Known known = new Known(new HashMap<>(), new HashMap<>());
        tx.list(
                BEFORE + "(" + Tx.marks(n) + ")",
                row -> {
                    known.ratings().put(row.text(1), new Before(row.real(2), row.number(3)));
                    String domain = row.textOrNull(4);
                    if (domain != null) {
                        known.domains()
                                .computeIfAbsent(row.text(1), agent -> new TreeMap<>())
                                .put(domain, new Before(row.real(5), row.number(6)));
                    }
                    return true;
                },
                match.agents().toArray());
        return known;
    }

    RecordedMatch record() {
        String hash = match.payloadHash();
        Known known = match.simulated() ? Known.NOTHING : known();
        Match stored = store(hash, known);
        return stored == null ? present(hash) : new RecordedMatch(stored, false);
    }

    private RecordedMatch present(String hash) {
        return tx.one(
                        FIND,
                        row -> {
                            if (!hash.equals(row.textOrNull(13))) {
                                throw new ConflictException(
                                        "conflict",
                                        "debate " + match.debateId() + " is on record with other content",
                                        "record another match under another debate id");
                            }
                            return new RecordedMatch(MatchRows.match(row), true);
                        },
                        match.debateId())
                .orElseThrow();
    }

    /** Null if there is a match of that debate. */
    private @Nullable Match store(String hash, Known known) {
        if (match.simulated()) {
            // It is on record, and touches no rating, count or relationship.
            return insert(hash, Map.of());
        }
        List<Before> before = match.agents().stream()
                .map(agent -> known.ratings().getOrDefault(agent, Before.NEW))
                .toList();
        double[] elo = before.stream().mapToDouble(Before::elo).toArray();
        double[] after = match.rated() ? after(before) : elo;
        double[] changes = new double[n];
        for (int i = 0; i < n; i++) {
            changes[i] = after[i] - elo[i];
        }
        Match stored = insert(hash, match.rated() ? match.byAgent(changes) : Map.of());
        if (stored == null) {
            return null;
        }
        List<@Nullable String> domainElos = new ArrayList<>();
        if (match.rated() && match.domain() != null) {
            domainElos.addAll(putDomain(match.domain(), known));
        }
        tx.later(PUT_RATING, seats(), i -> {
            int end = match.rated() ? Elo.end(match.scores(), i) : Integer.MIN_VALUE;
            String agent = match.agents().get(i);
            List<Critique> made = match.critiques().stream()
                    .filter(one -> one.from().equals(agent))
                    .toList();
            return Tx.values(
                    agent,
                    after[i],
                    domainElos.isEmpty() ? null : domainElos.get(i),
                    end == 1 ? 1 : 0,
                    end == -1 ? 1 : 0,
                    end == 0 ? 1 : 0,
                    made.stream().filter(Critique::accepted).count(),
                    made.size(),
                    now);
        });
        if (match.rated()) {
            tx.later(PUT_HISTORY, seats(), i -> Tx.values(match.agents().get(i), after[i], match.debateId(), now));
        }
        new PairWriter(tx, match, stored.id(), now).write();
        return stored;
    }

    private double[] after(List<Before> before) {
        return Elo.after(
                before.stream().mapToDouble(Before::elo).toArray(),
                before.stream().mapToLong(Before::matches).toArray(),
                match.scores());
    }

    private @Nullable Match insert(String hash, Map<String, Double> changes) {
        Map<String, Double> scores = match.byAgent(match.scores());
        return tx.one(
                        INSERT,
                        row -> new Match(
                                row.number(1),
                                match.debateId(),
                                match.winner(),
                                match.agents(),
                                match.domain(),
                                scores,
                                changes,
                                match.judge(),
                                match.ordered(),
                                match.rated(),
                                match.simulated(),
                                now),
                        match.debateId(),
                        match.winner(),
                        Json.write(match.agents()),
                        match.domain(),
                        Json.write(scores),
                        Json.write(changes),
                        match.judge(),
                        match.ordered() ? 1 : 0,
                        match.rated() ? 1 : 0,
                        match.simulated() ? 1 : 0,
                        hash,
                        now)
                .orElse(null);
    }

    /** Moves the domain ratings, from domain ratings alone, and tells all of each agent as they are kept beside it. */
    private List<String> putDomain(String domain, Known all) {
        List<Map<String, Before>> known = match.agents().stream()
                .map(agent -> all.domains().getOrDefault(agent, Map.of()))
                .toList();
        double[] after = after(known.stream()
                .map(domains -> domains.getOrDefault(domain, Before.NEW))
                .toList());
        tx.later(PUT_DOMAIN, seats(), i -> {
            int end = Elo.end(match.scores(), i);
            return Tx.values(
                    domain, match.agents().get(i), after[i], end == 1 ? 1 : 0, end == -1 ? 1 : 0, end == 0 ? 1 : 0);
        });
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Map<String, Double> elos = new TreeMap<>();
            known.get(i).forEach((name, before) -> elos.put(name, before.elo()));
            elos.put(domain, after[i]);
            texts.add(Json.write(elos));
        }
        return texts;
    }

    private List<Integer> seats() {
        return IntStream.range(0, n).boxed().toList();
    }
}
