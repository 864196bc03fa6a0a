package dev.stoa.counsel.correction;

import static dev.stoa.counsel.correction.CorrectionFixture.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.UnavailableException;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import dev.stoa.testing.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CorrectionFindTest extends CorrectionScene {
    private static final List<CorrectionScope> SCOPES =
            List.of(CorrectionScope.CONVERSATION, CorrectionScope.PROJECT, CorrectionScope.GLOBAL);
    private static final String TOWER = "height of the Eiffel tower";
    private static final String ASKED = "Could you please tell me what the height of the Eiffel tower in Paris is?";

    private static List<String> ids(List<RankedCorrection> found) {
        return found.stream().map(each -> each.correction().id()).toList();
    }

    private Correction add(String subject, String claim) {
        return corrections.add(LOCAL, CorrectionDraft.of(subject, claim));
    }

    @Test
    void aCorrectionStoredBeforeARestartIsFoundByANaturalQuestionInAnyDomain() {
        Correction added =
                corrections.add(LOCAL, CorrectionDraft.of(TOWER, "330 m").in("art"));
        fixture.restart();
        for (String domain : List.of("general", "art", "law", "software_engineering")) {
            assertThat(ids(fixture.corrections()
                            .find(LOCAL, CorrectionQuery.of(ASKED).domain(domain))))
                    .as(domain)
                    .containsExactly(added.id());
        }
    }

    @Test
    void whatAnotherProcessWritesChangesAndRetiresIsSeenAtOnce() {
        Corrections other = fixture.elsewhere();
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED))).isEmpty();
        Correction added = other.add(LOCAL, CorrectionDraft.of(TOWER, "330 m"));
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(added.id());
        Correction edited = other.edit(LOCAL, added.id(), "331 m");
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(edited.id());
        other.retire(LOCAL, edited.id());
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED))).isEmpty();
    }

    @Test
    void retiredSupersededProposedAndForeignScopesAreNeverFound() {
        fixture.project("p1", "local");
        fixture.project("p2", "local");
        fixture.conversation("c1", "local", "p1");
        fixture.conversation("c2", "local", null);
        Correction old = add(TOWER, "1 m");
        Correction retired = add(TOWER, "2 m");
        corrections.retire(LOCAL, retired.id());
        corrections.suggest(LOCAL, CorrectionDraft.of(TOWER, "3 m"));
        Correction ofProject =
                corrections.add(LOCAL, CorrectionDraft.of(TOWER, "4 m").within(CorrectionScope.PROJECT, "p1"));
        Correction ofTalk = corrections.add(
                LOCAL, CorrectionDraft.of("Eiffel tower", "5 m").within(CorrectionScope.CONVERSATION, "c2"));

        assertThat(corrections.get(LOCAL, old.id()).status()).isEqualTo(CorrectionStatus.SUPERSEDED);
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED))).isEmpty();
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in("c1", null))))
                .containsExactly(ofProject.id());
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in(null, "p1"))))
                .containsExactly(ofProject.id());
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in(null, "p2")))
                .isEmpty();
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in("c2", null))))
                .containsExactly(ofTalk.id());
        assertThatThrownBy(() -> corrections.find(
                        CorrectionFixture.EVE, CorrectionQuery.of(ASKED).in("c1", null)))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void theNarrowestOfOneSubjectIsTaken() {
        fixture.project("p1", "local");
        fixture.conversation("c1", "local", "p1");
        Correction everywhere = add(TOWER, "1 m");
        Correction inProject =
                corrections.add(LOCAL, CorrectionDraft.of(TOWER, "2 m").within(CorrectionScope.PROJECT, "p1"));
        Correction inTalk =
                corrections.add(LOCAL, CorrectionDraft.of(TOWER, "3 m").within(CorrectionScope.CONVERSATION, "c1"));
        Correction otherDomain =
                corrections.add(LOCAL, CorrectionDraft.of(TOWER, "4 m").in("art"));
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in("c1", null))))
                .containsExactly(inTalk.id(), otherDomain.id());
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED).in(null, "p1"))))
                .containsExactly(inProject.id(), otherDomain.id());
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED))))
                .containsExactly(everywhere.id(), otherDomain.id());
    }

    @Test
    void wordsAreFoundByTheirBeginningsOfFourCharacters() {
        Correction replica = add("replication slots", "x");
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of("how do I see the repl slot?"))))
                .containsExactly(replica.id());
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of("replications? slotsize!"))))
                .containsExactly(replica.id());
        assertThat(corrections.find(LOCAL, CorrectionQuery.of("rep slo"))).isEmpty();
        // The question is matched to the subject, never the reverse: a long question loses nothing.
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of("lorem ipsum ".repeat(500) + "replication slots"))))
                .containsExactly(replica.id());
    }

    @Test
    void whatHasDecayedTooFarIsLeftOutUntilItIsConfirmed() {
        Correction added = add(TOWER, "330 m");
        fixture.clock().advance(Duration.ofDays(285));
        assertThat(corrections
                        .find(LOCAL, CorrectionQuery.of(ASKED))
                        .getFirst()
                        .correction()
                        .effectiveConfidence())
                .isBetween(.299, .301);
        fixture.clock().advance(Duration.ofDays(2));
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED))).isEmpty();
        corrections.confirm(LOCAL, added.id());
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(added.id());
    }

    @Test
    void appliedAndViolatedCorrectionsHaveEventsAndViolationsRaiseTheRank() {
        Correction added = add(TOWER, "330 m");
        double before =
                corrections.find(LOCAL, CorrectionQuery.of(ASKED)).getFirst().include();
        Instant now = fixture.clock().instant();
        fixture.archive().write(tx -> {
            corrections.applied(tx, List.of(added.id(), added.id()), "q1", "s1", now);
            corrections.violated(tx, List.of(added.id()), "q1", "s1", now);
            return 0;
        });
        RankedCorrection found =
                corrections.find(LOCAL, CorrectionQuery.of(ASKED)).getFirst();
        assertThat(found.include()).isCloseTo(before + .1 / 3, within(1e-12));
        assertThat(found.why().violations()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(corrections.history(LOCAL, added.id(), Page.Request.first()).items())
                .map(event -> event.event().text() + " " + event.sessionId() + " " + event.details())
                .containsExactly("created null {}", "applied s1 {query_id=q1}", "violated s1 {query_id=q1}");
        assertThat(fixture.values("SELECT count(*) FROM audit_log WHERE event_type = 'correction'"))
                .containsExactly("1");
    }

    @Test
    void meaningFindsWhatSharesTooFewWordsAndIsMadeAgainByAnotherModel() {
        Embedder first = Embedder.hashing(64);
        Corrections embedded = fixture.corrections(first, Runnable::run);
        Correction added =
                embedded.add(LOCAL, CorrectionDraft.of("wal archiving retention settings", "keep replica slots"));
        String asked = "keep the replica slots: wal";
        double cosine =
                Vectors.dot(first.embed(asked), first.embed("wal archiving retention settings\nkeep replica slots"));
        assertThat(cosine).isGreaterThan(.6);
        RankedCorrection found = embedded.find(LOCAL, CorrectionQuery.of(asked)).getFirst();
        assertThat(found.why().lexical()).isLessThan(.5);
        assertThat(found.why().embedding()).isCloseTo((cosine - .35) / .45, within(1e-5));
        assertThat(found.relevance()).isEqualTo(found.why().embedding());
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(asked))).isEmpty();

        Deque<Runnable> tasks = new ArrayDeque<>();
        Embedder second = Embedder.hashing(128);
        Corrections renewed = fixture.corrections(second, tasks::add);
        assertThat(renewed.find(LOCAL, CorrectionQuery.of(asked))).isEmpty();
        tasks.remove().run();
        assertThat(fixture.values("SELECT embedding_model FROM corrections")).containsExactly(second.modelId());
        assertThat(ids(renewed.find(LOCAL, CorrectionQuery.of(asked)))).containsExactly(added.id());
        assertThat(renewed.get(LOCAL, added.id()).claim()).isEqualTo("keep replica slots");
    }

    /** An embedder whose model cannot be loaded. */
    private static final class Broken implements Embedder {
        @Override
        public String modelId() {
            return "broken";
        }

        @Override
        public int dimensions() {
            return 8;
        }

        @Override
        public List<float[]> embed(List<String> texts) {
            throw new UnavailableException("unavailable", "the model is missing", "install it");
        }
    }

    @Test
    void anEmbedderThatFailsLeavesTheSearchByWords() {
        Corrections broken = fixture.corrections(new Broken(), Runnable::run);
        try (CapturedLog log = CapturedLog.of(CorrectionEmbedding.class)) {
            Correction added = broken.add(LOCAL, CorrectionDraft.of(TOWER, "330 m"));
            assertThat(ids(broken.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(added.id());
            assertThat(log.warnings())
                    .contains(
                            "corrections were not embedded: the model is missing",
                            "corrections are looked for by words alone: the model is missing");
        }
    }

    @Test
    void aDamagedVectorIsMadeAgainAndABrokenRowFailsTheSearch() {
        Corrections embedded = fixture.corrections(Embedder.hashing(64), Runnable::run);
        Correction added = embedded.add(LOCAL, CorrectionDraft.of(TOWER, "330 m"));
        fixture.archive()
                .write(tx -> tx.update(
                        "UPDATE corrections SET embedding = ?, change_seq = ?",
                        new byte[] {1, 2, 3},
                        CorrectionTable.nextChange(tx)));
        assertThat(ids(embedded.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(added.id());
        assertThat(fixture.archive().one("SELECT embedding FROM corrections", row -> row.bytes(1)))
                .hasValueSatisfying(bytes -> assertThat(bytes).hasSize(256));

        fixture.archive()
                .write(tx ->
                        tx.update("UPDATE corrections SET key_id = 7, change_seq = ?", CorrectionTable.nextChange(tx)));
        assertThatThrownBy(() -> embedded.find(LOCAL, CorrectionQuery.of(ASKED)))
                .hasMessageContaining("does not open with key 7");
        fixture.archive().write(tx -> tx.update("UPDATE corrections SET key_id = NULL"));
    }

    @Test
    void theFiveThousandAndFirstIsFoundAlsoAfterARestartAndByAnotherProcess() {
        Instant now = fixture.clock().instant();
        fixture.archive().write(tx -> {
            for (int n = 0; n < 5_000; n++) {
                String id = "c" + n;
                CorrectionTable.insert(
                        tx, fixture.context().seal(), filler(id, n, now, CorrectionTable.nextChange(tx)));
                CorrectionTable.event(tx, "e" + n, id, CorrectionEventKind.CREATED, null, Map.of(), now);
            }
            return 0;
        });
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(ASKED))).isEmpty();
        Correction last = add(TOWER, "330 m");
        assertThat(ids(corrections.find(LOCAL, CorrectionQuery.of(ASKED)))).containsExactly(last.id());
        assertThat(ids(fixture.elsewhere().find(LOCAL, CorrectionQuery.of(ASKED))))
                .containsExactly(last.id());
        fixture.restart();
        assertThat(ids(fixture.corrections().find(LOCAL, CorrectionQuery.of(ASKED))))
                .containsExactly(last.id());
    }

    private static Correction filler(String id, int n, Instant now, long change) {
        String subject = "the tower of city" + n;
        return new Correction(
                id,
                now,
                subject,
                "general",
                "x",
                "",
                .9,
                "manual",
                .9,
                "C",
                Map.of(),
                CorrectionScope.GLOBAL,
                null,
                CorrectionStatus.ACTIVE,
                CorrectionType.FACT,
                CorrectionOrigin.EXPLICIT,
                "local",
                null,
                String.join(" ", SubjectKey.terms(subject)),
                null,
                null,
                null,
                false,
                0,
                change);
    }

    @Test
    void limitsAreHeldAndNamed() {
        for (int n = 0; n < 25; n++) {
            add("Eiffel tower number" + n, "x");
        }
        assertThat(corrections.find(LOCAL, CorrectionQuery.of("the Eiffel tower number")))
                .hasSize(5);
        assertThat(corrections.find(
                        LOCAL, CorrectionQuery.of("the Eiffel tower number").limit(20)))
                .hasSize(20);
        assertThatThrownBy(() -> CorrectionQuery.of("x").limit(21)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> CorrectionQuery.of(" ")).isInstanceOf(InvalidException.class);
    }

    @Test
    void theSearchAgreesWithOneThatLooksAtEveryRow() {
        Embedder embedder = Embedder.hashing(32);
        Corrections embedded = fixture.corrections(embedder, Runnable::run);
        fixture.project("p1", "local");
        fixture.conversation("c1", "local", "p1");
        Random random = new Random(11);
        List<String> domains = List.of("general", "law", "art", "mathematics");
        for (int n = 0; n < 150; n++) {
            CorrectionScope scope = SCOPES.get(random.nextInt(3));
            Correction added = embedded.add(
                    LOCAL,
                    CorrectionDraft.of(words(random, 1 + random.nextInt(4)), words(random, 1 + random.nextInt(60)))
                            .within(
                                    scope,
                                    scope == CorrectionScope.GLOBAL
                                            ? null
                                            : scope == CorrectionScope.PROJECT ? "p1" : "c1")
                            .in(domains.get(random.nextInt(4)))
                            .confidence(random.nextDouble())
                            .pinned(random.nextInt(5) == 0));
            if (random.nextInt(6) == 0) {
                embedded.retire(LOCAL, added.id());
            } else if (random.nextInt(4) == 0) {
                Instant now = fixture.clock().instant();
                fixture.archive().write(tx -> {
                    embedded.violated(tx, List.of(added.id()), "q", null, now);
                    return 0;
                });
            }
            fixture.clock().advance(Duration.ofHours(random.nextInt(60)));
        }
        Corrections restarted = fixture.corrections(embedder, Runnable::run);
        int hits = 0;
        for (int n = 0; n < 120; n++) {
            String conversation = random.nextBoolean() ? "c1" : null;
            CorrectionQuery query = CorrectionQuery.of(words(random, 1 + random.nextInt(8)))
                    .in(conversation, null)
                    .domain(domains.get(random.nextInt(4)))
                    .limit(1 + random.nextInt(20));
            List<Brute> wanted = brute(query, embedder);
            for (Corrections each : List.of(embedded, restarted)) {
                List<RankedCorrection> found = each.find(LOCAL, query);
                assertThat(found).as(query.question()).hasSameSizeAs(wanted);
                for (int i = 0; i < wanted.size(); i++) {
                    assertThat(found.get(i).correction().id())
                            .isEqualTo(wanted.get(i).row.id());
                    assertThat(found.get(i).include()).isCloseTo(wanted.get(i).include, within(1e-5));
                }
            }
            hits += wanted.size();
        }
        assertThat(hits).isGreaterThan(200);
    }

    /** Few words, many of which begin like others. */
    private static String words(Random random, int number) {
        List<String> all = List.of(
                "replica",
                "replicas",
                "slot",
                "slots",
                "wal",
                "level",
                "tower",
                "eiffel",
                "height",
                "heights",
                "cat",
                "vacuum",
                "vacuuming",
                "index",
                "indexes",
                "deadlock");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            text.append(all.get(random.nextInt(all.size()))).append(' ');
        }
        return text.toString();
    }

    private record Brute(Correction row, double include) {}

    private List<Brute> brute(CorrectionQuery query, Embedder embedder) {
        List<Correction> active = new ArrayList<>();
        String cursor = null;
        do {
            Page<Correction> page = corrections.list(
                    LOCAL,
                    new CorrectionFilter(CorrectionStatus.ACTIVE, null, null, null, new Page.Request(500, cursor)));
            active.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        Map<String, Integer> df = new HashMap<>();
        for (Correction row : active) {
            new HashSet<>(Tokenizer.keywords(row.subject())).forEach(term -> df.merge(term, 1, Integer::sum));
        }
        Set<String> asked = new HashSet<>(Tokenizer.keywords(query.question()));
        float[] meaning = embedder.embed(query.question());
        Map<String, Brute> kept = new HashMap<>();
        for (Correction row : active) {
            if (row.scope() == CorrectionScope.GLOBAL || query.conversation() != null) {
                Brute ranked = new Brute(row, rank(row, query, asked, meaning, embedder, df, active.size()));
                if (ranked.include > -1) {
                    kept.merge(
                            row.domain() + "|" + row.subjectKey(),
                            ranked,
                            (a, b) -> SCOPES.indexOf(a.row.scope()) < SCOPES.indexOf(b.row.scope()) ? a : b);
                }
            }
        }
        return kept.values().stream()
                .sorted(Comparator.comparingDouble((Brute each) -> -each.include)
                        .thenComparingLong(each -> -each.row.changeSeq()))
                .limit(query.limit())
                .toList();
    }

    private static double rank(
            Correction row,
            CorrectionQuery query,
            Set<String> asked,
            float @Nullable [] meaning,
            Embedder embedder,
            Map<String, Integer> df,
            int all) {
        double found = 0;
        double whole = 0;
        for (String term : new HashSet<>(Tokenizer.keywords(row.subject()))) {
            int of = df.getOrDefault(term, 0);
            double idf = Math.log(1 + (all - of + .5) / (of + .5));
            whole += idf;
            boolean hit = asked.stream()
                    .anyMatch(word -> word.equals(term)
                            || (word.startsWith(term) && term.length() >= 4)
                            || (term.startsWith(word) && word.length() >= 4));
            found += hit ? idf : 0;
        }
        double cosine = meaning == null ? 0 : Vectors.dot(meaning, embedder.embed(row.subject() + "\n" + row.claim()));
        double r = Math.max(found / whole, Math.clamp((cosine - .35) / .45, 0, 1));
        double m = row.domain().equals(query.domain())
                ? 1
                : row.domain().equals("general") || query.domain().equals("general") ? .5 : 0;
        double s = row.scope() == CorrectionScope.CONVERSATION ? 1 : row.scope() == CorrectionScope.PROJECT ? .8 : .5;
        double include = .4 * r
                + .2 * row.effectiveConfidence()
                + .15 * s
                + .1 * m
                + .1 * Math.min(1, row.violations() / 3.0)
                + (row.pinned() ? .05 : 0)
                - .1 * Math.min(1, Math.floor(InjectionBlock.line(row).length() / 4.0) / 200);
        return r >= .5 && row.effectiveConfidence() >= .3 && include >= .45 ? include : -1;
    }
}
