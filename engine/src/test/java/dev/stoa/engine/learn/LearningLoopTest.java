package dev.stoa.engine.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.audit.AuditEntry;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.session.Outbox;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Providers;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.Dissent;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class LearningLoopTest {
    /** What a killed process is like: nothing after it runs. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final String SESSION = "0197a2b4-0000-7000-8000-0000000000ff";

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

    @Test
    void everyArchiveLearnsWhatADebateCameTo() {
        String session = school.taught(null);
        assertThat(school.loop().run()).isEqualTo(new Learnt(6, 0, 0));

        Consensus consensus = school.stoa.learning().consensus().show(session);
        assertThat(consensus.conclusion()).isEqualTo("Postgres");
        assertThat(consensus.trust()).as("no further than its evidence").isEqualTo(Trust.AGENT);
        assertThat(consensus.dissents())
                .extracting(dissent -> dissent.agentId() + " " + dissent.type())
                .containsExactly("cy " + DissentType.RISK_WARNING, "dee " + DissentType.ABSTENTION);
        assertThat(school.stoa.learning().ratings().match(session).judge()).isEqualTo("panel");
        assertThat(school.stoa
                        .learning()
                        .critiques()
                        .list(session, Page.Request.first(50))
                        .items())
                .extracting(critique -> critique.key().substring(session.length()) + " " + critique.ledToImprovement())
                .containsExactlyInAnyOrder(":5:1 false", ":6:1 true");
        assertThat(school.stoa.learning().evidence().show("ev1").debates())
                .extracting(use -> use.debateId() + " " + use.usedInConsensus())
                .containsExactly(session + " true");
        assertThat(school.stoa.learning().memories().show("m1").successCount()).isEqualTo(1);
        Memory memory = school.stoa.learning().memories().show("debate:" + session);
        assertThat(memory.content()).isEqualTo("Which store shall we use?\nPostgres");
        assertThat(memory.tier()).as("three of four agree").isEqualTo(MemoryTier.MEDIUM);
        assertThat(memory.trust()).isEqualTo(Trust.AGENT);
        assertThat(memory.sources())
                .extracting(source -> source.kind() + ":" + source.id())
                .containsExactlyInAnyOrder("consensus:" + session, "evidence:ev1");
    }

    @Test
    void theTruthResolvesWhatDraftsPredicted() {
        school.taught("Postgres");
        assertThat(school.loop().run()).isEqualTo(new Learnt(10, 0, 0));
        assertThat(school.stoa.learning().predictions().of("bo", School.DOMAIN).document())
                .containsEntry("correct", 1L);
        assertThat(school.stoa.learning().predictions().of("ana", School.DOMAIN).document())
                .containsEntry("correct", 0L);
    }

    @Test
    void aLaterGradeResolvesWhatWasLeftOpen() {
        String session = school.taught(null);
        school.graded(session, "Redis");
        assertThat(school.loop().run()).isEqualTo(new Learnt(11, 0, 0));
        assertThat(school.stoa.learning().predictions().of("ana", School.DOMAIN).document())
                .containsEntry("correct", 1L);
        assertThat(school.stoa.learning().ratings().show("ana").elo())
                .as("the grade does not rate again")
                .isLessThan(1500);
    }

    @Test
    @DisplayName(
            "Consensus, dissents (a real risk_warning, an abstention), match, critiques and links must be there "
                    + "once after every completed debate, though the loop be killed between any two rows or run twice at a time.")
    void whateverKillsTheLoopEveryArchiveHasLearntOnce() {
        String session = school.taught("Postgres");
        int kills = 0;
        boolean killed = true;
        for (int after = 1; killed; after++) {
            killed = false;
            try {
                killing(after).run();
            } catch (Killed e) {
                killed = true;
                kills++;
            }
        }
        assertThat(kills).isEqualTo(10);
        assertThat(school.loop().run()).isEqualTo(new Learnt(0, 0, 0));

        try (School undisturbed = new School(dialect, folder.resolve("undisturbed"))) {
            undisturbed.taught("Postgres");
            undisturbed.loop().run();
            assertThat(school.state(session)).isEqualTo(undisturbed.state(session));
        }
        assertThat(school.stoa.learning().consensus().show(session).dissents())
                .extracting(Dissent::type)
                .containsExactly(DissentType.RISK_WARNING, DissentType.ABSTENTION);
        assertThat(school.stoa.learning().ratings().show("bo").document()).containsEntry("debates_count", 1L);
        assertThat(school.stoa.learning().reputation().find("bo").orElseThrow().document())
                .containsEntry("critiques_given", 1L);
    }

    /** A loop that dies after so many calls, before the last of them is marked. */
    private LearningLoop killing(int after) {
        AtomicInteger calls = new AtomicInteger();
        return LearningLoop.of(school.outbox, school.stoa, school.targets(target -> payload -> {
            target.learn(payload);
            if (calls.incrementAndGet() == after) {
                throw new Killed();
            }
        }));
    }

    @Test
    void loopsThatRunAtTheSameTimeTeachOnce() throws Exception {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sessions.add(school.taught(i % 2 == 0 ? "Postgres" : null));
        }
        try (Stoa other = Stoa.open(School.config(school.place.where(), folder), school.clock, Runnable::run);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Learnt>> runs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Stoa stoa = i % 2 == 0 ? school.stoa : other;
                runs.add(threads.submit(
                        () -> LearningLoop.of(school.outbox, stoa).run()));
            }
            for (Future<Learnt> run : runs) {
                run.get();
            }
        }
        assertThat(school.outbox.counts()).isEqualTo(new Outbox.Counts(0, 48, 0));
        assertThat(school.stoa.learning().ratings().show("bo").document()).containsEntry("debates_count", 6L);
        assertThat(school.stoa.learning().predictions().of("bo", School.DOMAIN).document())
                .containsEntry("correct", 3L);
        assertThat(school.stoa.learning().memories().show("m1").successCount()).isEqualTo(6);
        assertThat(school.stoa.learning().reputation().find("bo").orElseThrow().document())
                .containsEntry("critiques_given", 6L);
        for (String session : sessions) {
            assertThat(school.stoa
                            .learning()
                            .critiques()
                            .list(session, Page.Request.first(50))
                            .items())
                    .hasSize(2);
        }
    }

    @Test
    void aRowThatFailsHoldsUpNoOtherButThoseThatNeedIt() {
        String session = school.taught("Postgres");
        Map<String, LearningTarget> targets = school.targets(target -> target);
        LearningTarget refusing = payload -> {
            throw new IllegalStateException("not now");
        };
        targets.put("consensus", refusing);
        targets.put("predictions.add", refusing);
        LearningLoop loop = LearningLoop.of(school.outbox, school.stoa, targets);

        try (CapturedLog log = CapturedLog.of(LearningLoop.class)) {
            assertThat(loop.run()).as("match, critiques, evidence, outcomes").isEqualTo(new Learnt(4, 6, 0));
            assertThat(log.warnings())
                    .contains("consensus of debate " + session
                            + " could not be applied: java.lang.IllegalStateException: not now");
        }
        assertThat(loop.run()).as("not before its time").isEqualTo(new Learnt(0, 6, 0));
        assertThat(school.status("memory", session)).as("waiting is no failure").isEqualTo("pending 0 null");
        assertThat(school.status("predictions.resolve", session)).isEqualTo("pending 0 null");
        assertThat(school.status("consensus", session)).isEqualTo("pending 1 java.lang.IllegalStateException: not now");

        school.clock.advance(Duration.ofSeconds(2));
        assertThat(school.loop().run()).isEqualTo(new Learnt(6, 0, 0));
    }

    @Test
    void memoriesThatCannotBeMovedAreWarnedOfAndWhatWasTaughtStands() {
        school.taught(null);
        Archive memories = school.place.open(ContinuumArchive.SCHEMA);
        LearningLoop loop = LearningLoop.of(school.outbox, school.stoa, school.targets(target -> payload -> {}));
        memories.write(tx -> tx.update("ALTER TABLE continuum_memory RENAME TO gone"));
        try (CapturedLog log = CapturedLog.of(LearningLoop.class)) {
            assertThat(loop.run()).isEqualTo(new Learnt(6, 0, 0));
            assertThat(log.warnings()).containsExactly("memories could not be moved after debates were applied");
        }
    }

    @Test
    void anEngineThatCannotTeachNowWarnsAndLeavesItForLater() {
        String session = school.taught(null);
        DebateEngine engine = DebateEngine.over(
                school.stoa,
                Providers.of(school.stoa.config(), Map.of(), school.clock),
                school.clock,
                CodeRunner.create(false, List.of()),
                "test");
        school.debates.write(tx -> tx.update("ALTER TABLE debate_outbox RENAME TO gone"));
        try (CapturedLog log = CapturedLog.of(DebateEngine.class)) {
            engine.learn(session);
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("what debate " + session + " teaches waits: ");
        }
        school.debates.write(tx -> tx.update("ALTER TABLE gone RENAME TO debate_outbox"));
        assertThat(school.loop().run()).isEqualTo(new Learnt(6, 0, 0));
    }

    @Test
    void aRowWaitsForAnArchiveThatDoesNotAnswerAndIsGivenUpForEveryOtherFailureOfIt() {
        String session = school.taught(null);
        Map<String, LearningTarget> targets = school.targets(target -> target);
        targets.put("match", payload -> {
            throw new UnavailableException("unreachable", "the server is gone", null);
        });
        targets.put("consensus", payload -> {
            throw new UnavailableException("storage", "a table is missing", null);
        });
        LearningLoop loop = LearningLoop.of(school.outbox, school.stoa, targets);
        for (int tries = 0; tries < 13; tries++) {
            loop.run();
            school.clock.advance(Duration.ofMinutes(5));
        }
        assertThat(school.status("match", session)).startsWith("pending 11");
        assertThat(school.status("consensus", session)).startsWith("dead 12");
    }

    @Test
    void aPoisonedRowIsGivenUpAndCanBeRevived() {
        String session = school.taught(null);
        Map<String, LearningTarget> targets = school.targets(target -> target);
        targets.put("match", payload -> {
            throw new IllegalStateException("poisoned");
        });
        LearningLoop loop = LearningLoop.of(school.outbox, school.stoa, targets);
        int tries = 0;
        for (Learnt learnt = loop.run(); learnt.dead() == 0; learnt = loop.run()) {
            tries++;
            assertThat(school.status("match", session)).startsWith("pending " + tries);
            school.clock.advance(Duration.ofSeconds(Math.min(300, 1L << tries)));
        }
        assertThat(tries).isEqualTo(11);
        assertThat(school.status("match", session)).startsWith("dead 12");
        assertThat(school.loop().run()).isEqualTo(new Learnt(0, 0, 1));

        assertThat(school.outbox.retryDead()).isEqualTo(1);
        assertThat(school.loop().run()).isEqualTo(new Learnt(1, 0, 0));
        assertThat(school.stoa.learning().ratings().match(session).participants())
                .hasSize(4);
    }

    @Test
    void aRowThatNoArchiveUnderstandsIsGivenUpAndTheRestGoesOn() {
        school.put(
                SESSION,
                List.of(
                        new OutboxItem("consensus", SESSION, Map.of("id", SESSION)),
                        new OutboxItem(
                                "predictions.resolve", SESSION, Map.of("tournament_id", SESSION, "winner", "A"))));
        assertThat(school.loop().run()).isEqualTo(new Learnt(1, 1, 0));
        assertThat(school.status("consensus", SESSION)).contains("topic");
    }

    @Test
    void whatOtherWingsLearnStaysUntilTheyAreThereAndIsNotStillToCome() {
        school.put(SESSION, List.of(new OutboxItem("elsewhere", SESSION + ":p1", Map.of("correct", true))));
        for (int i = 0; i < 15; i++) {
            assertThat(school.loop().run()).isEqualTo(new Learnt(0, 0, 0));
            school.clock.advance(Duration.ofMinutes(10));
        }
        assertThat(school.status("elsewhere", SESSION + ":p1")).isEqualTo("pending 0 null");
        // However many of them there are, what can be applied is.
        for (int i = 0; i < 200; i++) {
            school.put(SESSION, List.of(new OutboxItem("elsewhere", "more" + i, Map.of("correct", true))));
        }
        school.taught(null);
        assertThat(school.loop().run()).isEqualTo(new Learnt(6, 0, 0));
    }

    @Test
    void theAuditLogGetsTheEndOfADebateAndADecisionAtAGateOnce() {
        school.put(
                SESSION,
                List.of(
                        new OutboxItem(
                                "audit",
                                "debate_gate:g1",
                                Map.of("session_id", SESSION, "gate", "g1", "decision", "approve", "by", "ann")),
                        new OutboxItem(
                                "audit",
                                "debate_completed:" + SESSION,
                                Map.of("session_id", SESSION, "status", "completed", "chain_head", "h"))));
        assertThat(school.loop().run()).as("what is recorded is not learnt").isEqualTo(new Learnt(0, 0, 0));
        assertThat(school.status("audit", "debate_gate:g1")).startsWith("done");
        // A row that is applied again, because its process died before it was marked, leaves no second entry.
        school.put(
                SESSION,
                List.of(new OutboxItem(
                        "audit", "again", Map.of("session_id", SESSION, "status", "completed", "chain_head", "h"))));
        school.loop().run();
        assertThat(school.stoa
                        .counsel()
                        .audit()
                        .list(Principal.local(), null, Page.Request.first())
                        .items())
                .map(AuditEntry::eventKey)
                .containsExactly(null, "debate_gate:g1", "debate_completed:" + SESSION);
    }

    @Test
    void oneDebateCanBeAppliedByItself() {
        String first = school.taught(null);
        String second = school.taught(null);
        assertThat(school.loop().run(second)).isEqualTo(new Learnt(6, 0, 0));
        assertThat(school.outbox.counts(first).pending()).isEqualTo(6);
        assertThatThrownBy(() -> school.stoa.learning().consensus().show(first)).hasMessageContaining(first);
        assertThat(new Learnt(1, 2, 3).document())
                .containsExactly(Map.entry("applied", 1L), Map.entry("pending", 2L), Map.entry("dead", 3L));
    }

    @Test
    void aConclusionIsBelievedNoFurtherThanWhatItRestsOnIsNow() {
        school.stoa.learning().evidence().setTrust("ev1", Trust.UNTRUSTED, "forged");
        String session = school.taught("Postgres");
        school.loop().run();
        assertThat(school.stoa.learning().consensus().show(session).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(school.stoa.learning().memories().show("debate:" + session).trust())
                .isEqualTo(Trust.UNTRUSTED);
    }
}
