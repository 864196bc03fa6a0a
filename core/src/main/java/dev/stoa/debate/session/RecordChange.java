package dev.stoa.debate.session;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one act of the engine or of another engine adds to a session: its events, its rows, and what the record learns once they are stored.
 * For one transaction and one thread.
 */
public record RecordChange(List<Entry> events, int turns, Rows rows, Runnable stored) {
    /** An event on its way. */
    public record Entry(String kind, Map<String, ? extends @Nullable Object> data) {}

    /** Writes the rows of a change. */
    @FunctionalInterface
    public interface Rows {
        void write(Tx tx, Instant at);
    }

    private static final DebateRecord.Version NO_VERSION = new DebateRecord.Version(0, 0, 0, 0, "");

    private static RecordChange of(
            String kind, Map<String, ? extends @Nullable Object> data, Rows rows, Runnable stored) {
        return new RecordChange(List.of(new Entry(kind, data)), 0, rows, stored);
    }

    /** What was read before the first call. */
    public static RecordChange attach(String session, DebateRecord record, LessonSink lessons, Context context) {
        return of(
                "context_attached",
                context.document(),
                (tx, at) -> TurnRows.attach(tx, lessons, session, record.config(), context, at),
                // The rules read what was stored, rounded as it was.
                () -> record.attach(Context.of(Json.kept(context.document()))));
    }

    /**
     * Turns that came at the same time, and the code that they brought.
     *
     * @param parent the version that their code revises; null for the last of its author that it saw
     */
    public static RecordChange turns(
            String session, DebateRecord record, Ids ids, List<TurnDraft> drafts, @Nullable Integer parent) {
        DebateConfig config = record.config();
        List<Entry> events = new ArrayList<>();
        List<DebateTurn> turns = new ArrayList<>();
        List<String> hashes = new ArrayList<>();
        List<DebateRecord.Version> versions = new ArrayList<>();
        int next = record.versions().size() + 1;
        for (TurnDraft draft : drafts) {
            DebateTurn turn = TurnMapper.row(session, config, draft);
            // It covers neither the id nor the time.
            String hash = DebateTurn.COLUMNS.sha256(turn);
            DebateRecord.Version version = version(record, draft, next, parent);
            next += version.number() > 0 ? 1 : 0;
            turns.add(turn);
            hashes.add(hash);
            versions.add(version);
            events.add(new Entry("turn_stored", event(config, turn, hash, version)));
        }
        Rows rows = (tx, at) -> {
            for (int i = 0; i < drafts.size(); i++) {
                DebateRecord.Version version = versions.get(i);
                String before = version.parent() == 0
                        ? null
                        : record.versions().get(version.parent() - 1).code();
                TurnRows.insert(
                        tx, ids, session, config, drafts.get(i), turns.get(i), hashes.get(i), version, before, at);
            }
        };
        return new RecordChange(events, drafts.size(), rows, () -> {
            for (int i = 0; i < drafts.size(); i++) {
                DebateRecord.Version version = versions.get(i);
                if (version.number() > 0) {
                    record.version(version);
                }
                record.store(TurnMapper.turn(drafts.get(i), version.number()));
            }
        });
    }

    private static Map<String, @Nullable Object> event(
            DebateConfig config, DebateTurn turn, String hash, DebateRecord.Version version) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("turn_seq", turn.turnSeq());
        data.put("row_sha256", hash);
        data.put("code_sha256", version.number() > 0 ? Digest.sha256(version.code()) : null);
        if (config.preset() == Preset.EXTERNAL) {
            // Its content need not be the reply that was read, so what was read is proven by itself.
            Map<String, @Nullable Object> parsed = turn.parsed();
            data.put("parsed_sha256", parsed == null ? null : Json.sha256(parsed));
        }
        return data;
    }

    private static DebateRecord.Version version(
            DebateRecord record, TurnDraft draft, int number, @Nullable Integer parent) {
        ParsedReply said = draft.said();
        ParsedReply.Position position = said == null ? null : said.position();
        String code = position == null || record.config().code() == null ? null : position.code();
        int known = record.versions().size();
        if (parent != null && parent > known) {
            throw Bounds.invalid(
                    "parent_version " + parent + " is no earlier version; there are " + known, "name one that is");
        }
        Slot slot = draft.slot();
        return code == null
                ? NO_VERSION
                : new DebateRecord.Version(
                        number,
                        parent == null ? CodeRules.parent(record, slot) : parent,
                        slot.turnSeq(),
                        slot.seat(),
                        code);
    }

    /** Which answers are the same option, and what the documents answered to questions. */
    public static RecordChange measure(
            String session,
            DebateRecord record,
            List<OptionAssignment> assigned,
            List<ClarifiedQuestion> clarified,
            String model) {
        return of(
                "positions_measured",
                OptionTable.event(assigned, clarified, model),
                (tx, at) -> OptionTable.write(tx, session, record.config().closed(), assigned),
                () -> record.measure(assigned, clarified));
    }

    /** What checks found. */
    public static RecordChange check(String session, DebateRecord record, List<CheckResult> results) {
        List<CheckRow> rows =
                results.stream().map(result -> CheckRow.of(session, result)).toList();
        return of(
                "checks_run",
                Map.of("checks", rows.stream().map(CheckRow::named).toList()),
                (tx, at) -> {
                    rows.forEach(row -> CheckRow.COLUMNS.insert(tx, row));
                    results.stream()
                            .filter(result -> !result.tests().isEmpty())
                            .forEach(result -> VersionTable.results(tx, session, result));
                },
                () -> record.check(results));
    }

    /** A count of votes, which the record makes at once. */
    public static RecordChange tally(String session, DebateRecord record, Stage stage, int round, int attempt) {
        CountRecord counted = record.count(stage, round, attempt);
        List<BallotRow> ballots = TallyTable.ballots(session, record.config(), counted);
        List<FlipRow> flips = TallyTable.flips(session, record.config(), counted);
        return of(
                "tally_made",
                TallyTable.event(counted, ballots, flips),
                (tx, at) -> TallyTable.insert(tx, ballots, flips),
                () -> {});
    }
}
