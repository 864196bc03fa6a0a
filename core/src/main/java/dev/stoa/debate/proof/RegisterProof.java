package dev.stoa.debate.proof;

import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.session.Register;
import dev.stoa.debate.session.RegisterEntry;
import dev.stoa.debate.session.RegisterEntry.Kind;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the register of sessions against the rows that it covers. Stateless. */
public final class RegisterProof {
    private static final String CHECK = "register";

    private RegisterProof() {}

    /** Holds a session against its own entries; the rest of the register is another question. */
    static void session(Tx tx, SessionRow row, long last, Finding finding) {
        List<RegisterEntry> entries = RegisterEntry.COLUMNS.list(tx, "WHERE session_id = ? ORDER BY seq", row.id());
        RegisterEntry first = entries.isEmpty() ? null : entries.getFirst();
        if (first == null || first.kind() != Kind.CREATED) {
            finding.found(CHECK, 1, "id of the session", "a session that the register has", row.id());
            return;
        }
        finding.unlessSame(
                CHECK,
                1,
                "created_at of the session",
                first.at(),
                row.createdAt().truncatedTo(ChronoUnit.MILLIS));
        finding.unlessSame(
                CHECK, 1, named(first), Json.canonical(first.data()), Json.canonical(Json.kept(Register.birth(row))));
        RegisterEntry seal = entries.stream()
                .filter(entry -> entry.kind() == Kind.SEALED)
                .reduce((before, after) -> after)
                .orElse(null);
        if (seal != null) {
            String rest = Json.canonical(Json.kept(Register.rest(tx, row)));
            finding.unlessSame(CHECK, last, named(seal), Json.canonical(seal.data()), rest);
        } else if (row.status().isTerminal()) {
            finding.found(
                    CHECK,
                    last,
                    "status of the session",
                    "a session that is not sealed",
                    row.status().text());
        }
    }

    private static String named(RegisterEntry entry) {
        return "the session, " + entry.kind().text() + " by entry " + entry.seq();
    }

    /** Follows the whole register, and looks for sessions that it does not have or that are gone. */
    static RegisterReport report(Tx tx) {
        RegisterWalk walk = new RegisterWalk(tx);
        try {
            walk.run();
        } catch (RuntimeException e) {
            walk.broken(Replay.damage(e));
        }
        return walk.report();
    }

    /** What a deep examination asks: where the register does not hold, in words. */
    public static List<String> violations(Tx tx, int most) {
        return report(tx).mismatches().stream()
                .limit(most)
                .map(found -> found.told("entry"))
                .toList();
    }

    static Mismatch mismatch(long entry, String field, @Nullable Object expected, @Nullable Object found) {
        return Mismatch.of(
                CHECK,
                entry,
                field,
                expected == null ? null : expected.toString(),
                found == null ? null : found.toString());
    }
}
