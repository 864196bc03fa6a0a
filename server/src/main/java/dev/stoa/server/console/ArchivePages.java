package dev.stoa.server.console;

import dev.stoa.server.console.act.LastFile;
import dev.stoa.server.console.act.Multipart;
import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.chart.Spark;
import dev.stoa.server.console.society.Going;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Growing;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/** Archives: whether they are in order, how large they are, and copies of them. Stateless. */
final class ArchivePages {
    private static final String OPERATIONS = "Operations";
    private static final String BACKUPS = "ops/backups";
    private static final double MEGABYTE = 1_048_576;

    private ArchivePages() {}

    static List<Page> pages() {
        return List.of(
                new Page(
                        "ops/doctor",
                        "ops-doctor",
                        Wing.OPERATIONS,
                        Scope.OPERATE,
                        List.of("run"),
                        ArchivePages::doctor),
                new Page("ops/archives", "ops-archives", Wing.OPERATIONS, Scope.OPERATE, ArchivePages::archives),
                new Page(BACKUPS, "ops-backups", Wing.OPERATIONS, Scope.ADMIN, ArchivePages::backups));
    }

    /** The file of a new backup, which is sent and never shown. */
    static Route backup(Screen screen, Inside inside) {
        return Route.post(BACKUPS, "act backup", "Give all archives out as one file.", Scope.ADMIN, Repeat.NONE)
                .bytes()
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .errors("csrf")
                .handle(Example.get(BACKUPS).status(415), call -> made(screen, inside, call));
    }

    /** Verifies a backup that a form sends: it is read and kept nowhere. */
    static Route verify(Screen screen, Inside inside) {
        return Route.post(BACKUPS + "/verify", "act backup/verify", "Verify a backup.", Scope.ADMIN, Repeat.NONE)
                .bytes()
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS, Route.Mark.VERIFIES, Route.Mark.BULK)
                .errors("csrf")
                .handle(Example.get(BACKUPS + "/verify").status(415), call -> verified(screen, inside, call));
    }

    private static Answer verified(Screen screen, Inside inside, Call call) throws Exception {
        String type = call.header("Content-Type");
        if (type == null || !Multipart.is(type)) {
            throw Refusal.of(415, "unsupported_media", "the body is no form with a file", "send the form of the page");
        }
        try (LastFile sent = new LastFile(type, call.stream())) {
            screen.forms().check(call, Map.of("csrf", sent.field("csrf")));
            Doc found = new Doc((Map<?, ?>) Objects.requireNonNull(
                    inside.send(call, "backup/verify", () -> sent).read()));
            View view = shown(new Doc((Map<?, ?>) Objects.requireNonNull(
                            inside.get(call, "health/ready").read())))
                    .with("verified", found);
            return screen.html(
                    200, view.template(), screen.frame(call, view, Wing.OPERATIONS, null, List.of()), view.with());
        }
    }

    private static Answer made(Screen screen, Inside inside, Call call) throws Exception {
        screen.forms().check(call, call.form());
        return inside.call(call, "POST", "backup", Map.of(), Map.of());
    }

    /** A quick examination, or the deep one that was asked for: while that runs only how far it has come. */
    private static View doctor(Asked asked) throws Exception {
        Doc run = asked.checked("doctor");
        boolean deep = !run.raw("run").isEmpty();
        return View.of("ops-doctor", "Doctor")
                .below(OPERATIONS, "/ops")
                .command(deep ? "doctor --deep" : "doctor")
                .with("run", run)
                .with("diagnosis", deep ? run.doc("report") : asked.read("diagnosis", "health/doctor"));
    }

    private static View archives(Asked asked) throws Exception {
        List<Doc> archives = asked.read("diagnosis", "health/doctor").docs("archives").stream()
                .map(each -> each.and(
                        "rows",
                        each.numbers("rows_by_day.days").stream()
                                .mapToLong(Long::longValue)
                                .sum()))
                .toList();
        List<Bars.Bar> bars = new ArrayList<>();
        for (Doc each : archives) {
            bars.add(
                    each.has("bytes")
                            ? Bars.Bar.of(each.text("name"), (each.real("bytes") + zero(each)) / MEGABYTE)
                            : Bars.Bar.unknown(each.text("name")));
        }
        Map<String, Map<String, String>> prune = new LinkedHashMap<>();
        Doc counted = asked.ask("prune", "prune", Map.of("dry_run", true));
        for (Doc each : archives) {
            Map<String, String> rows = counted.doc(each.raw("name").equals("continuum") ? "memory" : each.raw("name"))
                    .shown();
            if (!rows.isEmpty()) {
                prune.put(each.text("name"), rows);
            }
        }
        return View.of("ops-archives", "Archives")
                .below(OPERATIONS, "/ops")
                .command("prune --dry-run")
                .with("archives", archives)
                .with("sizes", new Bars("Size of the archives", Axis.number("MB"), false, bars))
                .with("growth", growth(archives))
                .with("prune", prune);
    }

    /** Rows a day of the archives that grow. */
    private static List<Growing> growth(List<Doc> archives) {
        return archives.stream()
                .filter(each -> each.has("rows_by_day"))
                .map(each -> {
                    List<Long> counts = each.numbers("rows_by_day.days");
                    LocalDate first =
                            LocalDate.parse(each.raw("rows_by_day.last_day")).minusDays(counts.size() - 1L);
                    return new Growing(
                            each.text("name"),
                            each.flag("rows_by_day.at_least"),
                            new Spark(
                                    each.text("rows_by_day.table"),
                                    "rows",
                                    "Day",
                                    LongStream.range(0, counts.size())
                                            .mapToObj(day -> first.plusDays(day).toString())
                                            .toList(),
                                    counts.stream().map(Long::doubleValue).toList()));
                })
                .toList();
    }

    private static double zero(Doc archive) {
        return archive.has("wal_bytes") ? archive.real("wal_bytes") : 0;
    }

    private static View backups(Asked asked) throws Exception {
        return shown(asked.read("health", "health/ready")).with("verified", Doc.EMPTY);
    }

    private static View shown(Doc health) {
        return View.of("ops-backups", "Backups")
                .below(OPERATIONS, "/ops")
                .command("backup stoa.backup")
                .with("health", health)
                .with("size", Going.size(health));
    }
}
