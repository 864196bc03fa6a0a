package dev.stoa.debate.session;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes counts of votes: the ballots, the changes of mind, and what the event says of them. Stateless. */
public final class TallyTable {
    private TallyTable() {}

    public static List<BallotRow> ballots(String session, DebateConfig config, CountRecord counted) {
        List<BallotRow> rows = new ArrayList<>();
        for (Ballot ballot : counted.ballots()) {
            int turn = counted.turns().get(ballot.seat());
            rows.add(new BallotRow(
                    session,
                    counted.stage(),
                    counted.round(),
                    counted.attempt(),
                    config.agent(ballot.seat()),
                    turn == 0 ? null : (Long) (long) turn,
                    ballot.valid() ? Options.key(ballot.choice()) : null,
                    ballot.ranking().stream().map(Options::key).toList(),
                    ballot.valid() ? (Double) Json.rounded(ballot.confidence()) : null,
                    ballot.valid() ? ballot.weight() : null,
                    ballot.valid(),
                    ballot.counted(),
                    ballot.reason()));
        }
        return rows;
    }

    public static List<FlipRow> flips(String session, DebateConfig config, CountRecord counted) {
        List<FlipRow> rows = new ArrayList<>();
        for (Flip flip : counted.flips()) {
            rows.add(new FlipRow(
                    session,
                    config.agent(flip.seat()),
                    flip.toTurn(),
                    flip.fromTurn(),
                    Options.key(flip.from()),
                    Options.key(flip.to()),
                    flip.supporters().stream().map(config::agent).toList()));
        }
        return rows;
    }

    static void insert(Tx tx, List<BallotRow> ballots, List<FlipRow> flips) {
        ballots.forEach(row -> BallotRow.COLUMNS.insert(tx, row));
        flips.forEach(row -> FlipRow.COLUMNS.insert(tx, row));
    }

    /** What the event of a count says: its result, and the hashes of its rows. */
    public static Map<String, @Nullable Object> event(
            CountRecord counted, List<BallotRow> ballots, List<FlipRow> flips) {
        Tally tally = counted.tally();
        return Json.object(
                "stage", counted.stage().text(),
                "round", counted.round(),
                "attempt", counted.attempt(),
                "winner", Options.keyOrNull(tally.winner()),
                "reason", tally instanceof Tally.None none ? none.reason() : null,
                "consensus", Json.rounded(tally.consensus()),
                "ballots_sha256",
                        Json.sha256(
                                ballots.stream().map(BallotRow.COLUMNS::hashed).toList()),
                "flips_sha256",
                        Json.sha256(flips.stream().map(FlipRow.COLUMNS::hashed).toList()));
    }
}
