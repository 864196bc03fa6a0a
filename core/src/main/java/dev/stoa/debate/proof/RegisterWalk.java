package dev.stoa.debate.proof;

import dev.stoa.base.TextEnum;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.session.Register;
import dev.stoa.debate.session.RegisterEntry;
import dev.stoa.debate.session.RegisterEntry.Kind;
import dev.stoa.debate.session.SessionRow.Status;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One walk along the register of sessions, from its first entry to its head. For one reading by one thread. */
final class RegisterWalk {
    private final Tx tx;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Map<String, Known> sessions = new LinkedHashMap<>();
    private String head = RegisterEntry.GENESIS;
    private long entries;

    /** What the register says of a session so far. */
    private static final class Known {
        private long last;
        private @Nullable Kind kind;
        private @Nullable String chainHead;
        private @Nullable RegisterEntry deletion;
    }

    RegisterWalk(Tx tx) {
        this.tx = tx;
    }

    RegisterReport report() {
        return new RegisterReport(entries, mismatches);
    }

    void run() {
        tx.each(RegisterEntry.COLUMNS.select("ORDER BY seq"), row -> {
            RegisterEntry entry = RegisterEntry.COLUMNS.read(row);
            // Where texts are kept as they were written, also white space is a change.
            if (tx.dialect() == Dialect.SQLITE) {
                same(
                        entry.seq(),
                        "data of entry " + entry.seq(),
                        Json.canonical(entry.data()),
                        RegisterEntry.COLUMNS.raw(row, "data"));
            }
            follow(entry);
        });
        same(
                entries,
                "entries of the head",
                entries,
                tx.one("SELECT entries FROM debate_register_head WHERE id = 1", row -> row.number(1))
                        .orElse(0L));
        same(
                entries,
                "hash of the head",
                head,
                tx.one("SELECT hash FROM debate_register_head WHERE id = 1", row -> row.text(1))
                        .orElse(RegisterEntry.GENESIS));
        sessions();
        tombstones();
        sessions.forEach((id, known) -> {
            if (known.deletion == null) {
                note(known.last, "session " + id, "a session or its tombstone", null);
            } else {
                note(known.last, "tombstone of session " + id, "a tombstone", null);
            }
        });
    }

    /** What follows cannot be read. */
    void broken(RuntimeException why) {
        note(entries + 1, "rows of the register", "rows that can be read", why.getMessage());
    }

    private void follow(RegisterEntry entry) {
        entries++;
        String of = " of entry " + entry.seq();
        same(entry.seq(), "seq" + of, entries, entry.seq());
        same(entry.seq(), "prev_hash" + of, head, entry.prevHash());
        same(entry.seq(), "hash" + of, entry.chained(), entry.hash());
        head = entry.hash();
        Known known = sessions.computeIfAbsent(entry.sessionId(), id -> new Known());
        boolean fits = switch (entry.kind()) {
            case CREATED -> known.kind == null;
            case SEALED -> known.kind == Kind.CREATED || known.kind == Kind.SEALED;
            // Of sessions that were deleted before there was a register only the tombstone is known.
            case DELETED -> known.kind == null || known.kind == Kind.SEALED;
        };
        if (!fits) {
            note(
                    entry.seq(),
                    "kind" + of,
                    "one that can follow " + told(known.kind),
                    entry.kind().text());
        }
        if (entry.kind() == Kind.DELETED) {
            known.deletion = entry;
            if (known.kind != null) {
                same(
                        entry.seq(),
                        "chain_head" + of,
                        known.chainHead,
                        entry.data().get("chain_head"));
            }
        }
        known.chainHead = Objects.toString(entry.data().get("chain_head"), null);
        known.kind = entry.kind();
        known.last = entry.seq();
    }

    private static String told(@Nullable Kind kind) {
        return kind == null ? "nothing" : kind.text();
    }

    /** Every session that there is was entered, is not deleted, and is sealed if it has ended. */
    private void sessions() {
        tx.each("SELECT id, status FROM debate_sessions ORDER BY created_at, id", row -> {
            String id = row.text(1);
            Known known = sessions.remove(id);
            boolean ended = TextEnum.of("status", Status.values(), row.text(2)).isTerminal();
            if (known == null) {
                note(entries, "session " + id, null, "a session that was never entered");
            } else if (known.deletion != null) {
                note(known.last, "session " + id, null, "a session that was deleted");
            } else if (ended != (known.kind == Kind.SEALED)) {
                note(known.last, "status of session " + id, ended ? "sealed" : "not sealed", told(known.kind));
            }
        });
    }

    /** Every tombstone is that of a deletion. */
    private void tombstones() {
        tx.each(
                "SELECT session_id, debate_id, chain_head, deleted_at, reason FROM debate_tombstones ORDER BY session_id",
                row -> {
                    String id = row.text(1);
                    String named = "the tombstone of session " + id;
                    Known known = sessions.remove(id);
                    RegisterEntry deletion = known == null ? null : known.deletion;
                    if (deletion == null) {
                        note(entries, "session_id of " + named, "a session that was deleted", id);
                        return;
                    }
                    same(deletion.seq(), "deleted_at of " + named, deletion.at(), Finding.time(row, 4));
                    same(
                            deletion.seq(),
                            named,
                            Json.canonical(deletion.data()),
                            Json.canonical(Register.death(row.text(2), row.textOrNull(3), row.textOrNull(5))));
                });
    }

    private void same(long entry, String field, @Nullable Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            note(entry, field, expected, found);
        }
    }

    private void note(long entry, String field, @Nullable Object expected, @Nullable Object found) {
        mismatches.add(RegisterProof.mismatch(Math.max(entry, 1), field, expected, found));
    }
}
