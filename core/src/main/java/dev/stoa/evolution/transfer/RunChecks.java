package dev.stoa.evolution.transfer;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.TextEnum;
import dev.stoa.base.VerificationException;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.created.CreatedStatus;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyTable;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.json.JsonFields;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Tx;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a run must be beyond the types of its fields, within one unit of work. Not thread-safe. A row that the
 * stores would have refused is refused here too, unless another program wrote the run.
 */
final class RunChecks {
    private static final int LONGEST_PROMPT = 64 << 10;
    private static final int LONGEST_NAME = 64;
    private static final int MOST_DIMENSIONS = 8_192;
    private static final double DUST = 1e-3;

    private static final String PROFILE = "SELECT run_id FROM AgentProfiles WHERE id = ?";
    private static final String EPOCH =
            "SELECT g.run_id FROM epochs x JOIN Generations g ON g.id = x.generation_id WHERE x.id = ?";
    private static final String EPISODE = """
            SELECT g.run_id FROM episode_participants p JOIN Generations g ON g.id = p.generation_id
            WHERE p.episode_id = ? AND p.ordinal = 0""";
    private static final String VERDICT =
            "SELECT g.run_id FROM trial_verdicts v JOIN Generations g ON g.id = v.generation_id WHERE v.id = ?";
    private static final String CREATED = "SELECT run_id FROM CreatedAgents WHERE id = ?";

    /** The fields of each type that name a row of the same run, with what finds the run of that row. */
    private static final Map<RowType, Map<String, String>> REFERENCES = Map.of(
            RowType.GENERATION,
            Map.of("parent_generation_id", "SELECT run_id FROM Generations WHERE id = ?"),
            RowType.PROFILE,
            Map.of("parent_profile_id", PROFILE),
            RowType.EPISODE,
            Map.of("agent_a_profile_id", PROFILE, "agent_b_profile_id", PROFILE),
            RowType.LOG,
            Map.of("episode_id", EPISODE),
            RowType.VERDICT,
            Map.of(
                    "candidate_profile_id",
                    PROFILE,
                    "incumbent_profile_id",
                    PROFILE,
                    "baseline_epoch_id",
                    EPOCH,
                    "trial_epoch_id",
                    EPOCH),
            RowType.CREATED_AGENT,
            Map.of("agent_profile_id", PROFILE, "verdict_id", VERDICT, "replaces_id", CREATED),
            RowType.STRATEGY,
            Map.of("episode_id", EPISODE));

    /** The rows that a line brings along. */
    private static final Map<RowType, Set<String>> PARTS = Map.of(
            RowType.GENERATION,
            Set.of("actors"),
            RowType.EPOCH,
            Set.of("failures"),
            RowType.EPISODE,
            Set.of("facts", "participants"));

    /** The closed lists that the columns themselves do not have. */
    private static final Map<RowType, Map<String, List<String>>> WORDS = Map.of(
            RowType.GENERATION,
            Map.of("status", words(GenerationStatus.values())),
            RowType.PROFILE,
            Map.of("archetype", words(Archetype.values()), "created_by", words(ProfileOrigin.values())),
            RowType.EPISODE,
            Map.of("termination_reason", words(TerminationReason.values())),
            RowType.CREATED_AGENT,
            Map.of("status", words(CreatedStatus.values())),
            RowType.STRATEGY,
            Map.of(
                    "agent_archetype",
                    words(Archetype.values()),
                    "termination_reason",
                    words(TerminationReason.values())));

    private final Tx tx;
    private final Map<String, String> kinds = new HashMap<>();

    RunChecks(Tx tx) {
        this.tx = tx;
    }

    private static List<String> words(TextEnum[] values) {
        return Arrays.stream(values).map(TextEnum::text).toList();
    }

    /** Refuses what would be lost: a field that no row here has. */
    static void known(RowType type, Map<String, @Nullable Object> line) {
        Set<String> known = Stream.concat(
                        type.fields().stream().map(Field::name), PARTS.getOrDefault(type, Set.of()).stream())
                .collect(Collectors.toSet());
        for (String name : line.keySet()) {
            if (!name.equals("type") && !known.contains(name)) {
                throw Bounds.invalid(
                        "a " + type.text() + " has no field " + Bounds.shown(name)
                                + " here; a newer version may have written the file",
                        "import it with the version that exported it");
            }
        }
    }

    /** Notes a run of the file. */
    void run(String id, Map<String, @Nullable Object> line) {
        kinds.put(id, String.valueOf(line.get("kind")));
        Bounds.text("name", String.valueOf(line.get("name")), 1, LONGEST_NAME);
    }

    /** Refuses a row that belongs to another run than its own, or that names rows of one. */
    void belongs(RowType type, Map<String, @Nullable Object> line) {
        if (type == RowType.RUN) {
            return;
        }
        String own = own(type, line);
        REFERENCES.getOrDefault(type, Map.of()).forEach((field, sql) -> {
            if (line.get(field) != null && !own.equals(runOf(sql, String.valueOf(line.get(field))))) {
                throw stranger(field, line.get(field));
            }
        });
        if (type == RowType.EPISODE) {
            JsonFields fields = JsonFields.of(line);
            for (JsonFields each : fields.objects("participants")) {
                needProfile(own, each.textOrNull("profile_id"));
            }
            String epoch = JsonFields.of(fields.object("facts")).textOrNull("epoch_id");
            if (epoch != null && !own.equals(runOf(EPOCH, epoch))) {
                throw stranger("epoch_id", epoch);
            }
        }
        if (type == RowType.STRATEGY) {
            vector(line);
        }
        if (!kinds.getOrDefault(own, "").equals("external")) {
            rules(type, line);
        }
    }

    /** Refuses a vector that would end every search in its model. */
    private void vector(Map<String, @Nullable Object> line) {
        JsonFields fields = JsonFields.of(line);
        long dims = Bounds.whole("dims", fields.whole("dims"), 1, MOST_DIMENSIONS);
        try {
            float[] vector =
                    Vectors.decode(Base64.getDecoder().decode(fields.text("embedding")), Math.toIntExact(dims));
            double length = Vectors.dot(vector, vector);
            if (length != 0 && !(Math.abs(length - 1) <= DUST)) {
                throw Bounds.invalid("embedding is not of length 1", "take the line from an export");
            }
        } catch (IllegalArgumentException | VerificationException e) {
            throw Bounds.invalid(
                    "embedding is no vector of " + dims + " dimensions in base64", "take the line from an export");
        }
        StrategyTable.needDimensions(tx, fields.text("embedding_model"), dims);
    }

    /** Refuses a profile of another run. */
    void needProfile(String run, @Nullable String profile) {
        if (profile != null && !run.equals(runOf(PROFILE, profile))) {
            throw stranger("profile_id", profile);
        }
    }

    private static InvalidException stranger(String field, @Nullable Object value) {
        return Bounds.invalid(
                field + " " + Bounds.shown(String.valueOf(value)) + " is no row of the same run",
                "keep all lines of the run, in their order");
    }

    private String own(RowType type, Map<String, @Nullable Object> line) {
        Object said = line.get("run_id");
        String generation = type == RowType.CREATED_AGENT ? "creator_trigger_generation_id" : "generation_id";
        Object named = line.get(generation);
        String found = type == RowType.LOG
                ? runOf(EPISODE, String.valueOf(line.get("episode_id")))
                : named == null
                        ? String.valueOf(said)
                        : runOf("SELECT run_id FROM Generations WHERE id = ?", String.valueOf(named));
        if (!kinds.containsKey(found) || (said != null && !found.equals(said))) {
            throw type == RowType.LOG
                    ? stranger("episode_id", line.get("episode_id"))
                    : named == null ? stranger("run_id", said) : stranger(generation, named);
        }
        return found;
    }

    private String runOf(String sql, String id) {
        return tx.one(sql, row -> String.valueOf(row.textOrNull(1)), id).orElse("");
    }

    private static void rules(RowType type, Map<String, @Nullable Object> line) {
        WORDS.getOrDefault(type, Map.of())
                .forEach((field, known) -> Bounds.word(field, String.valueOf(line.get(field)), known));
        if (type == RowType.PROFILE) {
            Documents.bytes("system_prompt", String.valueOf(line.get("system_prompt")), LONGEST_PROMPT);
            Documents.text("hyperparameters", line.get("hyperparameters"), LONGEST_PROMPT);
        }
    }
}
