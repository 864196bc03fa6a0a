package dev.stoa.learning.critique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Page;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What becomes of the rows of the first version, which the original wrote, on both backends. */
@OnBothDatabases
class CritiqueUpgradeTest {
    private static final ArchiveSchema FIRST = ArchiveSchema.named("critique")
            .file("aragora_traces.db")
            .version(1, "debates, critiques, patterns and reputations")
            .build();

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive old;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        old = place.open(FIRST);
    }

    @AfterEach
    void close() {
        place.close();
    }

    private void run(String sql) {
        old.write(tx -> tx.update(sql));
    }

    private Archive upgraded() {
        place.closeArchives();
        Archive archive = place.open(CritiqueArchive.SCHEMA);
        assertThat(archive.<List<String>>read(tx -> {
                    List<String> found = new ArrayList<>();
                    CritiqueArchive.SCHEMA
                            .invariants()
                            .forEach(
                                    invariant -> found.addAll(invariant.finder().violations(tx, 5)));
                    return found;
                }))
                .isEmpty();
        return archive;
    }

    @Test
    @DisplayName("Imported patterns get new ids; equal ones are added up")
    void patternsGetTheirFingerprintsAndEqualOnesAreAddedUp() {
        run("""
                INSERT INTO patterns (id, issue_type, issue_text, suggestion_text, success_count, failure_count,
                    avg_severity, surprise_score, base_rate, avg_prediction_error, prediction_count, example_task,
                    created_at, updated_at) VALUES
                ('a', 'general', 'Missing null checks in the parser!', 'old', 3, 1, 0.4, 0.2, 0.7, 0.1, 1, NULL,
                    '2025-01-01 10:00:00', '2025-03-01 10:00:00'),
                ('b', 'completeness', 'parser: missing null check', 'new', 1, 3, 0.8, 0.9, 0.3, 0.5, 3, 'task',
                    '2025-02-01T10:00:00.123456', '2025-04-01T10:00:00'),
                ('c', 'security', 'the author is unknown', NULL, 2, 0, 0.5, 1, 0.5, 0, 0, NULL, NULL, NULL)""");
        Archive archive = upgraded();
        Patterns patterns = Patterns.over(archive);
        assertThat(patterns.top(PatternQuery.all())).hasSize(2);
        assertThat(patterns.find("pat_36144d6467cc64413dc591e16ef0af6f")).hasValueSatisfying(merged -> {
            assertThat(merged.issueType()).isEqualTo(IssueType.COMPLETENESS);
            assertThat(merged.issueText()).isEqualTo("Missing null checks in the parser!");
            assertThat(merged.suggestionText()).isEqualTo("new");
            assertThat(merged.successCount()).isEqualTo(4);
            assertThat(merged.failureCount()).isEqualTo(4);
            assertThat(merged.avgSeverity()).isCloseTo(0.6, within(1e-9));
            assertThat(merged.surpriseScore()).isEqualTo(0.9);
            assertThat(merged.avgPredictionError()).isCloseTo(0.4, within(1e-9));
            assertThat(merged.predictionCount()).isEqualTo(4);
            assertThat(merged.exampleTask()).isEqualTo("task");
            assertThat(merged.createdAt()).isEqualTo(Instant.parse("2025-01-01T10:00:00Z"));
            assertThat(merged.updatedAt()).isEqualTo(Instant.parse("2025-04-01T10:00:00Z"));
        });
        assertThat(patterns.top(PatternQuery.query("author"))).singleElement().satisfies(author -> {
            assertThat(author.issueType()).isEqualTo(IssueType.GENERAL);
            assertThat(author.id())
                    .isEqualTo(Fingerprint.of("the author is unknown").id());
        });
        Critiques critiques = Critiques.over(archive, InstantSource.system());
        CritiqueDraft draft = CritiqueDraft.of("d1", "ana", 0.5, "null check missing: parser");
        critiques.add(draft);
        critiques.resolve(CritiqueResolution.of(draft.key(), true));
        assertThat(patterns.find("pat_36144d6467cc64413dc591e16ef0af6f")
                        .orElseThrow()
                        .successCount())
                .isEqualTo(5);
    }

    @Test
    void critiquesGetKeysDoubledOnesStayAndResolvedOnesAreSeenAsSuch() {
        run("""
                INSERT INTO critiques (debate_id, agent, target_agent, issues, suggestions, severity, reasoning,
                    led_to_improvement, expected_usefulness, actual_usefulness, prediction_error, created_at) VALUES
                ('d1', 'ana', 'bob', '["slow"]', '[]', 0.5, 'r', 0, 0.5, NULL, NULL, '2025-01-01 10:00:00'),
                ('d1', 'ana', 'bob', '["slow"]', '[]', 0.5, 'r', 0, 0.5, NULL, NULL, '2025-01-01 10:00:00'),
                ('d1', 'ana', NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL),
                ('d2', 'ana', NULL, '["x"]', NULL, 0.1, NULL, 0, 0.75, 0.25, NULL, '2025-01-01 10:00:00')""");
        Archive archive = upgraded();
        List<Critique> all = Critiques.over(archive, InstantSource.system())
                .list(null, Page.Request.first())
                .items()
                .reversed();
        String key = CritiqueDraft.of("d1", "ana", 0.5, "slow")
                .target("bob")
                .reasoning("r")
                .key();
        assertThat(all)
                .hasSize(4)
                .extracting(Critique::key)
                .startsWith(key, key + "." + all.get(1).id());
        assertThat(all).extracting(critique -> critique.resolvedAt() != null).containsExactly(false, false, true, true);
        assertThat(all.get(2).predictionError()).isEqualTo(0.5);
        assertThat(all.get(3).predictionError()).isEqualTo(0.5);
        assertThat(all.getFirst().createdAt()).isEqualTo(Instant.parse("2025-01-01T10:00:00Z"));
        CritiqueDraft again =
                CritiqueDraft.of("d1", "ana", 0.5, "slow").target("bob").reasoning("r");
        assertThat(Critiques.over(archive, InstantSource.system()).add(again).created())
                .isFalse();
    }

    @Test
    void reputationsKeepTheirCounters() {
        run("""
                INSERT INTO agent_reputation (agent_name, proposals_made, proposals_accepted, critiques_given,
                    critiques_valuable, total_predictions, total_prediction_error) VALUES
                ('ana', 10, 8, 10, 6, 10, 2.0), ('old', NULL, NULL, NULL, NULL, NULL, NULL)""");
        Reputation reputation = Reputation.over(upgraded());
        assertThat(reputation.voteWeight("ana")).isCloseTo(1.243333333, within(1e-9));
        assertThat(reputation.voteWeight("old")).isEqualTo(1);
    }

    @Test
    void noCaseIsLostHoweverWordingsAndCountsFall() {
        Random random = new Random(11);
        List<String> words = List.of("slow", "tests", "parser", "caches", "the", "wrong", "12", "edge case");
        long[] sums = new long[2];
        old.write(tx -> {
            for (int i = 0; i < 300; i++) {
                String issue = words.get(random.nextInt(words.size())) + " " + words.get(random.nextInt(words.size()))
                        + (random.nextBoolean() ? "!" : "");
                int successes = random.nextInt(9);
                int failures = random.nextInt(9);
                sums[0] += successes;
                sums[1] += failures;
                tx.update(
                        """
                        INSERT INTO patterns (id, issue_type, issue_text, success_count, failure_count, updated_at)
                        VALUES (?, 'general', ?, ?, ?, ?)""",
                        "p" + i,
                        issue,
                        successes,
                        failures,
                        Instant.parse("2025-01-01T00:00:00Z").plusSeconds(random.nextInt(9_000_000)));
            }
            return null;
        });
        Archive archive = upgraded();
        assertThat(archive.one(
                        "SELECT sum(success_count), sum(failure_count) FROM patterns",
                        row -> List.of(row.number(1), row.number(2))))
                .contains(List.of(sums[0], sums[1]));
        assertThat(archive.list(
                        "SELECT id, issue_text FROM patterns",
                        row -> Fingerprint.of(row.text(2)).id().equals(row.text(1))))
                .isNotEmpty()
                .containsOnly(true);
    }

    @Test
    void aTimeThatCannotBeReadBecomesThatOfTheUpgrade() {
        if (dialect == Dialect.SQLITE) {
            Instant before = Instant.now().minusSeconds(60);
            run("INSERT INTO debates (id, task, created_at) VALUES ('d', 't', 'yesterday'), ('e', 't', 1700000000)");
            Archive archive = upgraded();
            List<Instant> times = archive.list("SELECT created_at FROM debates ORDER BY id", row -> row.instant(1));
            assertThat(times.get(0)).isAfter(before);
            assertThat(times.get(1)).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
        }
    }
}
