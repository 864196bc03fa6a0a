package dev.stoa.learning.rating;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of ratings with the matches they come from, played again. For one unit of work. Matches of another
 * program are not played again, for its rules were others; what they changed is believed.
 */
final class RatingReplay {
    private static final double TOLERANCE = 1e-6;

    private final Tx tx;
    private final Map<String, Agent> agents = new TreeMap<>();
    private final Map<String, Map<String, Domain>> domains = new TreeMap<>();
    private final Map<Long, Integer> pairs = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> ofMatches = new ArrayList<>();
    private boolean imported;

    RatingReplay(Tx tx) {
        this.tx = tx;
    }

    /** An agent's row, and what the matches make of it so far. */
    private static final class Agent {
        private final double elo;
        private final long ends;
        private final boolean imported;
        private final Map<String, Double> domainElos;
        private double now;
        private long ours;
        private long played;

        Agent(double elo, double base, long ends, boolean imported, @Nullable String domainElos) {
            this.elo = elo;
            this.ends = ends;
            this.imported = imported;
            this.domainElos = MatchRows.numbers(domainElos);
            this.now = base;
        }
    }

    /** A domain rating as it is stored and as it is played again. */
    private static final class Domain {
        private final double elo;
        private final long matches;
        private double now = Elo.START;
        private long played;

        Domain(double elo, long matches) {
            this.elo = elo;
            this.matches = matches;
        }
    }

    // It lives for one row.
    @SuppressWarnings("ArrayRecordComponent")
    private record Played(
            String debate,
            List<String> agents,
            double[] scores,
            Map<String, Double> changes,
            @Nullable String domain,
            boolean ours,
            long id) {}

    List<String> violations(int most) {
        load();
        each(match -> {
            if (match.ours()) {
                match.agents().forEach(name -> agent(name).ours++);
            }
        });
        for (Agent agent : agents.values()) {
            agent.played = agent.imported ? agent.ends - agent.ours : 0;
        }
        each(this::play);
        agents.forEach(this::compare);
        compareHistory();
        domains.forEach((name, known) -> {
            if (!agents.containsKey(name)) {
                violations.add("domain ratings of " + name + ", who has no rating");
            }
            known.forEach((domain, rating) -> compare(name, domain, rating));
        });
        // One wrong number in a rating makes many matches look wrong; it is named first.
        violations.addAll(ofMatches);
        return violations.subList(0, Math.min(most, violations.size()));
    }

    private void load() {
        tx.each("""
                SELECT agent_name, COALESCE(elo, 1500), base_elo,
                    COALESCE(wins, 0) + COALESCE(losses, 0) + COALESCE(draws, 0), imported, domain_elos
                FROM ratings WHERE agent_name IS NOT NULL""", row -> {
            Agent agent = new Agent(row.real(2), row.real(3), row.number(4), row.number(5) != 0, row.textOrNull(6));
            imported |= agent.imported;
            agents.put(row.text(1), agent);
        });
        tx.each(
                "SELECT agent_name, domain, elo, matches FROM domain_ratings",
                row -> domains.computeIfAbsent(row.text(1), name -> new TreeMap<>())
                        .put(row.text(2), new Domain(row.real(3), row.number(4))));
        tx.each(
                "SELECT match_id, count(*) FROM match_pairs GROUP BY match_id",
                row -> pairs.put(row.number(1), row.integer(2)));
    }

    private interface Step {
        void take(Played match);
    }

    private void each(Step step) {
        tx.each("""
                SELECT id, COALESCE(debate_id, ''), participants, scores, elo_changes, domain, payload_hash
                FROM matches WHERE rated = 1 ORDER BY id""", row -> {
            List<String> names = MatchRows.names(row.textOrNull(3));
            step.take(new Played(
                    row.text(2),
                    names,
                    MatchRows.scores(names, MatchRows.numbers(row.textOrNull(4))),
                    MatchRows.numbers(row.textOrNull(5)),
                    row.textOrNull(6),
                    row.textOrNull(7) != null,
                    row.number(1)));
        });
    }

    private void play(Played match) {
        int n = match.agents().size();
        if (match.ours() && (n < 2 || match.scores().length < n)) {
            ofMatches.add("match " + match.debate() + " has no readable scores");
        } else if (match.ours()) {
            if (pairs.getOrDefault(match.id(), 0) != n * (n - 1) / 2) {
                ofMatches.add("match " + match.debate() + " has " + pairs.getOrDefault(match.id(), 0)
                        + " pairs instead of " + n * (n - 1) / 2);
            }
            List<Agent> seats = match.agents().stream().map(this::agent).toList();
            double[] before = seats.stream().mapToDouble(seat -> seat.now).toArray();
            double[] after = Elo.after(
                    before, seats.stream().mapToLong(seat -> seat.played).toArray(), match.scores());
            for (int i = 0; i < n; i++) {
                double change = match.changes().getOrDefault(match.agents().get(i), Double.NaN);
                if (!near(change, after[i] - before[i])) {
                    ofMatches.add("match " + match.debate() + " changed "
                            + match.agents().get(i) + " by " + change + " instead of " + (after[i] - before[i]));
                }
                seats.get(i).played++;
            }
            playDomain(match);
        }
        match.changes().forEach((name, change) -> agent(name).now += change);
    }

    /** What another program's domain ratings began with is not known, so beside such nothing is played again. */
    private void playDomain(Played match) {
        if (match.domain() == null || imported) {
            return;
        }
        List<Domain> seats = match.agents().stream()
                .map(name -> domains.computeIfAbsent(name, any -> new TreeMap<>())
                        .computeIfAbsent(match.domain(), any -> new Domain(Double.NaN, 0)))
                .toList();
        double[] after = Elo.after(
                seats.stream().mapToDouble(seat -> seat.now).toArray(),
                seats.stream().mapToLong(seat -> seat.played).toArray(),
                match.scores());
        for (int i = 0; i < after.length; i++) {
            seats.get(i).now = after[i];
            seats.get(i).played++;
        }
    }

    private void compare(String name, Agent agent) {
        if (!near(agent.elo, agent.now)) {
            violations.add("rating of " + name + " is " + agent.elo + ", and its matches make it " + agent.now);
        }
        if (agent.ends < agent.ours || (!agent.imported && agent.ends != agent.ours)) {
            violations.add(name + " has " + agent.ends + " wins, losses and draws in " + agent.ours + " rated matches");
        }
        Map<String, Double> stored = new TreeMap<>();
        domains.getOrDefault(name, Collections.emptyMap()).forEach((domain, rating) -> stored.put(domain, rating.elo));
        if (!stored.equals(new TreeMap<>(agent.domainElos))) {
            violations.add("domain_elos of " + name + " are not its domain ratings");
        }
    }

    private void compare(String name, String domain, Domain rating) {
        if (!imported && (!near(rating.elo, rating.now) || rating.matches != rating.played)) {
            violations.add("rating of " + name + " in " + domain + " is " + rating.elo + " after " + rating.matches
                    + " matches, and its " + rating.played + " matches make it " + rating.now);
        }
    }

    private void compareHistory() {
        Map<String, Double> newest = new HashMap<>();
        tx.each("""
                SELECT agent_name, elo FROM elo_history
                WHERE id IN (SELECT max(id) FROM elo_history GROUP BY agent_name)""", row -> newest.put(row.text(1), row.real(2)));
        agents.forEach((name, agent) -> {
            if (agent.ours > 0 && !near(newest.getOrDefault(name, Double.NaN), agent.elo)) {
                violations.add("newest history of " + name + " is " + newest.get(name) + ", its rating " + agent.elo);
            }
        });
    }

    /** An agent that plays without a row is one whose row was deleted. */
    private Agent agent(String name) {
        return agents.computeIfAbsent(name, gone -> new Agent(Double.NaN, Elo.START, 0, false, null));
    }

    private static boolean near(double stored, double replayed) {
        return Math.abs(stored - replayed) <= TOLERANCE;
    }
}
