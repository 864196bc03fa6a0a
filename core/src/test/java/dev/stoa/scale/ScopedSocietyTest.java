package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
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
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Scope;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What units of one agent, domain or task lose if their scope is too small. */
@OnBothDatabases
@Timeout(180)
class ScopedSocietyTest extends TwoOpenings {
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
}
