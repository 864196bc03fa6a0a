package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.Added;
import dev.stoa.ConflictException;
import dev.stoa.ForbiddenException;
import dev.stoa.InvalidException;
import dev.stoa.NotFoundException;
import dev.stoa.Page;
import dev.stoa.Trust;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Json;
import dev.stoa.storage.JsonFields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
class KnowledgeTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Town town;
    private Knowledge knowledge;
    private Actor ana;
    private Actor bo;

    @BeforeEach
    void open() {
        town = Town.on(dialect, folder);
        knowledge = town.knowledge();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    @AfterEach
    void close() {
        town.close();
    }

    private Fact add(Actor by, String domain, String content, String... sources) {
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
        assertThat(knowledge.archive(Town.HUMAN, fact.id())).isEqualTo(new Changed<>(archived, false));
        assertThat(knowledge.restore(Town.HUMAN, fact.id())).isEqualTo(new Changed<>(fact, true));
        assertThat(knowledge.restore(ana, fact.id()).changed()).isFalse();
    }

    @Test
    void othersReviewWhatOneKnows() {
        Fact fact = knowledge.add(ana, FactDraft.of("a", "x").confidence(0.8)).value();
        assertThatThrownBy(() -> knowledge.review(ana, fact.id(), Review.confirm()))
                .isInstanceOf(ForbiddenException.class);
        List<Actor> others = new ArrayList<>(List.of(bo));
        for (String name : List.of("c1", "c2", "c3")) {
            others.add(town.agent(name));
        }
        assertThat(knowledge.review(others.get(0), fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.AGENT);
        assertThat(knowledge.review(others.get(1), fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.CONFIRMED);
        assertThat(knowledge
                        .review(others.get(2), fact.id(), new Review(Verdict.DISPUTE, "measured it"))
                        .trust())
                .isEqualTo(Trust.AGENT);
        Fact after = knowledge.review(others.get(3), fact.id(), Review.confirm());
        assertThat(after.trust()).isEqualTo(Trust.CONFIRMED);
        assertThat(after.effectiveConfidence()).isCloseTo(4.6 / 6, within(1e-9));
        assertThat(knowledge.review(Town.HUMAN, fact.id(), Review.dispute()).trust())
                .isEqualTo(Trust.UNTRUSTED);
        FactDetail detail = knowledge.get(ana, fact.id());
        assertThat(detail.reviews())
                .extracting(said -> said.identity() + " " + said.verdict().text() + " " + said.reason())
                .containsExactly(
                        "bo confirm null",
                        "c1 confirm null",
                        "c2 dispute measured it",
                        "c3 confirm null",
                        "human dispute null");
        assertThat(detail.document()).hasSize(17);
        assertThat(knowledge.review(Town.HUMAN, fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.HUMAN);
        assertThat(knowledge.get(ana, fact.id()).reviews()).hasSize(5);
        assertThat(town.feed()).contains("knowledge.reviewed");
    }

    @Test
    void sourcesMustBeSeenAndCapTrust() {
        Note secret = town.notes().add(ana, NoteDraft.of("secret")).value();
        assertThatThrownBy(() -> add(bo, "a", "x", "note:" + secret.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> add(bo, "a", "x", "book:1")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> FactSource.of("nothing")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> add(bo, "a", "x", "task:00000000")).isInstanceOf(NotFoundException.class);
        Fact cited = add(ana, "a", "x", "note:" + secret.id().substring(28));
        assertThat(cited.sources()).containsExactly("note:" + secret.id());
        assertThat(cited.trust()).isEqualTo(Trust.AGENT);
        Fact outside = add(Town.HUMAN, "a", "y", "knowledge:" + cited.id(), "url:https://example.org");
        assertThat(outside.trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(add(Town.HUMAN, "a", "z", "debate:d1").trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(add(Town.HUMAN.atMost(Trust.AGENT), "a", "w").trust()).isEqualTo(Trust.AGENT);
        // What vouched for it is gone.
        town.notes().delete(ana, secret.id());
        assertThat(knowledge.get(ana, cited.id()).fact().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void aMessageIsCitedByItsIdOrItsPlace() {
        town.archive().write(tx -> {
            tx.update("""
                    INSERT INTO channels (channel_id, name, created_at)
                    VALUES ('c-1', 'lab', '2026-01-01T00:00:00.000')""");
            return tx.update("""
                    INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq)
                    SELECT 'm-' || identity, 'c-1', agent_id, 'hi', '2026-01-01T00:00:00.000',
                        CASE identity WHEN 'ana' THEN 1 ELSE 2 END
                    FROM agents WHERE identity IN ('ana', 'human')""");
        });
        assertThat(add(Town.HUMAN, "a", "1", "message:c-1:1").sources()).containsExactly("message:m-ana");
        assertThat(add(Town.HUMAN, "a", "2", "message:lab:1").trust()).isEqualTo(Trust.AGENT);
        assertThat(add(Town.HUMAN, "a", "3", "message:m-human").trust()).isEqualTo(Trust.HUMAN);
        assertThatThrownBy(() -> add(ana, "a", "4", "message:lab:7")).isInstanceOf(NotFoundException.class);
    }

    /** Trust recomputed step by step against the definition, over everything, after every step. */
    @Test
    void trustIsAlwaysThatOfTheDefinition() {
        SplittableRandom random = new SplittableRandom(5);
        List<Actor> actors = new ArrayList<>(List.of(ana, bo, Town.HUMAN));
        for (String name : List.of("c1", "c2")) {
            actors.add(town.agent(name));
        }
        town.agents().register(Town.HUMAN, AgentDraft.person("eve"));
        actors.add(Actor.of("eve"));
        List<Model> facts = new ArrayList<>();
        int depth = 0;
        for (int step = 0; step < 120; step++) {
            Actor by = actors.get(random.nextInt(actors.size()));
            if (facts.size() < 5 || random.nextInt(3) == 0) {
                Model model = new Model(by.identity());
                List<String> sources = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0 && !facts.isEmpty(); i--) {
                    Model cited = facts.get(random.nextInt(facts.size()));
                    model.cites.add(cited);
                    sources.add("knowledge:" + cited.id);
                }
                if (random.nextInt(8) == 0) {
                    model.outside = true;
                    sources.add("url:https://example.org");
                }
                model.id = add(by, "law", "f" + step, sources.toArray(String[]::new))
                        .id();
                facts.add(model);
            } else {
                Model model = facts.get(random.nextInt(facts.size()));
                Verdict verdict = random.nextInt(3) == 0 ? Verdict.DISPUTE : Verdict.CONFIRM;
                if (!model.author.equals(by.identity())) {
                    knowledge.review(by, model.id, new Review(verdict, null));
                    model.reviews.removeIf(review -> review.startsWith(by.identity() + " "));
                    model.reviews.add(by.identity() + " " + verdict.text());
                }
            }
            for (Model model : facts) {
                assertThat(town.value("SELECT trust FROM knowledge WHERE knowledge_id = '" + model.id + "'"))
                        .as("step %d, %s", step, model.id)
                        .isEqualTo(String.valueOf(model.trust()));
            }
            depth = Math.max(depth, facts.stream().mapToInt(Model::depth).max().orElse(0));
        }
        assertThat(depth).isGreaterThan(4);
        assertThat(town.archive().<List<String>>read(tx -> TrustUpdate.wrong(tx, 10)))
                .isEmpty();
    }

    /** The definition, evaluated from the ground up each time. */
    private static final class Model {
        private final String author;
        private final List<Model> cites = new ArrayList<>();
        private final List<String> reviews = new ArrayList<>();
        private boolean outside;
        private String id = "";

        private Model(String author) {
            this.author = author;
        }

        private static boolean person(String name) {
            return name.equals("human") || name.equals("eve");
        }

        private int depth() {
            return 1 + cites.stream().mapToInt(Model::depth).max().orElse(0);
        }

        private int trust() {
            int cap = outside ? 0 : 3;
            for (Model cited : cites) {
                cap = Math.min(cap, cited.trust());
            }
            int base = Math.min(person(author) ? 3 : 1, cap);
            String decided = null;
            int balance = 0;
            for (String review : reviews) {
                boolean confirm = review.endsWith(" confirm");
                if (person(review.substring(0, review.indexOf(' ')))) {
                    decided = confirm ? "3" : "0";
                } else {
                    balance += confirm ? 1 : -1;
                }
            }
            if (decided != null) {
                return Integer.parseInt(Objects.requireNonNull(decided));
            }
            return base == 1 && cap >= 2 && balance >= 2 ? 2 : base;
        }
    }
}
