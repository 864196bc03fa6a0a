package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.ElectableOptions;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Tally.Elected;
import dev.stoa.debate.rules.voting.Voting;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.rules.voting.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The simplest loop that holds a simulated debate: seats, a topology and rounds, with no engine and no record. */
public final class Panel {
    public final SimRules question;
    final int seats;
    final Topology topology;
    final List<SimParams> params;
    public final int[] drafts;
    final int[] holdings;
    public int tokens;
    public int rightToWrong;
    public int wrongToRight;
    public int wrongToWrong;

    public Panel(SimRules question, Topology topology, List<SimParams> params) {
        this.question = question;
        this.topology = topology;
        this.params = params;
        seats = params.size();
        drafts = IntStream.range(0, seats)
                .map(seat -> question.draft(name(seat), params.get(seat)))
                .toArray();
        holdings = drafts.clone();
        tokens = seats * (SimRules.tokensIn(0) + SimRules.TOKENS_OUT);
    }

    public static String name(int seat) {
        return "a" + seat;
    }

    /** A later round: wave by wave, each seat seeing what its neighbours hold by then. */
    public void round(int round) {
        for (List<Integer> wave : topology.waves(seats, 0)) {
            int[] before = holdings.clone();
            for (int seat : wave) {
                int own = before[seat];
                int next = question.revise(name(seat), params.get(seat), round, own, seen(seat, before));
                tokens += SimRules.tokensIn(1 + topology.sees(seats, 0, seat).size()) + SimRules.TOKENS_OUT;
                holdings[seat] = next;
                if (next != own) {
                    count(own, next);
                }
            }
        }
    }

    /** The ballots that are asked for where the lead decides. */
    public void ballots(int round) {
        for (List<Integer> wave : topology.waves(seats, 0)) {
            int[] before = holdings.clone();
            for (int seat : wave) {
                holdings[seat] = question.ballot(name(seat), params.get(seat), round, before[seat], seen(seat, before));
            }
        }
    }

    private List<Integer> seen(int seat, int[] held) {
        return topology.sees(seats, 0, seat).stream().map(other -> held[other]).toList();
    }

    private void count(int own, int next) {
        if (own == question.truth()) {
            rightToWrong++;
        } else if (next == question.truth()) {
            wrongToRight++;
        } else {
            wrongToWrong++;
        }
    }

    public int right() {
        return (int) Arrays.stream(holdings)
                .filter(option -> option == question.truth())
                .count();
    }

    public Tally vote() {
        return Voting.tally(VotingRule.PLURALITY, cast(holdings), paper(true), seats, 1);
    }

    /** The plurality of the drafts, with nothing to part equals. */
    public Tally draftVote() {
        return Voting.tally(VotingRule.PLURALITY, cast(drafts), paper(false), seats, 1);
    }

    public Tally byLead() {
        return Voting.byLead(VotingRule.PLURALITY, cast(holdings), paper(true), seats, 1, topology.decider(seats, 0));
    }

    public boolean isRight(Tally tally) {
        return tally instanceof Elected elected && elected.option() == question.truth();
    }

    private ElectableOptions paper(boolean withDrafts) {
        Map<Integer, Integer> votes = new HashMap<>();
        if (withDrafts) {
            Arrays.stream(drafts).forEach(option -> votes.merge(option, 1, Integer::sum));
        }
        return new ElectableOptions(List.of(0, 1, 2, 3), votes);
    }

    private List<Ballot> cast(int[] choices) {
        List<Weights.Cast> casts = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            casts.add(new Weights.Cast(seat, choices[seat], List.of(), 0.6, 0, 0, 1, name(seat), null));
        }
        return Weights.ballots(casts, paper(false));
    }
}
