package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.Memory.TtlMode;
import dev.stoa.storage.Bulk;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What adding, replacing, forgetting and restoring do to the rows. */
@Tag("quick")
@OnBothDatabases
class ContinuumAddTest extends ContinuumFixture {
    private static final Instant START = Instant.parse("2026-11-15T08:30:00Z");

    @Test
    void aNewMemoryHasItsDefaultsAndCanBeShown() {
        Added<Memory> added = continuum.add(
                MemoryDraft.of("WAL needs the -shm file").origin("manual").metadata(Map.of("page", 7L)));
        assertThat(added.created()).isTrue();
        assertThat(added.trustCapped()).isFalse();
        Memory memory = added.value();
        assertThat(memory.namespace()).isEqualTo("shared");
        assertThat(memory.tier()).isEqualTo(MemoryTier.SLOW);
        assertThat(memory.importance()).isEqualTo(0.5);
        assertThat(memory.trust()).isEqualTo(Trust.AGENT);
        assertThat(memory.updateCount()).isEqualTo(1);
        assertThat(memory.createdAt()).isEqualTo(START);
        assertThat(memory.expiresAt()).isEqualTo(START.plus(Duration.ofDays(42)));
        assertThat(memory.archived()).isFalse();
        assertThat(continuum.show(memory.id())).isEqualTo(memory);
        assertThat(memory.document())
                .containsOnlyKeys(
                        "id",
                        "seq",
                        "namespace",
                        "tier",
                        "content",
                        "importance",
                        "surprise_score",
                        "consolidation_score",
                        "update_count",
                        "success_count",
                        "failure_count",
                        "trust",
                        "origin",
                        "sources",
                        "red_line",
                        "red_line_reason",
                        "ttl_mode",
                        "expires_at",
                        "last_promotion_at",
                        "created_at",
                        "updated_at",
                        "metadata",
                        "embedded",
                        "archived");
        assertThat(memory.promptData().render())
                .isEqualTo("[memory " + memory.id() + " trust=agent origin=manual]\n| WAL needs the -shm file\n");
    }

    @Test
    void theSameTextAgainRenewsTheRowThatIsThere() {
        Memory first = added(MemoryDraft.of("one  fact").importance(0.3));
        clock.advance(Duration.ofDays(1));
        Added<Memory> again = continuum.add(MemoryDraft.of(" one fact ").importance(0.9));
        assertThat(again.created()).isFalse();
        assertThat(again.value().id()).isEqualTo(first.id());
        assertThat(again.value().importance()).isEqualTo(0.9);
        assertThat(again.value().updateCount()).isEqualTo(2);
        assertThat(again.value().content()).isEqualTo("one  fact");
        assertThat(again.value().expiresAt()).isEqualTo(START.plus(Duration.ofDays(43)));
        assertThat(continuum.show(first.id())).isEqualTo(again.value());
        assertThat(added(MemoryDraft.of("one fact").namespace("other")).id()).isNotEqualTo(first.id());
        assertThat(added(MemoryDraft.of("one fact").trust(Trust.HUMAN)).id())
                .as("whoever was first with little trust does not hold a text down")
                .isNotEqualTo(first.id());
        assertThat(count("continuum_memory")).isEqualTo(3);
    }

    @Test
    void anIdThatIsTakenIsFoundRefusedOrReplaced() {
        Memory first = added(MemoryDraft.of("first").id("m").tier(MemoryTier.FAST));
        continuum.outcome("m", Outcome.succeeded());
        clock.advance(Duration.ofHours(1));
        assertThat(continuum.add(MemoryDraft.of("first").id("m").importance(1)).created())
                .isFalse();
        assertThat(continuum.show("m").importance()).isLessThan(0.6);
        assertThatThrownBy(() -> continuum.add(MemoryDraft.of("second").id("m")))
                .isInstanceOfSatisfying(ConflictException.class, e -> {
                    assertThat(e.code()).isEqualTo("conflict");
                    assertThat(e.hint().orElse("")).contains("allow replacing");
                });
        Memory second = added(MemoryDraft.of("second").id("m").replace(true));
        assertThat(second.seq()).isGreaterThan(first.seq());
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.updateCount()).isEqualTo(3);
        assertThat(second.successCount()).isZero();
        assertThat(second.surpriseScore()).isZero();
        assertThat(continuum.transitions("m", Page.Request.first()).items())
                .singleElement()
                .satisfies(move -> {
                    assertThat(move.reason()).isEqualTo("replaced");
                    assertThat(move.fromTier() + " " + move.toTier()).isEqualTo("fast slow");
                });
        assertThat(continuum.recall(RecallQuery.query("first"))).isEmpty();
        assertThat(continuum.recall(RecallQuery.query("second"))).hasSize(1);
        assertThat(value("SELECT archive_reason FROM continuum_memory_archive")).isEqualTo("replaced");
    }

    @Test
    @DisplayName("Archiving and re-adding one id five times must give five generations and no error")
    void fiveArchivingsGiveFiveGenerations() {
        for (int i = 1; i <= 5; i++) {
            added("m", "text " + i);
            assertThat(continuum.forget("m", "round " + i, false)).isEqualTo(new ForgetResult("m", i, false));
        }
        assertThat(value("SELECT string_agg(id, ' ' ORDER BY generation) FROM continuum_memory_archive"))
                .isEqualTo("m m@2 m@3 m@4 m@5");
        Memory shown = continuum.show("m");
        assertThat(shown.archived()).isTrue();
        assertThat(shown.content()).isEqualTo("text 5");
        assertThat(shown.archive()).isEqualTo(new Memory.Archived(5, "forgotten: round 5", START));
        assertThat(continuum.restore("m", OptionalInt.of(2)).content()).isEqualTo("text 2");
        assertThatThrownBy(() -> continuum.restore("m", OptionalInt.empty()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("live");
        continuum.forget("m", null, false);
        assertThat(continuum.restore("m", OptionalInt.empty()).content()).isEqualTo("text 2");
        assertThat(count("continuum_memory_archive")).isEqualTo(6);
        continuum.forget("m", null, false);
        assertThatThrownBy(() -> continuum.restore("m", OptionalInt.of(9))).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aRestoredMemoryIsAsItWasWithANewLifeAndANewNumber() {
        Memory source = added("s", "a source");
        Memory before = added(MemoryDraft.of("worth keeping")
                .id("m")
                .namespace("lab")
                .tier(MemoryTier.MEDIUM)
                .importance(0.7)
                .surprise(0.2)
                .origin("somewhere")
                .ttlSeconds(60)
                .sources(List.of(MemorySource.of("memory", "s")))
                .metadata(Map.of("a", List.of(1L, 2L))));
        continuum.outcome("m", Outcome.failed().error(0.5));
        Memory used = continuum.show("m");
        continuum.forget("m", "by mistake", false);
        assertThat(count("memory_sources")).isZero();
        clock.advance(Duration.ofDays(1));
        Memory back = continuum.restore("m", OptionalInt.empty());
        assertThat(back.seq()).isGreaterThan(before.seq());
        assertThat(back.ttlMode()).isEqualTo(TtlMode.TIER);
        assertThat(back.expiresAt()).isEqualTo(START.plus(Duration.ofDays(7)));
        assertThat(back.sources()).containsExactly(new MemorySource("memory", "s", source.trust()));
        assertThat(back)
                .usingRecursiveComparison()
                .ignoringFields("seq", "ttlMode", "expiresAt", "updatedAt")
                .isEqualTo(used);
        assertThat(continuum.recall(RecallQuery.query("worth keeping").namespaces("lab")))
                .hasSize(1);
        assertThat(value("SELECT kind FROM memory_events")).isEqualTo("restore");
        assertThat(value("SELECT restored_at FROM continuum_memory_archive")).isNotEqualTo("null");
    }

    @Test
    void aPurgeLeavesNothingButTheFact() {
        added("m", "a secret");
        continuum.outcome("m", Outcome.succeeded());
        continuum.forget("m", "round one", false);
        added("m", "another secret");
        assertThat(continuum.forget("m", "asked to", true)).isEqualTo(new ForgetResult("m", null, true));
        for (String table : List.of("continuum_memory", "continuum_memory_archive", "memory_outcomes")) {
            assertThat(count(table)).as(table).isZero();
        }
        assertThat(value("SELECT kind FROM memory_events")).isEqualTo("purge");
        assertThat(value("SELECT detail FROM memory_events")).doesNotContain("secret");
        assertThatThrownBy(() -> continuum.show("m")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> continuum.forget("m", null, true)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void anExpiredMemoryIsAbsentAndSaidToHaveExpired() {
        added(MemoryDraft.of("short").id("m").ttlSeconds(60));
        clock.advance(Duration.ofSeconds(60));
        assertThat(continuum.show("m").archive()).isEqualTo(new Memory.Archived(1, "expired", START.plusSeconds(60)));
        assertThat(continuum.show("m").expired()).isTrue();
        assertThatThrownBy(() -> continuum.outcome("m", Outcome.succeeded()))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        e -> assertThat(e.hint().orElse("")).contains("it has expired"));
        assertThat(continuum.list(null, null, Page.Request.first()).items()).isEmpty();
        assertThat(continuum.recall(RecallQuery.query("short"))).isEmpty();
        assertThat(continuum.recall(RecallQuery.strongest())).isEmpty();
        assertThat(continuum.add(MemoryDraft.of("other").id("m")).created()).isTrue();
        assertThat(value("SELECT archive_reason FROM continuum_memory_archive")).isEqualTo("expired");
        assertThat(continuum.show("m").content()).isEqualTo("other");
    }

    @Test
    void livesAreFixedEndlessOrThoseOfTheTier() {
        assertThat(added(MemoryDraft.of("a").ttlSeconds(5)).expiresAt()).isEqualTo(START.plusSeconds(5));
        assertThat(added(MemoryDraft.of("b").never()).expiresAt()).isNull();
        assertThat(added(MemoryDraft.of("c").ttl("never")).ttlMode()).isEqualTo(TtlMode.NEVER);
        assertThat(added(MemoryDraft.of("d").ttl("7")).expiresAt()).isEqualTo(START.plusSeconds(7));
        assertThatThrownBy(() -> MemoryDraft.of("e").ttlSeconds(0)).hasMessageContaining("ttl 0");
        assertThatThrownBy(() -> MemoryDraft.of("e").ttl("soon")).isInstanceOf(InvalidException.class);
    }

    @Test
    void boundsAreNamedAndNothingIsWritten() {
        assertThatThrownBy(() -> MemoryDraft.of(" ")).hasMessageContaining("content");
        assertThatThrownBy(() -> MemoryDraft.of("x".repeat(65_537))).hasMessageContaining("65,536");
        assertThatThrownBy(() -> MemoryDraft.of("x").importance(7)).hasMessageContaining("importance 7");
        assertThatThrownBy(() -> MemoryDraft.of("x").surprise(Double.NaN)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> MemoryDraft.of("x").id("a b")).hasMessageContaining("id");
        for (String taken : List.of("recall", "consolidate", "cleanup", "tune", "stats")) {
            assertThatThrownBy(() -> MemoryDraft.of("x").id(taken)).hasMessageContaining(taken);
        }
        assertThatThrownBy(() -> MemoryDraft.of("x").namespace("n".repeat(81))).hasMessageContaining("80");
        assertThatThrownBy(() -> MemorySource.parse("memory")).hasMessageContaining("kind");
        assertThatThrownBy(() -> MemorySource.of("rumour", "x")).hasMessageContaining("rumour");
        assertThatThrownBy(() -> MemoryDraft.of("x").id("m").sources(List.of(MemorySource.of("memory", "m"))))
                .hasMessageContaining("own source");
        assertThatThrownBy(() -> continuum.promote("m", " ")).hasMessageContaining("reason");
        assertThat(count("continuum_memory")).isZero();
    }

    @Test
    void aDraftIsReadFromJson() {
        MemoryDraft draft = MemoryDraft.fromJson(JsonFields.of(Json.parseObject("""
                {"content":"x","id":"m","namespace":"lab","tier":"fast","importance":0.9,"surprise_score":0.1,
                 "trust":"human","origin":"o","sources":[{"kind":"memory","id":"s"}],"ttl":60,"metadata":{"a":1},
                 "replace":true}""")));
        assertThat(draft)
                .isEqualTo(MemoryDraft.of("x")
                        .id("m")
                        .namespace("lab")
                        .tier(MemoryTier.FAST)
                        .importance(0.9)
                        .surprise(0.1)
                        .trust(Trust.HUMAN)
                        .origin("o")
                        .sources(List.of(MemorySource.of("memory", "s")))
                        .ttlSeconds(60)
                        .metadata(Map.of("a", 1L))
                        .replace(true));
        assertThatThrownBy(() -> MemoryDraft.fromJson(JsonFields.of(Map.of("content", "x", "contnt", "y"))))
                .hasMessageContaining("contnt");
        assertThatThrownBy(() -> MemoryDraft.fromJson(JsonFields.of(Map.of("content", "x", "ttl", true))))
                .hasMessageContaining("ttl");
    }

    @Test
    void manyAreAddedTogetherAndABadOneIsRefusedAlone() {
        added("taken", "first");
        List<MemoryDraft> drafts = List.of(
                MemoryDraft.of("one"),
                MemoryDraft.of("other").id("taken"),
                MemoryDraft.of("two"),
                MemoryDraft.of("one"));
        List<Bulk.Result<Added<Memory>>> refused = continuum.addAll(drafts, true);
        assertThat(refused.get(1)).isInstanceOf(Bulk.Result.Refused.class);
        assertThat(count("continuum_memory")).isEqualTo(1);
        List<Bulk.Result<Added<Memory>>> results = continuum.addAll(drafts, false);
        assertThat(results.get(1)).isInstanceOf(Bulk.Result.Refused.class);
        assertThat(results.get(3))
                .isInstanceOfSatisfying(
                        Bulk.Result.Done.class,
                        done -> assertThat(((Added<?>) done.value()).created()).isFalse());
        assertThat(count("continuum_memory")).isEqualTo(3);
    }

    @Test
    void pagesOfTheListJoinToAllOfIt() {
        for (int i = 0; i < 25; i++) {
            added(MemoryDraft.of("row " + i).namespace(i % 5 == 0 ? "lab" : "shared"));
        }
        List<String> all = new ArrayList<>();
        Page.Request request = Page.Request.first(4);
        while (true) {
            Page<Memory> page = continuum.list("shared", null, request);
            page.items().forEach(memory -> all.add(memory.content()));
            if (page.next() == null) {
                break;
            }
            request = new Page.Request(4, page.next());
        }
        assertThat(all).hasSize(20).doesNotHaveDuplicates().first().isEqualTo("row 24");
        assertThat(continuum.list("lab", MemoryTier.SLOW, Page.Request.first()).items())
                .hasSize(5);
        assertThat(continuum.list("lab", MemoryTier.FAST, Page.Request.first()).items())
                .isEmpty();
    }

    @Test
    void forAnAgentWithATokenOnlyTheSharedAndItsOwnNamespaceExist() {
        added(MemoryDraft.of("shared fact").id("s"));
        added(MemoryDraft.of("secret fact").id("b").namespace("agent:bob"));
        Continuum ana = asAgent("ana");
        ana.add(MemoryDraft.of("own fact").id("a").namespace("agent:ana"));
        assertThat(ana.recall(RecallQuery.query("fact")))
                .extracting(hit -> hit.memory().id())
                .containsExactlyInAnyOrder("s", "a");
        assertThat(ana.recall(RecallQuery.query("fact").namespaces("agent:bob")))
                .isEmpty();
        assertThat(ana.list(null, null, Page.Request.first()).items())
                .extracting(Memory::id)
                .containsExactly("a", "s");
        assertThat(ana.stats().total()).isEqualTo(2);
        assertThat(ana.stats(Simulated.EXCLUDE, "agent:ana").total()).isEqualTo(1);
        assertThat(ana.stats(Simulated.EXCLUDE, "agent:bob").total()).isZero();
        assertThatThrownBy(() -> ana.show("b")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ana.outcome("b", Outcome.failed())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ana.forget("b", null, false)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ana.forget("b", null, true)).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> ana.forget("s", null, false))
                .isInstanceOf(ForbiddenException.class)
                .hasMessage("agent ana may not forget memory s, which is not in its own namespace agent:ana");
        assertThatThrownBy(() -> ana.transitions("b", Page.Request.first())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ana.add(MemoryDraft.of("x").namespace("agent:bob")))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ana.add(MemoryDraft.of("secret fact").id("b")))
                .as("not even equal content tells that it is there")
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("taken");
        continuum.promote("b", "test");
        continuum.promote("s", "test");
        assertThat(ana.transitions(null, Page.Request.first()).items())
                .extracting(Transition::memoryId)
                .containsExactly("s");
        Memory derived = ana.add(MemoryDraft.of("derived").sources(List.of(MemorySource.of("memory", "b"))))
                .value();
        assertThat(derived.trust()).isEqualTo(Trust.UNTRUSTED);
        continuum.forget("b", null, false);
        assertThatThrownBy(() -> ana.restore("b", OptionalInt.empty())).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> ana.add(MemoryDraft.of("x").id("b")))
                .as("a second life under the id would show the first one's moves")
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("taken");
        added(MemoryDraft.of("a person's word").id("h").trust(Trust.HUMAN));
        assertThatThrownBy(() -> ana.add(MemoryDraft.of("mine").id("h").replace(true)))
                .isInstanceOf(ForbiddenException.class)
                .hasMessage("agent ana may not replace memory h, whose trust human is above agent");
        assertThat(ana.forget("a", null, false).purged()).isFalse();
    }

    @Test
    void whoActsAsAnAgentRecallsItsOwnMemoriesToo() {
        added(MemoryDraft.of("own fact").id("a").namespace("agent:ana"));
        assertThat(continuum.recall(RecallQuery.strongest())).isEmpty();
        assertThat(continuum.as(Principal.as("ana")).recall(RecallQuery.strongest()))
                .hasSize(1);
        assertThat(continuum.as(Principal.as("a name")).recall(RecallQuery.strongest()))
                .isEmpty();
    }

    @Test
    @DisplayName("Two debates whose ids share 8 characters must leave two memories")
    void idsAreTakenWhole() {
        added("debate:01936f7e-aaaa", "topic\nconclusion");
        added("debate:01936f7e-bbbb", "topic\nconclusion");
        assertThat(count("continuum_memory")).isEqualTo(2);
    }
}
