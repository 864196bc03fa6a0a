package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.ElectableOptions;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Voting;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.rules.voting.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a count of votes from the record. Stateless. */
public final class VoteCounter {
    private static final Set<String> BY_WORDS = Set.of("hybrid", "contrarian");

    private VoteCounter() {}

    static CountRecord of(DebateRecord record, Stage stage, int round, int attempt) {
        DebateConfig config = record.config();
        List<@Nullable Turn> holdings = new ArrayList<>();
        List<Weights.Cast> casts = new ArrayList<>();
        List<Integer> turns = new ArrayList<>();
        for (int seat = 0; seat < config.size(); seat++) {
            Turn turn = stage == Stage.DRAFT ? Positions.draft(record, seat) : Positions.of(record, seat);
            holdings.add(turn);
            casts.add(cast(record, seat, turn));
            turns.add(turn == null ? 0 : turn.turnSeq());
        }
        ElectableOptions paper = paper(record);
        List<Ballot> ballots = Weights.ballots(casts, paper);
        Tally tally = tally(record, stage, ballots, paper);
        return new CountRecord(stage, round, attempt, ballots, turns, tally, flips(record, holdings));
    }

    /** The paper of a count that is made now. */
    public static ElectableOptions paper(DebateRecord record) {
        return new ElectableOptions(Checks.paper(record), Positions.draftVotes(record));
    }

    private static Tally tally(DebateRecord record, Stage stage, List<Ballot> ballots, ElectableOptions paper) {
        DebateConfig config = record.config();
        VotingRule rule = config.voting().at(stage);
        if (stage == Stage.FINAL && config.decision() == Decision.LEAD) {
            int decider = config.topology().decider(config.size(), record.lead());
            return Voting.byLead(rule, ballots, paper, config.size(), config.quorum(), decider);
        }
        return Voting.tally(rule, ballots, paper, config.size(), config.quorum());
    }

    private static Weights.Cast cast(DebateRecord record, int seat, @Nullable Turn turn) {
        Context.Standing standing = record.context().standings().get(seat);
        if (turn == null) {
            return new Weights.Cast(seat, -1, List.of(), 0, 0, 0, 1, "", why(record, seat));
        }
        double confidence = confidence(turn);
        int tenth = Context.Standing.tenth(confidence);
        return new Weights.Cast(
                seat,
                Positions.option(record, turn),
                turn.said() instanceof Vote vote ? vote.ranking() : List.of(),
                confidence,
                standing.resolved().get(tenth),
                standing.correct().get(tenth),
                standing.voteWeight(),
                family(record.config().seats().get(seat), turn),
                null);
    }

    public static double confidence(Turn turn) {
        Position position = turn.position();
        return turn.said() instanceof Vote vote ? vote.confidence() : position == null ? 0 : position.confidence();
    }

    /**
     * What it shares its errors with: its family, else the model that answered; a simulated seat only itself. Readers of
     * documents that go by words among other things share the errors of the one that goes by words alone.
     */
    private static String family(Seat seat, Turn turn) {
        String family = seat.family();
        if (family != null) {
            return family;
        }
        if (turn.provider().equals("evidence") && BY_WORDS.contains(turn.model())) {
            return "evidence:lexical";
        }
        return turn.provider().equals("sim") ? "sim:" + seat.agent() : turn.provider() + ":" + turn.model();
    }

    /** Why a seat holds nothing: what became of the last thing it was asked for. */
    private static String why(DebateRecord record, int seat) {
        List<Turn> turns = record.turns();
        for (int i = turns.size() - 1; i >= 0; i--) {
            Turn turn = turns.get(i);
            if (turn.seat() == seat && !turn.ok()) {
                return turn.status().text();
            }
        }
        return "no_position";
    }

    /** The changes since the count before; a seat that held nothing then has changed nothing. */
    private static List<Flip> flips(DebateRecord record, List<@Nullable Turn> holdings) {
        if (record.counts().isEmpty()) {
            return List.of();
        }
        List<Flip> flips = new ArrayList<>();
        for (int seat = 0; seat < holdings.size(); seat++) {
            Turn now = holdings.get(seat);
            int before = before(record, seat);
            if (now == null || before == 0 || before == now.turnSeq()) {
                continue;
            }
            int from = Positions.option(record, record.turn(before));
            int to = Positions.option(record, now);
            if (from != to) {
                flips.add(new Flip(seat, before, now.turnSeq(), from, to, supporters(record, now, to)));
            }
        }
        return flips;
    }

    /** The turn of the last count at which a seat held something, or 0. */
    private static int before(DebateRecord record, int seat) {
        for (int i = record.counts().size() - 1; i >= 0; i--) {
            int turn = record.counts().get(i).turns().get(seat);
            if (turn > 0) {
                return turn;
            }
        }
        return 0;
    }

    /** The seats that a turn saw holding an option, ascending. */
    private static List<Integer> supporters(DebateRecord record, Turn turn, int option) {
        return turn.visible().stream()
                .map(record::turn)
                .filter(seen -> seen.seat() != turn.seat() && Positions.option(record, seen) == option)
                .map(Turn::seat)
                .distinct()
                .sorted()
                .toList();
    }
}
