package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.Reputation;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.testing.OnBothDatabases;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What units of one memory, outcome or breaker lose if their scope is too small. */
@OnBothDatabases
@Timeout(180)
class ScopedLearningTest extends TwoOpenings {
    @Test
    void aTextIsOneMemoryHoweverManyAddItAtOnce() throws Exception {
        List<Archive> nodes = nodes(ContinuumArchive.SCHEMA);
        List<Continuum> stores =
                each(nodes, i -> Continuum.over(nodes.get(i), clock, ids, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            MemoryDraft draft = MemoryDraft.of("what all have seen, number " + round);
            List<Added<Memory>> added =
                    together(caller -> stores.get(caller % 2).add(draft));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            String id = added.getFirst().value().id();
            assertThat(added).allSatisfy(one -> assertThat(one.value().id()).isEqualTo(id));
            assertThat(stores.get(0).show(id).updateCount()).isEqualTo(CALLERS);
        }
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            together(caller -> stores.get(caller % 2).add(MemoryDraft.of("of " + caller + " alone, " + number)));
        }
        assertThat(nodes.get(0).<Long>read(tx -> tx.number("SELECT count(DISTINCT seq) FROM continuum_memory")))
                .as("each has a number of its own")
                .isEqualTo(ROUNDS + (long) CALLERS * ROUNDS);
    }

    @Test
    void aTextIsOnePieceOfEvidenceWithEverySourceThatNamedIt() throws Exception {
        List<Archive> nodes = nodes(EvidenceArchive.SCHEMA);
        List<EvidenceStore> stores =
                each(nodes, i -> EvidenceStore.over(nodes.get(i), clock, ids, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            String text = "The bridge was built in 19" + (10 + round) + ", by all accounts.";
            List<Added<Evidence>> added = together(caller -> stores.get(caller % 2)
                    .add(EvidenceDraft.of(text, "source-" + caller).link(DebateLink.to("debate-" + caller))));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            Evidence stored = stores.get(0).show(added.getFirst().value().id());
            assertThat(stored.sources()).hasSize(CALLERS);
            assertThat(stored.debates()).hasSize(CALLERS);
            Evidence first = added.stream()
                    .filter(Added::created)
                    .findFirst()
                    .orElseThrow()
                    .value();
            assertThat(first.debates()).as("answered as it is stored").hasSize(1);
        }
    }

    @Test
    void anOutcomeIsReplacedByOneOther() throws Exception {
        List<Archive> nodes = nodes(ConsensusArchive.SCHEMA);
        List<ConsensusMemory> stores =
                each(nodes, i -> ConsensusMemory.over(nodes.get(i), clock, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            String older = "older-" + round;
            stores.get(0).record(outcome(older, null));
            int number = round;
            List<String> replacing = together(caller -> {
                String newer = "newer-" + number + "-" + caller;
                try {
                    return stores.get(caller % 2)
                            .record(outcome(newer, older))
                            .value()
                            .id();
                } catch (ConflictException e) {
                    return "";
                }
            });
            replacing = replacing.stream().filter(id -> !id.isEmpty()).toList();
            assertThat(replacing).hasSize(1);
            assertThat(stores.get(0).show(older).supersededBy()).isEqualTo(replacing.getFirst());
        }
    }

    private static ConsensusDraft outcome(String id, @Nullable String supersedes) {
        var draft = ConsensusDraft.of(id, "Which store? " + id, "The first", 0.8, List.of("ana", "bo"))
                .agreeing(List.of("ana", "bo"));
        return supersedes == null ? draft.build() : draft.supersedes(supersedes).build();
    }

    @Test
    void aCritiqueIsCountedOnceForItsAuthor() throws Exception {
        List<Archive> nodes = nodes(CritiqueArchive.SCHEMA);
        List<Critiques> stores = each(nodes, i -> Critiques.over(nodes.get(i), clock));
        for (int round = 0; round < ROUNDS; round++) {
            CritiqueDraft draft = CritiqueDraft.of("d" + round, "ana", 0.5, "It is slow");
            assertThat(together(caller -> stores.get(caller % 2).add(draft)).stream()
                            .filter(Added::created))
                    .hasSize(1);
            int number = round;
            together(caller -> stores.get(caller % 2)
                    .add(CritiqueDraft.of("d" + number + "-" + caller, "ana", 0.5, "It is slow")));
        }
        assertThat(Reputation.over(nodes.get(0)).find("ana").orElseThrow().critiquesGiven())
                .isEqualTo(ROUNDS + (long) ROUNDS * CALLERS);
    }

    @Test
    void everyProbeOfABreakerIsKnown() throws Exception {
        List<Archive> nodes = nodes(BreakerArchive.SCHEMA);
        List<CircuitBreakers> stores =
                each(nodes, i -> CircuitBreakers.over(nodes.get(i), clock, ids, name -> BreakerSettings.defaults()));
        for (int round = 0; round < ROUNDS; round++) {
            String name = "openai:model-" + round;
            for (int i = 0; i < 5; i++) {
                Permit permit = stores.get(0).acquire(name, LEASE);
                stores.get(0).report((Permit.Granted) permit, CallResult.failure("timeout"));
            }
            clock.advance(BreakerSettings.defaults().cooldown());
            long granted = together(caller -> stores.get(caller % 2).acquire(name, LEASE)).stream()
                    .filter(Permit.Granted.class::isInstance)
                    .count();
            assertThat(granted).isPositive();
            assertThat(stores.get(0).list().stream()
                            .filter(breaker -> breaker.name().equals(name))
                            .map(breaker -> (long) breaker.permitsOut()))
                    .containsExactly(granted);
        }
    }
}
