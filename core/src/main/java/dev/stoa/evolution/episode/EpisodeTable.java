package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.TextEnum;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of episodes, hot and archived alike, inside of the caller's unit of work. Stateless. */
final class EpisodeTable {
    private static final String COLUMNS = """
            SELECT f.episode_id, f.seq, g.run_id, g.id, g.seq, f.epoch_id, x.kind, f.slot, f.seed,
                COALESCE(e.termination_reason, a.termination_reason), COALESCE(e.total_turns, a.total_turns),
                p.shadow, f.min_score, f.nash_ratio, f.tokens, f.penalties, f.judge, f.rationale, f.logs,
                CASE WHEN e.id IS NULL THEN 1 ELSE 0 END, COALESCE(e.created_at, a.created_at)""";

    // Two joins instead of the view: a join with a union is not looked up by its key on every database.
    private static final String JOINS = """

            LEFT JOIN Generations g ON g.id = p.generation_id
            LEFT JOIN epochs x ON x.id = f.epoch_id
            LEFT JOIN Episodes e ON e.id = f.episode_id
            LEFT JOIN episodes_archive a ON a.id = f.episode_id""";

    private static final String SELECT = COLUMNS + """

            FROM episode_facts f
            JOIN episode_participants p ON p.episode_id = f.episode_id AND p.ordinal = 0""" + JOINS;

    private static final String WORST = """
            SELECT episode_id, generation_id, shadow, score, episode_seq FROM episode_participants
            WHERE generation_id = ? AND actor_id = ? AND shadow = 0 ORDER BY score, episode_seq LIMIT ?""";

    private static final String PARTICIPANTS = """
            SELECT q.episode_id, q.actor_id, q.profile_id, q.archetype, q.score, q.utility, q.penalties, q.tokens
            FROM episode_participants q""";

    private static final String LOGS = """
            SELECT turn_number, actor_id, speaker_id, outcome, attempts, violation, internal_monologue,
                public_dialogue, state_mutations, propose_resolution, abort_episode, token_usage, state_version,
                environment_json
            FROM %s WHERE episode_id = ? ORDER BY turn_number""";

    private static final Map<String, Archetype> ARCHETYPES =
            Arrays.stream(Archetype.values()).collect(Collectors.toUnmodifiableMap(Archetype::text, each -> each));

    private static final int CHUNK = 400;
    private static final int GENERATIONS = 50;

    /** Where the episodes of a page are looked for, and in which order. */
    record Within(String where, String order) {}

    static final Within ANY = new Within(" WHERE f.seq < ?", "f.seq");
    static final Within OF_RUN = new Within(
            " WHERE p.generation_id IN (SELECT id FROM Generations WHERE run_id = ?) AND p.episode_seq < ?",
            "p.episode_seq");
    static final Within OF_GENERATION = new Within(" WHERE p.generation_id = ? AND p.episode_seq < ?", "p.episode_seq");

    private EpisodeTable() {}

    public static Episode get(Tx tx, String id) {
        List<Episode> found = tx.list(
                SELECT + " WHERE f.episode_id = ?", row -> episode(row, List.of()), Documents.key("episode", id));
        if (found.isEmpty()) {
            throw new NotFoundException(
                    "not_found", "there is no episode " + Bounds.shown(id), "list the episodes of the run");
        }
        return filled(tx, found).getFirst();
    }

    /** The newest episodes that pass a filter, one more than its page has. */
    static List<Episode> list(Tx tx, EpisodeFilter filter) {
        long after = filter.page().after(Long.MAX_VALUE);
        int wanted = filter.page().limit() + 1;
        if (filter.runId() == null) {
            return filled(tx, page(tx, filter, ANY, List.of(after), wanted));
        }
        String run = Bounds.id("run", filter.runId());
        // Only in a run of another program does the order of the episodes not follow that of the generations.
        boolean foreign = filter.generation() == null
                && tx.one("SELECT 1 FROM evolution_runs WHERE id = ? AND kind = 'external'", row -> true, run)
                        .isPresent();
        return filled(
                tx,
                foreign
                        ? page(tx, filter, OF_RUN, List.of(run, after), wanted)
                        : ofGenerations(tx, filter, run, after, wanted));
    }

    /**
     * The episodes of a run, generation by generation, newest first: what a page costs depends neither on the other runs
     * nor on the age of the run.
     */
    private static List<Episode> ofGenerations(Tx tx, EpisodeFilter filter, String run, long after, int wanted) {
        record Place(String id, long seq) {}
        OptionalLong cursor = after == Long.MAX_VALUE ? OptionalLong.empty() : generationOf(tx, run, after);
        List<Episode> found = new ArrayList<>();
        long from = cursor.orElse(Long.MAX_VALUE);
        List<Place> places;
        do {
            places = tx.list(
                    "SELECT id, seq FROM Generations WHERE run_id = ? AND seq <= ?"
                            + (filter.generation() == null ? "" : " AND seq = " + filter.generation())
                            + " ORDER BY seq DESC LIMIT " + GENERATIONS,
                    row -> new Place(row.text(1), row.number(2)),
                    run,
                    from);
            for (Place place : places) {
                boolean whole = cursor.isPresent() && place.seq() < cursor.getAsLong();
                if (found.size() < wanted) {
                    found.addAll(page(
                            tx,
                            filter,
                            OF_GENERATION,
                            List.of(place.id(), whole ? Long.MAX_VALUE : after),
                            wanted - found.size()));
                }
                from = place.seq() - 1;
            }
        } while (!places.isEmpty() && found.size() < wanted);
        return found;
    }

    /** The number of the generation of an episode, if it is of the run. */
    private static OptionalLong generationOf(Tx tx, String run, long episodeSeq) {
        return tx.one("""
                SELECT g.seq FROM episode_facts f
                JOIN episode_participants p ON p.episode_id = f.episode_id AND p.ordinal = 0
                JOIN Generations g ON g.id = p.generation_id WHERE f.seq = ? AND g.run_id = ?""", row -> row.number(1), episodeSeq, run)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private static List<Episode> page(Tx tx, EpisodeFilter filter, Within within, List<Object> place, int wanted) {
        List<Object> params = new ArrayList<>(place);
        String sql = sql(filter, within, params);
        params.add(wanted);
        return tx.list(sql, row -> episode(row, List.of()), params.toArray());
    }

    /** The statement of a page; the values of the filter are added to the parameters. */
    static String sql(EpisodeFilter filter, Within within, List<Object> params) {
        StringBuilder where = new StringBuilder(within.where());
        if (filter.actor() != null) {
            where.append(" AND EXISTS (SELECT 1 FROM episode_participants q WHERE q.episode_id = f.episode_id"
                    + " AND q.actor_id = ?" + (filter.maxScore() == null ? ")" : " AND q.score <= ?)"));
            params.add(filter.actor());
            if (filter.maxScore() != null) {
                params.add(filter.maxScore());
            }
        } else if (filter.maxScore() != null) {
            where.append(" AND f.min_score <= ?");
            params.add(filter.maxScore());
        }
        if (filter.reason() != null) {
            where.append(" AND COALESCE(e.termination_reason, a.termination_reason) = ?");
            params.add(filter.reason().text());
        }
        if (filter.shadow() != null) {
            where.append(" AND p.shadow = ?");
            params.add(filter.shadow() ? 1 : 0);
        }
        return SELECT + where + " ORDER BY " + within.order() + " DESC LIMIT ?";
    }

    /** The production episodes in which an actor did worst, by its score and then by their age. */
    static List<Episode> worst(Tx tx, String generationId, String actor, double fraction) {
        long all = tx.number(
                "SELECT count(*) FROM episode_participants WHERE generation_id = ? AND actor_id = ? AND shadow = 0",
                generationId,
                actor);
        long wanted = (long) Math.ceil(fraction * all - 1e-9);
        if (wanted == 0) {
            return List.of();
        }
        // Once for the episodes and once for who took part, instead of a list of ids that would have to be bound.
        List<Episode> worst = tx.list(
                COLUMNS + " FROM (" + WORST + ") p JOIN episode_facts f ON f.episode_id = p.episode_id" + JOINS
                        + " ORDER BY p.score, p.episode_seq",
                row -> episode(row, List.of()),
                generationId,
                actor,
                wanted);
        Map<String, List<Participant>> who = new HashMap<>();
        tx.each(
                PARTICIPANTS + " WHERE q.episode_id IN (SELECT p.episode_id FROM (" + WORST
                        + ") p) ORDER BY q.episode_id, q.ordinal",
                row -> take(row, who),
                generationId,
                actor,
                wanted);
        return filled(worst, who);
    }

    private static List<List<String>> chunks(List<String> ids) {
        List<List<String>> chunks = new ArrayList<>();
        for (int i = 0; i < ids.size(); i += CHUNK) {
            chunks.add(ids.subList(i, Math.min(ids.size(), i + CHUNK)));
        }
        return chunks;
    }

    /** The turns of an episode, in order. */
    public static List<LogEntry> logs(Tx tx, String episodeId) {
        List<LogEntry> hot = tx.list(LOGS.formatted("ActionLogs"), EpisodeTable::entry, episodeId);
        return hot.isEmpty() ? tx.list(LOGS.formatted("action_logs_archive"), EpisodeTable::entry, episodeId) : hot;
    }

    /** What only the row of an episode itself has, as JSON. */
    record Snapshot(@Nullable String finalState, @Nullable String hypotheses) {}

    static Snapshot snapshot(Tx tx, String episodeId) {
        for (String table : List.of("Episodes", "episodes_archive")) {
            Optional<Snapshot> found = tx.one(
                    "SELECT final_state_snapshot, scout_hypotheses FROM " + table + " WHERE id = ?",
                    row -> new Snapshot(row.textOrNull(1), row.textOrNull(2)),
                    episodeId);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new NotFoundException(
                "not_found", "there is no episode " + Bounds.shown(episodeId), "list the episodes of the run");
    }

    /** An episode as it was given. */
    public static EpisodeDraft draft(Tx tx, Episode episode) {
        Snapshot snapshot = snapshot(tx, episode.id());
        String hypotheses = snapshot.hypotheses();
        return new EpisodeDraft(
                episode.id(),
                String.valueOf(episode.generationId()),
                episode.epochId(),
                episode.slot(),
                episode.seed(),
                episode.shadow(),
                TextEnum.of(
                        "termination_reason", TerminationReason.values(), String.valueOf(episode.terminationReason())),
                episode.pruned() ? 0 : episode.totalTurns(),
                episode.participants(),
                episode.nashRatio(),
                episode.judge(),
                episode.rationale(),
                hypotheses == null ? null : Json.parse(hypotheses),
                StoredJson.object(snapshot.finalState()),
                episode.pruned() ? List.of() : logs(tx, episode.id()));
    }

    private static List<Episode> filled(Tx tx, List<Episode> episodes) {
        if (episodes.isEmpty()) {
            return episodes;
        }
        Map<String, List<Participant>> who = new HashMap<>();
        for (List<String> part : chunks(episodes.stream().map(Episode::id).toList())) {
            tx.each(
                    PARTICIPANTS + " WHERE q.episode_id IN (" + Tx.marks(part.size())
                            + ") ORDER BY q.episode_id, q.ordinal",
                    row -> take(row, who),
                    part.toArray());
        }
        return filled(episodes, who);
    }

    private static List<Episode> filled(List<Episode> episodes, Map<String, List<Participant>> who) {
        return episodes.stream()
                .map(each -> with(each, who.getOrDefault(each.id(), List.of())))
                .toList();
    }

    private static void take(Row row, Map<String, List<Participant>> who) {
        who.computeIfAbsent(row.text(1), id -> new ArrayList<>()).add(participant(row));
    }

    private static Participant participant(Row row) {
        Long score = row.numberOrNull(5);
        return new Participant(
                row.text(2),
                row.textOrNull(3),
                archetype(row.text(4)),
                score == null ? null : (Integer) Math.toIntExact(score),
                row.realOrNull(6),
                row.number(7),
                row.number(8));
    }

    /** Another program may have written another word; an actor that is judged is a party. */
    private static Archetype archetype(String word) {
        return ARCHETYPES.getOrDefault(word, Archetype.PRIMARY_ACTOR);
    }

    private static Episode episode(Row row, List<Participant> participants) {
        String kind = row.textOrNull(7);
        Long slot = row.numberOrNull(8);
        Long turns = row.numberOrNull(11);
        return new Episode(
                row.text(1),
                row.number(2),
                row.textOrNull(3),
                row.textOrNull(4),
                row.numberOrNull(5),
                row.textOrNull(6),
                kind == null ? null : TextEnum.of("kind", EpochKind.values(), kind),
                slot == null ? null : (Integer) Math.toIntExact(slot),
                row.numberOrNull(9),
                row.textOrNull(10),
                small(turns, 0),
                row.number(12) != 0,
                row.integer(13),
                row.realOrNull(14),
                row.number(15),
                row.number(16),
                row.text(17),
                row.textOrNull(18),
                row.text(19).equals("pruned"),
                row.number(20) != 0,
                row.instantOrNull(21),
                participants);
    }

    private static Episode with(Episode of, List<Participant> participants) {
        return new Episode(
                of.id(),
                of.seq(),
                of.runId(),
                of.generationId(),
                of.generation(),
                of.epochId(),
                of.epochKind(),
                of.slot(),
                of.seed(),
                of.terminationReason(),
                of.totalTurns(),
                of.shadow(),
                of.minScore(),
                of.nashRatio(),
                of.tokens(),
                of.penalties(),
                of.judge(),
                of.rationale(),
                of.pruned(),
                of.archived(),
                of.createdAt(),
                participants);
    }

    private static LogEntry entry(Row row) {
        Long attempts = row.numberOrNull(5);
        Long tokens = row.numberOrNull(12);
        Long version = row.numberOrNull(13);
        String environment = row.textOrNull(14);
        return new LogEntry(
                small(row.numberOrNull(1), -1),
                row.textOrNull(2),
                row.textOrNull(3),
                !"skipped".equals(row.textOrNull(4)),
                small(attempts, 1),
                row.textOrNull(6),
                row.textOrNull(7),
                row.textOrNull(8),
                mutations(row.textOrNull(9)),
                Boolean.TRUE.equals(flag(row, 10)),
                Boolean.TRUE.equals(flag(row, 11)),
                tokens == null ? 0 : tokens,
                version == null ? 0 : version,
                environment == null ? null : StoredJson.object(environment));
    }

    /** A number that another program may have written, who may have left it out or made it of any size. */
    private static int small(@Nullable Long number, int otherwise) {
        return number == null ? otherwise : Math.clamp(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static @Nullable Boolean flag(Row row, int column) {
        return row.textOrNull(column) == null ? null : (Boolean) row.flag(column);
    }

    private static List<?> mutations(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        Object value = Documents.foreign(text);
        return value instanceof List<?> list ? list : Arrays.asList(value);
    }
}
