package dev.stoa.engine.tunnel;

import static dev.stoa.engine.tunnel.LawResult.Condition.atLeast;
import static dev.stoa.engine.tunnel.LawResult.Condition.atMost;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs that show whether the laws hold. Immutable.
 *
 * @param table law 1: a round-table of two rounds
 * @param believing law 2: five rounds among agents that sometimes recognise the truth
 * @param byRounds law 3: agents that cannot, by the number of rounds; of five also for law 2
 * @param oneFamily law 4: the votes of agents that err together
 * @param families law 4: and of such that do not
 * @param sound law 5: decided by the lead, by topology
 * @param sabotaged law 5: the same with one of the others faulty
 * @param byTopology law 6
 * @param ladder law 7
 * @param longTable law 7: what it is held against
 */
public record LawRuns(
        TunnelRow table,
        TunnelRow believing,
        Map<Integer, TunnelRow> byRounds,
        TunnelRow oneFamily,
        TunnelRow families,
        Map<Topology, TunnelRow> sound,
        Map<Topology, TunnelRow> sabotaged,
        Map<Topology, TunnelRow> byTopology,
        TunnelRow ladder,
        TunnelRow longTable) {
    /** How many questions the margins of the bounds are made for. */
    public static final int QUESTIONS = 4_000;

    /** How often agents take the turn in all of them, for each question; the ladder's less where it agrees. */
    public static final int TURNS_PER_QUESTION = 10 + 25 + 100 + 5 + 5 + 2 * 3 * 21 + 4 * 12 + 10 + 15;

    private static final List<Integer> ROUNDS = List.of(1, 2, 3, 5, 9);
    private static final List<Topology> LED = List.of(Topology.STAR, Topology.TREE, Topology.CHAIN);
    private static final String TALKING = "sim:?conformity=.1&verify=.1";

    /** Runs all of them. */
    public static LawRuns of(Tunnel tunnel, int questions, long seed) {
        Bounds.whole("questions", questions, 1, Experiment.MOST_QUESTIONS);
        Bounds.whole("seed", seed, 0, Long.MAX_VALUE);
        Map<Integer, TunnelRow> byRounds = new LinkedHashMap<>();
        for (int rounds : ROUNDS) {
            byRounds.put(rounds, tunnel.run(table("5xsim:?conformity=.2", rounds, null, seed), questions));
        }
        Map<Topology, TunnelRow> sound = new EnumMap<>(Topology.class);
        Map<Topology, TunnelRow> sabotaged = new EnumMap<>(Topology.class);
        for (Topology topology : LED) {
            Setup led = setup("7xsim:?accuracy=.7&pool=.5", Preset.ROUND_TABLE, 2, topology, Decision.LEAD, seed);
            sound.put(topology, tunnel.run(led, questions));
            sabotaged.put(topology, tunnel.run(led.sabotaged(), questions));
        }
        Map<Topology, TunnelRow> byTopology = new EnumMap<>(Topology.class);
        for (Topology topology : Topology.values()) {
            byTopology.put(topology, tunnel.run(table("6x" + TALKING, 2, topology, seed), questions));
        }
        return new LawRuns(
                tunnel.run(table("5x" + TALKING, 2, null, seed), questions),
                tunnel.run(table("5xsim:?conformity=.2&verify=.3", 5, null, seed), questions),
                byRounds,
                tunnel.run(vote("5xsim:?correlation=.6&family=x", seed), questions),
                tunnel.run(vote("5xsim:?correlation=.6", seed), questions),
                sound,
                sabotaged,
                byTopology,
                tunnel.run(
                        setup("5x" + TALKING, Preset.LADDER, 2, Topology.GRAPH_MESH, Decision.VOTE, seed), questions),
                tunnel.run(table("5x" + TALKING, 3, null, seed), questions));
    }

    private static Setup table(String panel, int rounds, @Nullable Topology topology, long seed) {
        return setup(panel, Preset.ROUND_TABLE, rounds, topology, Decision.VOTE, seed);
    }

    private static Setup vote(String panel, long seed) {
        return setup(panel, Preset.VOTE, 1, null, Decision.VOTE, seed);
    }

    private static Setup setup(
            String panel, Preset preset, int rounds, @Nullable Topology topology, Decision decision, long seed) {
        return Setup.of(
                SimPanel.parse(panel),
                new Setup.Choice(
                        preset, topology, VotingRule.PLURALITY, rounds, 0.75, decision, preset == Preset.LADDER),
                Experiment.OPTIONS,
                seed);
    }

    /** The run of {@code rounds} rounds among agents that cannot recognise the truth. */
    TunnelRow rounds(int rounds) {
        return row(byRounds, rounds);
    }

    static <K> TunnelRow row(Map<K, TunnelRow> rows, K key) {
        TunnelRow row = rows.get(key);
        if (row == null) {
            throw new IllegalArgumentException("there is no run of " + key);
        }
        return row;
    }

    /** Whether each law holds. */
    public List<LawResult> results() {
        return List.of(vote(), martingale(), rounds(), heterogeneity(), resilience(), sparse(), agreement());
    }

    private LawResult vote() {
        double byVote = table.draftVoteAccuracy() - table.soloAccuracy();
        return new LawResult(
                1,
                "the vote explains most of the gain",
                List.of(
                        atLeast("draft vote - solo", byVote, 0.10),
                        atLeast(
                                "draft vote - solo, to 0.6 of accuracy - solo",
                                byVote,
                                0.6 * (table.accuracy() - table.soloAccuracy()))));
    }

    private LawResult martingale() {
        List<Double> blind = rounds(5).belief();
        double furthest = blind.stream()
                .mapToDouble(belief -> Math.abs(belief - blind.getFirst()))
                .max()
                .orElse(0);
        List<Double> seeing = believing.belief();
        return new LawResult(
                2,
                "belief does not drift without verification",
                List.of(
                        atMost("furthest belief from the first, verify 0", furthest, 0.025),
                        atLeast("last belief - first, verify .3", seeing.getLast() - seeing.getFirst(), 0.20)));
    }

    private LawResult rounds() {
        List<LawResult.Condition> conditions = new ArrayList<>();
        for (int i = 1; i < ROUNDS.size(); i++) {
            conditions.add(atMost(
                    "accuracy of " + ROUNDS.get(i) + " rounds, to that of " + ROUNDS.get(i - 1) + " + .02",
                    rounds(ROUNDS.get(i)).accuracy(),
                    rounds(ROUNDS.get(i - 1)).accuracy() + 0.02));
        }
        conditions.add(atLeast(
                "accuracy of 1 round - of 9",
                rounds(ROUNDS.getFirst()).accuracy() - rounds(ROUNDS.getLast()).accuracy(),
                0.10));
        return new LawResult(3, "more rounds before the vote hurt", conditions);
    }

    private LawResult heterogeneity() {
        return new LawResult(
                4,
                "heterogeneity helps",
                List.of(atLeast("five families - one", families.accuracy() - oneFamily.accuracy(), 0.06)));
    }

    private LawResult resilience() {
        double chain = drop(Topology.CHAIN);
        return new LawResult(
                5,
                "a hierarchy withstands a faulty agent, a chain does not",
                List.of(
                        atMost("drop of star, to 0.7 of chain", drop(Topology.STAR), 0.7 * chain),
                        atMost("drop of tree, to 0.7 of chain", drop(Topology.TREE), 0.7 * chain),
                        atLeast("drop of chain", chain, 0.15)));
    }

    private double drop(Topology topology) {
        return row(sound, topology).accuracy() - row(sabotaged, topology).accuracy();
    }

    private LawResult sparse() {
        TunnelRow mesh = row(byTopology, Topology.GRAPH_MESH);
        List<LawResult.Condition> conditions = new ArrayList<>();
        for (Topology topology : LED) {
            TunnelRow row = row(byTopology, topology);
            conditions.add(atLeast(
                    "accuracy of " + topology.text() + ", to mesh - .04", row.accuracy(), mesh.accuracy() - 0.04));
            conditions.add(atMost(
                    "tokens_in of " + topology.text() + " / mesh", (double) row.tokensIn() / mesh.tokensIn(), 0.65));
        }
        return new LawResult(6, "sparse topologies are like the mesh, for fewer tokens", conditions);
    }

    private LawResult agreement() {
        return new LawResult(
                7,
                "debating only on disagreement is cheaper",
                List.of(
                        atLeast(
                                "accuracy of ladder, to round-table - .02",
                                ladder.accuracy(),
                                longTable.accuracy() - 0.02),
                        atMost("tokens of ladder / round-table", (double) ladder.tokens() / longTable.tokens(), 0.5)));
    }

    /** The runs as pictures, by the name of their file. */
    public Map<String, Plot> plots() {
        return LawPlots.of(this);
    }
}
