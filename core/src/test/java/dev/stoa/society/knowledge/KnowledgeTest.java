package dev.stoa.society.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class KnowledgeTest extends TownFixture {
    private Knowledge knowledge;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        knowledge = town.knowledge();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private Fact add(Principal by, String domain, String content, String... sources) {
        return knowledge.add(by, FactDraft.of(domain, content).sources(sources)).value();
    }

    private List<String> found(String pattern) {
        return knowledge.query(Town.HUMAN, DomainPattern.of(pattern), FactFilter.live()).items().stream()
                .map(Fact::content)
                .toList();
    }

    @Test
    void knowledgeIsAddedOnce() {
        Added<Fact> added = knowledge.add(
                ana,
                FactDraft.fromJson(JsonFields.of(Json.object(
                        "domain",
                        "Data/PG",
                        "content",
                        "Vacuum.",
                        "confidence",
                        0.8,
                        "sources",
                        List.of("url:https://pg.org", "url:https://pg.org"),
                        "trust",
                        "human"))));
        assertThat(added.created()).isTrue();
        assertThat(added.trustCapped()).isTrue();
        assertThat(added.value().document())
                .containsEntry("domain", "data/pg")
                .containsEntry("identity", "ana")
                .containsEntry("content", "Vacuum.")
                .containsEntry("confidence", 0.8)
                .containsEntry("effective_confidence", 0.8)
                .containsEntry("confirms", 0L)
                .containsEntry("disputes", 0L)
                .containsEntry("trust", "untrusted")
                .containsEntry("sources", List.of("url:https://pg.org"))
                .containsEntry("replaces", null)
                .containsEntry("replaced_by", null)
                .containsEntry("archived_at", null)
                .hasSize(16);
        Added<Fact> again = knowledge.add(bo, FactDraft.of("data/pg", "Vacuum."));
        assertThat(again.created()).isFalse();
        assertThat(again.value()).isEqualTo(added.value());
        assertThat(knowledge.add(bo, FactDraft.of("data", "Vacuum.")).created()).isTrue();
        knowledge.archive(ana, added.value().id());
        assertThat(knowledge.add(bo, FactDraft.of("data/pg", "Vacuum.")).created())
                .isTrue();
        assertThat(town.feed()).contains("knowledge.added", "knowledge.changed");
    }

    @Test
    void theAnswerToNewKnowledgeIsTheKnowledgeAsItIsRead() {
        Fact old = add(ana, "a", "old");
        List<FactDraft> drafts = List.of(
                FactDraft.fromJson(JsonFields.of(Json.object("domain", "A/b", "content", "plain"))),
                FactDraft.of("a", "sure \uD83E\uDD89").confidence(0.3),
                FactDraft.fromJson(JsonFields.of(Json.object(
                        "domain",
                        "a",
                        "content",
                        "cites",
                        "sources",
                        List.of("url:https://pg.org", "knowledge:" + old.id(), "url:https://pg.org")))),
                FactDraft.fromJson(JsonFields.of(
                        Json.object("domain", "a", "content", "new", "trust", "untrusted", "confidence", 0.0))));
        for (FactDraft draft : drafts) {
            Added<Fact> added = knowledge.add(ana, draft);
            assertThat(added.created()).isTrue();
            assertThat(knowledge.get(ana, added.value().id()).fact()).isEqualTo(added.value());
            town.clock().advance(Duration.ofNanos(1_234_567));
        }
        Fact replacing = knowledge
                .add(
                        ana,
                        FactDraft.fromJson(
                                JsonFields.of(Json.object("domain", "a", "content", "newer", "replaces", old.id()))))
                .value();
        assertThat(replacing.replaces()).isEqualTo(old.id());
        assertThat(knowledge.get(ana, replacing.id()).fact()).isEqualTo(replacing);
    }

    @Test
    void newKnowledgeIsNotReadBack() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        town.archive().write(tx -> tx.update("""
                CREATE TRIGGER later AFTER INSERT ON knowledge
                BEGIN UPDATE knowledge SET confidence = 0.25 WHERE knowledge_id = NEW.knowledge_id; END"""));
        Fact added = add(ana, "a", "x");
        assertThat(added.confidence()).isNull();
        assertThat(knowledge.get(ana, added.id()).fact().confidence()).isEqualTo(0.25);
    }

    @Test
    @DisplayName("Confidence 7.5, -0.1 and NaN must be refused, 0.0 must be shown")
    void aConfidenceIsAShare() {
        for (double wrong : new double[] {7.5, -0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> FactDraft.of("a", "x").confidence(wrong))
                    .as("%s", wrong)
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("confidence");
        }
        Fact none = knowledge.add(ana, FactDraft.of("a", "x").confidence(0.0)).value();
        assertThat(knowledge.get(ana, none.id()).document())
                .containsEntry("confidence", 0.0)
                .containsEntry("effective_confidence", 0.0);
        assertThat(add(ana, "a", "y").document())
                .containsEntry("confidence", null)
                .containsEntry("effective_confidence", 0.5);
        // The database refuses what did not come through here.
        assertThatThrownBy(() -> town.archive().write(tx -> tx.update("UPDATE knowledge SET confidence = 7.5")))
                .hasMessageContaining("a confidence is from 0 to 1");
    }

    @Test
    void patternsFindDomains() {
        add(ana, "a", "1");
        add(ana, "a/b", "2");
        add(ana, "a/b/c", "3");
        add(ana, "a-b", "4");
        add(ana, "a0", "5");
        add(ana, "ab/c", "6");
        add(ana, "a/x/c", "7");
        add(ana, "a/x_y", "8");
        assertThat(found("a")).containsExactly("1");
        assertThat(found("a/*")).containsExactly("8", "7", "3", "2", "1");
        assertThat(found("A/*")).containsExactly("8", "7", "3", "2", "1");
        assertThat(found("*")).hasSize(8);
        assertThat(found("a/*/c")).containsExactly("7", "3");
        assertThat(found("*/c")).containsExactly("6");
        assertThat(found("a/b/*")).containsExactly("3", "2");
        assertThat(found("a/x%")).isEmpty();
        assertThat(found("a/x__")).isEmpty();
        assertThat(found("a/x_y")).containsExactly("8");
        town.archive().write(tx -> tx.update("UPDATE knowledge SET domain = 'Old Domain/B' WHERE content = '2'"));
        assertThat(found("Old Domain/B")).containsExactly("2");
        assertThat(found("Old Domain/*")).containsExactly("2");
        assertThat(found("old domain/*")).isEmpty();
    }

    @Test
    void pagesConcatenateToTheList() {
        for (int i = 0; i < 9; i++) {
            add(i % 2 == 0 ? ana : bo, i % 3 == 0 ? "x/" + i + "/k" : "x/" + i, "f" + i);
        }
        assertThat(paged("x/*", null)).containsExactly("f8", "f7", "f6", "f5", "f4", "f3", "f2", "f1", "f0");
        assertThat(paged("x/*/k", null)).containsExactly("f6", "f3", "f0");
        assertThat(paged("X/*/k", "bo")).containsExactly("f3");
    }

    private List<String> paged(String pattern, @Nullable String agent) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Fact> page = knowledge.query(
                    ana, DomainPattern.of(pattern), new FactFilter(agent, null, false, new Page.Request(2, cursor)));
            page.items().forEach(fact -> all.add(fact.content()));
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    @Test
    void aFilterChoosesByAgentTrustAndState() {
        add(ana, "a", "agent");
        add(Town.HUMAN, "a", "human");
        Fact gone = add(ana, "a", "gone");
        knowledge.archive(ana, gone.id());
        assertThat(query(new FactFilter("@ana", null, false, Page.Request.first())))
                .containsExactly("agent");
        assertThat(query(new FactFilter(null, Trust.CONFIRMED, false, Page.Request.first())))
                .containsExactly("human");
        assertThat(query(new FactFilter(null, null, true, Page.Request.first())))
                .containsExactly("gone");
        assertThatThrownBy(() -> query(new FactFilter("nobody", null, true, Page.Request.first())))
                .isInstanceOf(NotFoundException.class);
    }

    private List<String> query(FactFilter filter) {
        return knowledge.query(ana, DomainPattern.all(), filter).items().stream()
                .map(Fact::content)
                .toList();
    }

    @Test
    void theTreeCountsWhatIsLive() {
        add(ana, "a", "1");
        add(ana, "a/b", "2");
        add(ana, "a/b", "3");
        add(ana, "a/c/d", "4");
        add(ana, "b", "5");
        knowledge.archive(ana, add(ana, "z", "6").id());
        DomainTree tree = knowledge.tree(ana, DomainPattern.all());
        DomainTree b = new DomainTree("b", "a/b", 2, 2, List.of());
        DomainTree d = new DomainTree("d", "a/c/d", 1, 1, List.of());
        DomainTree a = new DomainTree("a", "a", 1, 4, List.of(b, new DomainTree("c", "a/c", 0, 1, List.of(d))));
        assertThat(tree).isEqualTo(new DomainTree("", "", 0, 5, List.of(a, new DomainTree("b", "b", 1, 1, List.of()))));
        assertThat(knowledge.tree(ana, DomainPattern.of("A"))).isEqualTo(new DomainTree("", "", 0, 4, List.of(a)));
        assertThat(knowledge.tree(ana, DomainPattern.of("nowhere")).total()).isZero();
        assertThat(d.document())
                .isEqualTo(Json.object("name", "d", "path", "a/c/d", "count", 1L, "total", 1L, "children", List.of()));
    }

    @Test
    void newKnowledgeTakesThePlaceOfOld() {
        Fact old = add(ana, "a", "five");
        Fact next =
                knowledge.add(bo, FactDraft.of("a", "six").replacing(old.id())).value();
        assertThat(next.replaces()).isEqualTo(old.id());
        Fact replaced = knowledge.get(ana, old.id()).fact();
        assertThat(replaced.replacedBy()).isEqualTo(next.id());
        assertThat(replaced.isLive()).isFalse();
        assertThat(found("a")).containsExactly("six");
        assertThatThrownBy(() -> knowledge.add(ana, FactDraft.of("a", "seven").replacing(old.id())))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("was replaced by " + next.id());
        assertThatThrownBy(() -> knowledge.restore(ana, old.id())).isInstanceOf(ConflictException.class);
        Fact human = add(Town.HUMAN, "a", "eight");
        assertThatThrownBy(() -> knowledge.add(ana, FactDraft.of("a", "nine").replacing(human.id())))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("has trust human, its replacement would have agent");
        assertThat(found("a")).containsExactly("eight", "six");
        assertThat(town.value("SELECT count(*) FROM knowledge")).isEqualTo("3");
        assertThat(town.value("SELECT count(*) FROM search_docs")).isEqualTo("3");
    }

    @Test
    void itsAuthorOrAPersonPutsKnowledgeAway() {
        Fact fact = add(ana, "a", "x");
        assertThatThrownBy(() -> knowledge.archive(bo, fact.id()))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("is ana's");
        assertThat(knowledge.archive(ana, fact.id()).changed()).isTrue();
        Fact archived = knowledge.get(ana, fact.id()).fact();
        town.clock().advance(Duration.ofMinutes(1));
        assertThat(knowledge.archive(Town.HUMAN, fact.id())).isEqualTo(new ChangeResult<>(archived, false));
        assertThat(knowledge.restore(Town.HUMAN, fact.id())).isEqualTo(new ChangeResult<>(fact, true));
        assertThat(knowledge.restore(ana, fact.id()).changed()).isFalse();
    }
}
