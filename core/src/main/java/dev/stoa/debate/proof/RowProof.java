package dev.stoa.debate.proof;

import dev.stoa.base.StoaException;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.code.UnifiedDiff;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.debate.session.TurnMapper;
import dev.stoa.debate.session.VersionTable;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the rows of a session against what its events and the rules say of them: nothing may be there that no event
 * tells of, and no column may say otherwise. For one reading by one thread.
 */
final class RowProof {
    private static final String REVISION = "parent_version or diff_from_previous";

    private final Tx tx;
    private final SessionRow row;
    private final DebateConfig config;
    private final Finding finding;
    private final Map<Integer, Long> stored = new HashMap<>();
    private final Map<Integer, Long> measured = new HashMap<>();
    private final Map<Integer, @Nullable String> codes = new HashMap<>();
    private final Map<Integer, Long> options = new HashMap<>();
    private final Set<String> checks = new HashSet<>();
    private final Map<Long, Instant> times = new HashMap<>();
    private long last = 1;

    RowProof(Tx tx, SessionRow row, DebateConfig config, Finding finding) {
        this.tx = tx;
        this.row = row;
        this.config = config;
        this.finding = finding;
    }

    /** Takes note of the rows that an event tells of. */
    void hear(DebateEvent event) {
        last = event.seq();
        JsonFields data = JsonFields.of(event.data());
        switch (event.kind()) {
            case "turn_stored" -> {
                int turn = (int) data.whole("turn_seq");
                stored.put(turn, event.seq());
                times.put(event.seq(), event.at());
                codes.put(turn, data.textOrNull("code_sha256"));
            }
            case "positions_measured" ->
                data.objects("answers").forEach(answer -> {
                    String key = answer.textOrNull("option");
                    measured.put((int) answer.whole("turn_seq"), event.seq());
                    if (key != null) {
                        options.putIfAbsent(Options.index(key), event.seq());
                    }
                });
            case "checks_run" -> data.objects("checks").forEach(check -> checks.add(check(check)));
            default -> {
                // Others tell of no such row.
            }
        }
    }

    private static String check(JsonFields named) {
        return named.whole("turn_seq") + " " + named.text("checker");
    }

    /** How many turns the events tell of. */
    int turns() {
        return stored.size();
    }

    /** Looks at every row once the last event was heard. */
    void finish(DebateRecord record, Collection<DebateTurn> rows) {
        for (DebateTurn turn : rows) {
            turn(record, turn);
        }
        tx.each(
                "SELECT turn_seq, phase_ordinal, phase FROM debate_turns WHERE session_id = ?",
                found -> finding.unlessSame(
                        "chain",
                        stored.getOrDefault(found.integer(1), last),
                        "phase_ordinal of turn " + found.integer(1),
                        Phase.of(found.text(3)).number(),
                        found.numberOrNull(2)),
                row.id());
        options(record);
        for (CheckRow check : SessionRows.checks(tx, row.id())) {
            if (!checks.contains(check.turnSeq() + " " + check.checker())) {
                finding.found("chain", last, named(check), null, "a check that no event tells of");
            }
        }
        versions(record);
        tests(record);
        finding.unlessSame("chain", last, "turn_count of the session", stored.size(), row.turnCount());
        canonical();
    }

    private void turn(DebateRecord record, DebateTurn turn) {
        Long at = stored.get(turn.turnSeq());
        if (at == null || !record.has(turn.turnSeq())) {
            finding.found(
                    "chain", at == null ? last : at, "turn " + turn.turnSeq(), null, "a turn that no event tells of");
            return;
        }
        Turn heard = record.turn(turn.turnSeq());
        String row = "turn " + turn.turnSeq();
        int option = record.option(heard);
        finding.of(row, "ballots", measured.getOrDefault(turn.turnSeq(), last))
                .unlessSame("option_key", Options.keyOrNull(option), turn.option());
        ParsedReply said = heard.said();
        Finding.OfRow steps = finding.of(row, "steps", at);
        steps.unlessSame("confidence", said == null ? null : TurnMapper.confidence(said), turn.confidence());
        if (turn.status() != TurnStatus.OK) {
            steps.unlessSame("parsed", null, turn.parsed() == null ? null : Json.canonical(turn.parsed()));
        }
        Finding.OfRow chain = finding.of(row, "chain", at);
        chain.unlessSame("test_results", "{}", Json.canonical(turn.testResults()));
        chain.unlessSame("created_at", times.get(at), turn.createdAt());
    }

    private void options(DebateRecord record) {
        Map<String, OptionRow> rows = new LinkedHashMap<>();
        OptionRow.COLUMNS
                .list(tx, "WHERE session_id = ? ORDER BY option_key", row.id())
                .forEach(found -> rows.put(found.key(), found));
        for (int option = 0; option < record.labels().size(); option++) {
            String key = Options.key(option);
            long at = options.getOrDefault(option, 1L);
            int first = record.firstTurn(option);
            Finding.OfRow ballots = finding.of("option " + key, "ballots", at);
            OptionRow found = rows.remove(key);
            if (found == null) {
                ballots.found("option_key", key, null);
                continue;
            }
            ballots.unlessSame("label", record.labels().get(option), found.label());
            ballots.unlessSame("first_turn_seq", first == 0 ? null : (Long) (long) first, found.firstTurnSeq());
        }
        rows.keySet().forEach(key -> finding.found("ballots", last, "option_key of option " + key, null, key));
    }

    private static String named(CheckRow check) {
        return "check " + check.checker() + " of turn " + check.turnSeq();
    }

    /** Versions that do not follow from their turn, or from their parent. */
    private void versions(DebateRecord record) {
        Map<Integer, String> texts = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        CodeTask task = config.code();
        for (CodeVersion version : CodeVersions.all(tx, row.id())) {
            Long number = version.turnSeq();
            int turn = number == null ? 0 : Math.toIntExact(number);
            long at = stored.getOrDefault(turn, last);
            texts.put(version.versionNumber(), version.code());
            seen.add(turn);
            String hash = Digest.sha256(version.code());
            Finding.OfRow diffs = finding.of("version " + version.versionNumber(), "diffs", at);
            diffs.unlessSame("code", codes.get(turn), hash);
            diffs.unlessSame("code_sha256", hash, version.codeSha256());
            diffs.unlessSame("language", task == null ? null : task.language(), version.language());
            diffs.unlessSame("created_at", times.get(at), version.createdAt());
            if (record.has(turn)) {
                Turn brought = record.turn(turn);
                diffs.unlessSame("version_number", brought.version(), version.versionNumber());
                diffs.unlessSame("agent_id", config.agent(brought.seat()), version.agentId());
                rate(record, turn, diffs, version);
            } else {
                diffs.found("turn_id", "a turn of the session", null);
            }
            Long parent = version.parentVersion();
            String diff = version.diffFromPrevious();
            String before = parent == null ? null : texts.get(Math.toIntExact(parent));
            if (before != null && diff != null) {
                diffs.unlessSame(REVISION, version.code(), applied(diff, before));
            } else {
                diffs.unlessSame(REVISION, parent == null, diff == null);
            }
        }
        codes.forEach((turn, code) -> {
            if (code != null && !seen.contains(turn)) {
                finding.found("diffs", stored.getOrDefault(turn, last), "version of turn " + turn, code, null);
            }
        });
    }

    /** The results of tests, their rate and what was measured are those of the check. */
    private void rate(DebateRecord record, int turn, Finding.OfRow diffs, CodeVersion version) {
        CheckResult check = record.checks(turn).stream()
                .filter(each -> !each.tests().isEmpty())
                .findFirst()
                .orElseGet(() -> new CheckResult(turn, CheckResult.TESTS, CheckStatus.UNKNOWN, List.of(), Map.of(), 0));
        Map<String, String> known = new TreeMap<>();
        check.tests()
                .forEach(test ->
                        known.put(test.name(), told(test.name(), test.status(), test.durationMs(), test.message())));
        for (CodeVersion.Result result : version.results()) {
            diffs.unlessSame(
                    "result of test " + result.name(),
                    known.remove(result.name()),
                    told(result.name(), result.status(), result.durationMs(), result.message()));
        }
        known.forEach((name, missing) -> diffs.found("result of test " + name, missing, null));
        diffs.unlessSame("test_pass_rate", VersionTable.rate(check), version.testPassRate());
        diffs.unlessSame("quality_score", VersionTable.quality(check), version.qualityScore());
        diffs.unlessSame("metrics", VersionTable.metrics(check), Json.canonical(version.metrics()));
    }

    private static String told(String test, String status, @Nullable Long duration, @Nullable String message) {
        return Json.canonical(Json.object("name", test, "status", status, "duration_ms", duration, "message", message));
    }

    /** The tests are those of the request and those that agents wrote; of equal names the last. */
    private void tests(DebateRecord record) {
        CodeTask task = config.code();
        Map<String, String> known = new TreeMap<>();
        // A debate without code has no tests, so each one found there was added by another hand.
        if (task != null) {
            for (CodeRules.WrittenTest test : CodeRules.written(record)) {
                known.put(test.name(), told("generated", test.author(), false, test.body()));
            }
            task.tests().forEach(test -> known.put(test.name(), told("supplied", null, test.hidden(), test.body())));
        }
        tx.each(
                "SELECT name, origin, author, hidden, body FROM code_tests WHERE session_id = ?",
                found -> finding.unlessSame(
                        "diffs",
                        last,
                        "test " + found.text(1),
                        known.remove(found.text(1)),
                        told(found.text(2), found.textOrNull(3), found.flag(4), found.text(5))),
                row.id());
        known.forEach((name, missing) -> finding.found("diffs", last, "test " + name, missing, null));
    }

    private static String told(String origin, @Nullable String author, boolean hidden, String body) {
        return Json.canonical(Json.object("origin", origin, "author", author, "hidden", hidden, "body", body));
    }

    private static String applied(String diff, String parent) {
        try {
            return UnifiedDiff.apply(diff, parent);
        } catch (StoaException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Where texts are kept as they were written, also white space is a change. */
    private void canonical() {
        if (tx.dialect() != Dialect.SQLITE) {
            return;
        }
        List<String> outcome =
                tx.list("SELECT outcome FROM debate_sessions WHERE id = ?", found -> found.text(1), row.id());
        finding.unlessSame("steps", last, "outcome of the session", Json.canonical(row.outcome()), outcome.getFirst());
    }
}
