package dev.stoa.evolution.transfer;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.base.TextEnum;
import dev.stoa.evolution.memory.StrategyTable;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lines of runs on their way into an archive, within one unit of work. Not thread-safe; used once. */
final class RunImport {
    private static final String LINE = "line ";

    private final Tx tx;
    private final Instant now;
    private final RunChecks checks;
    private final Map<String, Long> added = new TreeMap<>();
    private final Map<String, Long> skipped = new TreeMap<>();
    private final List<TransferReport.Conflict> conflicts = new ArrayList<>();
    private final Set<String> prunedHere = new HashSet<>();
    private final Set<String> archivedHere = new HashSet<>();
    private final List<Pending> generations = new ArrayList<>();
    private final Set<String> runs = new LinkedHashSet<>();

    /** A generation whose actors wait for their profiles. */
    private record Pending(long number, Map<String, @Nullable Object> line) {}

    RunImport(Tx tx, Instant now) {
        this.tx = tx;
        this.now = now;
        this.checks = new RunChecks(tx);
    }

    TransferReport run(Iterable<String> lines, boolean dryRun) {
        long number = 0;
        RowType last = RowType.RUN;
        for (String text : lines) {
            number++;
            if (text.isBlank()) {
                continue;
            }
            try {
                Map<String, @Nullable Object> line = new LinkedHashMap<>(Json.parseObject(text));
                RowType type = TextEnum.of("type", RowType.values(), String.valueOf(line.get("type")));
                if (type.compareTo(last) < 0 || (runs.isEmpty() && type != RowType.RUN)) {
                    throw Bounds.invalid(
                            "a " + type.text() + " stands behind a " + last.text(), "keep the order of the export");
                }
                boolean profiles = last.compareTo(RowType.PROFILE) <= 0 && type.compareTo(RowType.PROFILE) > 0;
                last = type;
                if (profiles) {
                    actors();
                }
                take(number, type, line);
            } catch (InvalidException | ConflictException e) {
                throw at(number, e);
            }
        }
        actors();
        if (added.containsKey(RowType.EPISODE.text()) || added.containsKey(RowType.LOG.text())) {
            // What came into generations that were pruned before is to be pruned too.
            runs.forEach(run -> tx.update("DELETE FROM retention_marks WHERE run_id = ?", run));
        }
        if (runs.isEmpty()) {
            throw Bounds.invalid("the file has no run", "export one with its lines");
        }
        return new TransferReport(List.copyOf(runs), added, skipped, conflicts, dryRun);
    }

    private static InvalidException at(long number, StoaException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof InvalidException placed && message.startsWith(LINE)) {
            return placed;
        }
        // A conflict is that of a table: two rows of one place, or one that names a row that is not there.
        return new InvalidException(
                "invalid",
                LINE + number + ": "
                        + (e instanceof ConflictException
                                ? "the row does not fit those before it (" + message + ")"
                                : message),
                e.hint().orElse("correct the line; nothing was changed"));
    }

    private void take(long number, RowType type, Map<String, @Nullable Object> line) {
        RunChecks.known(type, line);
        normalise(type, line);
        String id = Bounds.id("id", String.valueOf(line.get("id")));
        if (type == RowType.RUN) {
            checks.run(id, line);
            if (!runs.add(id)) {
                throw Bounds.invalid("run " + id + " is there twice", "keep one of them");
            }
        }
        if (type == RowType.LOG && prunedHere.contains(String.valueOf(line.get("episode_id")))) {
            skipped.merge(type.text(), 1L, Long::sum);
            return;
        }
        var present = RunLines.one(tx, type, id);
        if (present.isPresent()) {
            // What was exported and what is here are compared as lines, written the same way.
            String here = RunLines.content(type, Json.parseObject(Json.write(present.get())));
            if (here.equals(RunLines.content(type, line))) {
                skipped.merge(type.text(), 1L, Long::sum);
            } else {
                conflicts.add(new TransferReport.Conflict(number, type.text(), id));
            }
            if (type == RowType.EPISODE
                    && present.get().get("facts") instanceof Map<?, ?> facts
                    && "pruned".equals(facts.get("logs"))) {
                prunedHere.add(id);
            }
            return;
        }
        if (conflicts.isEmpty()) {
            insert(number, type, id, line);
        }
        added.merge(type.text(), 1L, Long::sum);
    }

    /** A process that is not here does not run it. */
    private static void normalise(RowType type, Map<String, @Nullable Object> line) {
        if (type == RowType.RUN && "running".equals(line.get("status"))) {
            line.put("status", "paused");
            line.put("stop_reason", "imported");
        }
    }

    private void insert(long number, RowType type, String id, Map<String, @Nullable Object> line) {
        checks.belongs(type, line);
        switch (type) {
            case EPISODE -> episode(id, line);
            case LOG -> {
                boolean archived = archivedHere.contains(String.valueOf(line.get("episode_id")));
                row(archived ? "action_logs_archive" : "ActionLogs", type, line, archived ? now : null);
            }
            default -> row(type.table(), type, line, null);
        }
        switch (type) {
            case GENERATION -> generations.add(new Pending(number, line));
            case EPOCH -> failures(id, line);
            case STRATEGY -> tx.next(StrategyTable.COUNT);
            default -> {
                // Nothing belongs to it.
            }
        }
    }

    private void row(String table, RowType type, Map<String, @Nullable Object> line, @Nullable Instant archivedAt) {
        List<String> names = new ArrayList<>();
        List<String> marks = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : type.fields()) {
            if (type == RowType.EPISODE && field.name().equals("archived")) {
                continue;
            }
            names.add(field.name());
            marks.add("?");
            values.add(field.role() == Field.Role.NUMBER ? (Object) tx.next(sequence(type)) : value(type, field, line));
        }
        if (archivedAt != null) {
            names.add("archived_at");
            marks.add("?");
            values.add(archivedAt);
        }
        tx.update(
                "INSERT INTO " + table + " (" + String.join(", ", names) + ") VALUES (" + String.join(", ", marks)
                        + ")",
                values.toArray());
    }

    private static @Nullable Object value(RowType type, Field field, Map<String, @Nullable Object> line) {
        if (type == RowType.RUN && field.name().equals("owner")) {
            return null;
        }
        return field.stored(line);
    }

    private static String sequence(RowType type) {
        return switch (type) {
            case RUN -> "run";
            case PROFILE -> "profile";
            case CREATED_AGENT -> "created_agent";
            case STRATEGY -> "strategy";
            default -> throw new IllegalStateException(type.text());
        };
    }

    private void actors() {
        if (!conflicts.isEmpty()) {
            // Nothing is written then, so that profiles may be missing.
            return;
        }
        for (Pending generation : generations) {
            try {
                actors(generation.line());
            } catch (InvalidException | ConflictException e) {
                throw at(generation.number(), e);
            }
        }
        generations.clear();
    }

    private void actors(Map<String, @Nullable Object> generation) {
        for (JsonFields actor : JsonFields.of(generation).objects("actors")) {
            String profile = Bounds.id("profile_id", actor.text("profile_id"));
            checks.needProfile(String.valueOf(generation.get("run_id")), profile);
            tx.update(
                    "INSERT INTO generation_actors (generation_id, ordinal, actor_id, profile_id) VALUES (?, ?, ?, ?)",
                    String.valueOf(generation.get("id")),
                    actor.whole("ordinal"),
                    Bounds.id("actor_id", actor.text("actor_id")),
                    profile);
        }
    }

    private void failures(String id, Map<String, @Nullable Object> line) {
        for (JsonFields failure : JsonFields.of(line).objects("failures")) {
            tx.update(
                    "INSERT INTO slot_failures (epoch_id, slot, attempts, error) VALUES (?, ?, ?, ?)",
                    id,
                    failure.whole("slot"),
                    failure.whole("attempts"),
                    failure.text("error"));
        }
    }

    private void episode(String id, Map<String, @Nullable Object> line) {
        boolean archived = Long.valueOf(1).equals(line.get("archived"));
        row(archived ? "episodes_archive" : "Episodes", RowType.EPISODE, line, archived ? now : null);
        if (archived) {
            archivedHere.add(id);
        }
        JsonFields fields = JsonFields.of(line);
        JsonFields facts = JsonFields.of(fields.object("facts"));
        long seq = tx.next("episode");
        String logs = Bounds.word("logs", facts.text("logs"), List.of("full", "pruned"));
        tx.update(
                """
                INSERT INTO episode_facts (episode_id, seq, epoch_id, slot, seed, min_score, nash_ratio, tokens,
                    penalties, judge, rationale, logs)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                seq,
                facts.textOrNull("epoch_id"),
                facts.wholeOrNull("slot"),
                exact(facts.valueOrNull("seed")),
                facts.whole("min_score"),
                facts.realOrNull("nash_ratio"),
                facts.whole("tokens"),
                facts.whole("penalties"),
                facts.text("judge"),
                facts.textOrNull("rationale"),
                logs);
        boolean shadow = Boolean.TRUE.equals(line.get("is_shadow_trial"));
        for (JsonFields each : fields.objects("participants")) {
            tx.update(
                    """
                    INSERT INTO episode_participants (episode_id, ordinal, actor_id, profile_id, archetype, score,
                        utility, penalties, tokens, generation_id, shadow, episode_seq)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    id,
                    each.whole("ordinal"),
                    Bounds.id("actor_id", each.text("actor_id"), 64),
                    each.textOrNull("profile_id"),
                    TextEnum.of("archetype", Archetype.values(), each.text("archetype"))
                            .text(),
                    each.wholeOrNull("score"),
                    each.realOrNull("utility"),
                    each.whole("penalties"),
                    each.whole("tokens"),
                    String.valueOf(line.get("generation_id")),
                    shadow ? 1 : 0,
                    seq);
        }
    }

    private static @Nullable Long exact(@Nullable Object value) {
        try {
            return value == null ? null : value instanceof Long whole ? whole : Long.valueOf(value.toString());
        } catch (NumberFormatException e) {
            throw Bounds.invalid("seed " + value + " is not a whole number", "correct the line");
        }
    }
}
