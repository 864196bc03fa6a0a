package dev.stoa.society.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class KnowledgeTrustTest extends TownFixture {
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

    @Test
    void othersReviewWhatOneKnows() {
        Fact fact = knowledge.add(ana, FactDraft.of("a", "x").confidence(0.8)).value();
        assertThatThrownBy(() -> knowledge.review(ana, fact.id(), Review.confirm()))
                .isInstanceOf(ForbiddenException.class);
        List<Principal> others = new ArrayList<>(List.of(bo));
        for (String name : List.of("c1", "c2", "c3")) {
            others.add(town.agent(name));
        }
        assertThat(knowledge.review(others.get(0), fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.AGENT);
        assertThat(knowledge.review(others.get(1), fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.CONFIRMED);
        assertThat(knowledge
                        .review(others.get(2), fact.id(), new Review(ReviewVerdict.DISPUTE, "measured it"))
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
    void aSourceIsNamedOnlyToWhoSeesIt() {
        Note secret = town.notes().add(ana, NoteDraft.of("secret")).value();
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo());
        String said = town.messages()
                .send(ana, "den", MessageDraft.of("between us"))
                .message()
                .id();
        String open = town.notes()
                .add(ana, NoteDraft.of("open").publicly(true))
                .value()
                .id();
        Fact fact =
                add(ana, "a", "x", "note:" + secret.id(), "message:" + said, "note:" + open, "url:https://example.org");
        List<String> all = List.of("note:" + secret.id(), "message:" + said, "note:" + open, "url:https://example.org");
        List<String> masked = List.of("note:hidden", "message:hidden", "note:" + open, "url:https://example.org");
        assertThat(fact.sources()).isEqualTo(all);
        assertThat(knowledge.get(bo, fact.id()).fact().sources()).isEqualTo(masked);
        assertThat(knowledge
                        .query(bo, DomainPattern.of("a"), FactFilter.live())
                        .items()
                        .getFirst()
                        .sources())
                .isEqualTo(masked);
        assertThat(knowledge.add(bo, FactDraft.of("a", "x")).value().sources()).isEqualTo(masked);
        assertThat(knowledge.get(Principal.operator("local"), fact.id()).fact().sources())
                .isEqualTo(all);
        town.notes().share(ana, secret.id(), NoteSharing.with(List.of("bo")));
        assertThat(knowledge.get(bo, fact.id()).fact().sources().getFirst()).isEqualTo("note:" + secret.id());
        assertThatThrownBy(() -> FactSource.of("url:a\u001fb"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("control character");
    }

    @Test
    void aLongAddressIsKept() {
        String address = new SplittableRandom(3)
                .ints(2_000, 0x4e00, 0x9fff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        assertThat(add(ana, "a", "x", "url:" + address).sources()).containsExactly("url:" + address);
    }

    @Test
    void whoseWordCountsLessReviewsWithThatWord() {
        Fact fact = add(ana, "a", "x");
        Principal bounded = Town.HUMAN.atMost(Trust.AGENT);
        assertThat(knowledge.review(bounded, fact.id(), Review.confirm()).trust())
                .isEqualTo(Trust.AGENT);
        // It counts as an agent's does, which two of them make certain.
        assertThat(knowledge.review(bo, fact.id(), Review.confirm()).trust()).isEqualTo(Trust.CONFIRMED);
        Fact outside =
                knowledge.review(bo.atMost(Trust.UNTRUSTED), add(ana, "a", "y").id(), Review.confirm());
        assertThat(outside.confirms()).isZero();
        assertThat(knowledge.review(Town.HUMAN, fact.id(), Review.dispute()).trust())
                .isEqualTo(Trust.UNTRUSTED);
        assertThatThrownBy(() -> knowledge.review(bounded, fact.id(), Review.confirm()))
                .isInstanceOf(ForbiddenException.class);
        assertThat(knowledge.get(ana, fact.id()).fact().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(town.violations()).isEmpty();
    }

    @Test
    void aNoteThatIsRewrittenIsBelievedNoMoreThanWhoRewroteIt() {
        Note note = town.notes().add(Town.HUMAN, NoteDraft.of("sure")).value();
        Fact fact = add(Town.HUMAN, "a", "x", "note:" + note.id());
        assertThat(fact.trust()).isEqualTo(Trust.HUMAN);
        Note edited = town.notes()
                .edit(Town.HUMAN.atMost(Trust.UNTRUSTED), note.id(), "from outside", null)
                .value();
        assertThat(edited.trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(knowledge.get(ana, fact.id()).fact().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(town.violations()).isEmpty();
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
        List<Principal> actors = new ArrayList<>(List.of(ana, bo, Town.HUMAN));
        for (String name : List.of("c1", "c2")) {
            actors.add(town.agent(name));
        }
        town.agents().register(Town.HUMAN, AgentDraft.person("eve"));
        actors.add(Principal.as("eve"));
        List<Model> facts = new ArrayList<>();
        int depth = 0;
        for (int step = 0; step < 120; step++) {
            Principal by = actors.get(random.nextInt(actors.size()));
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
                ReviewVerdict verdict = random.nextInt(3) == 0 ? ReviewVerdict.DISPUTE : ReviewVerdict.CONFIRM;
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

    @Test
    void whatCitesAMessageIsTrustedLessWhenItsChannelIsDeleted() {
        town.channels().create(Town.HUMAN, ChannelDraft.of("talk"));
        town.channels().create(Town.HUMAN, ChannelDraft.of("other"));
        String said = town.messages()
                .send(Town.HUMAN, "talk", MessageDraft.of("it is so"))
                .message()
                .id();
        String elsewhere = town.messages()
                .send(Town.HUMAN, "other", MessageDraft.of("it is so too"))
                .message()
                .id();
        Fact cited = add(Town.HUMAN, "a", "x", "message:" + said);
        Fact further = add(Town.HUMAN, "a", "y", "knowledge:" + cited.id());
        Fact kept = add(Town.HUMAN, "a", "z", "message:" + elsewhere);
        assertThat(List.of(cited.trust(), further.trust(), kept.trust())).containsOnly(Trust.HUMAN);

        town.messages().delete(Town.HUMAN, said);
        assertThat(trust(cited)).as("its author is still known").isEqualTo(Trust.HUMAN);
        town.channels().delete(Town.HUMAN, "talk", true);
        assertThat(trust(cited)).isEqualTo(Trust.HUMAN);
        town.channels().delete(Town.HUMAN, "talk", false);

        assertThat(trust(cited)).isEqualTo(Trust.AGENT);
        assertThat(trust(further)).isEqualTo(Trust.AGENT);
        assertThat(trust(kept)).isEqualTo(Trust.HUMAN);
        assertThat(town.feed()).endsWith("knowledge.changed", "knowledge.changed", "channel.deleted");
        assertThat(town.violations()).isEmpty();
    }

    private Trust trust(Fact fact) {
        return knowledge.get(Town.HUMAN, fact.id()).fact().trust();
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
