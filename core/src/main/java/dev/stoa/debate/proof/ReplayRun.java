package dev.stoa.debate.proof;

import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.rules.Deliberation;
import dev.stoa.debate.rules.OptionMatching;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.prompt.Prompts;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParseResult;
import dev.stoa.debate.rules.reply.Replies;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.EventChain;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.debate.session.OptionTable;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.debate.session.TallyTable;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One replay while it goes on: the record grows event by event, and each is held against the rules. For one thread. */
final class ReplayRun {
    private static final Set<String> MARKS =
            Set.of("phase_started", "phase_skipped", "phase_completed", "round_completed", "plan_made");

    private final Tx tx;
    private final SessionRow row;
    private final RecordLoader fold;
    private final DebateConfig config;
    private final boolean external;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Map<String, Boolean> checks = new HashMap<>();
    private final Map<Integer, String> planned = new HashMap<>();
    private final Map<Integer, Situation> situations = new HashMap<>();
    private final List<BallotRow> ballots;
    private final List<FlipRow> flips;
    private final RowProof rows;
    private final SessionProof session;
    private final ExternalProof others;
    private final Deque<ProgressMark> due = new ArrayDeque<>();
    private @Nullable Step step;
    private long at;
    private int events;
    private String outcome = "open";
    private boolean broken;

    ReplayRun(Tx tx, SessionRow row) {
        this.tx = tx;
        this.row = row;
        this.config = Replay.config(row);
        this.fold = RecordLoader.of(tx, row.id(), config);
        this.external = config.preset() == Preset.EXTERNAL;
        this.ballots = SessionRows.ballots(tx, row.id());
        this.flips = SessionRows.flips(tx, row.id());
        this.rows = new RowProof(tx, row, config, this::note);
        this.session = new SessionProof(tx, row, config, this::note);
        this.others = new ExternalProof(this::note);
    }

    DebateRecord record() {
        return fold.record();
    }

    boolean isBroken() {
        return broken;
    }

    /** Notes that the record could not be read any further. */
    void broken(Exception e) {
        broken = true;
        if (at == 0) {
            at = CorruptEventFinder.first(tx, row.id());
        }
        expect("steps", "a record that the rules can read", String.valueOf(e.getMessage()));
    }

    ReplayReport report(@Nullable Map<String, @Nullable Object> hypothetical) {
        // What shows only at the end may have begun earlier: the first is named first.
        List<Mismatch> sorted = mismatches.stream()
                .sorted(Comparator.comparingLong(Mismatch::seq))
                .toList();
        return new ReplayReport(
                row.id(), events, rows.turns(), checks, outcome, row.outcomeSha256(), sorted, hypothetical);
    }

    void run(long last) {
        if (!config.sha256().equals(row.configSha256())) {
            expect("chain", row.configSha256(), config.sha256());
        }
        String head = EventChain.genesis(row.id());
        for (Stored stored : stored()) {
            DebateEvent event = stored.event();
            if (event.seq() > last) {
                return;
            }
            at = event.seq();
            events++;
            if (event.seq() != events) {
                expect("chain", "event " + events, "event " + event.seq());
            }
            String hash = EventChain.of(event);
            if (!event.prevHash().equals(head) || !event.hash().equals(hash)) {
                expect("chain", hash, event.hash());
            }
            // Where texts are kept as they were written, also white space is a change.
            if (tx.dialect() == Dialect.SQLITE) {
                same("chain", Json.canonical(event.data()), stored.data());
            }
            head = event.hash();
            hear(event);
        }
        at = events;
        same("chain", head, row.chainHead());
        same("chain", String.valueOf(events), String.valueOf(row.eventCount()));
        counts();
        rows.finish(record(), fold.turns());
        session.finish(record());
        outcome();
    }

    /** An event, and its data as the archive keeps them. */
    private record Stored(DebateEvent event, @Nullable String data) {}

    private List<Stored> stored() {
        return tx.list(
                DebateEvent.COLUMNS.select("WHERE session_id = ? ORDER BY seq"),
                found -> new Stored(DebateEvent.COLUMNS.read(found), DebateEvent.COLUMNS.raw(found, "data")),
                row.id());
    }

    private void expect(String check, @Nullable String expected, @Nullable String found) {
        note(check, at, expected, found);
    }

    private void note(String check, long seq, @Nullable String expected, @Nullable String found) {
        checks.put(check, false);
        mismatches.add(Mismatch.of(check, Math.max(seq, 1), expected, found));
    }

    private void same(String check, @Nullable String expected, @Nullable String found) {
        if (!Objects.equals(expected, found)) {
            expect(check, expected, found);
        }
    }

    private void hear(DebateEvent event) {
        JsonFields data = JsonFields.of(event.data());
        rows.hear(event);
        session.hear(event, record());
        if (external) {
            others.hear(record(), event);
        } else {
            demand(event);
        }
        switch (event.kind()) {
            case "debate_created" -> same("chain", config.sha256(), data.text("config_sha256"));
            case "turn_stored" -> turn(data);
            case "checks_run" -> results(data);
            case "positions_measured" -> measured(data);
            default -> {
                // The rest follows from the rules, or from nobody.
            }
        }
        fold.apply(event);
        if (event.kind().equals("calls_planned")) {
            calls(data);
        }
        if (event.kind().equals("tally_made")) {
            tally(event);
        }
    }

    /** Whether an event is what the rules demand at this point. */
    private void demand(DebateEvent event) {
        String kind = event.kind();
        boolean act = switch (kind) {
            case "calls_planned", "positions_measured", "checks_run", "tally_made", "gate_opened", "debate_completed" ->
                true;
            default -> MARKS.contains(kind);
        };
        if (!act) {
            return;
        }
        if (step == null) {
            step = Deliberation.next(record());
            due.addAll(step.marks());
        }
        if (MARKS.contains(kind)) {
            ProgressMark mark = due.poll();
            same(
                    "steps",
                    mark == null ? null : StepText.told(mark.event(), mark.data()),
                    StepText.told(kind, event.data()));
            return;
        }
        if (!due.isEmpty()) {
            expect("steps", due.element().event(), kind);
            due.clear();
        }
        same("steps", StepText.of(config, step), StepText.of(kind, event.data()));
        step = null;
    }

    /** The prompts of planned calls, rebuilt. */
    private void calls(JsonFields data) {
        Set<Integer> these = new HashSet<>();
        for (JsonFields slot : data.objects("slots")) {
            int number = (int) slot.whole("turn_seq");
            these.add(number);
            planned.put(number, slot.text("prompt_sha256"));
        }
        for (Slot slot : record().unfilled()) {
            if (these.contains(slot.turnSeq()) && !external) {
                situations.put(slot.turnSeq(), Situation.of(record(), slot));
                same("prompts", Prompts.of(record(), slot).sha256(), planned.get(slot.turnSeq()));
            }
        }
    }

    private void turn(JsonFields data) {
        int number = (int) data.whole("turn_seq");
        DebateTurn turn = fold.turn(number);
        if (turn == null) {
            expect("chain", "turn " + number, null);
            return;
        }
        String hash = DebateTurn.COLUMNS.sha256(turn);
        same("chain", data.text("row_sha256"), hash);
        same("chain", data.text("row_sha256"), turn.rowSha256());
        String prompt = turn.prompt();
        if (prompt != null) {
            same("prompts", turn.promptSha256(), Digest.sha256(prompt));
        }
        if (external) {
            others.turn(record(), turn, data, at);
            return;
        }
        same("prompts", planned.get(number), turn.promptSha256());
        record().unfilled().stream()
                .filter(slot -> slot.turnSeq() == number)
                .findFirst()
                .ifPresentOrElse(
                        slot -> same(
                                "visibility",
                                slot.visible().toString(),
                                turn.visibleTurns().toString()),
                        () -> expect("steps", "a planned call", "turn " + number));
        parsed(number, turn);
    }

    /** What a reply says, read again. */
    private void parsed(int number, DebateTurn turn) {
        Situation situation = situations.get(number);
        String content = turn.content();
        ReplyKind kind = turn.kind();
        if (situation == null
                || content == null
                || kind == null
                || turn.metadata().containsKey("supplied")) {
            return;
        }
        ParseResult parsed = Replies.parse(kind, content, situation.replyContext());
        TurnStatus status = switch (parsed) {
            case ParseResult.Ok ok -> TurnStatus.OK;
            case ParseResult.Abstained abstained -> TurnStatus.ABSTAINED;
            case ParseResult.Unparsed unparsed -> TurnStatus.UNPARSED;
        };
        same("steps", status.text(), turn.status().text());
        if (parsed instanceof ParseResult.Ok ok) {
            same(
                    "steps",
                    Json.canonical(Json.kept(ok.said().document())),
                    turn.parsed() == null ? null : Json.canonical(turn.parsed()));
        }
    }

    private void results(JsonFields data) {
        Map<String, String> hashes = new HashMap<>();
        for (CheckRow check : SessionRows.checks(tx, row.id())) {
            hashes.put(check.turnSeq() + " " + check.checker(), CheckRow.COLUMNS.sha256(check));
        }
        for (JsonFields named : data.objects("checks")) {
            same("chain", named.text("row_sha256"), hashes.get(named.whole("turn_seq") + " " + named.text("checker")));
        }
    }

    /** The options of answers, told apart again by the stored cosines. */
    private void measured(JsonFields data) {
        Map<String, @Nullable Object> copy = new HashMap<>();
        copy.put("answers", data.valueOrNull("answers"));
        List<OptionAssignment> found = RecordLoader.assigned(JsonFields.of(copy));
        Map<Integer, OptionAssignment> byTurn = new HashMap<>();
        found.forEach(answer -> byTurn.put(answer.turnSeq(), answer));
        if (external || step == null) {
            List<OptionAssignment> expected =
                    OptionMatching.of(record(), record().unmeasuredTurns(), (turn, answer, option, label) -> {
                        OptionAssignment known = byTurn.get(turn);
                        Double cosine = known == null ? null : known.cosines().get(option);
                        return cosine == null ? Double.NaN : cosine;
                    });
            same("ballots", told(expected), told(found));
        }
        for (OptionAssignment answer : found) {
            DebateTurn turn = fold.turn(answer.turnSeq());
            String key = answer.option() < 0 ? null : Options.key(answer.option());
            if (turn != null) {
                same("ballots", key, turn.option());
            }
        }
    }

    private static String told(List<OptionAssignment> answers) {
        return Json.canonical(OptionTable.event(answers, List.<ClarifiedQuestion>of(), ""));
    }

    private void tally(DebateEvent event) {
        CountRecord counted = record().counts().getLast();
        List<BallotRow> cast = TallyTable.ballots(row.id(), config, counted);
        List<FlipRow> changes = TallyTable.flips(row.id(), config, counted);
        same("ballots", Json.canonical(TallyTable.event(counted, cast, changes)), Json.canonical(event.data()));
        List<BallotRow> found = ballots.stream()
                .filter(ballot -> ballot.stage() == counted.stage()
                        && ballot.round() == counted.round()
                        && ballot.attempt() == counted.attempt())
                .toList();
        cast.stream()
                .filter(ballot -> !found.contains(ballot))
                .forEach(ballot -> expect("ballots", Json.canonical(ballot.document()), null));
        found.stream()
                .filter(ballot -> !cast.contains(ballot))
                .forEach(ballot -> expect("ballots", null, Json.canonical(ballot.document())));
        changes.stream()
                .filter(change -> !flips.contains(change))
                .forEach(change -> expect("ballots", Json.canonical(change.document()), null));
    }

    /** Ballots and changes of mind that no count made. */
    private void counts() {
        long cast = 0;
        long changes = 0;
        for (CountRecord counted : record().counts()) {
            cast += counted.ballots().size();
            changes += counted.flips().size();
        }
        same("ballots", String.valueOf(cast), String.valueOf(ballots.size()));
        same("ballots", String.valueOf(changes), String.valueOf(flips.size()));
    }

    private void outcome() {
        if (row.status() != SessionRow.Status.COMPLETED) {
            return;
        }
        String reason = row.stopReason();
        Map<String, @Nullable Object> again =
                Json.kept(Outcomes.of(record(), reason == null ? StopReason.ERROR : StopReason.of(reason)));
        boolean identical = Json.sha256(again).equals(row.outcomeSha256())
                && Json.canonical(row.outcome()).equals(Json.canonical(again));
        outcome = identical ? "identical" : "different";
        if (!identical) {
            expect("steps", Json.sha256(again), Json.sha256(row.outcome()));
        }
    }
}
