package dev.stoa.server.rest;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.Exporter;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Backups;
import dev.stoa.server.backend.Checks;
import dev.stoa.server.backend.Places;
import dev.stoa.server.backend.Program;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** What keeps a Stoa in order: its version, settings, examination, pruning, export and backup. */
final class OperationRoutes {
    private static final String DEBATES = "debates";
    private static final String EVOLUTION = "evolution";

    /** How long a quick examination waits for another. */
    private static final Duration A_LOOK = Duration.ofSeconds(10);

    private final Backend backend;

    OperationRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.get("version", "version", "Show the versions of Stoa and Java.", Scope.NONE)
                        .handle(Example.get("version"), call -> Answer.ok(Program.document())),
                Route.get("config", "config", "Show all settings and where each value comes from.", Scope.ADMIN)
                        .handle(Example.get("config"), call -> config()),
                Route.get("health/doctor", "doctor", "Examine all archives.", Scope.OPERATE)
                        .query(Field.flag("deep", "Whether to read all data and check its invariants."))
                        .mark(Route.Mark.VERIFIES)
                        .errors("busy")
                        .handle(Example.get("health/doctor"), this::doctor),
                Route.post(
                                "health/checks/{check}",
                                "check start",
                                "Begin a deep examination or a verification of the audit log, or join the one that runs.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .errors("busy")
                        .handle(Example.send("health/checks/doctor", "{}").status(202), this::check),
                Route.get(
                                "health/checks/{check}",
                                "check show",
                                "Show how far the latest of this server has come, and what it found.",
                                Scope.OPERATE)
                        .handle(Example.get("health/checks/audit"), this::checked),
                Route.post(
                                "prune",
                                "prune",
                                "Archive expired data, and delete data past its retention.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .body(Field.flag("dry_run", "Whether to count without changing anything."))
                        .mark(Route.Mark.VERIFIES)
                        .handle(Example.send("prune", "{\"dry_run\":true}"), this::prune),
                Route.get("export", "export", "Give out all debates or evolution runs, a line each.", Scope.ADMIN)
                        .query(
                                Field.word("what", List.of(DEBATES, EVOLUTION), "What to give out.")
                                        .must(),
                                Field.id("run", "Run of the evolution to give out (default: all)"))
                        .mark(Route.Mark.EXPORTS)
                        .handle(Example.get("export?what=debates"), this::export),
                Route.post("backup", "backup", "Give all archives out as one file.", Scope.ADMIN, Repeat.NONE)
                        .mark(Route.Mark.EXPORTS, Route.Mark.VERIFIES)
                        .errors("busy")
                        .handle(Example.get("backup"), this::backup),
                Route.post(
                                "backup/verify",
                                "backup verify",
                                "Read a backup to its end and compare its checksums, without restoring anything.",
                                Scope.ADMIN,
                                Repeat.SAFE)
                        .bytes()
                        .mark(Route.Mark.VERIFIES, Route.Mark.BULK)
                        .errors("busy")
                        .handle(Example.send("backup/verify", "{\"no\":\"backup\"}"), this::verify));
    }

    private Answer config() {
        return Answer.ok(Json.object(
                "settings",
                backend.stoa().config().entries().stream()
                        .map(entry -> Json.object(
                                "key", entry.key(),
                                "value", entry.value(),
                                "origin", entry.origin(),
                                "doc", entry.doc()))
                        .toList()));
    }

    private Answer doctor(Call call) {
        boolean deep = call.query().flag("deep", false);
        Places places = backend.work().examinations(deep);
        // Two pages that are renewed at the same time look one after the other.
        try (Places.Place place = deep ? places.take() : places.take(A_LOOK)) {
            return Answer.ok(ArchiveCare.of(backend.stoa().config(), InstantSource.system())
                    .as(call.by())
                    .examine(deep, false, UpkeepListener.NONE)
                    .document());
        }
    }

    private Answer check(Call call) {
        Checks.Kind kind = kind(call);
        return Answer.accepted(
                "health/checks/" + kind.text(),
                backend.work().checks().start(call.by(), kind).document());
    }

    private Answer checked(Call call) {
        return Answer.ok(backend.work().checks().latest(kind(call)).document());
    }

    private static Checks.Kind kind(Call call) {
        return Checks.Kind.of(call.path("check"))
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no such check", "there are doctor and audit"));
    }

    private Answer prune(Call call) {
        return Answer.ok(backend.work()
                .engines()
                .pruning(call.by())
                .run(call.body().flag("dry_run", false), UpkeepListener.NONE)
                .document());
    }

    private Answer export(Call call) {
        String run = call.query().textOrNull("run");
        boolean debates = call.query().text("what").equals(DEBATES);
        if (debates && run != null) {
            throw new InvalidException("invalid", "run is for what=evolution", "leave it out");
        }
        Stoa stoa = backend.stoa();
        if (run != null) {
            stoa.evolution().runs().get(call.by(), Bounds.id("run", run));
        }
        Exporter exporter = backend.work().engines().exporter(call.by());
        return Answer.stream(Front.LINES, out -> {
            OutputStream buffer = new BufferedOutputStream(out);
            Exporter.Sink sink = text -> buffer.write(text.getBytes(StandardCharsets.UTF_8));
            if (debates) {
                exporter.debates(sink);
            } else {
                exporter.evolution(run, sink);
            }
            buffer.flush();
        });
    }

    private Answer verify(Call call) throws IOException {
        try (Places.Place place = backend.work().uploads().take();
                InputStream sent = call.stream()) {
            return Answer.ok(Backups.verify(backend.stoa(), call.by(), sent));
        }
    }

    private Answer backup(Call call) {
        Backups.Made made =
                Backups.make(backend.stoa(), call.by(), backend.work().backups().take());
        return Answer.stream("application/octet-stream", made::sendTo)
                .with("Content-Disposition", "attachment; filename=\"stoa.backup\"")
                .with("Stoa-Manifest-Sha256", made.sha256());
    }
}
