package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.base.StoaException;
import dev.stoa.learning.proof.ProofRequest;
import dev.stoa.learning.proof.Proofs;
import dev.stoa.learning.proof.UnprovenClaims;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to a consensus after its debate: answers, replacement, archive and return, on both backends. */
@Tag("quick")
@OnBothDatabases
class ConsensusLifeTest extends ConsensusFixture {
    private static final List<DissentType> TYPES = List.of(DissentType.values());
    private static final DissentDraft LOSS = dissent("di", DissentType.RISK_WARNING, "Data loss is possible", 0.9);

    @Test
    void aDissentIsAnsweredOnce() {
        memory.record(draft("d1", "Use Redis?").dissents(List.of(LOSS)).build());
        Dissent answered = memory.as(Principal.as("bo")).rebut(LOSS.id("d1"), "It is mirrored");

        assertThat(answered.acknowledged()).isTrue();
        assertThat(answered.rebuttal()).isEqualTo("It is mirrored");
        assertThat(answered.rebuttedBy()).isEqualTo("bo");
        assertThat(memory.rebut(LOSS.id("d1"), "It is mirrored", "ana")).isEqualTo(answered);
        assertThatThrownBy(() -> memory.rebut(LOSS.id("d1"), "It is not", "bo"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("already answered by bo");
        assertThatThrownBy(() -> memory.rebut("d-0", "x", "bo")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> memory.rebut(LOSS.id("d1"), " ", "bo")).isInstanceOf(InvalidException.class);
        assertThat(memory.show("d1").dissents()).containsExactly(answered);
    }

    @Test
    void aConsensusIsReplacedOnce() {
        for (String id : List.of("a", "b", "c")) {
            record(id, "Use Redis?");
        }
        Consensus old = memory.supersede("a", "b");
        assertThat(old.id()).isEqualTo("a");
        assertThat(old.supersededBy()).isEqualTo("b");
        assertThat(memory.show("b").supersedes()).isEqualTo("a");
        assertThat(memory.supersede("a", "b")).isEqualTo(old);

        refused("a", "c", "a is already superseded by b");
        refused("c", "b", "b already supersedes a");
        refused("b", "a", "a was itself superseded on the way to b");
        refused("c", "c", "c cannot supersede itself");
        memory.supersede("b", "c");
        refused("c", "a", "a was itself superseded on the way to c");
        assertThatThrownBy(() -> memory.supersede("a", "z")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(
                        () -> memory.record(draft("e", "again").supersedes("a").build()))
                .isInstanceOf(ConflictException.class);
        assertThat(count("consensus")).isEqualTo(3);
    }

    private void refused(String older, String newer, String words) {
        assertThatThrownBy(() -> memory.supersede(older, newer))
                .isInstanceOf(ConflictException.class)
                .hasMessage(words);
    }

    @Test
    void archivingASupersedingConsensusBringsTheOlderOneBack() {
        for (String id : List.of("a", "b", "c")) {
            record(id, "Use Redis?");
        }
        memory.supersede("a", "b");
        memory.archive("c", null);
        assertThat(found()).containsExactly("b");
        memory.archive("b", null);
        assertThat(found()).containsExactly("a");
        memory.restore("c");
        assertThatThrownBy(() -> memory.supersede("a", "c"))
                .hasMessage("a is already superseded by b, which is archived")
                .satisfies(e ->
                        assertThat(((StoaException) e).hint().orElseThrow()).contains("restore consensus b"));
        memory.restore("b");
        assertThat(found()).containsExactlyInAnyOrder("b", "c");
        memory.supersede("b", "c");
        memory.archive("b", null);
        assertThat(found()).as("c replaced what replaced a").containsExactly("c");
    }

    private List<String> found() {
        return memory.find(TopicQuery.of("use redis")).stream()
                .map(hit -> hit.consensus().id())
                .toList();
    }

    @Test
    void aCircleThroughAnArchivedRowIsRefusedToo() {
        for (String id : List.of("a", "b", "c")) {
            record(id, "Use Redis?");
        }
        memory.supersede("c", "b");
        memory.supersede("b", "a");
        memory.archive("b", null);
        refused("a", "c", "c was itself superseded on the way to a");
        memory.restore("b");
        assertThat(memory.show("b").supersededBy()).isEqualTo("a");
    }

    @Test
    void whatIsArchivedIsListedWholeByPagesWithWhyAndWhen() {
        for (String id : List.of("c", "a", "b", "d")) {
            record(id, "Use Redis?");
        }
        Consensus before = memory.show("a");
        for (String id : List.of("b", "c", "a")) {
            memory.archive(id, id.equals("a") ? "no longer used" : null);
        }
        Page<ArchivedConsensus> first = memory.archived(Page.Request.first(2));
        assertThat(first.items().getFirst().consensus().document()).isEqualTo(before.document());
        assertThat(first.items())
                .extracting(each -> each.consensus().id() + " " + each.reason() + " " + each.archivedAt())
                .containsExactly("a no longer used " + clock.instant(), "b null " + clock.instant());
        assertThat(memory.archived(new Page.Request(2, first.next())).items())
                .extracting(each -> each.consensus().id())
                .containsExactly("c");
    }

    @Test
    void whatIsArchivedLeavesEveryTableAndComesBackWhole() {
        Proofs proofs = UnprovenClaims.over(archive, clock);
        ConsensusDraft draft = draft("d1", "Use Redis?").dissents(List.of(LOSS)).build();
        memory.record(draft);
        record("d2", "Use tests?");
        memory.rebut(LOSS.id("d1"), "It is mirrored", "bo");
        proofs.check(ProofRequest.of(ProofLanguage.Z3_SMT, "(assert false)").debate("d1"));
        proofs.check(ProofRequest.of(ProofLanguage.Z3_SMT, "(get-model)").debate("d1"));
        Consensus before = memory.show("d1");

        clock.advance(Duration.ofDays(1));
        assertThat(memory.archive("d1", "no longer used")).isEqualTo(before);
        assertThat(counts()).containsExactly(1L, 0L, 0L, 1L, 1L);
        assertThat(memory.find(TopicQuery.of("use redis").atLeast(0.9))).isEmpty();
        assertThatThrownBy(() -> memory.show("d1"))
                .isInstanceOf(NotFoundException.class)
                .satisfies(e ->
                        assertThat(((StoaException) e).hint().orElseThrow()).contains("archived"));
        assertThatThrownBy(() -> memory.addDissent("d1", LOSS)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> memory.archive("d1", null)).isInstanceOf(NotFoundException.class);

        assertThat(memory.record(draft).created()).isFalse();
        assertThat(memory.record(draft).value().dissents()).hasSize(1);
        assertThatThrownBy(() -> memory.record(draft("d1", "Other").build())).isInstanceOf(ConflictException.class);

        Consensus restored = memory.restore("d1");
        assertThat(restored.document()).isEqualTo(before.document());
        assertThat(restored.seq()).isGreaterThan(before.seq());
        assertThat(counts()).containsExactly(2L, 1L, 2L, 0L, 2L);
        assertThat(memory.find(TopicQuery.of("USE REDIS")).getFirst().consensus())
                .isEqualTo(restored);
        assertThatThrownBy(() -> memory.restore("d1")).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> memory.restore("d9")).isInstanceOf(NotFoundException.class);
        assertThat(memory.record(draft).created()).isFalse();
    }

    @Test
    void severalAreArchivedTogetherOrNotAtAll() {
        for (int i = 0; i < 5; i++) {
            record("d" + i, "topic " + i);
            clock.advance(Duration.ofDays(1));
        }
        assertThatThrownBy(() -> memory.archive(List.of("d0", "d9"), null)).isInstanceOf(NotFoundException.class);
        assertThat(count("consensus")).isEqualTo(5);
        assertThat(memory.archiveBefore(clock.instant().minus(Duration.ofDays(2)), "old"))
                .isEqualTo(3);
        assertThat(memory.list(null, Page.Request.first()).items())
                .extracting(Consensus::id)
                .containsExactly("d4", "d3");
        assertThat(memory.archiveBefore(clock.instant().minus(Duration.ofDays(2)), "old"))
                .isZero();
    }

    @Test
    void dissentsAreListedByDebateByTypeByTopicAndByWhetherTheyHaveAnAnswer() {
        memory.record(draft("d1", "Use Redis?")
                .dissents(List.of(LOSS, dissent("bo", DissentType.MINOR_QUIBBLE, "name", 0.1)))
                .build());
        memory.record(draft("d2", "Paint it green?")
                .dissents(List.of(dissent("ana", DissentType.RISK_WARNING, "toxic", 0.2)))
                .build());

        assertThat(dissents(DissentQuery.all())).containsExactly("toxic", "name", "Data loss is possible");
        assertThat(dissents(new DissentQuery(null, "d1", null, null, Simulated.EXCLUDE)))
                .containsExactly("name", "Data loss is possible");
        assertThat(dissents(new DissentQuery(null, null, DissentType.RISK_WARNING, null, Simulated.EXCLUDE)))
                .containsExactly("toxic", "Data loss is possible");
        assertThat(dissents(new DissentQuery("use REDIS", null, null, null, Simulated.EXCLUDE)))
                .containsExactly("Data loss is possible", "name");
        assertThat(dissents(new DissentQuery("use redis", null, DissentType.MINOR_QUIBBLE, null, Simulated.EXCLUDE)))
                .containsExactly("name");
        String toxic = memory.dissents(DissentQuery.all(), Page.Request.first())
                .items()
                .getFirst()
                .id();
        memory.rebut(toxic, "It is lead-free.", "bo");
        assertThat(dissents(new DissentQuery(null, null, null, false, Simulated.EXCLUDE)))
                .containsExactly("name", "Data loss is possible");
        assertThat(dissents(new DissentQuery(null, null, null, true, Simulated.EXCLUDE)))
                .containsExactly("toxic");
        assertThat(dissents(new DissentQuery("paint it green", null, null, false, Simulated.EXCLUDE)))
                .isEmpty();
        assertThat(dissents(new DissentQuery("paint it green", null, null, true, Simulated.EXCLUDE)))
                .containsExactly("toxic");
        assertThatThrownBy(() -> new DissentQuery("x", "d1", null, null, Simulated.EXCLUDE))
                .isInstanceOf(InvalidException.class);
        Page<Dissent> first = memory.dissents(DissentQuery.all(), new Page.Request(2, null));
        assertThat(memory.dissents(DissentQuery.all(), new Page.Request(2, first.next()))
                        .items())
                .extracting(Dissent::content)
                .containsExactly("Data loss is possible");
    }

    private List<String> dissents(DissentQuery query) {
        return memory.dissents(query, Page.Request.first()).items().stream()
                .map(Dissent::content)
                .toList();
    }

    /** Whatever is done in whatever order, what must always hold does; the fixture looks after the test. */
    @Test
    void noOrderOfOperationsBreaksWhatMustHold() {
        Random random = new Random(3);
        List<String> ids = new ArrayList<>();
        int refused = 0;
        for (int step = 0; step < 250; step++) {
            String some = ids.isEmpty() ? "none" : ids.get(random.nextInt(ids.size()));
            String other = ids.isEmpty() ? "none" : ids.get(random.nextInt(ids.size()));
            try {
                switch (random.nextInt(7)) {
                    case 0, 1 -> {
                        String id = "d" + step;
                        memory.record(draft(id, "topic " + random.nextInt(20))
                                .agreeing(FIVE.subList(0, random.nextInt(6)))
                                .build());
                        ids.add(id);
                    }
                    case 2 -> memory.supersede(some, other);
                    case 3 -> memory.archive(some, null);
                    case 4 -> memory.restore(some);
                    case 5 ->
                        memory.addDissent(
                                some,
                                dissent(
                                        "ana",
                                        TYPES.get(random.nextInt(TYPES.size())),
                                        "words " + random.nextInt(3),
                                        random.nextDouble()));
                    default ->
                        memory.record(
                                draft("s" + step, "topic").supersedes(some).build());
                }
            } catch (NotFoundException | ConflictException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(20, 200);
        assertThat(violations()).isEmpty();
        for (String id : ids) {
            try {
                memory.restore(id);
            } catch (ConflictException e) {
                assertThat(e).hasMessageContaining("is not archived");
            }
        }
        assertThat(count("consensus_archive")).isZero();
    }

    @Test
    void theDissentsOfADebateAreFoundByTheDebate() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        DissentQuery query =
                new DissentQuery(null, "d", DissentType.FUNDAMENTAL_DISAGREEMENT, false, Simulated.INCLUDE);
        List<@Nullable Object> params = new ArrayList<>();
        String page = ConsensusRows.dissents(dialect, query, Page.Request.first(10), params);
        assertByDebate(page, params.toArray());
        assertByDebate(ConsensusRows.dissentsOf(dialect), "[\"d\"]");
        assertByDebate(ConsensusWriter.ofType(dialect), "d", "fundamental_disagreement");
    }

    private void assertByDebate(String sql, @Nullable Object... params) {
        assertThat(archive.list("EXPLAIN QUERY PLAN " + sql, row -> row.text(4), params))
                .filteredOn(line -> line.contains("dissent"))
                .singleElement()
                .asString()
                .contains("idx_dissent_debate (debate_id=?)");
    }
}
