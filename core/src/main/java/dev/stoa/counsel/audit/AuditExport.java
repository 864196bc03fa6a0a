package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.function.Consumer;

/** The log as lines of JSON: what it is, then its rows with the values of their columns. Stateless. */
final class AuditExport {
    /** What the first line calls the form of the rest. */
    static final String FORMAT = "stoa.audit.v1";

    private AuditExport() {}

    /** Hands over the lines, without their ends; answers how many rows there are. */
    static long write(Tx tx, String vkey, Consumer<String> line) {
        AuditHead head = AuditHead.read(tx).orElse(new AuditHead(0, RowHasher.FIRST, ""));
        line.accept(Json.write(Json.object(
                "format",
                FORMAT,
                "origin",
                AuditLog.origin(tx),
                "size",
                head.size(),
                "head_hash",
                head.hash(),
                "vkey",
                vkey)));
        long[] rows = new long[1];
        new DatabaseSource(tx).rows(row -> {
            line.accept(Json.write(row.document()));
            rows[0]++;
        });
        return rows[0];
    }
}
