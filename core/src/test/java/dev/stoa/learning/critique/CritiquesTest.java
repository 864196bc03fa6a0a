package dev.stoa.learning.critique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.StoaException;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.Remains;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What critiques, patterns and reputations promise to a debate that is recorded, on both backends. */
@OnBothDatabases
class CritiquesTest {
    private static final String PARSER = "Missing null checks in the parser!";
    private static final String PARSER_ID = "pat_36144d6467cc64413dc591e16ef0af6f";

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private TestClock clock;
    private Archive archive;
    private Critiques critiques;
    private Patterns patterns;
    private Reputation reputation;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, CritiqueArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00Z");
        archive = place.open(CritiqueArchive.SCHEMA, StorageSettings.defaults(), clock);
        critiques = Critiques.over(archive, clock);
        patterns = Patterns.over(archive);
        reputation = Reputation.over(archive);
    }

    @AfterEach
    void close() {
        assertThat(violations()).isEmpty();
        place.close();
    }

    private List<String> violations() {
        List<String> found = new ArrayList<>();
        archive.read(tx -> {
            for (ArchiveSchema.Invariant invariant : CritiqueArchive.SCHEMA.invariants()) {
                invariant.finder().violations(tx, 5).forEach(row -> found.add(invariant.id() + " " + row));
            }
            return null;
        });
        return found;
    }

    private long count(String table) {
        return archive.read(tx -> tx.number("SELECT count(*) FROM " + table));
    }

    private String resolved(String debate, boolean improved, String... issues) {
        String key = critiques
                .add(CritiqueDraft.of(debate, "ana", 0.5, issues))
                .value()
                .key();
        critiques.resolve(CritiqueResolution.of(key, improved));
        return key;
    }

    private Pattern pattern(String id) {
        return patterns.find(id).orElseThrow();
    }

    @Test
    void theDefaultKeyIsMadeOfWhoSaidWhatAboutWhomAndWhy() {
        CritiqueDraft draft = CritiqueDraft.of("d1", "ana", 0.5, "slow", "unclear");
        assertThat(draft.key()).matches("c-[0-9a-f]{32}");
        assertThat(draft.key())
                .isEqualTo("c-" + Digest.sha256("d1\nana\n\nslow\nunclear\n").substring(0, 32))
                .isEqualTo(draft.expecting(0.9).suggestions(List.of("x")).key())
                .isNotEqualTo(draft.target("bob").key())
                .isNotEqualTo(draft.reasoning("because").key());
        assertThat(draft.key("mine").target("bob").reasoning("r").key()).isEqualTo("mine");
    }

    @Test
    void addingStoresEveryFieldAndCountsTheCritic() {
        Added<Critique> added = critiques.add(CritiqueDraft.of("d1", "ana", 0.7, "slow", "unclear")
                .target("bob")
                .suggestions(List.of("cache it"))
                .reasoning("measured")
                .expecting(0.8));
        assertThat(added.created()).isTrue();
        assertThat(added.value().document())
                .containsEntry("debate_id", "d1")
                .containsEntry("agent", "ana")
                .containsEntry("target_agent", "bob")
                .containsEntry("issues", List.of("slow", "unclear"))
                .containsEntry("suggestions", List.of("cache it"))
                .containsEntry("severity", 0.7)
                .containsEntry("reasoning", "measured")
                .containsEntry("led_to_improvement", false)
                .containsEntry("expected_usefulness", 0.8)
                .containsEntry("actual_usefulness", null)
                .containsEntry("prediction_error", null)
                .containsEntry("created_at", clock.instant());
        assertThat(critiques.find(added.value().key())).contains(added.value());
        assertThat(reputation.find("ana").orElseThrow().critiquesGiven()).isEqualTo(1);
    }

    @Test
    void addingAgainIsNothingNewAndOtherContentIsAConflict() {
        CritiqueDraft draft = CritiqueDraft.of("d1", "ana", 0.7, "slow").key("k1");
        critiques.add(draft);
        clock.advance(Duration.ofHours(1));
        assertThat(critiques.add(draft).created()).isFalse();
        for (CritiqueDraft other : List.of(
                CritiqueDraft.of("d2", "ana", 0.7, "slow").key("k1"),
                CritiqueDraft.of("d1", "bob", 0.7, "slow").key("k1"),
                CritiqueDraft.of("d1", "ana", 0.6, "slow").key("k1"),
                CritiqueDraft.of("d1", "ana", 0.7, "slower").key("k1"),
                draft.target("bob"),
                draft.suggestions(List.of("x")),
                draft.reasoning("r"),
                draft.expecting(0.1))) {
            assertThatThrownBy(() -> critiques.add(other))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("critique k1 exists with other content");
        }
        assertThat(count("critiques")).isEqualTo(1);
        assertThat(reputation.find("ana").orElseThrow().critiquesGiven()).isEqualTo(1);
    }

    @Test
    void valuesOutOfBoundsAreRefusedByName() {
        refused("severity 7 is not within 0 to 1", () -> CritiqueDraft.of("d1", "ana", 7, "slow"));
        refused("severity NaN is not within 0 to 1", () -> CritiqueDraft.of("d1", "ana", Double.NaN, "slow"));
        refused("issues has 0 entries; 1 to 32", () -> CritiqueDraft.of("d1", "ana", 1));
        refused(
                "issues has 33 entries; 1 to 32",
                () -> CritiqueDraft.of(
                        "d1", "ana", 1, Collections.nCopies(33, "x").toArray(String[]::new)));
        refused("issues has 2,001 characters; at most 2,000", () -> CritiqueDraft.of("d1", "ana", 1, "x".repeat(2001)));
        refused("issues is blank", () -> CritiqueDraft.of("d1", "ana", 1, " "));
        refused("debate_id \"d 1\"", () -> CritiqueDraft.of("d 1", "ana", 1, "x"));
        refused("agent is blank", () -> CritiqueDraft.of("d1", " ", 1, "x"));
        refused("critique_key \"\"", () -> CritiqueDraft.of("d1", "ana", 1, "x").key(""));
        refused("actual_usefulness 1.5", () -> new CritiqueResolution("k", true, 1.5));
        refused("limit 101", () -> PatternQuery.all().limit(101));
        refused("issue_type \"securty\"", () -> IssueType.named("securty"));
        refused("cursor \"x\"", () -> reputation.list(new Page.Request(1, "x")));
        assertThat(count("critiques")).isZero();
    }

    private static void refused(String message, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(InvalidException.class).hasMessageContaining(message);
    }

    @Test
    void aRequestIsReadByTheNamesOfTheColumns() {
        CritiqueDraft draft = CritiqueDraft.fromJson(JsonFields.of(Json.parseObject("""
                {"debate_id":"d1","agent":"ana","target_agent":"bob","issues":["slow"],"suggestions":["cache"],
                 "severity":1,"reasoning":"r","expected_usefulness":0.25,"critique_key":"k"}""")));
        assertThat(draft)
                .isEqualTo(CritiqueDraft.of("d1", "ana", 1, "slow")
                        .target("bob")
                        .suggestions(List.of("cache"))
                        .reasoning("r")
                        .expecting(0.25)
                        .key("k"));
        assertThat(CritiqueResolution.fromJson(
                        JsonFields.of(Json.object("critique_key", "k", "led_to_improvement", true))))
                .isEqualTo(CritiqueResolution.of("k", true));
        assertThat(PatternQuery.fromJson(
                        JsonFields.of(Json.object("query", "x", "issue_type", "testing", "limit", 3L))))
                .isEqualTo(PatternQuery.query("x").type(IssueType.TESTING).limit(3));
        refused(
                "\"issue\"",
                () -> CritiqueDraft.fromJson(JsonFields.of(Json.object(
                        "debate_id", "d", "agent", "a", "issue", "x", "issues", List.of("x"), "severity", 1))));
    }

    @Test
    void resolvingIsDoneOnceAndTeachesTheCritic() {
        String key = critiques
                .add(CritiqueDraft.of("d1", "ana", 0.7, "slow").expecting(0.8))
                .value()
                .key();
        Resolved first = critiques.resolve(new CritiqueResolution(key, true, 0.6));
        assertThat(first.applied()).isTrue();
        assertThat(first.critique().ledToImprovement()).isTrue();
        assertThat(first.critique().actualUsefulness()).isEqualTo(0.6);
        assertThat(first.critique().predictionError()).isCloseTo(0.2, within(1e-9));

        assertThat(critiques.resolve(new CritiqueResolution(key, true, 0.6)))
                .isEqualTo(new Resolved(first.critique(), false));
        assertThatThrownBy(() -> critiques.resolve(CritiqueResolution.of(key, true)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("resolved already, as improved with usefulness 0.6");
        assertThatThrownBy(() -> critiques.resolve(new CritiqueResolution(key, false, 0.6)))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> critiques.resolve(CritiqueResolution.of("nobody", true)))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("there is no critique nobody");

        AgentReputation ana = reputation.find("ana").orElseThrow();
        assertThat(ana.critiquesValuable()).isEqualTo(1);
        assertThat(ana.totalPredictions()).isEqualTo(1);
        assertThat(ana.totalPredictionError()).isCloseTo(0.2, within(1e-9));
        assertThat(ana.calibrationScore()).isCloseTo(0.8, within(1e-9));
        assertThat(archive.one(
                        "SELECT calibration_score FROM agent_reputation WHERE agent_name = 'ana'", row -> row.real(1)))
                .hasValueSatisfying(score -> assertThat(score).isCloseTo(0.8, within(1e-9)));
    }

    @Test
    @DisplayName("Success and failure of an issue must meet in one pattern")
    void successAndFailureMeetInOnePatternWithTheWorkedNumbers() {
        resolved("d1", true, PARSER);
        assertThat(pattern(PARSER_ID).surpriseScore()).isCloseTo(0.85, within(1e-9));
        assertThat(pattern(PARSER_ID).baseRate()).isCloseTo(0.5, within(1e-9));
        clock.advance(Duration.ofDays(3));
        resolved("d2", false, "parser: missing null check");

        Pattern both = pattern(PARSER_ID);
        assertThat(count("patterns")).isEqualTo(1);
        assertThat(both.issueText()).isEqualTo(PARSER);
        assertThat(both.issueType()).isEqualTo(IssueType.COMPLETENESS);
        assertThat(both.successCount()).isEqualTo(1);
        assertThat(both.failureCount()).isEqualTo(1);
        assertThat(both.surpriseScore()).isCloseTo(0.795, within(1e-9));
        assertThat(both.baseRate()).isCloseTo(2 / 3.0, within(1e-9));
        assertThat(both.strength()).isCloseTo(1.795, within(1e-9));
        assertThat(archive.one("SELECT rank_key FROM patterns", row -> row.real(1)))
                .hasValueSatisfying(rank -> assertThat(rank)
                        .isCloseTo(
                                Math.log(1.795) + clock.instant().toEpochMilli() / 1000.0 * Math.log(2) / 2_592_000,
                                within(1e-9)));
        assertThat(both.updatedAt()).isEqualTo(clock.instant());
        assertThat(both.createdAt()).isEqualTo(clock.instant().minus(Duration.ofDays(3)));
    }

    @Test
    void meansRunOverAllCasesAndTheNewestHelpfulSuggestionStays() {
        critiques.recordDebate(
                new DebateTrace(DebateTrace.Debate.of("d1", "t".repeat(600)), List.of(), List.of(), Map.of()));
        add("d1", 0.2, 0.9, "check for null", true);
        add("d2", 0.4, 0.5, "never helped", false);
        assertThat(pattern(PARSER_ID).suggestionText()).isEqualTo("check for null");
        add("d3", 0.9, 0.5, "use an option type", true);
        add("d4", 0.5, 0.5, null, true);

        Pattern after = pattern(PARSER_ID);
        assertThat(after.avgSeverity()).isCloseTo(0.5, within(1e-9));
        assertThat(after.avgPredictionError()).isCloseTo((0.1 + 0.5 + 0.5 + 0.5) / 4, within(1e-9));
        assertThat(after.predictionCount()).isEqualTo(4);
        assertThat(after.suggestionText()).isEqualTo("use an option type");
        assertThat(after.exampleTask()).isEqualTo("t".repeat(500));
        assertThat(patterns.top(PatternQuery.query("option"))).containsExactly(after);
        assertThat(patterns.top(PatternQuery.query("check for null")))
                .as("the wording is found, the old suggestion is not what found it")
                .containsExactly(after);
    }

    private void add(String debate, double severity, double expected, @Nullable String suggestion, boolean improved) {
        CritiqueDraft draft = CritiqueDraft.of(debate, "ana", severity, PARSER).expecting(expected);
        String key = critiques
                .add(suggestion == null ? draft : draft.suggestions(List.of(suggestion)))
                .value()
                .key();
        critiques.resolve(CritiqueResolution.of(key, improved));
    }

    @Test
    void issuesOfOneFingerprintInACritiqueCountOnce() {
        resolved("d1", true, PARSER, "parser: missing null check", "The query is slow");
        assertThat(count("patterns")).isEqualTo(2);
        assertThat(pattern(PARSER_ID).successCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("Storing a debate again must not double critiques")
    void recordingADebateAgainCountsNothingTwiceAndReplacesItsRow() {
        CritiqueDraft first = CritiqueDraft.of("d1", "ana", 0.5, PARSER);
        CritiqueDraft second = CritiqueDraft.of("d1", "bob", 0.9, "The query is slow");
        for (int time = 0; time < 3; time++) {
            critiques.recordDebate(new DebateTrace(
                    new DebateTrace.Debate(
                            "d1",
                            "task",
                            "answer " + time,
                            true,
                            0.9,
                            3,
                            Duration.ofMillis(1500),
                            Json.object("tests", "passed"),
                            false),
                    List.of(first, second),
                    List.of(CritiqueResolution.of(first.key(), true), CritiqueResolution.of(second.key(), false)),
                    Map.of("ana", true, "bob", false)));
            clock.advance(Duration.ofDays(1));
        }
        assertThat(count("debates")).isEqualTo(1);
        assertThat(count("critiques")).isEqualTo(2);
        assertThat(count("proposal_outcomes")).isEqualTo(2);
        assertThat(archive.one("SELECT final_answer FROM debates", row -> row.text(1)))
                .contains("answer 2");
        assertThat(pattern(PARSER_ID).successCount()).isEqualTo(1);
        assertThat(reputation.find("ana").orElseThrow()).isEqualTo(new AgentReputation("ana", 1, 1, 1, 1, 1, 0.5));
        assertThat(reputation.find("bob").orElseThrow()).isEqualTo(new AgentReputation("bob", 1, 0, 1, 0, 1, 0.5));
    }

    @Test
    void aDebateOfWhichOnePartIsRefusedLeavesNothing() {
        CritiqueDraft good = CritiqueDraft.of("d1", "ana", 0.5, PARSER);
        assertThatThrownBy(() -> critiques.recordDebate(new DebateTrace(
                        DebateTrace.Debate.of("d1", "task"),
                        List.of(good),
                        List.of(CritiqueResolution.of("unknown", true)),
                        Map.of("ana", true))))
                .isInstanceOf(NotFoundException.class);
        for (String table : List.of("debates", "critiques", "patterns", "agent_reputation", "proposal_outcomes")) {
            assertThat(count(table)).as(table).isZero();
        }
        refused(
                "is of debate d2, not of d1",
                () -> new DebateTrace(
                        DebateTrace.Debate.of("d1", "task"),
                        List.of(CritiqueDraft.of("d2", "ana", 0.5, "x")),
                        List.of(),
                        Map.of()));
    }

    @Test
    @DisplayName("Vote weights must be read fresh")
    void voteWeightsFollowTheRecordAtOnceAlsoWhenAnotherProcessWrites() {
        assertThat(reputation.voteWeight("ana")).isEqualTo(1);
        Critiques elsewhere =
                Critiques.over(place.open(CritiqueArchive.SCHEMA, StorageSettings.defaults(), clock), clock);
        CritiqueDraft draft = CritiqueDraft.of("d1", "ana", 0.5, "slow").expecting(1);
        elsewhere.add(draft);
        double given = reputation.voteWeight("ana");
        elsewhere.resolve(CritiqueResolution.of(draft.key(), true));
        assertThat(reputation.voteWeight("ana")).isGreaterThan(given);
        assertThat(reputation.voteWeights(List.of("nobody", "ana")))
                .containsOnly(Map.entry("nobody", 1.0), Map.entry("ana", reputation.voteWeight("ana")));
        assertThat(reputation.voteWeights(List.of())).isEmpty();
    }

    @Test
    void theWorkedReputationComesOut() {
        AgentReputation worked = new AgentReputation("ana", 10, 8, 10, 6, 10, 2);
        assertThat(worked.score()).isCloseTo(0.683333333, within(1e-9));
        assertThat(worked.calibrationScore()).isCloseTo(0.8, within(1e-9));
        assertThat(worked.voteWeight()).isCloseTo(1.243333333, within(1e-9));
        assertThat(new AgentReputation("new", 0, 0, 0, 0, 0, 0).voteWeight()).isEqualTo(1);
        assertThat(new AgentReputation("bad", 1000, 0, 1000, 0, 10, 10).voteWeight())
                .isCloseTo(0.4, within(1e-2));
        assertThat(new AgentReputation("worst", 1L << 40, 0, 1L << 40, 0, 10, 20).voteWeight())
                .isEqualTo(0.4);
        assertThat(new AgentReputation("good", 1000, 1000, 1000, 1000, 10, 0).voteWeight())
                .isCloseTo(1.6, within(1e-2));
    }

    @Test
    void reputationsAreListedByScoreAndPagesLoseNobody() {
        for (int i = 0; i < 25; i++) {
            critiques.recordDebate(new DebateTrace(
                    DebateTrace.Debate.of("d" + i, "task"),
                    List.of(),
                    List.of(),
                    Map.of("Agent" + i % 7, i % 3 == 0, "äöü " + i % 5, i % 2 == 0, "Zed", false)));
        }
        List<AgentReputation> all = reputation.list(Page.Request.first()).items();
        assertThat(all).hasSize(13).isSortedAccordingTo((a, b) -> Double.compare(b.score(), a.score()));
        List<AgentReputation> paged = new ArrayList<>();
        String cursor = null;
        do {
            Page<AgentReputation> page = reputation.list(new Page.Request(2, cursor));
            paged.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged).isEqualTo(all);
    }

    @Test
    void critiquesAreListedNewestFirstByDebateAndPage() {
        for (int i = 0; i < 7; i++) {
            critiques.add(CritiqueDraft.of("d" + i % 2, "ana", 0.5, "issue " + i));
        }
        assertThat(critiques.list("d0", Page.Request.first()).items())
                .extracting(critique -> critique.issues().getFirst())
                .containsExactly("issue 6", "issue 4", "issue 2", "issue 0");
        Page<Critique> page = critiques.list(null, Page.Request.first(5));
        assertThat(page.items()).hasSize(5);
        assertThat(critiques.list(null, new Page.Request(5, page.next())).items())
                .extracting(critique -> critique.issues().getFirst())
                .containsExactly("issue 1", "issue 0");
    }

    @Test
    void patternsAreRankedByWorthAndHalveInThirtyDays() {
        resolved("d1", true, "The query is slow");
        resolved("d2", true, "The query is slow");
        resolved("d3", true, "A secret is logged");
        resolved("d4", false, "Wrong result");
        assertThat(patterns.top(PatternQuery.all()))
                .extracting(Pattern::issueText)
                .containsExactly("The query is slow", "A secret is logged");
        assertThat(patterns.top(PatternQuery.all().minSuccess(0))).hasSize(3);
        assertThat(patterns.top(PatternQuery.all().minSuccess(2))).hasSize(1);
        assertThat(patterns.top(PatternQuery.all().limit(1))).hasSize(1);
        assertThat(patterns.top(PatternQuery.all().type(IssueType.SECURITY)))
                .extracting(Pattern::issueText)
                .containsExactly("A secret is logged");
        // Two successes are worth less than three times one; sixty days make four.
        clock.advance(Duration.ofDays(60));
        resolved("d5", true, "Tests are flaky");
        assertThat(patterns.top(PatternQuery.all()))
                .extracting(Pattern::issueText)
                .containsExactly("Tests are flaky", "The query is slow", "A secret is logged");
    }

    @Test
    void aQueryFindsPatternsByTheirWordsAndOrdersEqualMatchesByRank() {
        for (int i = 0; i < 80; i++) {
            resolved("d" + i, true, "cache topic" + (char) ('a' + i % 26) + (char) ('a' + i / 26));
        }
        for (int again = 0; again < 3; again++) {
            resolved("again" + again, true, "cache topicca");
        }
        List<Pattern> found =
                patterns.top(PatternQuery.query("the cache AND \"").limit(5));
        assertThat(found).hasSize(5);
        assertThat(found.getFirst().successCount()).isEqualTo(4);
        assertThat(patterns.top(PatternQuery.query("topicba"))).hasSize(1);
        assertThat(patterns.top(PatternQuery.query("cache").type(IssueType.TESTING)))
                .isEmpty();
        assertThat(patterns.top(PatternQuery.query("the"))).isEmpty();
        assertThat(patterns.top(PatternQuery.query("unheard of"))).isEmpty();
    }

    @Test
    void cleanupArchivesIdlePatternsAndANewCaseBringsOneBackWithItsCounters() {
        critiques.recordDebate(
                new DebateTrace(DebateTrace.Debate.of("d1", "task"), List.of(), List.of(), Map.of("ana", true)));
        resolved("d1", true, PARSER);
        resolved("d1", true, "The query is slow");
        clock.advance(Duration.ofDays(60));
        resolved("d2", true, "The query is slow");
        clock.advance(Duration.ofDays(31));

        CleanedCritiques would = critiques.cleanup(true);
        assertThat(would).isEqualTo(new CleanedCritiques(1, 2, 1, 1, true));
        assertThat(count("critiques")).isEqualTo(3);
        assertThat(critiques.cleanup(false)).isEqualTo(new CleanedCritiques(1, 2, 1, 1, false));
        assertThat(critiques.cleanup(false)).isEqualTo(new CleanedCritiques(0, 0, 0, 0, false));
        assertThat(count("critiques")).isEqualTo(1);
        assertThat(patterns.find(PARSER_ID)).isEmpty();
        assertThat(patterns.top(PatternQuery.query("parser"))).isEmpty();
        assertThat(violations()).isEmpty();
        assertThat(reputation.find("ana").orElseThrow().critiquesGiven()).isEqualTo(3);

        resolved("d3", false, "parser: missing null check");
        Pattern back = pattern(PARSER_ID);
        assertThat(back.successCount()).isEqualTo(1);
        assertThat(back.failureCount()).isEqualTo(1);
        assertThat(back.issueText()).isEqualTo(PARSER);
        assertThat(back.exampleTask()).isEqualTo("task");
        assertThat(count("patterns_archive")).isZero();
        assertThat(patterns.top(PatternQuery.query("parser"))).containsExactly(back);
    }

    @Test
    void cleanupGetsPastMoreThanABatch() {
        List<CritiqueDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 603; i++) {
            drafts.add(CritiqueDraft.of("d" + i, "ana", 0.5, "slow x" + i + "y"));
        }
        critiques.addAll(drafts, true);
        critiques.resolveAll(
                drafts.stream()
                        .map(draft -> CritiqueResolution.of(draft.key(), true))
                        .toList(),
                true);
        clock.advance(Duration.ofDays(91));
        assertThat(critiques.cleanup(false)).isEqualTo(new CleanedCritiques(603, 603, 0, 0, false));
        assertThat(count("patterns_archive")).isEqualTo(603);
    }

    @Test
    void manyAreWrittenAtOnceEachRefusedByItselfOrNone() {
        CritiqueDraft one = CritiqueDraft.of("d1", "ana", 0.5, "slow").key("k1");
        CritiqueDraft other = CritiqueDraft.of("d1", "ana", 0.9, "slow").key("k1");
        CritiqueDraft two = CritiqueDraft.of("d1", "ana", 0.5, "unclear");
        assertThat(critiques.addAll(List.of(one, other, two), true))
                .extracting(result -> result instanceof Bulk.Result.Done)
                .containsExactly(true, false, true);
        assertThat(count("critiques")).isZero();
        critiques.addAll(List.of(one, other, two), false);
        assertThat(count("critiques")).isEqualTo(2);
        assertThat(critiques.resolveAll(
                        List.of(
                                CritiqueResolution.of("k1", true),
                                CritiqueResolution.of("none", true),
                                CritiqueResolution.of(two.key(), false)),
                        false))
                .extracting(result -> result instanceof Bulk.Result.Done)
                .containsExactly(true, false, true);
        assertThat(count("patterns")).isEqualTo(2);
    }

    @Test
    void manyThreadsThatRecordTheSameDebatesCountEachOnce() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                running.add(threads.submit(() -> {
                    for (int d = 0; d < 20; d++) {
                        CritiqueDraft draft = CritiqueDraft.of("d" + d, "ana", 0.5, PARSER);
                        critiques.recordDebate(new DebateTrace(
                                DebateTrace.Debate.of("d" + d, "task"),
                                List.of(draft),
                                List.of(CritiqueResolution.of(draft.key(), d % 2 == 0)),
                                Map.of("ana", d % 4 == 0)));
                    }
                    return null;
                }));
            }
            for (Future<?> thread : running) {
                thread.get();
            }
        }
        assertThat(pattern(PARSER_ID).successCount()).isEqualTo(10);
        assertThat(pattern(PARSER_ID).failureCount()).isEqualTo(10);
        assertThat(reputation.find("ana").orElseThrow()).satisfies(ana -> {
            assertThat(ana.critiquesGiven()).isEqualTo(20);
            assertThat(ana.proposalsMade()).isEqualTo(20);
            assertThat(ana.proposalsAccepted()).isEqualTo(5);
            assertThat(ana.totalPredictionError()).isCloseTo(10, within(1e-9));
        });
    }

    @Test
    void theIndexIsMadeAnewFromTheRows() {
        resolved("d1", true, PARSER);
        archive.write(tx -> {
            tx.update(dialect.pick("DELETE FROM patterns_fts", "UPDATE patterns SET search = NULL"));
            return null;
        });
        assertThat(violations()).containsExactly("C3 pattern " + PARSER_ID);
        archive.write(tx -> {
            PatternTable.reindex(tx);
            return null;
        });
        assertThat(patterns.top(PatternQuery.query("parser"))).hasSize(1);
    }

    @Test
    void anInvariantNamesWrongCountsAndUnfinishedResolutions() {
        resolved("d1", true, PARSER);
        long id = critiques.list(null, Page.Request.first()).items().getFirst().id();
        archive.write(tx -> {
            tx.update("UPDATE pattern_type_stats SET failures = 3");
            tx.update("UPDATE critiques SET prediction_error = NULL");
            return null;
        });
        assertThat(violations()).containsExactlyInAnyOrder("P1 type completeness", "P1 critique " + id);
        archive.write(tx -> {
            tx.update("UPDATE pattern_type_stats SET failures = 0");
            tx.update("UPDATE critiques SET prediction_error = 0.5");
            return null;
        });
    }

    @Test
    void errorsTellWhatToDo() {
        assertThatThrownBy(() -> critiques.resolve(CritiqueResolution.of("k", true)))
                .isInstanceOfSatisfying(
                        StoaException.class, e -> assertThat(e.hint()).contains("list the critiques"));
    }

    @Test
    void ofDeletedCritiquesAndDebatesNoBytesRemain() {
        critiques.recordDebate(new DebateTrace(
                DebateTrace.Debate.of("d1", "guess hunter2zyx"), List.of(), List.of(), Map.of("ana", true)));
        critiques.add(CritiqueDraft.of("d1", "ana", 0.5, "hunter2zyx is weak"));
        clock.advance(Duration.ofDays(91));
        assertThat(critiques.cleanup(false).critiques()).isEqualTo(1);
        assertThat(Remains.of("hunter2zyx", dialect, directory, archive)).isEmpty();
    }
}
