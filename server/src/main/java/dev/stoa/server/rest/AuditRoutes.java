package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.audit.Audit;
import dev.stoa.counsel.audit.AuditEntry;
import dev.stoa.counsel.audit.Checkpoint;
import dev.stoa.counsel.audit.VerifierKey;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Places;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;

/** The audit log. */
final class AuditRoutes {
    private static final int LONGEST_NOTE = 65_536;

    private final Backend backend;

    AuditRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get("audit", "audit list", "List the entries of the log from the first on.", Scope.READ)
                        .paged(
                                Field.text("type", 1, 64, "Only events of this type, such as query or backup."),
                                Field.whole("after", 0, Long.MAX_VALUE, "Only entries after the one of this number."))
                        .handle(Example.get("audit?limit=2"), this::list),
                Route.get("audit/{seq}", "audit show", "Show one entry.", Scope.READ)
                        .handle(Example.get("audit/1"), this::show),
                Route.post("audit/verify", "audit verify", "Verify the log.", Scope.OPERATE, Repeat.SAFE)
                        .body(
                                Field.texts("checkpoints", 1_000, "Signed checkpoints that were kept elsewhere."),
                                Field.text("key", 1, 1_000, "Key that signed them (default: that of the server)"))
                        .mark(Route.Mark.VERIFIES)
                        .errors("busy")
                        .handle(Example.send("audit/verify", "{}"), this::verify),
                Route.get("audit/checkpoints", "audit checkpoints", "List the signed checkpoints.", Scope.READ)
                        .paged(Field.whole("size", 0, Long.MAX_VALUE, "Only what vouches for this number of entries."))
                        .handle(Example.get("audit/checkpoints"), this::checkpoints),
                Route.post("audit/checkpoints", "audit checkpoint", "Sign the log.", Scope.OPERATE, Repeat.STATE)
                        .handle(Example.get("audit/checkpoints"), this::sign),
                Route.get("audit/export", "audit export", "Give the whole log out, a line an entry.", Scope.READ)
                        .mark(Route.Mark.EXPORTS)
                        .handle(Example.get("audit/export"), this::export),
                Route.get("audit/{seq}/proof", "audit proof", "Prove that an entry is in the log.", Scope.READ)
                        .handle(Example.get("audit/1/proof"), this::proof));
    }

    private Audit audit() {
        return backend.stoa().counsel().audit();
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        return call.list(audit().list(call.by(), query.textOrNull("type"), query.whole("after", 0), call.page())
                .map(AuditEntry::document));
    }

    private Answer show(Call call) {
        return Answer.ok(Json.object(
                "entry",
                audit().show(call.by(), TokenRoutes.number("seq", call.path("seq")))
                        .document()));
    }

    private Answer verify(Call call) {
        List<Checkpoint> kept = call.body().texts("checkpoints").stream()
                .map(note -> new Checkpoint(Bounds.text("checkpoints", note, 1, LONGEST_NOTE), "the request"))
                .toList();
        String key = call.body().textOrNull("key");
        List<VerifierKey> keys = key == null ? List.of() : List.of(VerifierKey.parse(key));
        try (Places.Place place = backend.work().verifications().take()) {
            return Answer.ok(audit().verify(call.by(), kept, keys).document());
        }
    }

    private Answer checkpoints(Call call) {
        long size = call.query().whole("size", -1);
        return call.list((size < 0
                        ? audit().checkpointNotes(call.by(), call.page())
                        : audit().checkpointNotes(call.by(), size, call.page()))
                .map(note -> Json.object("note", note)));
    }

    private Answer sign(Call call) {
        return Answer.ok(audit().checkpoint(call.by()).document());
    }

    private Answer export(Call call) {
        return Answer.stream(Front.LINES, out -> WrittenLines.to(out, line -> audit().export(call.by(), line)));
    }

    private Answer proof(Call call) {
        long seq = TokenRoutes.number("seq", call.path("seq"));
        return Answer.ok(Json.object("seq", seq, "proof", audit().proof(call.by(), seq)));
    }
}
