package dev.stoa.counsel.specialist;

import static dev.stoa.counsel.correction.CorrectionFixture.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.correction.CorrectionFixture;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class SpecialistsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private CorrectionFixture fixture;
    private Specialists specialists;

    @BeforeEach
    void open() {
        fixture = CorrectionFixture.on(dialect, folder);
        specialists = Specialists.over(fixture.context(), Fields.builtIn());
        specialists.add(LOCAL, "sokrates", "ollama:old", List.of("law"));
    }

    @AfterEach
    void close() {
        assertThat(fixture.violations()).isEmpty();
        fixture.close();
    }

    private Specialist now() {
        return specialists.get(LOCAL, "sokrates").specialist();
    }

    private int asked;

    /** Stores pairs of scores of the present models, half of them 0.01 above and half below a difference. */
    private void scores(int number, double difference) {
        Specialist specialist = now();
        fixture.archive().write(tx -> {
            for (int i = 0; i < number; i++) {
                specialists.scored(
                        tx,
                        new ShadowScore(
                                "sokrates",
                                "q" + asked++,
                                specialist.activeModel(),
                                String.valueOf(specialist.shadowModel()),
                                .5,
                                .5 + difference + (i % 2 == 0 ? .01 : -.01),
                                false,
                                false,
                                "law"),
                        fixture.clock().instant());
            }
            return 0;
        });
    }

    @Test
    void promoteChangesTheModelThatAnswersAndTheOldOneBecomesTheShadow() {
        specialists.shadow(LOCAL, "sokrates", "ollama:new");
        scores(50, .1);
        Principal by = LOCAL.by(new Trace("tok1", "r1", "t1"));
        Promotion promotion = specialists.promote(by, "sokrates", PromoteRequest.SHADOW);
        assertThat(promotion.fromModel()).isEqualTo("ollama:old");
        assertThat(promotion.toModel()).isEqualTo("ollama:new");
        assertThat(promotion.metadata())
                .containsEntry("look", 1)
                .containsEntry("n", 50)
                .containsEntry("forced", false)
                .containsEntry("reason", null)
                .containsEntry("token_id", "tok1");
        assertThat(now().activeModel()).isEqualTo("ollama:new");
        assertThat(now().shadowModel()).isEqualTo("ollama:old");
        assertThat(specialists.get(LOCAL, "sokrates").gate())
                .extracting("n", "passed")
                .containsExactly(0, false);
        assertThat(fixture.values("SELECT event_type || ' ' || specialist || ' ' || token_id FROM audit_log"
                        + " WHERE event_type <> 'init'"))
                .containsExactly("promote sokrates tok1");
    }

    @Test
    void withoutAPassedGatePromoteIsRefusedWithTheNumbers() {
        assertThatThrownBy(() -> specialists.promote(LOCAL, "sokrates", PromoteRequest.SHADOW))
                .isInstanceOf(ConflictException.class)
                .hasMessage("specialist sokrates has no shadow");
        specialists.shadow(LOCAL, "sokrates", "ollama:new");
        scores(49, .02);
        assertThatThrownBy(() -> specialists.promote(LOCAL, "sokrates", PromoteRequest.SHADOW))
                .isInstanceOf(ConflictException.class)
                .hasMessage("gate: 49 pairs of scores; the first look needs 50");
        scores(1, .02);
        assertThatThrownBy(() -> specialists.promote(LOCAL, "sokrates", PromoteRequest.SHADOW))
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith("gate: look 1 over 50 pairs: mean ");
        assertThat(now().activeModel()).isEqualTo("ollama:old");
        assertThat(specialists
                        .promotions(LOCAL, "sokrates", Page.Request.first())
                        .items())
                .isEmpty();
    }

    @Test
    void scoresBeforeTheShadowWasSetDoNotCount() {
        specialists.shadow(LOCAL, "sokrates", "ollama:new");
        scores(50, .1);
        specialists.shadow(LOCAL, "sokrates", "ollama:other");
        specialists.shadow(LOCAL, "sokrates", "ollama:new");
        assertThat(specialists.gate(LOCAL, "sokrates").n()).isZero();
        scores(50, .1);
        assertThat(specialists.gate(LOCAL, "sokrates").passed()).isTrue();
    }

    @Test
    void aForcedPromotionNeedsAReasonAndMayNameAnotherModel() {
        assertThatThrownBy(() -> new PromoteRequest(null, null, true)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(
                        () -> specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:third", null, false)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is not the shadow");
        Promotion forced =
                specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:third", "old one is gone", true));
        assertThat(forced.metadata()).containsEntry("forced", true).containsEntry("reason", "old one is gone");
        assertThat(now().activeModel()).isEqualTo("ollama:third");
    }

    @Test
    void rollbackUndoesExactlyTheLastPromotion() {
        specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:b", "r", true));
        specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:c", "r", true));
        assertThat(specialists.rollback(LOCAL, "sokrates", "worse").metadata()).containsEntry("reason", "worse");
        assertThat(now().activeModel()).isEqualTo("ollama:b");
        assertThat(now().shadowModel()).isNull();
        specialists.rollback(LOCAL, "sokrates", null);
        assertThat(now().activeModel()).isEqualTo("ollama:old");
        assertThatThrownBy(() -> specialists.rollback(LOCAL, "sokrates", null))
                .isInstanceOf(ConflictException.class)
                .hasMessage("specialist sokrates has no promotion to undo");
        assertThat(specialists
                        .promotions(LOCAL, "sokrates", Page.Request.first())
                        .items())
                .map(each -> each.event() + " " + each.fromModel() + " " + each.toModel() + " " + each.reverted())
                .containsExactly(
                        "rollback ollama:b ollama:old false",
                        "rollback ollama:c ollama:b false",
                        "promote ollama:b ollama:c true",
                        "promote ollama:old ollama:b true");
        assertThat(fixture.values("SELECT event_type FROM audit_log WHERE event_type <> 'init' ORDER BY seq"))
                .containsExactly("promote", "promote", "rollback", "rollback");
    }

    @Test
    void ofRacingRollbacksOneWins() {
        specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:b", "r", true));
        List<CompletableFuture<Promotion>> races = IntStream.range(0, 8)
                .mapToObj(n -> CompletableFuture.supplyAsync(() -> specialists.rollback(LOCAL, "sokrates", null)))
                .toList();
        int won = 0;
        for (CompletableFuture<Promotion> race : races) {
            try {
                race.join();
                won++;
            } catch (CompletionException e) {
                assertThat(e).hasCauseInstanceOf(ConflictException.class);
            }
        }
        assertThat(won).isEqualTo(1);
        assertThat(now().activeModel()).isEqualTo("ollama:old");
    }

    @Test
    void theSameGateAdvisesToRollBack() {
        specialists.promote(LOCAL, "sokrates", new PromoteRequest("ollama:b", "r", true));
        assertThat(specialists.get(LOCAL, "sokrates").rollbackAdvised()).isFalse();
        scores(50, .1);
        SpecialistView view = specialists.get(LOCAL, "sokrates");
        assertThat(view.rollbackAdvised()).isTrue();
        assertThat(view.document())
                .containsOnlyKeys(
                        "name",
                        "active_model",
                        "shadow_model",
                        "fields",
                        "state",
                        "reliability",
                        "outcomes",
                        "gate",
                        "rollback_advised");
    }

    @Test
    void aPairIsScoredOnce() {
        specialists.shadow(LOCAL, "sokrates", "ollama:new");
        ShadowScore score = new ShadowScore("sokrates", "q", "ollama:old", "ollama:new", .5, 0, false, true, null);
        assertThat(specialists.scored(LOCAL, score)).isTrue();
        assertThat(specialists.scored(LOCAL, score)).isFalse();
        assertThat(specialists.gate(LOCAL, "sokrates").mean()).isEqualTo(-.5);
    }

    @Test
    void reliabilityIsThatOfTheActiveModel() {
        fixture.archive().write(tx -> tx.update("""
                        INSERT INTO specialist_stats (specialist, model, field, runs, weight_sum, outcome_sum)
                        VALUES ('sokrates', 'ollama:old', 'law', 6, 6, 5), ('sokrates', 'x', 'art', 1, 1, 1)"""));
        assertThat(specialists.get(LOCAL, "sokrates").reliability()).containsOnlyKeys("law");
        assertThat(specialists.get(LOCAL, "sokrates").reliability().get("law")).isCloseTo(.71875, within(1e-12));
        assertThat(specialists.get(LOCAL, "sokrates").outcomes()).isEqualTo(Map.of("law", 6.0));
        // No run brought them about, which an examination would find.
        fixture.archive().write(tx -> tx.update("DELETE FROM specialist_stats"));
    }

    @Test
    void namesStatesAndRightsAreHeld() {
        assertThatThrownBy(() -> specialists.add(LOCAL, "Sokrates", "x", List.of()))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> specialists.add(LOCAL, "platon", "x", List.of("alchemy")))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> specialists.add(LOCAL, "sokrates", "x", List.of()))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> specialists.shadow(LOCAL, "sokrates", "ollama:old"))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> specialists.retire(LOCAL, "platon")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> specialists.add(Principal.writer("eve"), "", "", List.of()))
                .isInstanceOf(ForbiddenException.class);
        specialists.retire(LOCAL, "sokrates");
        assertThatThrownBy(() -> specialists.shadow(LOCAL, "sokrates", "x")).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> specialists.add(LOCAL, "sokrates", "x", List.of()))
                .isInstanceOf(ConflictException.class);
        assertThat(specialists.add(LOCAL, "sokrates", "ollama:old", List.of()).state())
                .isEqualTo(SpecialistState.ENABLED);
        specialists.add(LOCAL, "platon", "ollama:p", List.of());
        Page<SpecialistView> first = specialists.list(LOCAL, Page.Request.first(1));
        assertThat(first.items()).map(each -> each.specialist().name()).containsExactly("sokrates");
        assertThat(specialists.list(LOCAL, new Page.Request(1, first.next())).items())
                .map(each -> each.specialist().name())
                .containsExactly("platon");
    }
}
