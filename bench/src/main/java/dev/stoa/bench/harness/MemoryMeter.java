package dev.stoa.bench.harness;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of continuum_memory, the table all storage benchmarks use: 17 columns, a content of about 200 bytes, a text
 * key and six indexes. Immutable. Four columns are null, as they are in most memories.
 */
public record MemoryMeter(
        String tier,
        String content,
        double importance,
        double surprise,
        double consolidation,
        long updates,
        long successes,
        long failures,
        String createdAt,
        String updatedAt,
        String metadata,
        long redLine) {
    public static final String INSERT = """
            INSERT INTO continuum_memory (
                id, tier, content, importance, surprise_score, consolidation_score, update_count, success_count,
                failure_count, semantic_centroid, last_promotion_at, created_at, updated_at, metadata, expires_at,
                red_line, red_line_reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String COLUMNS = "SELECT id, content, importance, update_count, red_line, updated_at";
    public static final String BY_ID = COLUMNS + " FROM continuum_memory WHERE id = ?";
    public static final String TOP = COLUMNS + " FROM continuum_memory ORDER BY importance DESC LIMIT 50";

    private static final int DIFFERENT = 1024;
    private static final List<String> TIERS = List.of("fast", "medium", "slow", "glacial");
    private static final List<String> WORDS = List.of(
            "the",
            "agent",
            "argued",
            "that",
            "a",
            "rate",
            "limit",
            "belongs",
            "at",
            "the",
            "edge",
            "because",
            "every",
            "retry",
            "doubles",
            "load",
            "on",
            "storage",
            "and",
            "dissent",
            "was",
            "recorded",
            "with",
            "evidence");

    /** The rows that are written again and again under new ids; the same on every machine. */
    static List<MemoryMeter> examples() {
        Random random = new Random(20_261_115);
        return Stream.generate(() -> example(random)).limit(DIFFERENT).toList();
    }

    private static MemoryMeter example(Random random) {
        StringBuilder content = new StringBuilder();
        while (content.length() < 195) {
            content.append(content.isEmpty() ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
        }
        String time = "2026-%02d-%02dT%02d:%02d:%02d.%03dZ";
        Object[] created = {
            1 + random.nextInt(9), 1 + random.nextInt(28), random.nextInt(24), random.nextInt(60), random.nextInt(60), 7
        };
        Object[] updated = {
            10, 1 + random.nextInt(28), random.nextInt(24), random.nextInt(60), random.nextInt(60), random.nextInt(1000)
        };
        return new MemoryMeter(
                TIERS.get(random.nextInt(TIERS.size())),
                content.toString(),
                random.nextDouble(),
                random.nextDouble(),
                random.nextDouble(),
                1 + random.nextInt(40),
                random.nextInt(20),
                random.nextInt(20),
                String.format(time, created),
                String.format(time, updated),
                "{\"agent\": \"ana\", \"debate\": \"d-" + random.nextInt(100_000) + "\", \"round\": 3}",
                random.nextInt(50) == 0 ? 1 : 0);
    }

    /** The id of the row with a number: shaped like a UUIDv7, and like one greater than those before. */
    static String id(long number) {
        String digits = Long.toHexString(number);
        return "019a8c5e-7000-7000-8000-" + "0".repeat(12 - digits.length()) + digits;
    }

    /** The parameters of {@link #INSERT} as a store of ours passes them. */
    @Nullable
    public Object[] values(String id) {
        return Tx.values(
                id,
                tier,
                content,
                importance,
                surprise,
                consolidation,
                updates,
                successes,
                failures,
                null,
                null,
                createdAt,
                updatedAt,
                metadata,
                null,
                redLine,
                null);
    }

    /** The parameters of {@link #INSERT} as a user of JDBC binds them. */
    public void bind(PreparedStatement statement, String id) throws SQLException {
        statement.setString(1, id);
        statement.setString(2, tier);
        statement.setString(3, content);
        statement.setDouble(4, importance);
        statement.setDouble(5, surprise);
        statement.setDouble(6, consolidation);
        statement.setLong(7, updates);
        statement.setLong(8, successes);
        statement.setLong(9, failures);
        statement.setNull(10, Types.NULL);
        statement.setNull(11, Types.NULL);
        statement.setString(12, createdAt);
        statement.setString(13, updatedAt);
        statement.setString(14, metadata);
        statement.setNull(15, Types.NULL);
        statement.setLong(16, redLine);
        statement.setNull(17, Types.NULL);
    }

    /** What a read gives: six columns of text, real, whole number, flag and time. */
    public record Found(String id, String content, double importance, long updates, boolean redLine, String updatedAt) {
        public static Found of(Row row) {
            return new Found(row.text(1), row.text(2), row.real(3), row.number(4), row.flag(5), row.text(6));
        }

        public static Found of(ResultSet row) throws SQLException {
            return new Found(
                    row.getString(1),
                    row.getString(2),
                    row.getDouble(3),
                    row.getLong(4),
                    row.getBoolean(5),
                    row.getString(6));
        }

        /** A number that depends on every column, so that none of them is read for nothing. */
        public long check() {
            return id.length()
                    + content.length()
                    + (long) (importance * 1000)
                    + updates
                    + (redLine ? 1 : 0)
                    + updatedAt.length();
        }
    }
}
