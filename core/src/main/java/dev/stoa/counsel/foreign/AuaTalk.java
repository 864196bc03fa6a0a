package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.conversation.TailHash;
import dev.stoa.counsel.conversation.TokenEstimate;
import dev.stoa.counsel.foreign.RowReader.Unfit;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Projects, conversations, messages, notes and counters of an {@code aua.db}. Used by one thread, for one import. */
final class AuaTalk {
    private static final String RECOVERED = "(recovered)";
    private static final String NO_CONVERSATION = "recovered";
    private static final int LONGEST_NAME = 200;
    private static final int MOST_BYTES = 1_000_000;
    private static final List<String> TRIGGERS =
            List.of("token_threshold", "message_count", "time_gap", "manual", "coverage_job_no_backup");

    private final AuaImporter importer;
    private final Target target;
    private final Tx tx;
    private final AuaTally tally;
    private final Map<String, List<Said>> said = new TreeMap<>();
    private final Set<String> touched = new TreeSet<>();
    private final Set<String> deleted = new HashSet<>();

    AuaTalk(AuaImporter importer) {
        this.importer = importer;
        this.target = importer.target();
        this.tx = target.tx();
        this.tally = importer.tally();
    }

    /** A message that is to be written, when the order of all is known. */
    private record Said(
            RowReader reader, String id, String content, Instant at, Map<String, @Nullable Object> values) {}

    void run() {
        importer.each("projects", this::project);
        importer.each("conversations", this::conversation);
        importer.each("chat_sessions", this::chat);
        importer.each("messages", row -> message(row, "message_id", "conversation_id"));
        importer.each("chat_messages", this::chatMessage);
        said.forEach(this::write);
        notes();
        importer.each("token_counters", this::counter);
        // They are made again from the messages.
        importer.file().of("message_keywords").forEach(tally::skipped);
    }

    private void project(RowReader row) throws Unfit {
        String id = row.id("project_id");
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("user_id", user(row));
        values.put("name", row.name("name", RECOVERED, LONGEST_NAME));
        values.put("created_at", row.time("created_at", null));
        if (target.isNew(row.row(), "projects", "project_id", id, values)) {
            importer.keep(row, id);
            insertProject(id, values);
        }
    }

    private void insertProject(String id, Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
        all.put("project_id", id);
        all.put("seq", tx.next("projects"));
        target.insert("projects", all);
    }

    private static String user(RowReader row) throws Unfit {
        String user = row.idOrNull("user_id");
        return user == null ? "local" : user;
    }

    private void conversation(RowReader row) throws Unfit {
        String id = row.id("conversation_id");
        Instant created = row.time("created_at", row.row().time("updated_at"));
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("user_id", user(row));
        values.put("title", row.name("title", "New Chat", LONGEST_NAME));
        String project = row.idOrNull("project_id");
        values.put("project_id", project);
        values.put("created_at", created);
        keep(row, id, values, created);
    }

    private void chat(RowReader row) throws Unfit {
        String id = row.id("id");
        if (row.flag("deleted") == 1) {
            deleted.add(id);
            tally.skipped(row.row());
            return;
        }
        Instant created = row.time("created_at", row.row().time("updated_at"));
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("user_id", "local");
        values.put("title", row.name("title", "New Chat", LONGEST_NAME));
        values.put("project_id", null);
        values.put("created_at", created);
        keep(row, id, values, created);
    }

    private void keep(RowReader row, String id, Map<String, @Nullable Object> values, Instant created) {
        if (target.isNew(row.row(), "conversations", "conversation_id", id, values)) {
            importer.keep(row, id);
            String project = (String) values.get("project_id");
            if (project != null && !target.has("projects", "project_id", project)) {
                Map<String, @Nullable Object> stub = new LinkedHashMap<>();
                stub.put("user_id", values.get("user_id"));
                stub.put("name", RECOVERED);
                stub.put("created_at", created);
                insertProject(project, stub);
                target.made("projects", project);
                tally.stub();
            }
            Instant updated = row.row().time("updated_at");
            insertConversation(id, values, updated == null || updated.isBefore(created) ? created : updated);
        }
    }

    private void insertConversation(String id, Map<String, @Nullable Object> values, Instant updated) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
        all.put("conversation_id", id);
        all.put("updated_at", updated);
        all.put("seq", tx.next("conversations"));
        target.insert("conversations", all);
    }

    /** The conversation of a row, made where it is missing. */
    String conversation(@Nullable String named, Instant at) throws Unfit {
        String id = named == null ? NO_CONVERSATION : named;
        if (isErased(id)) {
            throw new Unfit("conversation " + id + " was erased here");
        }
        if (!target.has("conversations", "conversation_id", id)) {
            Map<String, @Nullable Object> stub = new LinkedHashMap<>();
            stub.put("user_id", "local");
            stub.put("title", RECOVERED);
            stub.put("project_id", null);
            stub.put("created_at", at);
            insertConversation(id, stub, at);
            target.made("conversations", id);
            tally.stub();
        }
        return id;
    }

    private void chatMessage(RowReader row) throws Unfit {
        String session = row.idOrNull("session_id");
        if (session != null && deleted.contains(session)) {
            tally.skipped(row.row());
            return;
        }
        message(row, "id", "session_id");
    }

    private void message(RowReader row, String key, String parent) throws Unfit {
        String id = row.id(key);
        String role = String.valueOf(row.row().text("role"));
        if (!role.equals("user") && !role.equals("assistant")) {
            throw new Unfit("role " + Bounds.shown(role) + " is neither user nor assistant");
        }
        String content = row.textOrNull("content", MOST_BYTES);
        if (content == null || content.isEmpty()) {
            throw new Unfit("it has no content");
        }
        if (content.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new Unfit("content has more than 1,000,000 bytes");
        }
        String named = row.idOrNull(parent);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("conversation_id", named == null ? NO_CONVERSATION : named);
        values.put("role", role);
        values.put("content", content);
        if (!target.isNew(row.row(), "messages", "message_id", id, values)) {
            return;
        }
        Instant at = row.time("created_at", null);
        String conversation = conversation(named, at);
        values.put("callout_type", row.word("callout_type", List.of("disagreement", "correction"), null));
        values.put("models_used", row.list("models_used"));
        values.put("accuracy_level", row.word("accuracy_level", List.of("fast", "balanced", "high", "maximum"), null));
        values.put("confidence", row.word("confidence", List.of("High", "Medium", "Uncertain"), null));
        said.computeIfAbsent(conversation, any -> new ArrayList<>()).add(new Said(row, id, content, at, values));
    }

    private boolean isErased(String conversation) {
        return tx.one(
                        "SELECT 1 FROM conversations WHERE conversation_id = ? AND erased_at IS NOT NULL",
                        row -> true,
                        conversation)
                .isPresent();
    }

    /** Writes the messages of a conversation in the order of their times, after those that are there. */
    private void write(String conversation, List<Said> messages) {
        // A stable sort: of equal times the one that was inserted first comes first.
        messages.sort(Comparator.comparing(Said::at));
        long[] seq = {0};
        Instant[] last = {Instant.MIN};
        tx.each(
                "SELECT last_seq, last_at FROM conversations WHERE conversation_id = ?",
                row -> {
                    seq[0] = row.number(1);
                    Instant at = row.instantOrNull(2);
                    last[0] = at == null ? Instant.MIN : at;
                },
                conversation);
        for (Said message : messages) {
            Instant at = message.at().isBefore(last[0]) ? last[0] : message.at();
            if (!at.equals(message.at())) {
                message.reader().changed("created_at", message.at(), at);
            }
            last[0] = at;
            Map<String, @Nullable Object> values = new LinkedHashMap<>(message.values());
            values.put("message_id", message.id());
            values.put("created_at", at);
            values.put("seq", ++seq[0]);
            values.put("tokens", TokenEstimate.of(message.content()));
            target.insert("messages", values);
            importer.keep(message.reader(), message.id());
        }
        tx.update(
                "UPDATE conversations SET last_seq = ?, last_at = ?, tail_hash = ? WHERE conversation_id = ?",
                seq[0],
                last[0],
                TailHash.of(target.seal(), tx, conversation),
                conversation);
        touched.add(conversation);
    }

    private record Note(RowReader reader, String id, Instant at, Map<String, @Nullable Object> values) {}

    private void notes() {
        Map<String, List<Note>> pairs = new TreeMap<>();
        importer.each("context_backups", row -> {
            Note note = note(row);
            if (note != null) {
                pairs.computeIfAbsent(
                                note.values().get("conversation_id") + "\n"
                                        + note.values().get("specialist"),
                                any -> new ArrayList<>())
                        .add(note);
            }
        });
        pairs.values().forEach(this::number);
    }

    private @Nullable Note note(RowReader row) throws Unfit {
        String id = row.id("backup_id");
        String named = row.idOrNull("conversation_id");
        String text = row.textOrNull("backup_text", MOST_BYTES);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("conversation_id", named == null ? NO_CONVERSATION : named);
        values.put("specialist", row.text("specialist", 400));
        values.put("backup_text", text);
        if (!target.isNew(row.row(), "context_backups", "backup_id", id, values)) {
            return null;
        }
        Instant at = row.time("created_at", null);
        String trigger = row.row().text("trigger");
        if ("coverage_job_stale".equals(trigger) || "coverage_job".equals(trigger)) {
            row.changed("trigger", trigger, "coverage_job_no_backup");
            trigger = "coverage_job_no_backup";
        }
        values.put(
                "trigger",
                trigger != null && TRIGGERS.contains(trigger) ? trigger : row.word("trigger", TRIGGERS, "manual"));
        values.put("token_estimate", row.count("token_estimate", text == null ? 0 : TokenEstimate.of(text)));
        values.put("created_at", at);
        conversation(named, at);
        return new Note(row, id, at, values);
    }

    /** Numbers the notes of a conversation and specialist, and counts the messages before each. */
    private void number(List<Note> notes) {
        notes.sort(Comparator.comparing(Note::at));
        String conversation = String.valueOf(notes.getFirst().values().get("conversation_id"));
        long thread = tx.number(
                "SELECT COALESCE(MAX(thread_number), 0) FROM context_backups WHERE conversation_id = ? AND specialist = ?",
                conversation,
                notes.getFirst().values().get("specialist"));
        for (Note note : notes) {
            thread++;
            if (note.reader().count("thread_number", thread) != thread) {
                note.reader().changed("thread_number", note.reader().row().text("thread_number"), thread);
            }
            Map<String, @Nullable Object> values = new LinkedHashMap<>(note.values());
            values.put("backup_id", note.id());
            values.put("thread_number", thread);
            values.put(
                    "covers_seq",
                    tx.number(
                            "SELECT count(*) FROM messages WHERE conversation_id = ? AND created_at < ?",
                            conversation,
                            note.at()));
            target.insert("context_backups", values);
            importer.keep(note.reader(), note.id());
        }
        tx.update(
                "UPDATE conversations SET last_at = ? WHERE conversation_id = ? AND (last_at IS NULL OR last_at < ?)",
                notes.getLast().at(),
                conversation,
                notes.getLast().at());
        touched.add(conversation);
    }

    private void counter(RowReader row) throws Unfit {
        String id = row.id("counter_id");
        String named = row.idOrNull("conversation_id");
        String specialist = row.text("specialist", 400);
        String conversation = named == null ? NO_CONVERSATION : named;
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("specialist", specialist);
        values.put("conversation_id", conversation);
        if (!target.isNew(row.row(), "token_counters", "counter_id", id, values)) {
            return;
        }
        boolean counted = tx.one(
                        "SELECT 1 FROM token_counters WHERE specialist = ? AND conversation_id = ?",
                        found -> true,
                        specialist,
                        conversation)
                .isPresent();
        if (counted) {
            // One is enough, since all are counted again.
            tally.skipped(row.row());
            return;
        }
        Instant updated = row.time("updated_at", null);
        conversation(named, updated);
        values.put("counter_id", id);
        values.put("updated_at", updated);
        target.insert("token_counters", values);
        touched.add(conversation);
        importer.keep(row, id);
    }

    /** Counts again in every conversation that got something. */
    void count() {
        for (String conversation : touched) {
            for (String specialist : tx.list(
                    "SELECT specialist FROM token_counters WHERE conversation_id = ?",
                    row -> row.text(1),
                    conversation)) {
                tx.update(
                        """
                        UPDATE token_counters SET
                            thread_number = 1 + (SELECT count(*) FROM context_backups b
                                WHERE b.conversation_id = token_counters.conversation_id
                                    AND b.specialist = token_counters.specialist),
                            token_estimate = (SELECT COALESCE(SUM(m.tokens), 0) FROM messages m
                                WHERE m.conversation_id = token_counters.conversation_id AND m.seq > ?),
                            message_count = (SELECT count(*) FROM messages m
                                WHERE m.conversation_id = token_counters.conversation_id AND m.seq > ?),
                            last_message_at = (SELECT MAX(m.created_at) FROM messages m
                                WHERE m.conversation_id = token_counters.conversation_id)
                        WHERE conversation_id = ? AND specialist = ?""",
                        covered(conversation, specialist),
                        covered(conversation, specialist),
                        conversation,
                        specialist);
            }
        }
    }

    private long covered(String conversation, String specialist) {
        return tx.one(
                        "SELECT covers_seq FROM context_backups WHERE conversation_id = ? AND specialist = ?"
                                + " ORDER BY thread_number DESC LIMIT 1",
                        row -> row.number(1),
                        conversation,
                        specialist)
                .orElse(0L);
    }

    /** A context with what a run has no column for. */
    static @Nullable String context(OldRow row) {
        String tenant = row.text("tenant_id");
        return tenant == null || tenant.isBlank() ? null : Json.write(Map.of("tenant_id", tenant));
    }
}
