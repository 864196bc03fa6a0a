package dev.stoa.debate;

import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import java.util.List;

/** What was voted in each session, and what was found about its positions. Thread-safe; read-only. */
public final class Ballots {
    private static final String STAGE_ORDER = "CASE stage WHEN 'draft' THEN 1 WHEN 'round' THEN 2 ELSE 3 END";

    // Who never took a turn comes last; left alone, one backend would have it first.
    private static final String TURN_ORDER = "turn_seq NULLS LAST, ";

    private final Archive archive;
    private final String byAgent;
    private final Principal caller;

    private Ballots(Archive archive, Principal caller) {
        this.archive = archive;
        this.byAgent = archive.dialect() == Dialect.SQLITE ? "agent_id" : "agent_id COLLATE \"C\"";
        this.caller = caller;
    }

    /** The ballots in an archive of {@link DebateArchive#SCHEMA}. */
    public static Ballots over(Archive archive) {
        return new Ballots(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Ballots as(Principal other) {
        return new Ballots(archive, other);
    }

    /** The ballots of a session: drafts, rounds, then the deciding ones. */
    @Needs(Right.READ)
    public List<BallotRow> all(String session) {
        Rights.check(caller);
        return BallotRow.COLUMNS.list(
                archive,
                "WHERE session_id = ? ORDER BY " + STAGE_ORDER + ", round, attempt, " + TURN_ORDER + byAgent,
                session);
    }

    /** One page of the ballots of a session, in the same order. */
    @Needs(Right.READ)
    public Page<BallotRow> page(String session, Page.Request request) {
        Rights.check(caller);
        return request.within(
                all(session),
                row -> row.stage().text() + " " + row.round() + " " + row.attempt() + " " + row.agentId());
    }

    /** The ballots of one stage of a session. */
    @Needs(Right.READ)
    public List<BallotRow> of(String session, Stage stage) {
        Rights.check(caller);
        return BallotRow.COLUMNS.list(
                archive,
                "WHERE session_id = ? AND stage = ? ORDER BY round, attempt, " + TURN_ORDER + byAgent,
                session,
                stage.text());
    }

    /** Who moved to which option in a session, in the order in which they did. */
    @Needs(Right.READ)
    public List<FlipRow> flips(String session) {
        Rights.check(caller);
        return FlipRow.COLUMNS.list(archive, "WHERE session_id = ? ORDER BY to_turn_seq, " + byAgent, session);
    }

    /** The checks run on the positions of a session, in their order. */
    @Needs(Right.READ)
    public List<CheckRow> checks(String session) {
        Rights.check(caller);
        return CheckRow.COLUMNS.list(
                archive,
                "WHERE session_id = ? ORDER BY turn_seq, checker"
                        + archive.dialect().pick("", " COLLATE \"C\""),
                session);
    }
}
