package dev.stoa.counsel.keyword;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static dev.stoa.counsel.conversation.ConversationFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class KeywordIndexTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture counsel;
    private KeywordIndex index;

    @BeforeEach
    void open() {
        counsel = ConversationFixture.on(dialect, folder);
        index = KeywordIndex.over(counsel.context());
    }

    @AfterEach
    void close() {
        assertThat(counsel.violations()).isEmpty();
        counsel.close();
    }

    private List<String> found(String query) {
        return found(index, query);
    }

    private static List<String> found(KeywordIndex index, String query) {
        return index.search(ME, KeywordSearch.of(query)).items().stream()
                .map(hit -> hit.snippet().text())
                .toList();
    }

    @Test
    void theTokeniserIsThatOfTheSpecification() {
        String text = "Set wal_level=replica in postgresql.conf; it's 2024!";
        assertThat(Tokenizer.keywords(text))
                .containsExactly("set", "wal_level", "wal", "level", "replica", "postgresql", "conf", "2024");
        counsel.talk(text);
        found("anything");
        assertThat(counsel.value("SELECT term_count FROM messages")).isEqualTo("8");
        assertThat(counsel.values("SELECT keyword FROM message_keywords ORDER BY keyword"))
                .containsExactly("2024", "conf", "level", "postgresql", "replica", "set", "wal", "wal_level");
    }

    @Test
    void theScoreIsThatOfTheSpecification() {
        counsel.talk("alpha replica replica gamma delta", "alpha one1 two2 three3 four4");
        counsel.talk("five5 six6 seven7 eight8 nine9", "ten10 eleven twelve thirteen fourteen");
        SearchResult result = index.search(ME, KeywordSearch.of("alpha rep"));
        assertThat(result.items()).hasSize(1);
        assertThat(result.items().getFirst().score()).isEqualTo(2.017517265318475);
        assertThat(result.match()).isEqualTo("all");
        assertThat(result.items().getFirst().terms()).containsExactly("alpha", "replica");
        assertThat(Bm25.idf(4, 2)).isEqualTo(0.6931471805599453);
        assertThat(Bm25.idf(4, 1)).isEqualTo(1.2039728043259361);
        assertThat(Bm25.weight(Bm25.PREFIX, 2, Bm25.norm(5, 5))).isCloseTo(.8 * 1.375, within(1e-15));
    }

    @Test
    void messagesAreFoundByAQuestionByASettingByThe41stWordAndByATrailingNumber() {
        String many =
                IntStream.rangeClosed(1, 60).mapToObj(i -> "word" + i + "x").collect(Collectors.joining(" "));
        counsel.talk("How do I configure the replica?", "Set wal_level=replica", many, "It happened in build 4711");
        assertThat(found("how to configure")).containsExactly("How do I configure the replica?");
        assertThat(found("wal_level=replica")).containsExactly("Set wal_level=replica");
        assertThat(found("word41x")).hasSize(1);
        assertThat(found("4711")).containsExactly("It happened in build 4711");
        assertThat(found("configu")).containsExactly("How do I configure the replica?");
    }

    @Test
    void tiesRankByTheTimeOfTheMessageAlsoAfterBackFill() {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            counsel.clock().advance(Duration.ofSeconds(1));
            counsel.talk("same words " + "abcde".charAt(i) + "x");
            said.addFirst("same words " + "abcde".charAt(i) + "x");
        }
        assertThat(found("same words")).isEqualTo(said);
        // As an archive that is indexed for the first time, long after.
        counsel.archive().write(tx -> {
            KeywordIndex.renew(tx);
            return 0;
        });
        counsel.clock().advance(Duration.ofDays(9));
        assertThat(found(KeywordIndex.over(counsel.context()), "same words")).isEqualTo(said);
        assertThat(found("same words")).isEqualTo(said);
    }

    @Test
    void allTermsMustMatchUnlessNoMessageHasAllAndStopWordsAreIgnored() {
        counsel.talk("red green", "green blue", "the it");
        SearchResult all = index.search(ME, KeywordSearch.of("the green blue"));
        assertThat(all.match()).isEqualTo("all");
        assertThat(all.ignored()).containsExactly("the");
        assertThat(all.items()).hasSize(1);
        SearchResult any = index.search(ME, KeywordSearch.of("red blue"));
        assertThat(any.match()).isEqualTo("any");
        assertThat(any.items()).hasSize(2);
        SearchResult none = index.search(ME, KeywordSearch.of("how to be"));
        assertThat(none.items()).isEmpty();
        assertThat(none.ignored()).containsExactly("how", "to", "be");
        assertThat(none.document().keySet()).containsExactly("items", "next", "match", "ignored", "pending");
        assertThat(all.items().getFirst().document().keySet())
                .containsExactly(
                        "message_id",
                        "conversation_id",
                        "project_id",
                        "role",
                        "created_at",
                        "score",
                        "terms",
                        "snippet");
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        for (String query : List.of("", " ", "x".repeat(1_001), words(33))) {
            assertThatThrownBy(() -> index.search(ME, KeywordSearch.of(query)))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("query");
        }
        assertThat(index.search(ME, KeywordSearch.of(words(32))).items()).isEmpty();
        assertThatThrownBy(() -> KeywordSearch.of("x").limit(501)).isInstanceOf(InvalidException.class);
    }

    private static String words(int number) {
        return IntStream.range(0, number).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    }

    @Test
    void anotherUsersMessagesAreNotFound() {
        String mine = counsel.talk("secret plan");
        assertThat(index.search(user("eve"), KeywordSearch.of("secret")).items())
                .isEmpty();
        assertThatThrownBy(() -> index.search(
                        user("eve"), new KeywordSearch("secret", new ProjectFilter.All(), mine, null, null, null, 20)))
                .isInstanceOf(NotFoundException.class);
        String project = counsel.projects().create(ME, "mine").projectId();
        for (String id : List.of(project, "unknown")) {
            assertThatThrownBy(() -> index.search(
                            user("eve"),
                            new KeywordSearch("secret", new ProjectFilter.Of(id), null, null, null, null, 20)))
                    .as(id)
                    .isInstanceOf(NotFoundException.class);
        }
        assertThat(index.search(Principal.operator("root"), KeywordSearch.of("secret"))
                        .items())
                .hasSize(1);
    }

    @Test
    void whatAnotherProcessCommitsIsFoundAtOnceAndWhatItErasesIsNot() {
        index.load();
        KeywordIndex elsewhere = KeywordIndex.over(counsel.elsewhere());
        String conversation = counsel.talk("kerosene lamp");
        counsel.talk("kerosene stove");
        assertThat(found("kerosene")).hasSize(2);
        assertThat(found(elsewhere, "keros")).hasSize(2);
        counsel.conversations().erase(ME, conversation);
        assertThat(found("kerosene")).containsExactly("kerosene stove");
        assertThat(found(elsewhere, "keros")).containsExactly("kerosene stove");
        assertThat(found("lamp")).isEmpty();
        counsel.talk("kerosene again");
        assertThat(found("keros")).containsExactlyInAnyOrder("kerosene stove", "kerosene again");
        assertThat(found(elsewhere, "kerosene")).hasSize(2);
    }

    @Test
    void whatWasSaidAfterAnEmptySearchIsFound() {
        assertThat(found("later")).isEmpty();
        counsel.talk("later it was said");
        assertThat(found("later")).hasSize(1);
    }

    @Test
    void aMessageThatFailsStopsNothing() {
        counsel.talk("before", "broken", "after");
        // As if it was sealed under an unknown key.
        counsel.archive().write(tx -> tx.update("UPDATE messages SET key_id = 7 WHERE content = 'broken'"));
        try (CapturedLog log = CapturedLog.of(KeywordQueue.class)) {
            assertThat(found("before")).hasSize(1);
            assertThat(log.warnings()).singleElement().asString().contains(" goes into the index without words: ");
        }
        assertThat(found("after")).hasSize(1);
        assertThat(found("broken")).isEmpty();
        assertThat(counsel.value("SELECT count(*) FROM messages WHERE index_seq IS NULL"))
                .isEqualTo("0");
        assertThat(counsel.value("SELECT term_count FROM messages WHERE content = 'broken'"))
                .isEqualTo("0");
        counsel.archive().write(tx -> tx.update("UPDATE messages SET key_id = NULL"));
    }

    /** An index whose store meets each word before it is written. */
    private KeywordIndex meeting(Consumer<Object> words) {
        Seal failing = (Seal) Proxy.newProxyInstance(
                Seal.class.getClassLoader(), new Class<?>[] {Seal.class}, (proxy, method, args) -> {
                    if (method.getName().equals("token")) {
                        words.accept(args[0]);
                    }
                    return method.invoke(Seal.plain(), args);
                });
        CounselContext context = counsel.context();
        return KeywordIndex.over(
                new CounselContext(context.archive(), context.clock(), context.ids(), failing, context.audit()));
    }

    @Test
    void aMessageThatTheStoreRefusesStopsNothing() {
        KeywordIndex own = meeting(word -> {
            if (word.equals("broken")) {
                throw new InvalidException("invalid", "the word is refused", null);
            }
        });
        own.load();
        counsel.talk("before wind", "broken wind", "after wind");
        assertThat(found(own, "wind")).containsExactlyInAnyOrder("before wind", "after wind");
        assertThat(found(own, "broken")).isEmpty();
        assertThat(counsel.value("SELECT count(*) FROM messages WHERE index_seq IS NULL"))
                .isEqualTo("0");
    }

    @Test
    void whatOneProcessIndexesIsFoundBesideWhatAnotherIndexedInBetween() {
        index.load();
        KeywordIndex elsewhere = KeywordIndex.over(counsel.elsewhere());
        counsel.talk("kerosene here");
        assertThat(index.drain()).isZero();
        counsel.talk("kerosene there");
        assertThat(elsewhere.drain()).isZero();
        counsel.talk("kerosene again");
        assertThat(index.drain()).isZero();
        assertThat(found("kerosene")).containsExactlyInAnyOrder("kerosene here", "kerosene there", "kerosene again");
    }

    @Test
    void aFaultOfTheStoreLosesNoWord() {
        AtomicBoolean full = new AtomicBoolean(true);
        KeywordIndex own = meeting(word -> {
            if (full.get()) {
                throw new UnavailableException("disk_full", "the disk is full", null);
            }
        });
        counsel.talk("kerosene");
        assertThatThrownBy(() -> own.search(ME, KeywordSearch.of("kerosene"))).isInstanceOf(UnavailableException.class);
        full.set(false);
        assertThat(own.search(ME, KeywordSearch.of("kerosene")).items()).hasSize(1);
    }

    @Test
    void longMessagesAreIndexedAFewAtATime() {
        counsel.talk("first", "second", "third");
        counsel.archive().write(tx -> tx.update("UPDATE messages SET tokens = 600000"));
        KeywordQueue queue = new KeywordQueue(counsel.context());
        List<KeywordQueue.Drained> drained = List.of(queue.drain(), queue.drain(), queue.drain());
        assertThat(drained).map(KeywordQueue.Drained::messages).containsOnly(1);
        assertThat(drained).map(KeywordQueue.Drained::more).containsExactly(true, true, false);
        assertThat(found("third")).hasSize(1);
    }

    @Test
    void aChangedTokeniserMakesTheIndexOnceMore() {
        counsel.talk("some words");
        assertThat(found("words")).hasSize(1);
        counsel.archive().write(tx -> {
            tx.update("UPDATE counsel_meta SET value = '0' WHERE key = 'tokenizer'");
            return tx.update("UPDATE message_keywords SET keyword = 'old' WHERE keyword = 'words'");
        });
        assertThat(found("words")).hasSize(1);
        assertThat(found("old")).isEmpty();
        assertThat(counsel.values("SELECT keyword FROM message_keywords ORDER BY keyword"))
                .containsExactly("some", "words");
        assertThat(counsel.value("SELECT value FROM counsel_meta WHERE key = 'tokenizer'"))
                .isEqualTo(Integer.toString(Tokenizer.VERSION));
    }

    @Test
    void aWorkerIndexesWhatIsCommittedAndTheRestWhenItIsClosed() throws InterruptedException {
        try (KeywordWorker worker = KeywordWorker.start(counsel.archive(), index, true)) {
            counsel.talk("first words", "second words");
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!counsel.value("SELECT count(*) FROM messages WHERE index_seq IS NULL")
                            .equals("0")
                    && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(counsel.value("SELECT count(*) FROM message_keywords")).isEqualTo("4");
            counsel.talk("last words");
            assertThat(worker).isNotNull();
        }
        assertThat(counsel.value("SELECT count(*) FROM messages WHERE index_seq IS NULL"))
                .isEqualTo("0");
    }

    @Test
    void aSnippetShowsTheDensestHits() {
        String far = "lorem ipsum ".repeat(40);
        counsel.talk(far + "kerosene once. " + far + "the KEROSENE lamp: kerosene, kerosenes! " + far);
        Snippet snippet = index.search(ME, KeywordSearch.of("kerosene lamp"))
                .items()
                .getFirst()
                .snippet();
        assertThat(snippet.text()).startsWith("…").endsWith("…").contains("the KEROSENE lamp: kerosene, kerosenes!");
        assertThat(snippet.text().codePointCount(0, snippet.text().length())).isLessThanOrEqualTo(160);
        assertThat(snippet.marks().stream()
                        .map(mark -> snippet.text().substring(mark.start(), mark.end()))
                        .toList())
                .containsExactly("KEROSENE", "lamp", "kerosene", "kerosenes");
        counsel.talk("🎉🎉 'quoted' 東京都庁 wal_level");
        Snippet small = index.search(ME, KeywordSearch.of("京都 quoted level"))
                .items()
                .getFirst()
                .snippet();
        int[] points = small.text().codePoints().toArray();
        assertThat(small.marks().stream()
                        .map(mark -> new String(points, mark.start(), mark.end() - mark.start()))
                        .toList())
                .containsExactly("quoted", "京都", "wal_level");
    }

    private record Said(String id, String conversation, String user, String role, double at, List<String> terms) {}

    /** Every message scored by the formula, without an index. */
    private static List<String> brute(List<Said> all, KeywordSearch search, String user, List<String> conversations) {
        List<String> terms =
                Tokenizer.keywords(search.query()).stream().distinct().toList();
        double average =
                all.stream().mapToInt(said -> said.terms().size()).average().orElse(1);
        record Scored(Said said, double score, int matched) {}
        List<Scored> scored = new ArrayList<>();
        for (Said said : all) {
            double score = 0;
            int matched = 0;
            for (String term : terms) {
                long df = all.stream()
                        .filter(one -> one.terms().stream().anyMatch(word -> word.startsWith(term)))
                        .count();
                double best = 0;
                for (String word : said.terms()) {
                    if (word.startsWith(term)) {
                        double tf = said.terms().stream().filter(word::equals).count();
                        double g = word.equals(term) ? 1 : .8;
                        double length = said.terms().size();
                        best = Math.max(best, g * tf * 2.2 / (tf + 1.2 * (.25 + .75 * length / average)));
                    }
                }
                matched += best > 0 ? 1 : 0;
                score += Math.log(1 + (all.size() - df + .5) / (df + .5)) * best;
            }
            boolean passes = said.user().equals(user)
                    && conversations.contains(said.conversation())
                    && (search.conversationId() == null
                            || search.conversationId().equals(said.conversation()))
                    && (search.role() == null || search.role().text().equals(said.role()))
                    && (search.since() == null || said.at() >= search.since().toEpochMilli() / 1e3)
                    && (search.until() == null || said.at() < search.until().toEpochMilli() / 1e3);
            if (matched > 0 && passes) {
                scored.add(new Scored(said, score, matched));
            }
        }
        boolean any = scored.stream().noneMatch(one -> one.matched() == terms.size());
        return scored.stream()
                .filter(one -> any || one.matched() == terms.size())
                .sorted(Comparator.<Scored>comparingDouble(one -> Math.round(one.score() * 1e9))
                        .thenComparingDouble(one -> one.said().at())
                        .thenComparing(one -> one.said().id())
                        .reversed())
                .limit(search.limit())
                .map(one -> String.format("%s %.9f", one.said().id(), one.score()))
                .toList();
    }

    @Test
    void aSearchAgreesWithScoringEveryMessage() {
        SplittableRandom chance = new SplittableRandom(11);
        String[] words = {"red", "redo", "redone", "green", "greens", "blue", "wal_level", "walNut", "7", "77", "the"};
        String project = counsel.projects().create(ME, "p").projectId();
        List<String> users = List.of("local", "eve");
        List<String> conversations = new ArrayList<>();
        List<String> inProject = new ArrayList<>();
        List<String> owners = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Principal owner = i % 3 == 2 ? user("eve") : ME;
            String of = owner.equals(ME) && i % 2 == 0 ? project : null;
            conversations.add(counsel.conversations()
                    .create(owner, new ConversationDraft(null, of))
                    .conversationId());
            owners.add(users.get(owner.equals(ME) ? 0 : 1));
            if (of != null) {
                inProject.add(conversations.getLast());
            }
        }
        KeywordIndex loaded = KeywordIndex.over(counsel.elsewhere());
        loaded.load();
        List<Said> all = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < 12; i++) {
                int in = chance.nextInt(conversations.size());
                counsel.clock().advance(Duration.ofMillis(chance.nextInt(3) * 1_000L));
                String text = IntStream.range(0, chance.nextInt(1, 9))
                        .mapToObj(at -> words[chance.nextInt(words.length)])
                        .collect(Collectors.joining(" "));
                Principal owner = owners.get(in).equals("local") ? ME : user("eve");
                var message = counsel.messages()
                        .append(
                                owner,
                                MessageDraft.of(
                                        conversations.get(in),
                                        chance.nextBoolean() ? MessageRole.USER : MessageRole.ASSISTANT,
                                        text));
                all.add(new Said(
                        message.messageId(),
                        conversations.get(in),
                        owners.get(in),
                        message.role(),
                        message.createdAt().toEpochMilli() / 1e3,
                        Tokenizer.keywords(text)));
            }
            if (round == 6) {
                counsel.conversations().erase(ME, conversations.get(0));
                all.removeIf(said -> said.conversation().equals(conversations.get(0)));
                conversations.removeFirst();
                owners.removeFirst();
            }
            for (int i = 0; i < 6; i++) {
                String query = IntStream.range(0, chance.nextInt(1, 4))
                        .mapToObj(at -> words[chance.nextInt(words.length - 1)])
                        .map(word -> chance.nextBoolean()
                                ? word
                                : word.substring(
                                        0,
                                        Math.max(2, word.length() - 2) > word.length()
                                                ? word.length()
                                                : Math.min(word.length(), 3)))
                        .collect(Collectors.joining(" "));
                boolean filtered = chance.nextBoolean();
                @Nullable
                Instant since =
                        chance.nextInt(3) == 0 ? counsel.clock().instant().minusSeconds(20) : null;
                KeywordSearch search = new KeywordSearch(
                        query,
                        filtered ? ProjectFilter.of(project) : new ProjectFilter.All(),
                        null,
                        chance.nextInt(3) == 0 ? MessageRole.USER : null,
                        since,
                        chance.nextInt(3) == 0 ? counsel.clock().instant().minusSeconds(2) : null,
                        chance.nextInt(1, 30));
                List<String> expected = brute(all, search, "local", filtered ? inProject : conversations);
                for (KeywordIndex one : List.of(index, loaded, KeywordIndex.over(counsel.context()))) {
                    assertThat(one.search(ME, search).items().stream()
                                    .map(hit -> String.format("%s %.9f", hit.messageId(), hit.score()))
                                    .toList())
                            .as("%s", search)
                            .isEqualTo(expected);
                }
            }
        }
    }
}
