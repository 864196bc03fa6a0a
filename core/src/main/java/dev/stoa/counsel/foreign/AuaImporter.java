package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.correction.CorrectionBackFill;
import dev.stoa.counsel.correction.SubjectKey;
import dev.stoa.counsel.foreign.RowReader.Unfit;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.json.Digest;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One import of an {@code aua.db}, within one unit of work. Not thread-safe. Rows are written plain; what is to be sealed
 * is sealed by the caller in the same unit.
 */
final class AuaImporter {
    private static final int MOST_TEXT = 1_000_000;

    private final AuaFile file;
    private final AuaTexts texts;
    private final AuaTally tally;
    private final Target target;
    private final Tx tx;
    private final Instant now;
    private final List<String> corrections = new ArrayList<>();
    private String legacyHash = "";

    private AuaImporter(Tx tx, Seal seal, AuaFile file, AuaOptions options, Instant now) {
        this.file = file;
        this.texts = new AuaTexts(options.keyBytes());
        this.tally = new AuaTally(file);
        this.target = new Target(tx, seal, tally);
        this.tx = tx;
        this.now = now.truncatedTo(ChronoUnit.MICROS);
    }

    /** What came of it, for the audit log. */
    record Done(AuaTally tally, String legacyHash) {}

    /** Takes in what is in a file; refuses all of it if anything needs a decision that was not made. */
    static Done run(Tx tx, Seal seal, AuaFile file, AuaOptions options, Instant now) {
        AuaImporter importer = new AuaImporter(tx, seal, file, options, now);
        importer.texts.need(file);
        AuaTalk talk = new AuaTalk(importer);
        talk.run();
        importer.each("model_runs", row -> importer.modelRun(row, talk));
        importer.each("sessions", importer::session);
        importer.each("assertion_events", importer::assertion);
        importer.each("corrections", importer::correction);
        importer.finishCorrections();
        importer.each("correction_events", importer::correctionEvent);
        importer.promotions();
        importer.audit();
        talk.count();
        importer.tally.refuse(options);
        return new Done(importer.tally, importer.legacyHash);
    }

    /** Reads a row, and throws if it cannot be taken. */
    @FunctionalInterface
    interface Reading {
        void read(RowReader row) throws Unfit;
    }

    void each(String table, Reading reading) {
        for (OldRow row : file.of(table)) {
            try {
                reading.read(new RowReader(row, texts, now));
            } catch (Unfit e) {
                tally.setAside(row, row.text(key(table)), e.reason());
            }
        }
    }

    private static String key(String table) {
        return switch (table) {
            case "projects" -> "project_id";
            case "conversations" -> "conversation_id";
            case "messages" -> "message_id";
            case "context_backups" -> "backup_id";
            case "token_counters" -> "counter_id";
            case "model_runs" -> "run_id";
            default -> "id";
        };
    }

    /** Says that a row was written, and what was changed in it. */
    void keep(RowReader row, String id) {
        tally.imported(row.row());
        row.tell(tally, id);
    }

    AuaFile file() {
        return file;
    }

    AuaTally tally() {
        return tally;
    }

    Target target() {
        return target;
    }

    private void modelRun(RowReader row, AuaTalk talk) throws Unfit {
        String id = row.id("run_id");
        String specialist = row.text("specialist", 400);
        Instant at = row.time("created_at", null);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("specialist", specialist);
        values.put("raw_response", row.textOrNull("raw_response", MOST_TEXT));
        values.put("created_at", at);
        String named = row.idOrNull("conversation_id");
        if (!target.isNew(row.row(), "model_runs", "run_id", id, values)) {
            return;
        }
        String round = row.word("round", List.of("answer", "peer_review"), "answer");
        String query = row.idOrNull("query_id");
        if (query != null && isRecorded(query, specialist, round)) {
            row.changed("query_id", query, null);
            query = null;
        }
        int winner = row.flag("vcg_winner");
        if (winner == 1 && query != null && hasWinner(query)) {
            row.changed("vcg_winner", 1, 0);
            winner = 0;
        }
        values.put("run_id", id);
        values.put("conversation_id", talk.conversation(named, at));
        values.put("round", round);
        values.put("query_id", query);
        values.put("vcg_winner", winner);
        for (String score : List.of("utility_score", "confidence_score", "vcg_welfare_score", "latency_ms")) {
            values.put(score, row.real(score, -1e15, 1e15, null));
        }
        values.put("corrections_applied", row.list("corrections_applied"));
        for (String domain : List.of("domain", "domain_l0", "domain_path")) {
            values.put(domain, row.textOrNull(domain, 4_096));
        }
        values.put("context", AuaTalk.context(row.row()));
        target.insert("model_runs", values);
        keep(row, id);
    }

    private boolean isRecorded(String query, String specialist, @Nullable String round) {
        return tx.one(
                        "SELECT 1 FROM model_runs WHERE query_id = ? AND specialist = ? AND round = ?",
                        row -> true,
                        query,
                        specialist,
                        round)
                .isPresent();
    }

    private boolean hasWinner(String query) {
        return tx.one("SELECT 1 FROM model_runs WHERE query_id = ? AND vcg_winner = 1", row -> true, query)
                .isPresent();
    }

    private void session(RowReader row) throws Unfit {
        String id = row.id("id");
        Instant created = row.time("created_at", row.row().time("updated_at"));
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("created_at", created);
        values.put("domain", row.textOrNull("domain", 4_096));
        values.put("query_count", row.count("query_count", 0));
        values.put("metadata", row.object("metadata"));
        if (target.isNew(row.row(), "sessions", "id", id, values)) {
            Instant updated = row.row().time("updated_at");
            values.put("updated_at", updated == null || updated.isBefore(created) ? created : updated);
            values.put("id", id);
            target.insert("sessions", values);
            keep(row, id);
        }
    }

    private void assertion(RowReader row) throws Unfit {
        String id = row.id("id");
        String session = row.id("session_id");
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("session_id", session);
        values.put("assertion_name", row.text("assertion_name", 400));
        values.put("level", row.word("level", List.of("blocking", "soft", "info"), "info"));
        values.put("passed", row.flag("passed"));
        if (!target.isNew(row.row(), "assertion_events", "id", id, values)) {
            return;
        }
        Instant at = row.row().time("created_at");
        if (!target.has("sessions", "id", session)) {
            Map<String, @Nullable Object> stub = new LinkedHashMap<>();
            stub.put("id", session);
            stub.put("created_at", at == null ? now : at);
            stub.put("updated_at", at == null ? now : at);
            stub.put("metadata", "{\"recovered\":true}");
            target.insert("sessions", stub);
            target.made("sessions", session);
            tally.stub();
        }
        values.put("id", id);
        values.put("created_at", at);
        values.put("bonus_applied", row.real("bonus_applied", -1e15, 1e15, 0.0));
        values.put("retries_used", row.count("retries_used", 0));
        values.put("latency_ms", row.real("latency_ms", 0, 1e15, 0.0));
        values.put("message", row.textOrNull("message", MOST_TEXT));
        values.put("domain", row.textOrNull("domain", 4_096));
        values.put("policy_name", row.textOrNull("policy_name", 4_096));
        target.insert("assertion_events", values);
        keep(row, id);
    }

    private void correction(RowReader row) throws Unfit {
        String id = row.id("id");
        String rejected = row.textOrNull("rejected", 20_000);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("subject", row.text("subject", 300));
        values.put("domain", row.name("domain", "general", 64));
        values.put("claim", row.text("claim", 4_000));
        values.put("rejected", rejected == null ? "" : rejected);
        Instant at = row.time("created_at", null);
        values.put("created_at", at);
        if (!target.isNew(row.row(), "corrections", "id", id, values)) {
            return;
        }
        boolean superseded = "superseded".equals(row.row().text("scope"));
        Double confidence = row.real("confidence", 0, 1, 0.5);
        values.put("id", id);
        values.put("confidence", confidence);
        values.put("effective_confidence", row.real("effective_confidence", 0, 1, confidence));
        values.put("source", row.name("source", "arbiter", 64));
        values.put("decay_class", row.word("decay_class", List.of("A", "B", "C"), "C"));
        values.put("metadata", row.object("metadata"));
        if (superseded) {
            row.changed("scope", "superseded", "global with the status superseded");
        } else {
            // A conversation or project that it was for is not named anywhere.
            row.word("scope", List.of("global"), "global");
        }
        // Filled in below, by the same steps as in an older archive: only then is it known which stays active.
        values.put("subject_key", null);
        values.put("status", superseded ? "superseded" : "active");
        target.insert("corrections", values);
        corrections.add(id);
        keep(row, id);
    }

    private void finishCorrections() {
        if (corrections.isEmpty()) {
            return;
        }
        CorrectionBackFill.run(tx);
        if (target.seal().on()) {
            for (String id : corrections) {
                String subject = tx.one("SELECT subject FROM corrections WHERE id = ?", row -> row.text(1), id)
                        .orElseThrow();
                tx.update(
                        "UPDATE corrections SET subject_key = ? WHERE id = ?",
                        SubjectKey.stored(target.seal(), id, subject),
                        id);
            }
        }
    }

    private void correctionEvent(RowReader row) throws Unfit {
        String id = row.id("id");
        String correction = row.id("correction_id");
        if (!target.has("corrections", "id", correction)) {
            throw new Unfit("correction_id " + correction + " is no correction");
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("correction_id", correction);
        values.put("created_at", row.time("created_at", null));
        String event = row.row().text("event");
        if (event == null
                || !List.of("created", "applied", "edited", "superseded").contains(event)) {
            throw new Unfit("event " + Bounds.shown(String.valueOf(event))
                    + " is none of created, applied, edited, superseded");
        }
        values.put("event", event);
        if (target.isNew(row.row(), "correction_events", "id", id, values)) {
            values.put("id", id);
            values.put("session_id", row.idOrNull("session_id"));
            values.put("details", row.object("details"));
            values.put("seq", tx.next("correction_event"));
            target.insert("correction_events", values);
            keep(row, id);
        }
    }

    private record Promotion(RowReader reader, String id, Instant at, Map<String, @Nullable Object> values) {}

    private void promotions() {
        List<Promotion> all = new ArrayList<>();
        each("promotions", row -> {
            String id = row.id("id");
            String event = row.row().text("event");
            if (event == null || !List.of("promote", "rollback").contains(event)) {
                throw new Unfit("event " + Bounds.shown(String.valueOf(event)) + " is neither promote nor rollback");
            }
            Instant at = row.time("created_at", null);
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            values.put("created_at", at);
            values.put("specialist", row.text("specialist", 400));
            values.put("event", event);
            values.put("from_model", row.textOrNull("from_model", 4_096));
            values.put("to_model", row.textOrNull("to_model", 4_096));
            if (target.isNew(row.row(), "promotions", "id", id, values)) {
                values.put("reverted", row.flag("reverted"));
                values.put("metadata", row.object("metadata"));
                all.add(new Promotion(row, id, at, values));
            }
        });
        all.sort(Comparator.comparing(Promotion::at));
        for (Promotion promotion : all) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>(promotion.values());
            values.put("id", promotion.id());
            values.put("seq", tx.next("promotion"));
            target.insert("promotions", values);
            keep(promotion.reader(), promotion.id());
        }
    }

    /** Keeps the rows of the old log in their order, those that are kept already once. */
    private void audit() {
        List<OldRow> rows = file.of(AuaFile.AUDIT);
        if (rows.isEmpty()) {
            return;
        }
        Set<String> kept = new HashSet<>(tx.list("SELECT row FROM audit_legacy", row -> row.text(1)));
        long position = tx.number("SELECT COALESCE(MAX(position), 0) FROM audit_legacy");
        StringBuilder all = new StringBuilder();
        for (OldRow row : rows) {
            String json = LegacyAudit.json(row);
            all.append(json).append('\n');
            tally.legacy(LegacyAudit.verifies(row));
            if (kept.add(json)) {
                position++;
                tx.update("INSERT INTO audit_legacy (position, row) VALUES (?, ?)", position, json);
                tally.imported(row);
            } else {
                tally.skipped(row);
            }
        }
        legacyHash = Digest.sha256(all.toString());
    }
}
