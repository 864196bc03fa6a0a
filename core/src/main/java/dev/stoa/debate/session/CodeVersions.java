package dev.stoa.debate.session;

import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.DebateArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The code of each session, version by version, with what its tests found. Thread-safe; read-only. */
public final class CodeVersions {
    private static final String RESULTS = """
            SELECT r.version_id, r.name, r.status, COALESCE(c.hidden, 0), r.duration_ms, r.message
            FROM code_versions v JOIN code_test_results r ON r.version_id = v.id
            LEFT JOIN code_tests c ON c.session_id = v.session_id AND c.name = r.name
            WHERE v.session_id = ? ORDER BY r.name\
            """;

    private final Archive archive;
    private final Principal caller;

    private CodeVersions(Archive archive, Principal caller) {
        this.archive = archive;
        this.caller = caller;
    }

    /** The versions in an archive of {@link DebateArchive#SCHEMA}. */
    public static CodeVersions over(Archive archive) {
        return new CodeVersions(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public CodeVersions as(Principal other) {
        return new CodeVersions(archive, other);
    }

    /** The versions of a session, first to last. */
    @Needs(Right.READ)
    public List<CodeVersion> all(String session) {
        Rights.check(caller);
        return archive.read(tx -> all(tx, session));
    }

    /** One page of the versions of a session. */
    @Needs(Right.READ)
    public Page<CodeVersion> page(String session, Page.Request request) {
        Rights.check(caller);
        return archive.read(tx -> {
            Map<String, List<CodeVersion.Result>> results = results(tx, session);
            return request.of(
                    tx.list(
                            CodeVersion.SELECT + " AND v.version_number > ? ORDER BY v.version_number LIMIT ?",
                            row -> CodeVersion.of(row, results),
                            session,
                            request.after(0),
                            request.limit() + 1),
                    CodeVersion::versionNumber);
        });
    }

    public static List<CodeVersion> all(Tx tx, String session) {
        Map<String, List<CodeVersion.Result>> results = results(tx, session);
        return tx.list(CodeVersion.SELECT + " ORDER BY v.version_number", row -> CodeVersion.of(row, results), session);
    }

    /** The versions that the turns from one number to another brought, without what tests found. */
    static List<CodeVersion> of(Tx tx, String session, long first, long last) {
        return tx.list(
                CodeVersion.SELECT + " AND t.turn_seq BETWEEN ? AND ? ORDER BY v.version_number",
                row -> CodeVersion.of(row, Map.of()),
                session,
                first,
                last);
    }

    private static Map<String, List<CodeVersion.Result>> results(Tx tx, String session) {
        Map<String, List<CodeVersion.Result>> results = new HashMap<>();
        tx.each(
                RESULTS + tx.dialect().pick("", " COLLATE \"C\""),
                row -> results.computeIfAbsent(row.text(1), id -> new ArrayList<>())
                        .add(new CodeVersion.Result(
                                row.text(2), row.text(3), row.flag(4), row.numberOrNull(5), row.textOrNull(6))),
                session);
        return results;
    }
}
