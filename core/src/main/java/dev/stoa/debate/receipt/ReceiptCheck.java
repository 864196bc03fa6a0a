package dev.stoa.debate.receipt;

import dev.stoa.base.NotFoundException;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One check of a given receipt: whether it agrees with itself, and with the archive where its session
 * is. For one thread.
 */
public final class ReceiptCheck {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Map<String, @Nullable Object> document;
    private final JsonFields fields;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private String standing = "unasked";
    private @Nullable ReplayReport replay;

    private ReceiptCheck(Map<String, @Nullable Object> document) {
        this.document = document;
        this.fields = JsonFields.of(document);
    }

    /** Checks a receipt, against an archive too if one is given. */
    public static ReceiptReport verify(Map<String, @Nullable Object> document, @Nullable Archive archive) {
        ReceiptCheck check = new ReceiptCheck(document);
        String session = null;
        long events = 0;
        int turns = 0;
        try {
            JsonFields chain = JsonFields.of(check.fields.object("chain"));
            session = JsonFields.of(check.fields.object("session")).text("id");
            events = chain.whole("events");
            turns = check.fields.objects("turns").size();
            check.alone(chain);
            if (archive != null) {
                check.against(archive, session, events);
            }
        } catch (RuntimeException e) {
            // A forged receipt may break any reader; the exception then names what is wrong with it.
            Replay.damage(e);
            check.note("receipt", 0, "a receipt of version " + Receipt.VERSION, e.getMessage());
        }
        Object hash = document.get("outcome_sha256");
        return new ReceiptReport(
                session,
                events,
                turns,
                check.standing,
                check.replay,
                hash instanceof String text ? text : null,
                check.mismatches);
    }

    private void note(String check, long seq, @Nullable String expected, @Nullable String found) {
        note(check, seq, null, expected, found);
    }

    private void note(
            String check, long seq, @Nullable String field, @Nullable String expected, @Nullable String found) {
        mismatches.add(Mismatch.of(check, seq, field, expected, found));
    }

    private void same(String check, long seq, @Nullable Object expected, @Nullable Object found) {
        String should = expected == null ? null : Json.canonical(expected);
        String is = found == null ? null : Json.canonical(found);
        if (!Objects.equals(should, is)) {
            note(check, seq, should, is);
        }
    }

    /** What can be seen without any archive. */
    private void alone(JsonFields chain) {
        same("receipt", 0, Receipt.VERSION, fields.wholeOrNull("receipt_version"));
        same("receipt", 0, Receipt.hash(document), fields.textOrNull("receipt_sha256"));
        if (!HASH.matcher(chain.text("head", "")).matches()) {
            note("receipt", 0, "a hash as head of the chain", chain.textOrNull("head"));
        }
        Map<String, @Nullable Object> config =
                JsonFields.of(fields.object("session")).object("config");
        same("config", 0, Json.sha256(config), fields.textOrNull("config_sha256"));
        Map<String, @Nullable Object> outcome = fields.object("outcome");
        same("outcome", 0, outcome.isEmpty() ? null : Json.sha256(outcome), fields.textOrNull("outcome_sha256"));
        same("outcome", 0, outcome.getOrDefault("dissents", List.of()), document.get("dissents"));
        new ReceiptFields(this::note).check(document);
        DebateConfig read = ConfigReader.stored(config);
        same("config", 0, read.document(), config);
        turns(read);
        new ReceiptCount(fields, read, this::note).check();
    }

    private void turns(DebateConfig config) {
        long before = 0;
        for (JsonFields turn : fields.objects("turns")) {
            long number = turn.whole("turn_seq");
            if (number != before + 1) {
                note("turns", number, "turn " + (before + 1), "turn " + number);
            }
            before = number;
            String agent = turn.text("agent_id");
            if (config.seats().stream().noneMatch(seat -> seat.agent().equals(agent))) {
                note("turns", number, "an agent of the debate", agent);
            }
            if (turn.valueOrNull("visible_turns") instanceof List<?> visible) {
                for (Object seen : visible) {
                    if (!(seen instanceof Number earlier) || earlier.longValue() < 1 || earlier.longValue() >= number) {
                        note("turns", number, "only earlier turns to be seen", String.valueOf(seen));
                    }
                }
            }
            hash(number, turn.textOrNull("content_sha256"));
            hash(number, turn.textOrNull("prompt_sha256"));
        }
    }

    private void hash(long turn, @Nullable String hash) {
        if (hash != null && !HASH.matcher(hash).matches()) {
            note("turns", turn, "a hash", hash);
        }
    }

    /** What only the archive knows. */
    private void against(Archive archive, String session, long events) {
        archive.read(tx -> {
            Optional<SessionRow> row = find(tx, session);
            standing = row.isEmpty() ? "unknown" : "agrees";
            row.ifPresent(known -> against(tx, known, events));
            return standing;
        });
        if (standing.equals("unknown")) {
            return;
        }
        replay = Replay.over(archive).replay(session);
        if (!replay.ok() || mismatches.stream().anyMatch(found -> found.check().equals("archive"))) {
            standing = "differs";
        }
    }

    private static Optional<SessionRow> find(Tx tx, String session) {
        try {
            SessionRow row = SessionLookup.find(tx, session);
            return row.id().equals(session) ? Optional.of(row) : Optional.empty();
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    private void against(Tx tx, SessionRow row, long events) {
        String head = tx.one(
                        "SELECT hash FROM debate_events WHERE session_id = ? AND seq = ?",
                        found -> found.text(1),
                        row.id(),
                        events)
                .orElse(null);
        Object claimed = fields.object("chain").get("head");
        same("archive", 0, head, claimed);
        Map<String, @Nullable Object> now = Json.parseObject(Json.write(Receipts.body(tx, row)));
        if (events == row.eventCount()) {
            now.forEach((part, value) -> part(part, value, document.get(part)));
            return;
        }
        // Written earlier: the debate has gone on, but what had been said and decided then still stands.
        same("archive", 0, now.get("config_sha256"), document.get("config_sha256"));
        if (!fields.object("outcome").isEmpty()) {
            List.of("outcome", "outcome_sha256", "ballots", "flips", "checks", "options", "versions")
                    .forEach(part -> part(part, now.get(part), document.get(part)));
        }
        List<?> known = now.get("turns") instanceof List<?> list ? list : List.of();
        List<?> brought = document.get("turns") instanceof List<?> list ? list : List.of();
        part("turns", known.subList(0, Math.min(known.size(), brought.size())), brought);
    }

    /** A part of the receipt against the same part of one written now; lists are told apart element by element. */
    private void part(String name, @Nullable Object expected, @Nullable Object found) {
        if (expected instanceof List<?> known && found instanceof List<?> brought && known.size() == brought.size()) {
            for (int i = 0; i < known.size(); i++) {
                Object seq = known.get(i) instanceof Map<?, ?> map ? map.get("turn_seq") : null;
                same(
                        "archive",
                        seq instanceof Number turn ? turn.longValue() : 0,
                        Json.object(name + "[" + i + "]", known.get(i)),
                        Json.object(name + "[" + i + "]", brought.get(i)));
            }
        } else {
            same("archive", 0, Json.object(name, expected), Json.object(name, found));
        }
    }
}
