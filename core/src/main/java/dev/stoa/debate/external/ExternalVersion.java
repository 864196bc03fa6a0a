package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.json.JsonFields;
import dev.stoa.json.Metadata;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A version of the code in a debate that another engine holds, with what its tests found there. Immutable.
 *
 * @param turn the turn that brought the code
 * @param parent the number of the version that it revises; null for the last of its author that it saw
 * @param results what each test said; none if no test was run
 * @param quality from 0 to 1; null if nobody judged it
 */
public record ExternalVersion(
        ExternalTurn turn,
        @Nullable Integer parent,
        List<TestVerdict> results,
        @Nullable Double quality,
        Map<String, @Nullable Object> metrics) {
    private static final List<String> STATUSES =
            List.of("passed", "failed", "error", "timeout", "crashed", "compile_error", "not_run");
    private static final int MOST_RESULTS = 1_000;
    private static final int LONGEST_MESSAGE = 4_000;

    public ExternalVersion {
        results = List.copyOf(Bounds.size("results", results, 0, MOST_RESULTS));
        for (TestVerdict result : results) {
            Bounds.text("results.name", result.name(), 1, 200);
            Bounds.word("results.status", result.status(), STATUSES);
            Bounds.whole("results.duration_ms", result.durationMs(), 0, Integer.MAX_VALUE);
            Bounds.textOrNull("results.message", result.message(), 0, LONGEST_MESSAGE);
        }
        if (results.stream().map(TestVerdict::name).distinct().count() < results.size()) {
            throw Bounds.invalid("results has two of one name", "give each test once");
        }
        if (quality != null) {
            Bounds.unit("quality_score", quality);
        }
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        Metadata.write(metrics);
    }

    /** The code of a turn, of which nothing has been tested. */
    public static ExternalVersion of(ExternalTurn turn) {
        return new ExternalVersion(turn, null, List.of(), null, Map.of());
    }

    /** The version with the number of the one that it revises. */
    public ExternalVersion revising(int parent) {
        return new ExternalVersion(turn, parent, results, quality, metrics);
    }

    /** The version with what its tests found. */
    public ExternalVersion results(List<TestVerdict> results) {
        return new ExternalVersion(turn, parent, results, quality, metrics);
    }

    /** A version as it was sent: the fields of its turn, and those that versions are shown with. */
    public static ExternalVersion fromJson(JsonFields fields) {
        Long parent = fields.wholeOrNull("parent_version");
        List<TestVerdict> results =
                fields.objects("results").stream().map(ExternalVersion::result).toList();
        Double quality = fields.realOrNull("quality_score");
        Map<String, @Nullable Object> metrics = fields.object("metrics");
        ExternalTurn turn = ExternalTurn.fromJson(fields);
        return new ExternalVersion(
                turn,
                parent == null ? null : (Integer) (int) Bounds.whole("parent_version", parent, 1, Integer.MAX_VALUE),
                results,
                quality,
                metrics);
    }

    private static TestVerdict result(JsonFields fields) {
        TestVerdict result = new TestVerdict(
                fields.text("name"),
                fields.text("status"),
                fields.whole("duration_ms", 0),
                fields.textOrNull("message"));
        fields.end();
        return result;
    }
}
