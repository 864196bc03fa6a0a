package dev.stoa.evolution;

import dev.stoa.evolution.loop.Fingerprint;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.evolution.verdict.VerdictTable;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what the loop needs of a whole run or generation, inside of the caller's unit of work. Stateless. */
final class RunReader {
    private static final List<String> JUDGED = List.of(Archetype.PRIMARY_ACTOR.text(), Archetype.CREATED_AGENT.text());

    private RunReader() {}

    /** The episodes of all epochs of a generation, by epoch and slot. */
    static List<SlotResult> results(Tx tx, String generationId) {
        Map<String, Map<String, Integer>> scores = scores(tx, generationId);
        List<SlotResult> results = new ArrayList<>();
        for (String table : List.of("Episodes", "episodes_archive")) {
            tx.each(
                    "SELECT f.epoch_id, f.slot, f.episode_id, e.termination_reason, e.total_turns, f.nash_ratio"
                            + " FROM epochs x JOIN episode_facts f ON f.epoch_id = x.id JOIN " + table
                            + " e ON e.id = f.episode_id WHERE x.generation_id = ? ORDER BY x.ordinal, f.slot",
                    row -> results.add(new SlotResult(
                            row.text(1),
                            row.integer(2),
                            row.text(3),
                            row.text(4),
                            row.integer(5),
                            row.realOrNull(6),
                            scores.getOrDefault(row.text(3), Map.of()))),
                    generationId);
        }
        return results;
    }

    private static Map<String, Map<String, Integer>> scores(Tx tx, String generationId) {
        Map<String, Map<String, Integer>> scores = new HashMap<>();
        tx.each(
                """
                SELECT episode_id, actor_id, score FROM episode_participants
                WHERE generation_id = ? AND score IS NOT NULL ORDER BY episode_id, ordinal""",
                row -> scores.computeIfAbsent(row.text(1), id -> new LinkedHashMap<>())
                        .put(row.text(2), row.integer(3)),
                generationId);
        return scores;
    }

    /** How many episodes a run has, of all kinds. */
    static long episodes(Tx tx, String runId) {
        return tx.number("""
                SELECT count(*) FROM episode_participants p JOIN Generations g ON g.id = p.generation_id
                WHERE g.run_id = ? AND p.ordinal = 0""", runId);
    }

    /**
     * What makes a run the same as another: the hash of its profiles, episodes and verdicts. What was observed after a run
     * had ended is not part of it.
     */
    static String fingerprint(Tx tx, String runId) {
        Instant end = tx.one(
                        "SELECT finished_at FROM evolution_runs WHERE id = ? AND finished_at IS NOT NULL",
                        row -> row.instant(1),
                        runId)
                .orElse(Instant.MAX);
        Fingerprint fingerprint = new Fingerprint();
        Map<Long, List<Profile>> profiles = new HashMap<>();
        for (Profile profile : ProfileTable.ofRun(tx, runId)) {
            profiles.computeIfAbsent(profile.generation(), any -> new ArrayList<>())
                    .add(profile);
        }
        record Place(String id, long seq) {}
        List<Place> generations = tx.list(
                "SELECT id, seq FROM Generations WHERE run_id = ? ORDER BY seq",
                row -> new Place(row.text(1), row.number(2)),
                runId);
        for (Place generation : generations) {
            List<Verdict> verdicts = new ArrayList<>(VerdictTable.ofGeneration(tx, generation.id()));
            verdicts.removeIf(verdict -> verdict.kind() == VerdictKind.OBSERVED
                    && verdict.createdAt().isAfter(end));
            profiles(fingerprint, generation.seq(), profiles.getOrDefault(generation.seq(), List.of()), verdicts);
            episodes(tx, fingerprint, generation.id(), generation.seq());
            verdicts.sort(Comparator.comparing(RunReader::actor).thenComparingInt(Verdict::variant));
            for (Verdict verdict : verdicts) {
                if (verdict.outcome() != VerdictOutcome.PENDING) {
                    fingerprint.verdict(
                            generation.seq(),
                            actor(verdict),
                            variant(verdict),
                            verdict.outcome().text(),
                            verdict.n(),
                            verdict.pValue(),
                            verdict.lcb());
                }
            }
            fingerprint.endGeneration();
        }
        return fingerprint.digest();
    }

    private static String actor(Verdict verdict) {
        return Objects.requireNonNullElse(verdict.actorId(), "");
    }

    /** The number of a variant; a verdict about no candidate, or about a created agent, has none. */
    private static @Nullable Integer variant(Verdict verdict) {
        return switch (verdict.kind()) {
            case MUTATION -> verdict.candidateProfileId() == null ? null : (Integer) verdict.variant();
            case CREATION, REVIEW -> null;
            case OBSERVED -> verdict.variant();
        };
    }

    private static void profiles(
            Fingerprint fingerprint, long generation, List<Profile> profiles, List<Verdict> verdicts) {
        Map<String, Integer> variants = new HashMap<>();
        for (Verdict verdict : verdicts) {
            Integer variant = variant(verdict);
            if (verdict.candidateProfileId() != null && variant != null) {
                variants.putIfAbsent(verdict.candidateProfileId(), variant);
            }
        }
        for (Profile profile : profiles) {
            if (JUDGED.contains(profile.archetype())) {
                fingerprint.profile(
                        generation,
                        String.valueOf(profile.actorId()),
                        variants.get(profile.id()),
                        profile.hyperparameters(),
                        Objects.requireNonNullElse(profile.strategyText(), ""));
            }
        }
    }

    private static void episodes(Tx tx, Fingerprint fingerprint, String generationId, long generation) {
        Map<String, Map<String, Integer>> scores = scores(tx, generationId);
        for (String table : List.of("Episodes", "episodes_archive")) {
            tx.each(
                    "SELECT x.ordinal, x.kind, f.slot, f.seed, e.termination_reason, e.total_turns,"
                            + " e.final_state_snapshot, f.episode_id FROM epochs x"
                            + " JOIN episode_facts f ON f.epoch_id = x.id JOIN " + table
                            + " e ON e.id = f.episode_id WHERE x.generation_id = ? ORDER BY x.ordinal, f.slot",
                    row -> fingerprint.episode(
                            generation,
                            row.integer(1),
                            row.text(2),
                            row.integer(3),
                            row.numberOrNull(4),
                            row.text(5),
                            row.integer(6),
                            String.join(
                                    ",",
                                    scores.getOrDefault(row.text(8), Map.of()).values().stream()
                                            .map(String::valueOf)
                                            .toList()),
                            Json.sha256(Json.parse(row.text(7)))),
                    generationId);
        }
    }
}
