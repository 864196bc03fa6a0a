package dev.stoa.society.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.References;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.note.NoteDetail;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteFilter;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.note.Notes;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class ContextSearchTest extends TownFixture {
    private Notes notes;
    private Knowledge knowledge;
    private ContextSearch context;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        notes = town.notes();
        knowledge = town.knowledge();
        context = town.context();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private String note(Principal by, String text) {
        return notes.add(by, NoteDraft.of(text)).value().id();
    }

    private void channel(String name, boolean restricted) {
        town.archive()
                .write(tx -> tx.update(
                        "INSERT INTO channels (channel_id, name, created_at, restricted) VALUES (?, ?, ?, ?)",
                        "id-" + name,
                        name,
                        town.clock().instant(),
                        restricted ? 1 : 0));
    }

    private void message(String channel, String author, int seq, String content) {
        town.archive().write(tx -> {
            String agent = References.agent(tx, author);
            tx.update(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    channel + "-" + seq,
                    "id-" + channel,
                    agent,
                    content,
                    town.clock().instant(),
                    seq);
            SearchIndex.put(
                    tx,
                    SearchSources.message(
                            channel + "-" + seq,
                            agent,
                            "id-" + channel,
                            content,
                            town.clock().instant(),
                            seq));
            return true;
        });
    }

    private void task(String id, String agent, String input, String output, boolean secret) {
        town.archive().write(tx -> {
            String by = References.agent(tx, agent);
            tx.update(
                    "INSERT INTO tasks (task_id, agent_id, input, output, created_at, seq, private)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    id,
                    by,
                    input,
                    output,
                    town.clock().instant(),
                    900,
                    secret ? 1 : 0);
            SearchIndex.put(
                    tx,
                    SearchSources.task(id, by, null, input, output, town.clock().instant(), 900));
            return true;
        });
    }

    private List<String> found(Principal by, ContextQuery query) {
        return context.search(by, query).items().stream().map(ContextHit::ref).toList();
    }

    private List<String> found(Principal by, String text) {
        return found(by, ContextQuery.of(text));
    }

    private static ContextQuery asked(Object... fields) {
        return ContextQuery.fromJson(JsonFields.of(Json.object(fields)));
    }

    @Test
    void aFloodOfHiddenNotesCostsNobodyAHit() {
        Principal cy = town.agent("cy");
        String own = "note:" + note(bo, "an otter of bo");
        String lent = note(bo, "an otter for ana");
        String shared = "note:" + lent;
        notes.share(bo, lent, NoteSharing.with(List.of("ana")));
        // So many that not every row is ranked that has the word; they are the newest, and nobody may see them.
        town.archive().write(tx -> {
            for (int i = 0; i < 4_300; i++) {
                SearchIndex.put(
                        tx,
                        new SearchIndex.Doc(
                                SearchIndex.Kind.NOTE,
                                "hidden-" + i,
                                "somebody",
                                null,
                                true,
                                town.clock().instant(),
                                null,
                                i % 3 == 0 ? "otter otter" : "seal"));
            }
            return true;
        });

        assertThat(found(bo, "otter")).containsExactlyInAnyOrder(own, shared);
        assertThat(found(ana, "otter")).containsExactly(shared);
        assertThat(found(bo, "otter seal")).containsExactlyInAnyOrder(own, shared);
        assertThat(found(cy, "otter")).isEmpty();
    }

    @Test
    @DisplayName("Context search must return hits of all sources together, knowledge included")
    void oneQuestionFindsHitsOfAllSources() {
        String lab = town.channels().create(ana, ChannelDraft.of("lab")).value().id();
        String said = town.messages()
                .send(bo, "lab", MessageDraft.of("the otter swims"))
                .message()
                .id();
        String task =
                town.tasks().add(bo, WorkDraft.of("feed the otter")).value().id();
        String note = note(ana, "otter food");
        String fact = knowledge
                .add(bo, FactDraft.of("zoo/otter", "Eats fish."))
                .value()
                .id();
        ContextHits hits = context.search(ana, ContextQuery.of("the otters"));
        assertThat(hits.items())
                .extracting(ContextHit::ref)
                .containsExactlyInAnyOrder(
                        "note:" + note, "knowledge:" + fact, "message:" + lab + ":1", "task:" + task);
        assertThat(hits.terms()).containsExactly("otters");
        assertThat(hits.dropped()).containsExactly("the");
        ContextHit message = hits.items().stream()
                .filter(hit -> hit.kind().equals("message"))
                .findFirst()
                .orElseThrow();
        assertThat(message.document())
                .containsEntry("id", said)
                .containsEntry("snippet", "the otter swims")
                .containsEntry("identity", "bo")
                .containsEntry("channel", "lab")
                .containsEntry("seq", 1L)
                .containsEntry("topic", null)
                .containsEntry("domain", null)
                .containsEntry("trust", "agent")
                .hasSize(14);
        assertThat(hits.document()).containsOnlyKeys("query", "terms", "dropped", "items");
        assertThat(found(ana, ContextQuery.of("otter").in(ContextQuery.Scope.NOTES)))
                .containsExactly("note:" + note);
    }

    @Test
    @DisplayName("After an edit the old words must not match, after a delete nothing must match")
    void whatIsTakenAwayIsNotFound() {
        town.channels().create(ana, ChannelDraft.of("lab"));
        String note = note(ana, "otter food");
        notes.edit(ana, note, "beaver food", null);
        assertThat(found(ana, "otter")).isEmpty();
        assertThat(found(ana, "beaver")).containsExactly("note:" + note);
        notes.delete(ana, note);
        String said = town.messages()
                .send(ana, "lab", MessageDraft.of("a beaver swims"))
                .message()
                .id();
        Fact fact = knowledge.add(ana, FactDraft.of("zoo", "A beaver builds.")).value();
        assertThat(found(ana, "beaver")).hasSize(2);
        town.messages().delete(ana, said);
        Fact next = knowledge
                .add(ana, FactDraft.of("zoo", "An otter does not.").replacing(fact.id()))
                .value();
        assertThat(found(ana, "beaver")).isEmpty();
        assertThat(found(ana, "otter")).containsExactly("knowledge:" + next.id());
        knowledge.archive(ana, next.id());
        assertThat(found(ana, "otter")).isEmpty();
        assertThat(found(ana, ContextQuery.of("otter").archived(true))).containsExactly("knowledge:" + next.id());
        assertThat(town.violations()).isEmpty();
    }

    @Test
    void wordsHaveTheSameStemOnBothDatabases() {
        note(ana, "the news of the day");
        note(ana, "a new beginning");
        note(ana, "he was dying");
        note(ana, "they die");
        note(ana, "the skies");
        assertThat(found(ana, "new")).hasSize(2);
        assertThat(found(ana, "news")).hasSize(2);
        assertThat(found(ana, "die")).hasSize(1);
        assertThat(found(ana, "dying")).hasSize(1);
        assertThat(found(ana, "skies")).hasSize(1);
    }

    @Test
    void anOutputIsCutAtWholeCharacters() {
        String wide = "😀".repeat(8_190);
        town.archive().write(tx -> {
            String by = References.agent(tx, "ana");
            SearchIndex.Doc doc = SearchSources.task(
                    "t", by, null, "in", wide + " ab cd", town.clock().instant(), 1);
            assertThat(doc.text()).isEqualTo("in\n" + wide + " a");
            return true;
        });
    }

    @Test
    void whatIsHiddenIsNotFound() {
        channel("den", true);
        message("den", "bo", 1, "otter");
        note(bo, "otter");
        task("task-1", "bo", "otter", "", true);
        assertThat(found(ana, "otter")).isEmpty();
        assertThat(found(Town.HUMAN, "otter")).isEmpty();
        assertThat(found(Principal.operator("local"), "otter")).hasSize(3);
        town.archive().write(tx -> tx.update("""
                INSERT INTO channel_members (channel_id, agent_id, role, joined_at)
                SELECT 'id-den', agent_id, 'member', '2026-01-01T00:00:00.000' FROM agents WHERE identity = 'ana'"""));
        assertThat(found(ana, "otter")).containsExactly("message:id-den:1");
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE tasks SET assignee_id = (SELECT agent_id FROM agents" + " WHERE identity = 'ana')"));
        notes.list(bo, NoteFilter.mine()).items().forEach(note -> notes.share(bo, note.id(), NoteSharing.open()));
        assertThat(found(ana, "otter")).hasSize(3);
    }

    @Test
    void noHitIsLostToBetterOnesOutsideItsScope() {
        for (int i = 0; i < 230; i++) {
            note(bo, "otter otter " + i);
        }
        String mine = note(ana, "an otter in a long text about many things that nobody wants to read at all");
        assertThat(found(ana, "otter")).containsExactly("note:" + mine);
        assertThat(found(Principal.operator("local"), asked("query", "otter", "agent", "ana")))
                .containsExactly("note:" + mine);
        assertThat(found(Principal.operator("local"), ContextQuery.of("otter").limit(100)))
                .hasSize(100);
    }

    @Test
    void aQuestionHasBounds() {
        assertThatThrownBy(() -> ContextQuery.of("")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> ContextQuery.of("a".repeat(257))).hasMessageContaining("at most 256");
        assertThatThrownBy(() -> ContextQuery.of("a").limit(101)).hasMessageContaining("1 to 100");
        assertThatThrownBy(() -> asked("query", "a", "since", "7w")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> asked("query", "a", "scopes", List.of("mail")))
                .hasMessageContaining("scope \"mail\" is none of");
        assertThatThrownBy(() -> asked("query", "a", "order", "size")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> found(ana, asked("query", "otter", "agent", "nobody")))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void filtersAreConditionsOfTheSearch() {
        channel("lab", false);
        message("lab", "human", 1, "otter");
        message("lab", "ana", 2, "otter");
        task("task-1", "ana", "swim", "like an otter", false);
        town.clock().advance(Duration.ofDays(10));
        String note = note(ana, "otter");
        String old = note(ana, "old otter");
        notes.archive(ana, old);
        String deep = knowledge
                .add(ana, FactDraft.of("zoo/x/otter", "Swims."))
                .value()
                .id();
        String flat = knowledge
                .add(Town.HUMAN, FactDraft.of("zoo", "An otter."))
                .value()
                .id();
        knowledge.add(ana, FactDraft.of("zoo/y/heron", "Eats otters."));

        assertThat(found(ana, asked("query", "otter", "channel", "#lab")))
                .containsExactlyInAnyOrder("message:id-lab:1", "message:id-lab:2");
        assertThat(found(ana, asked("query", "otter", "since", "7d", "scopes", List.of("notes", "messages", "tasks"))))
                .containsExactly("note:" + note);
        assertThat(found(ana, asked("query", "otter", "until", "2026-01-05T00:00:00Z")))
                .containsExactlyInAnyOrder("message:id-lab:1", "message:id-lab:2", "task:task-1");
        assertThat(found(ana, asked("query", "otter", "min_trust", "confirmed")))
                .containsExactlyInAnyOrder("message:id-lab:1", "knowledge:" + flat);
        assertThat(found(ana, asked("query", "otter", "domain", "Zoo/*"))).hasSize(3);
        assertThat(found(ana, asked("query", "otter", "domain", "zoo/*/otter"))).containsExactly("knowledge:" + deep);
        assertThat(found(ana, asked("query", "otter", "domain", "zoo", "min_trust", "human")))
                .containsExactly("knowledge:" + flat);
        assertThat(found(ana, asked("query", "otter", "archived", true, "scopes", List.of("notes"))))
                .containsExactlyInAnyOrder("note:" + note, "note:" + old);
        assertThat(found(ana, asked("query", "otter swims", "all_words", true)))
                .containsExactlyInAnyOrder("knowledge:" + deep, "task:task-1");
        town.archive().write(tx -> tx.update("UPDATE channels SET archived_at = created_at"));
        assertThat(found(ana, asked("query", "otter", "scopes", List.of("messages"))))
                .isEmpty();
        assertThat(found(ana, asked("query", "otter", "scopes", List.of("messages"), "archived", true)))
                .hasSize(2);
    }

    @Test
    void eachHitSaysWhyAndTimeOnlyReordersThem() {
        String core =
                notes.add(Town.HUMAN, NoteDraft.of("otter").core(true)).value().id();
        town.clock().advance(Duration.ofDays(60));
        String plain = note(Town.HUMAN, "otter again");
        ContextHits ranked = context.search(Town.HUMAN, ContextQuery.of("otter"));
        ContextHit first = ranked.items().stream()
                .filter(hit -> hit.id().equals(core))
                .findFirst()
                .orElseThrow();
        assertThat(first.why().recency()).isCloseTo(0.25, within(1e-9));
        assertThat(first.why().core()).isEqualTo(1);
        assertThat(first.why().trust()).isEqualTo(1.2);
        assertThat(first.score()).isCloseTo(first.why().lexical() * (1 + 0.2 * 0.25 + 0.1) * 1.2, within(1e-9));
        assertThat(ranked.items()).extracting(hit -> hit.why().lexical()).contains(1.0);
        assertThat(found(Town.HUMAN, ContextQuery.of("otter").order(ContextQuery.Order.TIME)))
                .containsExactly("note:" + plain, "note:" + core);
        Fact fact =
                knowledge.add(ana, FactDraft.of("a", "heron").confidence(0.8)).value();
        knowledge.review(bo, fact.id(), Review.confirm());
        ContextHit hit = context.search(ana, ContextQuery.of("heron")).items().getFirst();
        assertThat(hit.why().confidence()).isCloseTo(2.6 / 3, within(1e-9));
        assertThat(hit.score()).isCloseTo(1.2 * (0.8 + 0.2 * 2.6 / 3), within(1e-9));
    }

    @Test
    void aNoteIsShownWithItsPastAndItsLike() {
        String id = note(ana, "otter pond water");
        notes.edit(ana, id, "otter pond", null);
        for (int i = 0; i < 7; i++) {
            note(ana, "the otter pond number " + i);
        }
        note(ana, "heron");
        note(bo, "otter pond of bo");
        NoteDetail detail = notes.show(ana, id);
        assertThat(detail.revisions()).extracting(NoteDetail.Revision::message).containsExactly("otter pond water");
        assertThat(detail.related()).hasSize(5).allMatch(hit -> hit.snippet().startsWith("the otter pond number"));
        notes.share(ana, id, NoteSharing.open());
        NoteDetail shared = notes.show(bo, id);
        assertThat(shared.revisions()).isEmpty();
        assertThat(shared.related()).extracting(ContextHit::snippet).containsExactly("otter pond of bo");
        assertThat(detail.document()).containsKeys("revisions", "related", "memory_id");
    }

    @Test
    void trustIsShownByItsName() {
        knowledge.add(Town.HUMAN, FactDraft.of("a", "otter"));
        assertThat(context.search(ana, ContextQuery.of("otter"))
                        .items()
                        .getFirst()
                        .trust())
                .isEqualTo(Trust.HUMAN);
    }

    @Test
    void whatHasMoreOfTheWordsComesFirstThoughItIsOlder() {
        String both = note(bo, "the harpoon and the anchor");
        String one = note(bo, "an anchor");
        note(bo, "a rope");
        note(bo, "a sail");
        note(bo, "a mast");
        List<ContextHit> hits =
                context.search(bo, ContextQuery.of("harpoon anchor")).items();
        assertThat(hits).extracting(ContextHit::id).containsExactly(both, one);
        // By hand, each note with the word of its topic: .3365 * 1.0732 / (1.0986 + .3365) / .7857.
        assertThat(hits.getLast().why().lexical()).isCloseTo(0.3202, within(1e-4));
    }

    @Test
    void wordsOfMostDocumentsFindTheNewestThatMayBeSeenBehindThoseWithRarerWords() {
        channel("open", false);
        channel("closed", true);
        String harpoon = note(bo, "a whale and a harpoon");
        String whale = note(bo, "a whale alone");
        fill("open", 2_200);
        assertThat(context.search(bo, ContextQuery.of("whale").limit(5)).items())
                .extracting(ContextHit::kind)
                .containsOnly("message");
        fill("closed", 2_200);
        assertThat(context.search(bo, ContextQuery.of("whale").in(ContextQuery.Scope.NOTES))
                        .items())
                .extracting(ContextHit::id)
                .containsExactlyInAnyOrder(whale, harpoon);
        assertThat(context.search(
                                bo,
                                ContextQuery.of("whale harpoon")
                                        .in(ContextQuery.Scope.NOTES, ContextQuery.Scope.MESSAGES))
                        .items())
                .extracting(ContextHit::id)
                .startsWith(harpoon)
                .hasSizeGreaterThan(1)
                .noneMatch(id -> id.startsWith("closed"));
        assertThat(context.search(bo, ContextQuery.of("whale")).items())
                .extracting(hit -> hit.why().lexical())
                .containsOnly(1.0);
    }

    /** Documents with one word, without the messages that they would come from. */
    private void fill(String channel, int documents) {
        boolean sqlite = dialect == Dialect.SQLITE;
        town.archive().write(tx -> {
            String agent = References.agent(tx, "ana");
            if (!sqlite) {
                SearchIndex.RANK.suspend(tx);
            }
            tx.batch(
                    "INSERT INTO search_docs (kind, ref_id, agent_id, channel_id, live, at, seq"
                            + (sqlite ? "" : ", terms, search_words") + ") VALUES ('message', ?, ?, ?, 1, ?, ?"
                            + (sqlite ? ")" : ", to_tsvector('stoa', 'whale'), 1)"),
                    IntStream.range(0, documents).boxed().toList(),
                    i -> new Object[] {
                        channel + "-" + i, agent, "id-" + channel, town.clock().instant(), (long) i
                    });
            if (sqlite) {
                tx.update(
                        "INSERT INTO search_text (rowid, body) SELECT doc_id, 'whale' FROM search_docs WHERE channel_id = ?",
                        "id-" + channel);
            } else {
                SearchIndex.RANK.recount(tx);
            }
            return true;
        });
    }
}
