package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A board that counts simulated matches, played from the first match on. For one unit of work. Ratings are kept of real
 * matches only, so it costs as much as there are matches.
 */
final class SimulatedBoard {
    private final Tx tx;
    private final BoardQuery query;
    private final Map<String, Agent> agents = new TreeMap<>(PairWriter.BYTEWISE);

    SimulatedBoard(Tx tx, BoardQuery query) {
        if (query.by() == BoardQuery.By.BT) {
            throw Bounds.invalid("by bt is a fit of real matches only", "ask by elo, or exclude what is simulated");
        }
        this.tx = tx;
        this.query = query;
    }

    private static final class Agent {
        private double elo = Elo.START;
        private long wins;
        private long losses;
        private long draws;

        private long played() {
            return wins + losses + draws;
        }
    }

    List<Standing> standings() {
        if (query.simulated() == Simulated.INCLUDE && query.domain() == null) {
            // What another program's matches made of an agent is believed.
            tx.each(
                    "SELECT agent_name, base_elo FROM ratings WHERE imported <> 0 AND agent_name IS NOT NULL",
                    row -> agent(row.text(1)).elo = row.real(2));
        }
        tx.each(
                "SELECT participants, scores FROM matches WHERE (rated = 1 OR simulated = 1)"
                        + query.simulated().and("simulated") + (query.domain() == null ? "" : " AND domain = ?")
                        + " ORDER BY id",
                row -> {
                    List<String> names = MatchRows.names(row.textOrNull(1));
                    play(names, MatchRows.scores(names, MatchRows.numbers(row.textOrNull(2))));
                },
                query.domain() == null ? Tx.values() : Tx.values(query.domain()));
        List<Map.Entry<String, Agent>> best = new ArrayList<>(agents.entrySet());
        // Sorting keeps the order of equals, which is that of their names.
        best.sort(Comparator.comparingDouble(entry -> -entry.getValue().elo));
        List<Standing> standings = new ArrayList<>();
        for (Map.Entry<String, Agent> entry : best.subList(0, Math.min(query.limit(), best.size()))) {
            Agent agent = entry.getValue();
            standings.add(new Standing(
                    standings.size() + 1,
                    entry.getKey(),
                    agent.elo,
                    Elo.provisional(agent.played()),
                    null,
                    null,
                    null,
                    agent.wins,
                    agent.losses,
                    agent.draws));
        }
        return standings;
    }

    private Agent agent(String name) {
        return agents.computeIfAbsent(name, any -> new Agent());
    }

    private void play(List<String> names, double[] scores) {
        if (names.size() < 2 || scores.length < names.size()) {
            return;
        }
        List<Agent> seats = names.stream().map(this::agent).toList();
        double[] after = Elo.after(
                seats.stream().mapToDouble(seat -> seat.elo).toArray(),
                seats.stream().mapToLong(Agent::played).toArray(),
                scores);
        for (int i = 0; i < after.length; i++) {
            Agent seat = seats.get(i);
            seat.elo = after[i];
            switch (Elo.end(scores, i)) {
                case 1 -> seat.wins++;
                case -1 -> seat.losses++;
                default -> seat.draws++;
            }
        }
    }
}
