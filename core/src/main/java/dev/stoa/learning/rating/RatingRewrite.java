package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays all rated matches again in their order, and writes what they make of the ratings. For one unit of work. {@link
 * RatingReplay} compares by the same rules; matches of another program are believed here too.
 */
final class RatingRewrite {
    private static final String MATCHES = """
            SELECT id, debate_id, participants, scores, elo_changes, domain, payload_hash FROM matches WHERE rated = 1
            ORDER BY id""";

    private final Tx tx;
    private final Map<String, Agent> agents = new TreeMap<>();
    private final List<@Nullable Object[]> changed = new ArrayList<>();
    private final List<@Nullable Object[]> history = new ArrayList<>();
    private boolean imported;

    RatingRewrite(Tx tx) {
        this.tx = tx;
    }

    /** An agent as the matches so far make it. */
    private static final class Agent {
        private double elo;
        private long played;
        private final Map<String, Domain> domains = new TreeMap<>();

        Agent(double base) {
            this.elo = base;
        }
    }

    /** An agent's rating in one domain. */
    private static final class Domain {
        private double elo = Elo.START;
        private long played;
        private final long[] ends = new long[3];
    }

    // It lives for one row.
    @SuppressWarnings("ArrayRecordComponent")
    private record Played(
            long id,
            @Nullable String debate,
            List<String> agents,
            double[] scores,
            Map<String, Double> changes,
            @Nullable String domain,
            boolean ours) {
        boolean readable() {
            return ours && agents.size() > 1 && scores.length == agents.size();
        }
    }

    private List<Played> matches() {
        return tx.list(MATCHES, row -> {
            List<String> names = MatchRows.names(row.textOrNull(3));
            return new Played(
                    row.number(1),
                    row.textOrNull(2),
                    names,
                    MatchRows.scores(names, MatchRows.numbers(row.textOrNull(4))),
                    MatchRows.numbers(row.textOrNull(5)),
                    row.textOrNull(6),
                    row.textOrNull(7) != null);
        });
    }

    /** The wins, losses and draws that the matches of this program make, by agent. */
    Map<String, long[]> ends() {
        Map<String, long[]> ends = new TreeMap<>();
        for (Played match : matches()) {
            for (int i = 0; match.readable() && i < match.agents().size(); i++) {
                ends.computeIfAbsent(match.agents().get(i), name -> new long[3])[place(match.scores(), i)]++;
            }
        }
        return ends;
    }

    private static int place(double[] scores, int agent) {
        int end = Elo.end(scores, agent);
        return end == 1 ? 0 : end == -1 ? 1 : 2;
    }

    /**
     * Plays and writes.
     *
     * @param before what {@link #ends} said before, of which the counters are the sums
     */
    void write(Map<String, long[]> before) {
        Map<String, long[]> after = ends();
        Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .forEach(name ->
                        correct(name, before.getOrDefault(name, new long[3]), after.getOrDefault(name, new long[3])));
        load(after);
        matches().forEach(this::play);
        tx.batch("UPDATE matches SET elo_changes = ? WHERE id = ?", changed, values -> values);
        tx.batch("UPDATE elo_history SET elo = ? WHERE agent_name = ? AND debate_id = ?", history, values -> values);
        agents.forEach((name, agent) -> tx.update("UPDATE ratings SET elo = ? WHERE agent_name = ?", agent.elo, name));
        if (!imported) {
            tx.update("DELETE FROM domain_ratings");
            agents.forEach(this::putDomains);
        }
        agents.keySet().forEach(this::putDomainElos);
    }

    /** Matches in which both took part were two matches of the one, and are one now. */
    private void correct(String name, long[] was, long[] is) {
        tx.update("""
                UPDATE ratings SET wins = COALESCE(wins, 0) + ?, losses = COALESCE(losses, 0) + ?,
                    draws = COALESCE(draws, 0) + ? WHERE agent_name = ?""", is[0] - was[0], is[1] - was[1], is[2] - was[2], name);
    }

    private void load(Map<String, long[]> ends) {
        tx.each("""
                SELECT agent_name, base_elo, COALESCE(wins, 0) + COALESCE(losses, 0) + COALESCE(draws, 0), imported
                FROM ratings WHERE agent_name IS NOT NULL""", row -> {
            Agent agent = new Agent(row.real(2));
            long[] ours = ends.getOrDefault(row.text(1), new long[3]);
            if (row.number(4) != 0) {
                imported = true;
                agent.played = row.number(3) - ours[0] - ours[1] - ours[2];
            }
            agents.put(row.text(1), agent);
        });
    }

    private void play(Played match) {
        if (!match.readable()) {
            match.changes().forEach((name, change) -> agent(name).elo += change);
            return;
        }
        List<Agent> seats = match.agents().stream().map(this::agent).toList();
        double[] before = seats.stream().mapToDouble(seat -> seat.elo).toArray();
        double[] after =
                Elo.after(before, seats.stream().mapToLong(seat -> seat.played).toArray(), match.scores());
        Map<String, Double> changes = new LinkedHashMap<>();
        for (int i = 0; i < after.length; i++) {
            String name = match.agents().get(i);
            changes.put(name, after[i] - before[i]);
            seats.get(i).elo = after[i];
            seats.get(i).played++;
            history.add(Tx.values(after[i], name, match.debate()));
        }
        changed.add(Tx.values(Json.write(changes), match.id()));
        if (match.domain() != null) {
            playDomain(match, seats, match.domain());
        }
    }

    private static void playDomain(Played match, List<Agent> seats, String name) {
        List<Domain> domains = seats.stream()
                .map(seat -> seat.domains.computeIfAbsent(name, any -> new Domain()))
                .toList();
        double[] after = Elo.after(
                domains.stream().mapToDouble(one -> one.elo).toArray(),
                domains.stream().mapToLong(one -> one.played).toArray(),
                match.scores());
        for (int i = 0; i < after.length; i++) {
            domains.get(i).elo = after[i];
            domains.get(i).played++;
            domains.get(i).ends[place(match.scores(), i)]++;
        }
    }

    private void putDomains(String name, Agent agent) {
        agent.domains.forEach((domain, one) -> tx.update(
                "INSERT INTO domain_ratings (domain, agent_name, elo, matches, wins, losses, draws)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                domain,
                name,
                one.elo,
                one.played,
                one.ends[0],
                one.ends[1],
                one.ends[2]));
    }

    private void putDomainElos(String name) {
        Map<String, Double> elos = new TreeMap<>();
        tx.each(
                "SELECT domain, elo FROM domain_ratings WHERE agent_name = ?",
                row -> elos.put(row.text(1), row.real(2)),
                name);
        if (!elos.isEmpty()) {
            tx.update("UPDATE ratings SET domain_elos = ? WHERE agent_name = ?", Json.write(elos), name);
        }
    }

    /** An agent that plays without a row is one whose row was deleted. */
    private Agent agent(String name) {
        return agents.computeIfAbsent(name, gone -> new Agent(Elo.START));
    }
}
