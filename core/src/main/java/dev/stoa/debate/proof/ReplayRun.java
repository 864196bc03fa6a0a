package dev.stoa.debate.proof;

import dev.stoa.base.UnavailableException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One replay while it goes on: the record grows event by event, and each is held against the rules. For one thread. */
final class ReplayRun {
    private static final Set<String> MARKS =
            Set.of("phase_started", "phase_skipped", "phase_completed", "round_completed", "plan_made");

    private final Tx tx;
    private final SessionRow row;
    private final RecordLoader fold;
    private final DebateConfig config;
    private final String frozen;
    private final boolean external;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Map<String, Boolean> checks = new HashMap<>();
    private final Map<Integer, String> planned = new HashMap<>();
    private final Map<Integer, Situation> situations = new HashMap<>();
    private final Map<String, BallotRow> ballots = new LinkedHashMap<>();
    private final Map<String, FlipRow> flips = new LinkedHashMap<>();
    private final RowProof rows;
    private final SessionProof session;
    private final ExternalProof others;
    private final Deque<ProgressMark> due = new ArrayDeque<>();
    private @Nullable Step step;
    private long at;
    /** The canonical text of the data of the event that is held against the rules. */
    private String said = "";

    private int events;
    private String outcome = "open";
    private boolean broken;

    ReplayRun(Tx tx, SessionRow row) {
        this.tx = tx;
        this.row = row;
        this.config = Replay.config(row);
        SessionRow requested = SessionRow.created(row.id(), config, null, null, row.metadata(), row.createdAt());
        this.frozen = Objects.requireNonNull(requested.configSha256());
        this.fold = RecordLoader.of(tx, row.id(), config);
        this.external = config.preset() == Preset.EXTERNAL;
        SessionRows.ballots(tx, row.id()).forEach(ballot -> ballots.put(named(ballot), ballot));
        SessionRows.flips(tx, row.id()).forEach(flip -> flips.put(named(flip), flip));
        this.rows = new RowProof(tx, row, config, this::note);
        this.session = new SessionProof(tx, row, config, requested, this::note);
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
        expect("steps", "event " + at, "a record that the rules can read", String.valueOf(e.getMessage()));
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
        same("chain", "config_sha256 of the session", frozen, row.configSha256());
        String head = EventChain.genesis(row.id());
        for (Stored stored : stored()) {
            DebateEvent event = stored.event();
            if (event.seq() > last) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new UnavailableException("interrupted", "the replay was stopped", "try again");
            }
            at = event.seq();
            events++;
            String of = " of event " + event.seq();
            same("chain", "seq" + of, String.valueOf(events), String.valueOf(event.seq()));
            same("chain", "prev_hash" + of, head, event.prevHash());
            said = Json.canonical(event.data());
            same("chain", "hash" + of, EventChain.of(event, said), event.hash());
            // Where texts are kept as they were written, also white space is a change.
            if (tx.dialect() == Dialect.SQLITE) {
                same("chain", "data" + of, said, stored.data());
            }
            head = event.hash();
            hear(event);
        }
        at = events;
        same("chain", "chain_head of the session", head, row.chainHead());
        same("chain", "event_count of the session", String.valueOf(events), String.valueOf(row.eventCount()));
        counts();
        rows.finish(record(), fold.turns());
        session.finish(record());
        outcome();
        RegisterProof.session(tx, row, events, this::note);
    }

    /** An event, and its data as the archive keeps them. */
    private record Stored(DebateEvent event, @Nullable String data) {}

    private List<Stored> stored() {
        return tx.list(
                DebateEvent.COLUMNS.select("WHERE session_id = ? ORDER BY seq"),
                found -> new Stored(DebateEvent.COLUMNS.read(found), DebateEvent.COLUMNS.raw(found, "data")),
                row.id());
    }

    private void expect(String check, String field, @Nullable String expected, @Nullable String found) {
        note(check, at, field, expected, found);
    }

    private void note(
            String check, long seq, @Nullable String field, @Nullable String expected, @Nullable String found) {
        checks.put(check, false);
        mismatches.add(Mismatch.of(check, Math.max(seq, 1), field, expected, found));
    }

    private void same(String check, String field, @Nullable String expected, @Nullable String found) {
        if (!Objects.equals(expected, found)) {
            expect(check, field, expected, found);
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
            case "debate_created" -> same("chain", "config_sha256 of event " + at, frozen, data.text("config_sha256"));
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
            tally();
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
                    "event " + at,
                    mark == null ? null : StepText.told(mark.event(), Json.canonical(mark.data())),
                    StepText.told(kind, said));
            return;
        }
        if (!due.isEmpty()) {
            expect("steps", "kind of event " + at, due.element().event(), kind);
            due.clear();
        }
        same("steps", "event " + at, StepText.of(config, step), StepText.of(kind, event.data()));
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
                Situation situation = Situation.of(record(), slot);
                situations.put(slot.turnSeq(), situation);
                same(
                        "prompts",
                        "prompt_sha256 of turn " + slot.turnSeq(),
                        Prompts.of(record(), situation).sha256(),
                        planned.get(slot.turnSeq()));
            }
        }
    }

    private void turn(JsonFields data) {
        int number = (int) data.whole("turn_seq");
        DebateTurn turn = fold.turn(number);
        if (turn == null) {
            expect("chain", "turn_seq of turn " + number, String.valueOf(number), null);
            return;
        }
        String of = " of turn " + number;
        record().unfilled().stream()
                .filter(slot -> slot.turnSeq() == number)
                .findFirst()
                .ifPresentOrElse(slot -> planned(slot, turn, of), () -> {
                    if (!external) {
                        expect("steps", "turn " + number, "a planned call", null);
                    }
                });
        same("chain", "row_sha256" + of, data.text("row_sha256"), turn.rowSha256());
        same("chain", "columns under row_sha256" + of, data.text("row_sha256"), DebateTurn.COLUMNS.sha256(turn));
        String prompt = turn.prompt();
        if (prompt != null) {
            same("prompts", "prompt" + of, turn.promptSha256(), Digest.sha256(prompt));
        }
        if (external) {
            others.turn(record(), turn, data, at);
            return;
        }
        same("prompts", "prompt_sha256" + of, planned.get(number), turn.promptSha256());
        parsed(number, turn);
    }

    /** A turn is where, whose and of what kind the plan says. */
    private void planned(Slot slot, DebateTurn turn, String of) {
        ReplyKind kind = turn.kind();
        same("steps", "round" + of, String.valueOf(slot.round()), String.valueOf(turn.round()));
        same("steps", "phase" + of, slot.phase().text(), turn.phase().text());
        same("steps", "attempt" + of, String.valueOf(slot.attempt()), String.valueOf(turn.attempt()));
        same("steps", "step" + of, String.valueOf(slot.step()), String.valueOf(turn.step()));
        same("steps", "kind" + of, slot.kind().text(), kind == null ? null : kind.text());
        same("steps", "agent_id" + of, config.agent(slot.seat()), turn.agentId());
        same("steps", "agent_role" + of, slot.role(config), turn.agentRole());
        same("steps", "seed" + of, String.valueOf(slot.seed(config)), String.valueOf(turn.seed()));
        same(
                "visibility",
                "visible_turns" + of,
                slot.visible().toString(),
                turn.visibleTurns().toString());
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
        same("steps", "status of turn " + number, status.text(), turn.status().text());
        if (parsed instanceof ParseResult.Ok ok) {
            Map<String, @Nullable Object> expected = Json.kept(ok.said().document());
            if (!expected.equals(turn.parsed())) {
                same(
                        "steps",
                        "parsed of turn " + number,
                        Json.canonical(expected),
                        turn.parsed() == null ? null : Json.canonical(turn.parsed()));
            }
        }
    }

    private void results(JsonFields data) {
        Map<String, String> hashes = new HashMap<>();
        for (CheckRow check : SessionRows.checks(tx, row.id())) {
            hashes.put(check.turnSeq() + " " + check.checker(), CheckRow.COLUMNS.sha256(check));
        }
        for (JsonFields named : data.objects("checks")) {
            String turn = named.whole("turn_seq") + " ";
            String checker = named.text("checker");
            same(
                    "chain",
                    "columns under row_sha256 of check " + checker + " of turn " + turn.strip(),
                    named.text("row_sha256"),
                    hashes.get(turn + checker));
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
            if (!expected.equals(found)) {
                same("ballots", "data of event " + at, told(expected), told(found));
            }
        }
        for (OptionAssignment answer : found) {
            DebateTurn turn = fold.turn(answer.turnSeq());
            String key = Options.keyOrNull(answer.option());
            if (turn != null) {
                same("ballots", "option_key of turn " + answer.turnSeq(), key, turn.option());
            }
        }
    }

    private static String told(List<OptionAssignment> answers) {
        return Json.canonical(OptionTable.event(answers, List.<ClarifiedQuestion>of(), ""));
    }

    private void tally() {
        CountRecord counted = record().counts().getLast();
        List<BallotRow> cast = TallyTable.ballots(row.id(), config, counted);
        List<FlipRow> changes = TallyTable.flips(row.id(), config, counted);
        same("ballots", "data of event " + at, Json.canonical(TallyTable.event(counted, cast, changes)), said);
        cast.forEach(ballot -> counted(named(ballot), ballot, ballots, BallotRow::document));
        changes.forEach(change -> counted(named(change), change, flips, FlipRow::document));
    }

    private static String named(BallotRow ballot) {
        return ballot.stage().text() + " ballot of " + ballot.agentId() + " in round " + ballot.round()
                + (ballot.attempt() == 0 ? "" : ", attempt " + ballot.attempt());
    }

    private static String named(FlipRow flip) {
        return "flip of " + flip.agentId() + " at turn " + flip.toTurnSeq();
    }

    private <T> void counted(
            String name, T expected, Map<String, T> rows, Function<T, Map<String, @Nullable Object>> document) {
        T found = rows.remove(name);
        if (!expected.equals(found)) {
            same(
                    "ballots",
                    name,
                    Json.canonical(document.apply(expected)),
                    found == null ? null : Json.canonical(document.apply(found)));
        }
    }

    /** Ballots and changes of mind that no count made. */
    private void counts() {
        ballots.forEach((name, ballot) -> expect("ballots", name, null, Json.canonical(ballot.document())));
        flips.forEach((name, flip) -> expect("ballots", name, null, Json.canonical(flip.document())));
    }

    private void outcome() {
        if (row.status() != SessionRow.Status.COMPLETED) {
            return;
        }
        String reason = row.stopReason();
        Map<String, @Nullable Object> again =
                Json.kept(Outcomes.of(record(), reason == null ? StopReason.ERROR : StopReason.of(reason)));
        String told = Json.canonical(again);
        String kept = again.equals(row.outcome()) ? told : Json.canonical(row.outcome());
        String hash = Digest.sha256(told);
        outcome = hash.equals(row.outcomeSha256()) && told.equals(kept) ? "identical" : "different";
        same("steps", "outcome of the session", told, kept);
        same("steps", "outcome_sha256 of the session", hash, row.outcomeSha256());
    }
}
