package dev.stoa.engine.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.Context.Block;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.DissentDraft;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.lesson.TaughtLessons;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.learning.rating.Result;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class ContextReaderTest {
    private static final String TOPIC = "Which store shall we use for sessions?";

    @Parameter
    private Dialect dialect;

    @TempDir
    private Path folder;

    private School school;

    @BeforeEach
    void open() {
        school = new School(dialect, folder);
    }

    @AfterEach
    void close() {
        school.close();
    }

    private Context read(Map<String, ? extends @Nullable Object> more) {
        return ContextReader.of(school.stoa, 0).apply(config(more));
    }

    private static DebateConfig config(Map<String, ? extends @Nullable Object> more) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("topic", TOPIC);
        request.put("domain", School.DOMAIN);
        request.put("seed", 1L);
        request.put(
                "agents",
                List.of(
                        Seat.of("ana", "command", "").document(),
                        Seat.of("bo", "command", "").document()));
        request.putAll(more);
        return ConfigReader.read(request, "new", "local", () -> 1);
    }

    private static List<String> shown(Context context, String kind) {
        return context.blocks(kind).stream()
                .map(block ->
                        block.id() + " " + block.trust().text() + (block.wrong() ? " wrong" : "") + " " + block.text())
                .toList();
    }

    @Test
    void aStandingIsThatOfTheDomainAndOfTheConfidence() {
        school.stoa
                .learning()
                .ratings()
                .record(MatchDraft.won("d1", List.of("ana", "bo"), "ana").domain(School.DOMAIN));
        school.stoa.learning().ratings().record(MatchDraft.won("d2", List.of("cy", "ana"), "cy"));
        school.stoa.learning().predictions().add(new PredictionDraft("e1", "ana", "A", 0.95, School.DOMAIN));
        school.stoa.learning().predictions().add(new PredictionDraft("e2", "ana", "B", 0.91, School.DOMAIN));
        school.stoa.learning().predictions().add(new PredictionDraft("e3", "ana", "A", 0.91, "cooking"));
        List.of("e1", "e2", "e3")
                .forEach(event -> school.stoa.learning().predictions().resolve(event, Result.winner("A")));

        Context context = read(Map.of(
                "agents",
                List.of(
                        Seat.of("ana", "command", "").document(),
                        Seat.of("cy", "command", "").document(),
                        Seat.of("new", "command", "").document())));
        assertThat(context.standings())
                .as("ana's of the domain, cy's over all, a newcomer's")
                .extracting(Context.Standing::rating)
                .containsExactly(1524.0, 1525.655229347, 1500.0);
        assertThat(context.standings().getFirst().resolved()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 2);
        assertThat(context.standings().getFirst().correct()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(context.standings().getLast()).isEqualTo(Context.Standing.unknown());
    }

    @Test
    void voteWeightsComeFromReputation() {
        school.taught(null);
        school.loop().run();
        double weight = school.stoa.learning().reputation().voteWeight("bo");
        assertThat(weight).isNotEqualTo(1);
        assertThat(read(Map.of()).standings().get(1).voteWeight()).isEqualTo(weight, within(1e-9));
    }

    @Test
    void earlierDebatesAreShownWithTheirDissentsAndEachConclusionOnce() {
        String session = school.taught(null);
        school.loop().run();
        Context context = read(Map.of("evidence", List.of("ev1")));
        assertThat(shown(context, "conclusion"))
                .containsExactly(session + " agent Which store shall we use?\nPostgres");
        assertThat(context.blocks("dissent"))
                .extracting(block -> block.origin() + " " + block.text())
                .containsExactly("cy risk_warning: an outage of the only server", "dee abstention: abstained");
        assertThat(context.blocks("memory")).extracting(Block::id).doesNotContain("debate:" + session);
        assertThat(context.missing()).isEmpty();
        assertThat(context.blocks().stream().map(Block::kind).distinct())
                .as("in the order of the prompts")
                .containsExactly("conclusion", "dissent", "memory", "evidence");
        assertThat(Context.of(Json.parseObject(Json.canonical(context.document()))))
                .as("the record will read the same")
                .isEqualTo(context);
    }

    @Test
    void whatWasFoundWrongIsSaidToBeAndWhatWasFoundRightIsConfirmed() {
        String wrong = school.taught(null);
        String right = school.taught(null);
        String simulated = school.taught(null);
        school.loop().run();
        grade(wrong, false, "human");
        grade(right, true, "human");
        grade(simulated, true, "sim");
        Context context = read(Map.of());
        assertThat(context.blocks("conclusion"))
                .extracting(block -> block.id() + " " + block.trust().text() + " " + block.wrong())
                .containsExactlyInAnyOrder(
                        wrong + " agent true", right + " confirmed false", simulated + " agent false");
        school.stoa.learning().consensus().archive(wrong, null);
        assertThat(read(Map.of()).blocks("memory").stream().filter(Block::wrong))
                .as("where the conclusion is not shown, the memory says it")
                .extracting(Block::id)
                .containsExactly("debate:" + wrong);
    }

    @Test
    void aDissentThatLostToTheTruthIsNotConfirmedAndSaysSo() {
        String right = "0197a2b4-0000-7000-8000-000000000099";
        school.put(right, List.of());
        grade(right, true, "human");
        school.stoa
                .learning()
                .consensus()
                .record(ConsensusDraft.of(
                                right, "Which store shall we use?", "Postgres", 0.9, List.of("ana", "bo", "cy", "dee"))
                        .domain(School.DOMAIN)
                        .agreeing(List.of("ana", "bo"))
                        .dissents(List.of(
                                new DissentDraft("cy", DissentType.FUNDAMENTAL_DISAGREEMENT, "Redis it is", 0.9, null),
                                new DissentDraft("dee", DissentType.ABSTENTION, "no vote", 0.1, null)))
                        .trust(Trust.CONFIRMED)
                        .build());
        assertThat(read(Map.of()).blocks("dissent"))
                .extracting(block -> block.origin() + " " + block.trust().text() + " " + block.wrong())
                .containsExactly("cy agent true", "dee agent false");
    }

    @Test
    void aConclusionThatWasFoundWrongComesLastInARecallAndIsMarked() {
        String wrong = school.taught(null);
        school.loop().run();
        RecallQuery query = RecallQuery.query("Which store shall we use? Postgres or stores")
                .limit(2);
        GradedMemories memories = GradedMemories.of(school.stoa);
        assertThat(memories.recall(Principal.local(), query)
                        .items()
                        .getFirst()
                        .memory()
                        .id())
                .isEqualTo("debate:" + wrong);

        grade(wrong, false, "human");

        GradedRecall found = memories.recall(Principal.local(), query.limit(3));
        assertThat(found.items())
                .extracting(hit -> hit.memory().id() + " " + found.mark(hit))
                .last()
                .isEqualTo("debate:" + wrong + " graded wrong");
        assertThat(memories.recall(Principal.local(), query).items())
                .as("others are not crowded out")
                .extracting(hit -> hit.memory().id())
                .containsExactlyInAnyOrder("m1", "m2");
        assertThat(Json.write(found.document())).contains("\"correct\":false");
    }

    @Test
    void aConclusionThatWasFoundWrongGainsNoImportanceFromBeingShown() {
        String wrong = school.taught(null);
        school.loop().run();
        grade(wrong, false, "human");
        Memory before = school.stoa.learning().memories().show("debate:" + wrong);
        String other = school.taught(null);
        school.put(
                other,
                List.of(new OutboxItem(
                        TeachingItems.OUTCOMES,
                        "again",
                        Map.of("key", "again", "success", true, "memories", List.of("debate:" + wrong, "m2")))));
        school.loop().run();
        assertThat(school.stoa.learning().memories().show("debate:" + wrong)).isEqualTo(before);
        assertThat(school.stoa.learning().memories().show("m2").successCount()).isPositive();
    }

    private void grade(String session, boolean correct, String source) {
        school.debates.write(tx -> tx.update(
                "INSERT INTO debate_grades (session_id, correct, source, at) VALUES (?, ?, ?, ?)",
                session,
                correct ? 1 : 0,
                source,
                school.clock.instant()));
    }

    @Test
    void aRepetitionDoesNotSeeItsOwnAnswer() {
        String session = school.taught(null);
        String other = school.taught(null);
        school.loop().run();
        Context context = read(Map.of("debate_id", session));
        assertThat(context.blocks("conclusion")).extracting(Block::id).containsExactly(other);
        assertThat(context.blocks("memory")).extracting(Block::id).doesNotContain("debate:" + session);
    }

    @Test
    void withoutMemoryOnlyStandingsAreRead() {
        school.taught(null);
        school.loop().run();
        school.stoa
                .learning()
                .ratings()
                .record(MatchDraft.won("d1", List.of("ana", "bo"), "ana").domain(School.DOMAIN));
        Context context = read(Map.of("memory", false, "evidence", List.of("ev1")));
        assertThat(context.blocks()).isEmpty();
        assertThat(context.lessons()).isEmpty();
        assertThat(context.standings().getFirst().rating()).isNotEqualTo(1500);
    }

    @Test
    void lessonsAreFoundAndInAHoldoutHeldBack() {
        String session = school.taught(null);
        String lesson = TaughtLessons.put(
                school.debates, session, School.DOMAIN, "sessions in a store were lost", school.clock.instant());
        TaughtLessons.put(school.debates, session, "cooking", "sessions in a store were eaten", school.clock.instant());
        Context context = read(Map.of());
        assertThat(shown(context, "lesson"))
                .containsExactly(lesson + " confirmed sessions in a store were lost\nhow to solve it");
        assertThat(context.lessons()).containsExactly(lesson);
        assertThat(context.holdout()).isFalse();
        Context heldBack = ContextReader.of(school.stoa, 1).apply(config(Map.of()));
        assertThat(heldBack.holdout()).isTrue();
        assertThat(heldBack.lessons()).containsExactly(lesson);
    }

    @Test
    void criticismsThatHelpedBeforeAreShown() {
        school.taught("Postgres");
        school.loop().run();
        assertThat(read(Map.of("topic", "What loses what was written?")).blocks("pattern"))
                .extracting(block -> block.trust().text() + " " + block.text())
                .containsExactly("agent it loses what was written");
    }

    @Test
    void givenDocumentsAreCutIntoWindowsAndFoundOnesAreAdded() {
        String text = String.join(
                " ",
                IntStream.range(0, 120)
                        .mapToObj(i -> "Sentence " + i + " tells of a store for sessions and of number " + i + ".")
                        .toList());
        school.stoa
                .learning()
                .evidence()
                .add(EvidenceDraft.of(text, "file").id("given").trust(Trust.HUMAN));
        school.stoa
                .learning()
                .evidence()
                .add(EvidenceDraft.of("Which store shall we use for sessions? Postgres.", "docs")
                        .id("found")
                        .trust(Trust.CONFIRMED));
        Context context = read(Map.of("evidence", List.of("given", "missing")));
        List<Block> blocks = context.blocks("evidence");
        assertThat(blocks).hasSize(8);
        assertThat(blocks.stream().mapToInt(block -> block.text().length()).sum())
                .isBetween(1, 4_800);
        assertThat(blocks.getFirst().id()).isEqualTo("found");
        assertThat(blocks.getFirst().trust()).isEqualTo(Trust.CONFIRMED);
        assertThat(blocks.getFirst().relevance()).isEqualTo(1.0);
        assertThat(blocks.subList(1, 8)).allSatisfy(block -> {
            assertThat(block.id()).isEqualTo("given");
            assertThat(block.trust()).as("what was given is from outside").isEqualTo(Trust.UNTRUSTED);
        });
        Context unrelated = read(Map.of("topic", "Zebras?", "evidence", List.of("ev1")));
        assertThat(unrelated.blocks("evidence")).extracting(Block::id).containsExactly("ev1");
    }

    @Test
    void aSourceThatCannotBeReadIsNamedAndTheRestGoesOn() {
        String session = school.taught(null);
        school.loop().run();
        Archive reputations = school.place.open(CritiqueArchive.SCHEMA);
        reputations.write(tx -> tx.update("ALTER TABLE agent_reputation RENAME TO lost"));
        Archive conclusions = school.place.open(ConsensusArchive.SCHEMA);
        conclusions.write(tx -> tx.update("ALTER TABLE consensus RENAME TO gone"));
        Context context;
        try (CapturedLog log = CapturedLog.of(Sources.class)) {
            context = read(Map.of("evidence", List.of("ev1")));
            assertThat(log.warnings())
                    .containsOnly(
                            "reputation could not be read for a debate", "consensus could not be read for a debate");
        }
        assertThat(context.missing()).containsExactly("reputation", "consensus");
        assertThat(context.standings().getFirst().voteWeight()).isEqualTo(1);
        assertThat(context.blocks("memory")).extracting(Block::id).contains("debate:" + session);
        assertThat(context.blocks("evidence")).isNotEmpty();
    }

    @Test
    void aTopicOfAnyLengthIsCutToWhatEachCallTakes() {
        Context context = read(Map.of("topic", "store ".repeat(3_333)));
        assertThat(context.missing()).isEmpty();
    }

    @Test
    void theFirstOfManyDebatesIsFound() {
        String session = school.taught(null);
        school.loop().run();
        int others = dialect == Dialect.SQLITE ? 5_000 : 1_000;
        List<ConsensusDraft> drafts = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            drafts.add(ConsensusDraft.of(
                            "other-" + i,
                            "Which queue shall service " + i + " use in region " + i % 97 + "?",
                            "queue " + i % 13,
                            0.8,
                            List.of("ana", "bo"))
                    .domain(School.DOMAIN)
                    .build());
            if (drafts.size() == 5_000 || i == others - 1) {
                school.stoa.learning().consensus().recordAll(drafts, true);
                drafts.clear();
            }
        }
        Context context = read(Map.of());
        assertThat(shown(context, "conclusion").getFirst())
                .isEqualTo(session + " agent Which store shall we use?\nPostgres");
        assertThat(context.blocks("dissent"))
                .extracting(Block::text)
                .containsExactly("risk_warning: an outage of the only server", "abstention: abstained");
    }
}
