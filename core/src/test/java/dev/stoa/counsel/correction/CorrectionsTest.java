package dev.stoa.counsel.correction;

import static dev.stoa.counsel.correction.CorrectionFixture.EVE;
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
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class CorrectionsTest extends CorrectionScene {
    private static final CorrectionDraft TOWER = CorrectionDraft.of("height of the Eiffel tower", "It is 330 m high.");

    private List<String> history(String id) {
        return corrections.history(LOCAL, id, Page.Request.first()).items().stream()
                .map(event -> event.event().text())
                .toList();
    }

    private List<String> audited() {
        return fixture.values("SELECT details FROM audit_log WHERE event_type = 'correction' ORDER BY seq");
    }

    @Test
    void aCorrectionIsKeptAsItWasAdded() {
        fixture.project("p1", "local");
        Correction added = corrections.add(
                LOCAL,
                CorrectionDraft.fromJson(JsonFields.of(Json.object(
                        "subject", "Spaces in Python",
                        "claim", "Four\nspaces 😀",
                        "rejected", "tabs",
                        "domain", "software_engineering",
                        "confidence", .8,
                        "scope", "project",
                        "scope_id", "p1",
                        "type", "preference",
                        "decay_class", "B",
                        "pinned", true,
                        "question", "How do I indent?"))));
        assertThat(corrections.get(LOCAL, added.id())).isEqualTo(added);
        assertThat(added.document())
                .containsEntry("subject", "Spaces in Python")
                .containsEntry("claim", "Four\nspaces 😀")
                .containsEntry("rejected", "tabs")
                .containsEntry("domain", "software_engineering")
                .containsEntry("confidence", .8)
                .containsEntry("effective_confidence", .8)
                .containsEntry("decay_class", "B")
                .containsEntry("source", "manual")
                .containsEntry("scope", "project")
                .containsEntry("scope_id", "p1")
                .containsEntry("status", "active")
                .containsEntry("type", "preference")
                .containsEntry("origin", "explicit")
                .containsEntry("pinned", true)
                .containsEntry("supersedes", null)
                .containsEntry("superseded_by", null)
                .containsEntry("created_at", "2026-01-05T00:00:00.000000Z");
        assertThat(added.question()).isEqualTo("How do I indent?");
        assertThat(added.subjectKey()).isEqualTo("python spaces");
        assertThat(history(added.id())).containsExactly("created");
        assertThat(audited()).containsExactly("{\"correction_id\":\"" + added.id() + "\",\"event\":\"created\"}");
    }

    @Test
    void theDecayClassIsThatOfTheDomainUnlessOneIsGiven() {
        assertThat(corrections.add(LOCAL, TOWER.in("mathematics")).decayClass()).isEqualTo("A");
        assertThat(corrections.add(LOCAL, TOWER.in("art")).decayClass()).isEqualTo("B");
        assertThat(corrections.add(LOCAL, TOWER).decayClass()).isEqualTo("C");
        assertThat(corrections.add(LOCAL, TOWER.in("law").decaying("A")).decayClass())
                .isEqualTo("A");
    }

    @Test
    void theSameClaimAgainConfirmsAndStoresNoRow() {
        Correction first = corrections.add(LOCAL, TOWER);
        fixture.clock().advance(Duration.ofDays(90));
        // Case, order and stop words make no other subject.
        Correction again = corrections.add(LOCAL, CorrectionDraft.of("Tower, Eiffel: the HEIGHT", "It is 330 m high."));
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.confirmedAt()).isEqualTo(fixture.clock().instant());
        assertThat(again.effectiveConfidence()).isEqualTo(.9);
        assertThat(history(first.id())).containsExactly("created", "confirmed");
        assertThat(fixture.values("SELECT count(*) FROM corrections")).containsExactly("1");
    }

    @Test
    void anotherClaimSupersedesAndLinksBothRows() {
        Correction old = corrections.add(LOCAL, TOWER);
        Correction fresh = corrections.add(LOCAL, CorrectionDraft.of("Eiffel tower height", "It is 324 m high."));
        assertThat(fresh.supersedes()).isEqualTo(old.id());
        assertThat(corrections.get(LOCAL, old.id()).supersededBy()).isEqualTo(fresh.id());
        assertThat(corrections.get(LOCAL, old.id()).status()).isEqualTo(CorrectionStatus.SUPERSEDED);
        assertThat(history(old.id())).containsExactly("created", "superseded");
        assertThat(history(fresh.id())).containsExactly("created");
        assertThat(audited()).hasSize(3);
    }

    @Test
    void otherScopesAndDomainsAreOtherCorrections() {
        fixture.project("p1", "local");
        corrections.add(LOCAL, TOWER);
        corrections.add(LOCAL, TOWER.in("art"));
        corrections.add(LOCAL, TOWER.within(CorrectionScope.PROJECT, "p1"));
        assertThat(fixture.values("SELECT status FROM corrections")).containsExactly("active", "active", "active");
    }

    @Test
    void racingAddsLeaveOneActiveCorrection() {
        List<CompletableFuture<Correction>> adds = IntStream.range(0, 16)
                .mapToObj(n -> CompletableFuture.supplyAsync(() -> (n % 2 == 0 ? corrections : fixture.corrections())
                        .add(LOCAL, CorrectionDraft.of("height of the Eiffel tower", "It is " + n + " m high."))))
                .toList();
        adds.forEach(CompletableFuture::join);
        assertThat(fixture.values("SELECT count(*) FROM corrections WHERE status = 'active'"))
                .containsExactly("1");
        assertThat(fixture.values("SELECT count(*) FROM corrections WHERE superseded_by IS NOT NULL"))
                .containsExactly("15");
    }

    @Test
    void theStatesAllowWhatTheTableSays() {
        Correction active = corrections.add(LOCAL, TOWER);
        Correction edited = corrections.edit(LOCAL, active.id(), "It is 331 m high.");
        assertThat(edited.status()).isEqualTo(CorrectionStatus.ACTIVE);
        assertThat(edited.supersedes()).isEqualTo(active.id());
        assertThat(history(active.id())).containsExactly("created", "edited");
        for (String closed :
                List.of(active.id(), corrections.retire(LOCAL, edited.id()).id())) {
            assertThatThrownBy(() -> corrections.confirm(LOCAL, closed)).isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> corrections.edit(LOCAL, closed, "x")).isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> corrections.retire(LOCAL, closed)).isInstanceOf(ConflictException.class);
        }
        assertThat(history(edited.id())).containsExactly("created", "retired");
        assertThatThrownBy(() -> corrections.edit(LOCAL, "none", "x")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aProposalIsConfirmedByAPersonAndSupersedesWhatWasActive() {
        Correction active = corrections.add(LOCAL, TOWER);
        Correction proposal =
                corrections.suggest(LOCAL, CorrectionDraft.of("Eiffel tower height", "It is 300 m high."));
        assertThat(proposal.status()).isEqualTo(CorrectionStatus.PROPOSED);
        assertThat(proposal.source()).isEqualTo("arbiter");
        assertThat(proposal.origin()).isEqualTo(CorrectionOrigin.REVIEW);
        assertThat(proposal.confidence()).isEqualTo(.60);
        assertThat(corrections
                        .suggest(LOCAL, CorrectionDraft.of("Eiffel tower height", "It is 300 m high."))
                        .id())
                .isEqualTo(proposal.id());
        Correction edited = corrections.edit(LOCAL, proposal.id(), "It is 301 m high.");
        assertThat(edited.status()).isEqualTo(CorrectionStatus.PROPOSED);
        assertThat(corrections.get(LOCAL, active.id()).status()).isEqualTo(CorrectionStatus.ACTIVE);

        Correction confirmed = corrections.confirm(LOCAL, edited.id());
        assertThat(confirmed.status()).isEqualTo(CorrectionStatus.ACTIVE);
        assertThat(confirmed.supersedes()).isEqualTo(active.id());
        assertThat(corrections.get(LOCAL, active.id()).supersededBy()).isEqualTo(confirmed.id());
        assertThat(history(confirmed.id())).containsExactly("proposed", "confirmed");
    }

    @Test
    void aSuggestionOfWhatIsActiveChangesNothing() {
        Correction active = corrections.add(LOCAL, TOWER);
        assertThat(corrections.suggest(LOCAL, TOWER)).isEqualTo(active);
        assertThat(history(active.id())).containsExactly("created");
    }

    @Test
    void upkeepRetiresProposalsAfterThirtyDaysAndStoresWhatHasDecayed() {
        Correction proposal = corrections.suggest(LOCAL, TOWER.in("art"));
        Correction active = corrections.add(LOCAL, TOWER);
        Correction pinned = corrections.add(LOCAL, TOWER.in("law").pinned(true));
        fixture.clock().advance(Duration.ofDays(30).minusSeconds(1));
        assertThat(corrections.upkeep(LOCAL, false).expired()).isZero();
        fixture.clock().advance(Duration.ofDays(60).plusSeconds(1));
        assertThat(corrections.upkeep(LOCAL, true)).isEqualTo(new CorrectionUpkeep(1, 1));
        assertThat(corrections.get(LOCAL, proposal.id()).status()).isEqualTo(CorrectionStatus.PROPOSED);
        assertThat(corrections.upkeep(LOCAL, false)).isEqualTo(new CorrectionUpkeep(1, 1));
        assertThat(corrections.upkeep(LOCAL, false)).isEqualTo(new CorrectionUpkeep(0, 0));
        assertThat(corrections.get(LOCAL, proposal.id()).status()).isEqualTo(CorrectionStatus.RETIRED);
        assertThat(fixture.archive()
                        .one(
                                "SELECT effective_confidence FROM corrections WHERE id = ?",
                                row -> row.real(1),
                                active.id()))
                .hasValueSatisfying(stored -> assertThat(stored).isCloseTo(0.636396103067893, within(1e-15)));
        assertThat(corrections.get(LOCAL, pinned.id()).effectiveConfidence()).isEqualTo(.9);
    }

    @Test
    void anAnswerThatIsCorrectedGivesTheRejectedTextTheQuestionAndTheOutcome() {
        fixture.conversation("c1", "local", null);
        List<String> talk = fixture.talk("c1", "How high is the tower?", "300 m.");
        Correction added = corrections.add(LOCAL, TOWER.about(talk.get(1)));
        assertThat(added.rejected()).isEqualTo("300 m.");
        assertThat(added.question()).isEqualTo("How high is the tower?");
        assertThat(fixture.corrected()).containsExactly(talk.get(1));
        assertThatThrownBy(() -> corrections.add(LOCAL, TOWER.about(talk.get(0))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is no answer");
        assertThatThrownBy(() -> corrections.add(EVE, TOWER.about(talk.get(1)))).isInstanceOf(NotFoundException.class);
    }

    @Test
    void anotherUserDoesNotSeeChangeOrFindACorrection() {
        fixture.conversation("c1", "local", null);
        Correction own = corrections.add(LOCAL, TOWER);
        assertThatThrownBy(() -> corrections.get(EVE, own.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> corrections.edit(EVE, own.id(), "x")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> corrections.confirm(EVE, own.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> corrections.retire(EVE, own.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> corrections.history(EVE, own.id(), Page.Request.first()))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> corrections.add(EVE, TOWER.within(CorrectionScope.CONVERSATION, "c1")))
                .isInstanceOf(NotFoundException.class);
        assertThat(corrections
                        .list(EVE, CorrectionFilter.all(Page.Request.first()))
                        .items())
                .isEmpty();
        assertThat(corrections.find(EVE, CorrectionQuery.of("height of the Eiffel tower")))
                .isEmpty();
        List<DpoPair> exported = new ArrayList<>();
        corrections.export(EVE, 0, exported::add);
        assertThat(exported).isEmpty();

        // What another user says of the same subject replaces nothing.
        Correction hers = corrections.add(EVE, CorrectionDraft.of("height of the Eiffel tower", "1 m"));
        assertThat(hers.scopeId()).isNull();
        assertThat(corrections.get(LOCAL, own.id()).status()).isEqualTo(CorrectionStatus.ACTIVE);
        assertThat(corrections.find(EVE, CorrectionQuery.of("height of the Eiffel tower")))
                .map(found -> found.correction().id())
                .containsExactly(hers.id());
        assertThat(corrections.get(Principal.operator("admin"), own.id()).id()).isEqualTo(own.id());
    }

    @Test
    void anAgentMayNotWriteCorrections() {
        assertThatThrownBy(() -> corrections.add(Principal.agentToken("eve"), TOWER))
                .isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> corrections.edit(Principal.agentToken("eve"), "x", ""))
                .isInstanceOf(ForbiddenException.class);
    }

    @Test
    void badValuesAreRefusedWithTheirBound() {
        assertThatThrownBy(() -> corrections.add(LOCAL, CorrectionDraft.of("of the", "x")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("has no word that a question could share");
        assertThatThrownBy(() -> CorrectionDraft.of("x".repeat(301), "x")).hasMessageContaining("at most 300");
        assertThatThrownBy(() -> CorrectionDraft.of("x", "y".repeat(4_001))).hasMessageContaining("at most 4,000");
        assertThatThrownBy(() -> TOWER.rejecting("y".repeat(20_001))).hasMessageContaining("at most 20,000");
        assertThatThrownBy(() -> TOWER.confidence(Double.NaN)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> TOWER.within(CorrectionScope.PROJECT, null)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> TOWER.within(CorrectionScope.GLOBAL, "p")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> corrections.add(LOCAL, TOWER.in("alchemy"))).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> corrections.add(LOCAL, TOWER.within(CorrectionScope.PROJECT, "p9")))
                .isInstanceOf(NotFoundException.class);
        assertThat(fixture.values("SELECT count(*) FROM corrections")).containsExactly("0");
    }

    @Test
    void pagesOfTheListAreTheWholeListAlsoWhileRowsChange() {
        List<String> ids = IntStream.range(0, 23)
                .mapToObj(n -> corrections
                        .add(
                                LOCAL,
                                CorrectionDraft.of("subject number" + n, "claim")
                                        .in(n % 2 == 0 ? "art" : "law"))
                        .id())
                .toList();
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            Page<Correction> page = corrections.list(LOCAL, CorrectionFilter.all(new Page.Request(5, cursor)));
            page.items().forEach(each -> seen.add(each.id()));
            cursor = page.next();
            corrections.confirm(LOCAL, ids.get(seen.size() - 1));
        } while (cursor != null);
        assertThat(seen).containsExactlyElementsOf(ids.reversed());
        assertThat(corrections
                        .list(LOCAL, new CorrectionFilter(null, "art", null, null, Page.Request.first()))
                        .items())
                .hasSize(12);
        corrections.retire(LOCAL, ids.get(0));
        assertThat(corrections
                        .list(
                                LOCAL,
                                new CorrectionFilter(CorrectionStatus.RETIRED, null, null, null, Page.Request.first()))
                        .items())
                .map(Correction::id)
                .containsExactly(ids.get(0));
    }

    private void happens(Correction correction, CorrectionEventKind kind, int times) {
        fixture.archive().write(tx -> {
            for (int i = 0; i < times; i++) {
                if (kind == CorrectionEventKind.APPLIED) {
                    corrections.applied(
                            tx,
                            List.of(correction.id()),
                            "q" + i,
                            null,
                            fixture.clock().instant());
                } else {
                    corrections.violated(
                            tx,
                            List.of(correction.id()),
                            "q" + i,
                            null,
                            fixture.clock().instant());
                }
            }
            return null;
        });
    }

    @Test
    void whatWasAppliedAndViolatedIsCountedForAllAtOnceAndByTheirOwnerOnly() {
        Correction used = corrections.add(LOCAL, TOWER);
        Correction often = corrections.add(LOCAL, TOWER.in("law"));
        Correction never = corrections.add(LOCAL, TOWER.in("art"));
        corrections.suggest(LOCAL, TOWER.in("education"));
        happens(used, CorrectionEventKind.APPLIED, 3);
        happens(used, CorrectionEventKind.VIOLATED, 2);
        happens(often, CorrectionEventKind.VIOLATED, 1);
        happens(often, CorrectionEventKind.APPLIED, CorrectionCounts.LOOKED + 7);
        List<Correction> all = List.of(used, often, never);
        CorrectionCounts counts = corrections.counts(LOCAL, all);
        assertThat(all)
                .map(counts::of)
                .containsExactly(
                        new CorrectionCounts.Uses(3, 2, false),
                        new CorrectionCounts.Uses(CorrectionCounts.LOOKED, 0, true),
                        new CorrectionCounts.Uses(0, 0, false));
        assertThat(counts.proposed()).isOne();
        assertThat(counts.proposedAtLeast()).isFalse();
        assertThat(corrections.counts(EVE, all)).as("of another").isEqualTo(new CorrectionCounts(Map.of(), 0, false));
        assertThat(corrections.counts(LOCAL, List.of()).proposed()).isOne();
    }

    @Test
    void countsReadTheNewestEventsOfTheListedAndTheProposalsFromTheirIndexes() {
        Correction one = corrections.add(LOCAL, TOWER);
        for (int n = 0; n < 50; n++) {
            happens(
                    corrections.add(LOCAL, CorrectionDraft.of("subject number" + n, "claim")),
                    CorrectionEventKind.APPLIED,
                    50);
        }
        fixture.archive().write(tx -> tx.update(dialect.pick("ANALYZE", "ANALYZE correction_events")));
        String explain = dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN ");
        int column = dialect == Dialect.SQLITE ? 4 : 1;
        String uses = String.join(
                "\n",
                fixture.archive()
                        .list(
                                explain + CorrectionCounts.USES.formatted("?"),
                                row -> row.text(column),
                                10,
                                Long.MIN_VALUE,
                                one.id(),
                                "local",
                                true));
        assertThat(uses).contains("idx_correction_events_correction_id_seq");
        if (dialect == Dialect.SQLITE) {
            assertThat(uses)
                    .contains("e USING INDEX idx_correction_events_correction_id_seq (correction_id=? AND seq>?)")
                    .doesNotContain("SCAN");
            assertThat(fixture.archive()
                            .list(explain + CorrectionCounts.PROPOSED, row -> row.text(column), "local", true, 10))
                    .anyMatch(line -> line.contains("USING INDEX idx_corrections_proposed"));
        }
    }

    @Test
    void theExportHasPairsThatAreActiveSureAndRejectSomething() {
        Correction pair = corrections.add(
                LOCAL, TOWER.rejecting("300 m").question("How high is it?").in("law"));
        corrections.add(LOCAL, TOWER);
        corrections.add(LOCAL, TOWER.in("art").rejecting("x").confidence(.69));
        Correction noQuestion = corrections.add(LOCAL, TOWER.in("finance").rejecting("y"));
        corrections.retire(
                LOCAL,
                corrections.add(LOCAL, TOWER.in("medicine").rejecting("x")).id());
        corrections.suggest(LOCAL, TOWER.in("education").rejecting("x"));
        List<DpoPair> pairs = new ArrayList<>();
        assertThat(corrections.export(LOCAL, DpoPair.LEAST, pairs::add)).isEqualTo(2);
        assertThat(pairs).map(DpoPair::id).containsExactly(pair.id(), noQuestion.id());
        assertThat(Json.write(pairs.get(0).document()))
                .isEqualTo("{\"id\":\"" + pair.id() + "\",\"prompt\":\"How high is it?\",\"chosen\":"
                        + "\"It is 330 m high.\",\"rejected\":\"300 m\",\"domain\":\"law\","
                        + "\"effective_confidence\":0.9,\"source\":\"manual\"}");
        assertThat(pairs.get(1).prompt()).isEqualTo("height of the Eiffel tower");
        fixture.clock().advance(Duration.ofDays(90));
        assertThat(corrections.export(LOCAL, DpoPair.LEAST, pair2 -> {})).isZero();
        assertThat(corrections.export(LOCAL, .6, pair2 -> {})).isEqualTo(3);
    }

    @Test
    void thePairsAreCountedAsTheyWouldBeExportedAndNothingIsRecorded() {
        corrections.add(LOCAL, TOWER.rejecting("300 m").in("law"));
        corrections.add(LOCAL, TOWER);
        corrections.add(LOCAL, TOWER.in("art").rejecting("x").confidence(.69));
        corrections.suggest(LOCAL, TOWER.in("education").rejecting("x"));
        List<String> before = fixture.values("SELECT count(*) FROM audit_log");
        assertThat(corrections.pairs(LOCAL, DpoPair.LEAST)).isEqualTo(new DpoPair.Count(1, false));
        assertThat(corrections.pairs(LOCAL, .6)).isEqualTo(new DpoPair.Count(2, false));
        assertThat(corrections.pairs(EVE, 0)).as("of another").isEqualTo(new DpoPair.Count(0, false));
        assertThat(fixture.values("SELECT count(*) FROM audit_log")).isEqualTo(before);
        for (double min : new double[] {0, .5, DpoPair.LEAST, 1}) {
            assertThat(corrections.pairs(LOCAL, min).pairs()).isEqualTo(corrections.export(LOCAL, min, pair -> {}));
        }
        fixture.clock().advance(Duration.ofDays(90));
        assertThat(corrections.pairs(LOCAL, DpoPair.LEAST).pairs()).isZero();
    }
}
