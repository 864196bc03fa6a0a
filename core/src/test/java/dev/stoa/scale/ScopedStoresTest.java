package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.Episodes;
import dev.stoa.evolution.run.Run;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.Reputation;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.search.vector.Embedder;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.feed.FeedReader;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.Notes;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What units of one aggregate lose if their scope is too small, through two openings as two processes have them. */
@OnBothDatabases
@Timeout(180)
class ScopedStoresTest {
    private static final int CALLERS = 8;
    private static final int ROUNDS = 12;
    private static final Principal ME = Principal.local();
    private static final Duration LEASE = Duration.ofMinutes(10);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");
    private final Ids ids = Ids.system();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    /** Two openings of an archive. */
    private List<Archive> nodes(ArchiveSchema schema) {
        Place place = Place.on(dialect, folder, schema);
        open.add(place);
        return List.of(place.open(schema), place.open(schema));
    }

    private interface Call<T> {
        T by(int caller) throws Exception;
    }

    /** Lets all callers begin at the same moment; what they got, in their order. */
    private static <T> List<T> together(Call<T> call) throws Exception {
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                running.add(threads.submit(() -> {
                    start.await(60, TimeUnit.SECONDS);
                    return call.by(caller);
                }));
            }
            List<T> got = new ArrayList<>();
            for (Future<T> one : running) {
                got.add(one.get());
            }
            return got;
        }
    }

    private static <T> List<T> each(List<Archive> nodes, IntFunction<T> store) {
        return IntStream.range(0, nodes.size()).mapToObj(store).toList();
    }

    @Test
    void aTextIsOneMemoryHoweverManyAddItAtOnce() throws Exception {
        List<Archive> nodes = nodes(ContinuumArchive.SCHEMA);
        List<Continuum> stores =
                each(nodes, i -> Continuum.over(nodes.get(i), clock, ids, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            MemoryDraft draft = MemoryDraft.of("what all have seen, number " + round);
            List<Added<Memory>> added =
                    together(caller -> stores.get(caller % 2).add(draft));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            String id = added.getFirst().value().id();
            assertThat(added).allSatisfy(one -> assertThat(one.value().id()).isEqualTo(id));
            assertThat(stores.get(0).show(id).updateCount()).isEqualTo(CALLERS);
        }
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            together(caller -> stores.get(caller % 2).add(MemoryDraft.of("of " + caller + " alone, " + number)));
        }
        assertThat(nodes.get(0).<Long>read(tx -> tx.number("SELECT count(DISTINCT seq) FROM continuum_memory")))
                .as("each has a number of its own")
                .isEqualTo(ROUNDS + (long) CALLERS * ROUNDS);
    }

    @Test
    void aTextIsOnePieceOfEvidenceWithEverySourceThatNamedIt() throws Exception {
        List<Archive> nodes = nodes(EvidenceArchive.SCHEMA);
        List<EvidenceStore> stores =
                each(nodes, i -> EvidenceStore.over(nodes.get(i), clock, ids, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            String text = "The bridge was built in 19" + (10 + round) + ", by all accounts.";
            List<Added<Evidence>> added = together(caller -> stores.get(caller % 2)
                    .add(EvidenceDraft.of(text, "source-" + caller).link(DebateLink.to("debate-" + caller))));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            Evidence stored = stores.get(0).show(added.getFirst().value().id());
            assertThat(stored.sources()).hasSize(CALLERS);
            assertThat(stored.debates()).hasSize(CALLERS);
            Evidence first = added.stream()
                    .filter(Added::created)
                    .findFirst()
                    .orElseThrow()
                    .value();
            assertThat(first.debates()).as("answered as it is stored").hasSize(1);
        }
    }

    @Test
    void anOutcomeIsReplacedByOneOther() throws Exception {
        List<Archive> nodes = nodes(ConsensusArchive.SCHEMA);
        List<ConsensusMemory> stores =
                each(nodes, i -> ConsensusMemory.over(nodes.get(i), clock, Embedder.off(), Runnable::run));
        for (int round = 0; round < ROUNDS; round++) {
            String older = "older-" + round;
            stores.get(0).record(outcome(older, null));
            int number = round;
            List<String> replacing = together(caller -> {
                String newer = "newer-" + number + "-" + caller;
                try {
                    return stores.get(caller % 2)
                            .record(outcome(newer, older))
                            .value()
                            .id();
                } catch (ConflictException e) {
                    return "";
                }
            });
            replacing = replacing.stream().filter(id -> !id.isEmpty()).toList();
            assertThat(replacing).hasSize(1);
            assertThat(stores.get(0).show(older).supersededBy()).isEqualTo(replacing.getFirst());
        }
    }

    private static ConsensusDraft outcome(String id, @Nullable String supersedes) {
        var draft = ConsensusDraft.of(id, "Which store? " + id, "The first", 0.8, List.of("ana", "bo"))
                .agreeing(List.of("ana", "bo"));
        return supersedes == null ? draft.build() : draft.supersedes(supersedes).build();
    }

    @Test
    void aCritiqueIsCountedOnceForItsAuthor() throws Exception {
        List<Archive> nodes = nodes(CritiqueArchive.SCHEMA);
        List<Critiques> stores = each(nodes, i -> Critiques.over(nodes.get(i), clock));
        for (int round = 0; round < ROUNDS; round++) {
            CritiqueDraft draft = CritiqueDraft.of("d" + round, "ana", 0.5, "It is slow");
            assertThat(together(caller -> stores.get(caller % 2).add(draft)).stream()
                            .filter(Added::created))
                    .hasSize(1);
            int number = round;
            together(caller -> stores.get(caller % 2)
                    .add(CritiqueDraft.of("d" + number + "-" + caller, "ana", 0.5, "It is slow")));
        }
        assertThat(Reputation.over(nodes.get(0)).find("ana").orElseThrow().critiquesGiven())
                .isEqualTo(ROUNDS + (long) ROUNDS * CALLERS);
    }

    @Test
    void everyProbeOfABreakerIsKnown() throws Exception {
        List<Archive> nodes = nodes(BreakerArchive.SCHEMA);
        List<CircuitBreakers> stores =
                each(nodes, i -> CircuitBreakers.over(nodes.get(i), clock, ids, name -> BreakerSettings.defaults()));
        for (int round = 0; round < ROUNDS; round++) {
            String name = "openai:model-" + round;
            for (int i = 0; i < 5; i++) {
                Permit permit = stores.get(0).acquire(name, LEASE);
                stores.get(0).report((Permit.Granted) permit, CallResult.failure("timeout"));
            }
            clock.advance(BreakerSettings.defaults().cooldown());
            long granted = together(caller -> stores.get(caller % 2).acquire(name, LEASE)).stream()
                    .filter(Permit.Granted.class::isInstance)
                    .count();
            assertThat(granted).isPositive();
            assertThat(stores.get(0).list().stream()
                            .filter(breaker -> breaker.name().equals(name))
                            .map(breaker -> (long) breaker.permitsOut()))
                    .containsExactly(granted);
        }
    }

    @Test
    void workIsClaimedAndEndedOnceAndAFollowerIsToldOfIt() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        Agents agents = Agents.over(nodes.get(0), clock, ids, SocietyRules.defaults());
        List<Tasks> stores = each(nodes, i -> Tasks.over(nodes.get(i), clock, ids));
        for (int i = 0; i < CALLERS; i++) {
            agents.register(ME, AgentDraft.of("worker-" + i, "none:"));
        }
        Set<String> added = new HashSet<>();
        for (int i = 0; i < CALLERS * ROUNDS; i++) {
            added.add(stores.get(0).add(ME, WorkDraft.of("work " + i)).value().id());
        }
        FeedReader feed = FeedReader.over(nodes.get(1), clock, ids);
        long start = feed.extent().newest();
        ConcurrentLinkedQueue<String> ended = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        open.add(reader);
        Future<List<String>> follower = reader.submit(() -> follow(feed, start, over));
        List<List<String>> done = together(caller -> {
            List<String> mine = new ArrayList<>();
            Principal me = Principal.as("worker-" + caller);
            for (int n = 0; n < ROUNDS; n++) {
                TaskLease lease = stores.get(caller % 2).claimNext(me, LEASE).orElseThrow();
                mine.add(lease.task().id());
                // From both nodes: one of them does it.
                for (Tasks store : stores) {
                    ChangeResult<Task> change = store.complete(lease, "done");
                    if (change.changed()) {
                        ended.add(lease.task().id());
                    }
                }
            }
            return mine;
        });
        List<String> all = done.stream().flatMap(List::stream).toList();
        assertThat(all).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(added);
        assertThat(ended).doesNotHaveDuplicates().hasSameSizeAs(added);
        over.set(true);
        List<String> told = follower.get();
        assertThat(told)
                .filteredOn(line -> line.startsWith(FeedKind.TASK_FINISHED.toString()))
                .hasSameSizeAs(added);
        assertThat(told)
                .filteredOn(line -> line.startsWith(FeedKind.TASK_CLAIMED.toString()))
                .hasSameSizeAs(added);
        assertThat(told).doesNotHaveDuplicates();
    }

    @Test
    void aTextIsOneNoteOfItsAgent() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        List<Notes> stores = each(nodes, i -> Notes.over(nodes.get(i), clock, ids));
        for (int round = 0; round < ROUNDS; round++) {
            NoteDraft draft = NoteDraft.of("what I have seen, number " + round);
            List<Added<Note>> added = together(caller -> stores.get(caller % 2).add(ME, draft));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            Note first = added.getFirst().value();
            assertThat(added).allSatisfy(one -> assertThat(one.value()).isEqualTo(first));
        }
        assertThat(nodes.get(0).<Long>read(tx -> tx.number("SELECT count(*) FROM memories")))
                .isEqualTo(ROUNDS);
        told(nodes.get(0), "memories", "memory_id", ROUNDS);
    }

    @Test
    void anAgentHasAtMostSoManyCoreNotesAndOneJournal() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        List<Notes> stores = each(nodes, i -> Notes.over(nodes.get(i), clock, ids));
        List<Boolean> kept = together(caller -> {
            boolean refused = false;
            for (int n = 0; n < ROUNDS; n++) {
                try {
                    stores.get(caller % 2)
                            .add(
                                    ME,
                                    NoteDraft.of("always, " + n + " of " + caller)
                                            .core(true));
                } catch (ConflictException e) {
                    refused = true;
                }
                stores.get(caller % 2).journal(ME, "today, " + n + " of " + caller);
            }
            return refused;
        });
        assertThat(kept).contains(true);
        assertThat(nodes.get(0)
                        .<Long>read(tx ->
                                tx.number("SELECT count(*) FROM memories WHERE core = 1 AND archived_at IS NULL")))
                .isEqualTo(32);
        assertThat(nodes.get(0)
                        .<Long>read(tx -> tx.number(
                                "SELECT count(*) FROM memories WHERE topic = 'journal' AND archived_at IS NULL")))
                .isOne();
    }

    @Test
    void aTextIsKnownOnceInItsDomain() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        Agents agents = Agents.over(nodes.get(0), clock, ids, SocietyRules.defaults());
        List<Knowledge> stores = each(nodes, i -> Knowledge.over(nodes.get(i), clock, ids));
        for (int i = 0; i < CALLERS; i++) {
            agents.register(ME, AgentDraft.of("worker-" + i, "none:"));
        }
        for (int round = 0; round < ROUNDS; round++) {
            FactDraft draft = FactDraft.of("law", "what all know, number " + round);
            List<Added<Fact>> added =
                    together(caller -> stores.get(caller % 2).add(Principal.as("worker-" + caller), draft));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            Fact first = added.getFirst().value();
            assertThat(added).allSatisfy(one -> assertThat(one.value()).isEqualTo(first));
        }
        told(nodes.get(0), "knowledge", "knowledge_id", ROUNDS);
    }

    @Test
    void whatIsKnownIsReplacedOnce() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        List<Knowledge> stores = each(nodes, i -> Knowledge.over(nodes.get(i), clock, ids));
        for (int round = 0; round < ROUNDS; round++) {
            String older = stores.get(0)
                    .add(ME, FactDraft.of("law", "older " + round))
                    .value()
                    .id();
            int number = round;
            List<Boolean> replacing = together(caller -> {
                try {
                    return stores.get(caller % 2)
                            .add(
                                    ME,
                                    FactDraft.of("law", "newer " + number + " of " + caller)
                                            .replacing(older))
                            .created();
                } catch (ConflictException e) {
                    return false;
                }
            });
            assertThat(replacing).containsOnlyOnce(true);
        }
    }

    @Test
    void workIsAddedOnceUnderItsKey() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        List<Tasks> stores = each(nodes, i -> Tasks.over(nodes.get(i), clock, ids));
        for (int round = 0; round < ROUNDS; round++) {
            WorkDraft draft = WorkDraft.of("work of all, " + round).key("key-" + round);
            List<Added<Task>> added = together(caller -> stores.get(caller % 2).add(ME, draft));
            assertThat(added.stream().filter(Added::created)).hasSize(1);
            Task first = added.getFirst().value();
            assertThat(added).allSatisfy(one -> assertThat(one.value()).isEqualTo(first));
        }
        told(nodes.get(0), "tasks", "task_id", ROUNDS);
    }

    /** Each row has the number under which the feed tells of it, and so have its words. */
    private static void told(Archive archive, String table, String key, long rows) {
        assertThat(archive.<Long>read(
                        tx -> tx.number("SELECT count(*) FROM " + table + " r JOIN feed f ON f.feed_seq = r.seq"
                                + " AND f.ref_id = r." + key + " JOIN search_docs d ON d.ref_id = r." + key
                                + " AND d.seq = r.seq")))
                .isEqualTo(rows);
    }

    @Test
    void aFollowerIsToldOfEveryNoteFactAndTaskInTheOrderOfTheirNumbers() throws Exception {
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        List<Notes> notes = each(nodes, i -> Notes.over(nodes.get(i), clock, ids));
        List<Knowledge> facts = each(nodes, i -> Knowledge.over(nodes.get(i), clock, ids));
        List<Tasks> tasks = each(nodes, i -> Tasks.over(nodes.get(i), clock, ids));
        FeedReader feed = FeedReader.over(nodes.get(1), clock, ids);
        long start = feed.extent().newest();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        open.add(reader);
        Future<List<String>> follower = reader.submit(() -> follow(feed, start, over));
        List<List<String>> done = together(caller -> {
            List<String> mine = new ArrayList<>();
            int node = caller % 2;
            for (int n = 0; n < ROUNDS; n++) {
                String text = n + " of " + caller;
                mine.add(FeedKind.NOTE_ADDED + " "
                        + notes.get(node).add(ME, NoteDraft.of(text)).value().id());
                mine.add(FeedKind.KNOWLEDGE_ADDED + " "
                        + facts.get(node)
                                .add(ME, FactDraft.of("law", text))
                                .value()
                                .id());
                mine.add(FeedKind.TASK_ADDED + " "
                        + tasks.get(node).add(ME, WorkDraft.of(text)).value().id());
            }
            return mine;
        });
        over.set(true);
        assertThat(follower.get())
                .containsExactlyInAnyOrderElementsOf(
                        done.stream().flatMap(List::stream).toList());
        told(nodes.get(0), "memories", "memory_id", CALLERS * ROUNDS);
        told(nodes.get(0), "knowledge", "knowledge_id", CALLERS * ROUNDS);
        told(nodes.get(0), "tasks", "task_id", CALLERS * ROUNDS);
    }

    @Test
    void notesFactsAndNewWorkDoNotWaitForUnitsOfOtherScopes() throws Exception {
        assumeTrue(dialect == Dialect.POSTGRES, "SQLite has one writer");
        List<Archive> nodes = nodes(SocietyArchive.SCHEMA);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        open.add(threads);
        Scope other = new Scope.Kind("other", "channels").of("another");
        Future<Boolean> held = threads.submit(() -> nodes.get(0).<Boolean>write(other, tx -> {
            tx.number("SELECT count(*) FROM channels");
            inside.countDown();
            return awaited(done);
        }));
        inside.await();
        assertThat(Notes.over(nodes.get(1), clock, ids)
                        .add(ME, NoteDraft.of("beside"))
                        .created())
                .isTrue();
        assertThat(Knowledge.over(nodes.get(1), clock, ids)
                        .add(ME, FactDraft.of("law", "beside").sources("url:https://stoa.example/law"))
                        .created())
                .isTrue();
        assertThat(Tasks.over(nodes.get(1), clock, ids)
                        .add(ME, WorkDraft.of("beside"))
                        .created())
                .isTrue();
        assertThat(held.isDone()).isFalse();
        done.countDown();
        assertThat(held.get()).isTrue();
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything after a position until the writers are done, as one reads who goes on from the last it has read. */
    private static List<String> follow(FeedReader feed, long start, AtomicBoolean over) {
        List<String> told = new ArrayList<>();
        long position = start;
        while (true) {
            boolean last = over.get();
            FeedReader.Told part = feed.read(ME, FeedQuery.after(position));
            part.events().forEach(event -> told.add(event.kind() + " " + event.ref()));
            position = part.next();
            if (last && part.events().isEmpty()) {
                return told;
            }
        }
    }

    @Test
    void messagesOfAConversationAreNumberedWithoutAGap() throws Exception {
        ConversationFixture counsel = ConversationFixture.on(dialect, folder);
        open.add(counsel);
        List<Messages> stores = List.of(counsel.messages(), Messages.over(counsel.elsewhere()));
        List<String> talks = List.of(counsel.talk("a question"), counsel.talk("another"));
        together(caller -> {
            for (int n = 0; n < ROUNDS; n++) {
                String talk = talks.get((caller + n) % 2);
                stores.get(caller % 2).append(ME, MessageDraft.of(talk, MessageRole.USER, n + " of " + caller));
            }
            return true;
        });
        List<Message> said = new ArrayList<>();
        for (String talk : talks) {
            List<Message> here =
                    stores.get(0).page(ME, talk, MessageRequest.oldest(500)).items();
            assertThat(here.stream().map(Message::seq))
                    .isEqualTo(LongStream.rangeClosed(1, here.size()).boxed().toList());
            said.addAll(here);
        }
        assertThat(said).hasSize(2 + CALLERS * ROUNDS);
        assertThat(counsel.violations()).isEmpty();
    }

    @Test
    void theEventsAndTokensOfARunAreThoseOfAllItsEpisodes() throws Exception {
        Laboratory lab = Laboratory.on(dialect, folder);
        open.add(lab);
        Archive other = elsewhere(EvolutionArchive.SCHEMA, lab.where());
        open.add(other);
        List<Episodes> stores =
                List.of(lab.stores().episodes(), Episodes.over(new EvolutionContext(other, lab.clock(), ids)));
        List<Run> runs = List.of(lab.run(500), lab.run(500));
        List<RunState> states = runs.stream().map(lab::state).toList();
        together(caller -> {
            for (int n = 0; n < ROUNDS; n++) {
                EpisodeDraft draft = Laboratory.episode(states.get((caller + n) % 2), null, null, 2, 1, 2);
                stores.get(caller % 2).record(ME, List.of(draft));
            }
            return true;
        });
        long each = (long) CALLERS * ROUNDS / 2;
        for (Run run : runs) {
            List<RunEvent> events = RunEvents.over(new EvolutionContext(other, lab.clock(), ids))
                    .after(ME, run.id(), 0, 1_000);
            assertThat(events.stream().map(RunEvent::seq))
                    .isEqualTo(LongStream.rangeClosed(1, events.size()).boxed().toList());
            assertThat(lab.runs().get(ME, run.id()).tokensUsed()).isEqualTo(12 * each);
        }
        assertThat(lab.value("SELECT count(DISTINCT seq) FROM episode_facts")).isEqualTo(Long.toString(2 * each));
        assertThat(lab.violations()).isEmpty();
    }

    private Archive elsewhere(ArchiveSchema schema, String where) {
        return dialect == Dialect.SQLITE
                ? SqliteArchive.open(schema, Path.of(where), StorageSettings.defaults(), clock)
                : PostgresArchive.open(schema, where, PostgresSettings.defaults(), StorageSettings.defaults(), clock);
    }
}
