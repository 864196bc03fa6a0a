package dev.stoa.debate;

import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.EventChain;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What always holds in the debate archive and needs hashing or the clock, as a deep examination checks it. Stateless. */
final class DebateInvariants {
    private DebateInvariants() {}

    /** Sessions whose end, outcome or words contradict each other. */
    static List<String> d1(Tx tx, int most) {
        List<String> violations = new ArrayList<>(tx.list(DebateInvariantSql.D1, row -> row.text(1)));
        tx.each("SELECT id, outcome, outcome_sha256 FROM debate_sessions WHERE status = 'completed'", row -> {
            String hash = Json.sha256(StoredJson.object(row.textOrNull(2)));
            if (!hash.equals(row.textOrNull(3))) {
                violations.add("outcome_sha256 of session " + row.text(1));
            }
        });
        return violations.stream().limit(most).toList();
    }

    /** Turns out of order, in a wrong phase, or shown what was not there yet. */
    static List<String> d2(Tx tx, int most) {
        return rows(tx, most, tx.dialect().pick(DebateInvariantSql.D2_SQLITE, DebateInvariantSql.D2_POSTGRES));
    }

    /** Chains that do not hold. */
    static List<String> d3(Tx tx, int most) {
        List<String> violations = new ArrayList<>();
        Walk walk = new Walk(violations);
        tx.each(
                DebateEvent.COLUMNS.select("ORDER BY session_id, seq"),
                row -> walk.step(DebateEvent.COLUMNS.read(row)));
        violations.addAll(tx.list(DebateInvariantSql.D3, row -> row.text(1)));
        violations.addAll(tx.list(
                tx.dialect().pick(DebateInvariantSql.D3_STORED_SQLITE, DebateInvariantSql.D3_STORED_POSTGRES),
                row -> row.text(1)));
        return violations.stream().limit(most).toList();
    }

    /** Follows the events of one session after another. */
    private static final class Walk {
        private final List<String> violations;
        private @Nullable DebateEvent before;
        private boolean ended;

        Walk(List<String> violations) {
            this.violations = violations;
        }

        void step(DebateEvent event) {
            DebateEvent last = before != null && before.sessionId().equals(event.sessionId()) ? before : null;
            ended = last != null && ended;
            String prev = last == null ? EventChain.genesis(event.sessionId()) : last.hash();
            String named = "event " + event.seq() + " of session " + event.sessionId();
            if (event.seq() != (last == null ? 1 : last.seq() + 1)
                    || !event.prevHash().equals(prev)
                    || !event.hash().equals(EventChain.of(event))) {
                violations.add(named);
            } else if (ended && !event.kind().equals("debate_graded")) {
                violations.add(named + " after the end");
            }
            ended |= List.of("debate_completed", "debate_failed", "debate_cancelled")
                    .contains(event.kind());
            before = event;
        }
    }

    /** Ballots that could not have been counted so. */
    static List<String> d5(Tx tx, int most) {
        return rows(tx, most, tx.dialect().pick(DebateInvariantSql.D5_SQLITE, DebateInvariantSql.D5_POSTGRES));
    }

    /** Versions whose numbers, parents, hashes or pass rates are wrong. */
    static List<String> d6(Tx tx, int most) {
        List<String> violations = new ArrayList<>(tx.list(DebateInvariantSql.D6, row -> row.text(1)));
        tx.each("SELECT id, code, code_sha256 FROM code_versions", row -> {
            if (!Objects.equals(Digest.sha256(row.text(2)), row.textOrNull(3))) {
                violations.add("code_sha256 of version " + row.text(1));
            }
        });
        return violations.stream().limit(most).toList();
    }

    /** What should have been taught and is not there. */
    static List<String> d7(Tx tx, int most) {
        return rows(tx, most, tx.dialect().pick(DebateInvariantSql.D7_SQLITE, DebateInvariantSql.D7_POSTGRES));
    }

    /** Lessons and questions that their index or counts do not match, and leases from the future. */
    static List<String> d8(Tx tx, int most) {
        List<String> violations = new ArrayList<>(rows(
                tx,
                most,
                DebateInvariantSql.D8_COUNTS + " UNION ALL "
                        + (tx.dialect() == Dialect.SQLITE
                                ? DebateInvariantSql.D8_SQLITE
                                : DebateInvariantSql.D8_POSTGRES)));
        for (String session : TopicIndex.altered(tx, most)) {
            String question = "question of session " + session;
            // One that is absent from the index is named already.
            if (!violations.contains(question)) {
                violations.add(question);
            }
        }
        return violations.stream().limit(most).toList();
    }

    private static List<String> rows(Tx tx, int most, String sql) {
        return tx.list("SELECT * FROM (" + sql + ") AS violations LIMIT " + most, row -> row.text(1));
    }
}
