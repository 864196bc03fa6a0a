package dev.stoa.counsel.keyword;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.counsel.conversation.Projects;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds messages by their words. Thread-safe. The index is on disk; what a search needs of it is held in memory and
 * brought up to date before each search, so that what any process has committed is found.
 */
public final class KeywordIndex {
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int DRAIN_MESSAGES = 5_000;
    private static final String STATE = """
            SELECT
                (SELECT value FROM archive_sequence WHERE name = 'index'),
                (SELECT value FROM archive_sequence WHERE name = 'indexed_messages'),
                (SELECT value FROM archive_sequence WHERE name = 'indexed_terms'),
                CASE WHEN EXISTS (SELECT 1 FROM messages WHERE index_seq IS NULL) THEN 1 ELSE 0 END,
                (SELECT value FROM counsel_meta WHERE key = 'tokenizer')""";

    // The counts of the index move only with its number, so that most searches need no more than this.
    private static final String CHANGES = """
            SELECT (SELECT value FROM archive_sequence WHERE name = 'index'),
                CASE WHEN EXISTS (SELECT 1 FROM messages WHERE index_seq IS NULL) THEN 1 ELSE 0 END,
                (SELECT value FROM counsel_meta WHERE key = 'tokenizer')""";

    private final CounselContext context;
    private final Projects projects;
    private final KeywordQueue queue;
    private final KeywordMemory memory = new KeywordMemory();
    private final KeywordLoader loader;
    private final Queue<Ranking.Scratch> spare = new ConcurrentLinkedQueue<>();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable State last;

    private KeywordIndex(CounselContext context) {
        this.context = context;
        this.projects = Projects.over(context);
        this.queue = new KeywordQueue(context);
        this.loader = new KeywordLoader(memory, context.seal());
    }

    public static KeywordIndex over(CounselContext context) {
        return new KeywordIndex(context);
    }

    /** Where the index is: up to which change, with how many messages and words, and whether some wait. */
    private record State(long index, long messages, long words, boolean waiting) {}

    /** The messages of a principal that have these words, the best first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public SearchResult search(Principal by, KeywordSearch search) {
        Rights.check(by);
        QueryTerms query = QueryTerms.of(search.query());
        if (query.terms().isEmpty()) {
            return new SearchResult(List.of(), "all", query.ignored(), 0);
        }
        State state = state();
        long pending = 0;
        if (state.waiting()) {
            pending = drain();
            state = state();
        }
        Ranking.Found found = rank(query.terms(), filter(by, search), search.limit(), state);
        return new SearchResult(
                found.hits().isEmpty() ? List.of() : read(query, found.hits()),
                found.all() ? "all" : "any",
                query.ignored(),
                pending);
    }

    /** The ids of what {@link #search} finds, the best first, without reading the messages. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public List<String> find(Principal by, KeywordSearch search) {
        Rights.check(by);
        List<String> terms = QueryTerms.terms(search.query());
        if (terms.isEmpty()) {
            return List.of();
        }
        State state = state();
        if (state.waiting()) {
            drain();
            state = state();
        }
        return rank(terms, filter(by, search), search.limit(), state).hits().stream()
                .map(hit -> hit.doc().messageId())
                .toList();
    }

    /** The best messages for these terms, from memory alone once it is up to date. */
    private Ranking.Found rank(List<String> terms, Predicate<KeywordMemory.Doc> filter, int most, State state) {
        lock.readLock().lock();
        try {
            if (upToDate(terms, state)) {
                return best(terms, filter, most, state);
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            State now = context.archive().read(tx -> {
                State seen = state(tx);
                loader.takeIn(tx, seen.index());
                terms.forEach(term -> loader.beginning(tx, term));
                return seen;
            });
            return best(terms, filter, most, now);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private Ranking.Found best(List<String> terms, Predicate<KeywordMemory.Doc> filter, int most, State state) {
        Ranking.Scratch scratch = spare.poll();
        scratch = scratch == null ? new Ranking.Scratch() : scratch;
        Ranking.Found found = new Ranking(memory, scratch, state.messages(), state.words()).best(terms, filter, most);
        spare.offer(scratch);
        return found;
    }

    private boolean upToDate(List<String> terms, State state) {
        return loader.seen() == state.index() && terms.stream().allMatch(memory::holds);
    }

    /** Takes the whole index into memory, as a server does when it starts. */
    @Needs(Right.NOTHING)
    public void load() {
        lock.writeLock().lock();
        try {
            context.archive().read(tx -> {
                loader.all(tx, state(tx).index());
                return 0;
            });
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Takes all messages out of the index, so that they go in once more, as the key of the index demands it now. */
    public static void renew(Tx tx) {
        KeywordQueue.empty(tx);
    }

    /** Puts messages that wait into the index, for two seconds at most, and tells how many are left. */
    @Needs(Right.NOTHING)
    public long drain() {
        long end = System.nanoTime() + DRAIN_NANOS;
        for (int done = 0; done < DRAIN_MESSAGES && System.nanoTime() < end; ) {
            KeywordQueue.Drained batch = drainBatch();
            done += batch.messages();
            if (!batch.more()) {
                return 0;
            }
        }
        return context.archive().read(queue::waiting);
    }

    /** Puts a batch of messages that wait into the index; true if more may wait. */
    boolean drainOnce() {
        // Not without need: every commit calls the worker, also its own.
        return state().waiting() && drainBatch().more();
    }

    /** Puts a batch into the index and into memory, where it would be read from the archive otherwise. */
    private KeywordQueue.Drained drainBatch() {
        KeywordQueue.Drained batch = queue.drain();
        lock.writeLock().lock();
        try {
            loader.take(batch);
        } finally {
            lock.writeLock().unlock();
        }
        return batch;
    }

    private State state() {
        State known = last;
        if (known != null) {
            State now = context.archive()
                    .one(
                            CHANGES,
                            row -> new State(
                                    zero(row.numberOrNull(1)),
                                    known.messages(),
                                    known.words(),
                                    row.flag(2) || byOtherRules(row.textOrNull(3))))
                    .orElseThrow();
            if (now.index() == known.index()) {
                return now;
            }
        }
        State all = context.archive().one(STATE, KeywordIndex::state).orElseThrow();
        last = all;
        return all;
    }

    private State state(Tx tx) {
        State all = tx.one(STATE, KeywordIndex::state).orElseThrow();
        last = all;
        return all;
    }

    private static State state(Row row) {
        return new State(
                zero(row.numberOrNull(1)),
                zero(row.numberOrNull(2)),
                zero(row.numberOrNull(3)),
                row.flag(4) || byOtherRules(row.textOrNull(5)));
    }

    private static boolean byOtherRules(@Nullable String rules) {
        return rules != null && !rules.equals(KeywordQueue.RULES_NOW);
    }

    private static long zero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    private Predicate<KeywordMemory.Doc> filter(Principal by, KeywordSearch search) {
        List<Predicate<KeywordMemory.Doc>> all = new ArrayList<>();
        if (!by.operator()) {
            String user = CounselContext.user(by);
            all.add(doc -> doc.userId().equals(user));
        }
        if (search.conversationId() != null) {
            String id = search.conversationId();
            context.archive().read(tx -> ConversationRow.of(tx, by, id));
            all.add(doc -> doc.conversationId().equals(id));
        }
        if (!(search.project() instanceof ProjectFilter.All)) {
            Set<String> of = conversations(by, search.project());
            all.add(doc -> of.contains(doc.conversationId()));
        }
        if (search.role() != null) {
            boolean ofUser = search.role() == MessageRole.USER;
            all.add(doc -> doc.ofUser() == ofUser);
        }
        if (search.since() != null) {
            double since = (Double) TimeForm.UNIX_SECONDS.stored(search.since());
            all.add(doc -> doc.at() >= since);
        }
        if (search.until() != null) {
            double until = (Double) TimeForm.UNIX_SECONDS.stored(search.until());
            all.add(doc -> doc.at() < until);
        }
        return doc -> {
            for (Predicate<KeywordMemory.Doc> one : all) {
                if (!one.test(doc)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** The conversations of a project now: they may have moved since their messages were taken in. */
    private Set<String> conversations(Principal by, ProjectFilter project) {
        List<@Nullable Object> params = new ArrayList<>(List.of(CounselContext.user(by), by.operator()));
        if (project instanceof ProjectFilter.Of one) {
            // One that is unknown, or another user's, is an error and not a project without messages.
            projects.get(by, one.projectId());
            params.add(one.projectId());
        }
        return new HashSet<>(context.archive()
                .list(
                        "SELECT c.conversation_id FROM conversations c WHERE (c.user_id = ? OR ?)"
                                + project.condition("c"),
                        row -> row.text(1),
                        params.toArray()));
    }

    private List<SearchHit> read(QueryTerms query, List<Ranking.Hit> hits) {
        Map<String, SearchHit> rows = new HashMap<>();
        Map<String, Double> scores = new HashMap<>();
        hits.forEach(hit -> scores.put(hit.doc().messageId(), hit.score()));
        context.archive()
                .list(
                        "SELECT m.message_id, m.conversation_id, c.project_id, m.role, m.created_at, m.content, m.key_id"
                                + " FROM messages m JOIN conversations c ON c.conversation_id = m.conversation_id"
                                + " WHERE m.erased_at IS NULL AND m.message_id IN (" + Tx.marks(hits.size()) + ")",
                        row -> {
                            String id = row.text(1);
                            String stored = row.textOrNull(6);
                            if (stored != null) {
                                String content = context.seal()
                                        .open(SealedColumn.CONTENT, id, row.text(2), stored, row.numberOrNull(7));
                                rows.put(id, hit(row, query, content, scores.getOrDefault(id, 0.0)));
                            }
                            return id;
                        },
                        hits.stream().map(hit -> hit.doc().messageId()).toArray());
        List<SearchHit> found = new ArrayList<>();
        for (Ranking.Hit hit : hits) {
            // One that was erased since it was ranked is not shown.
            SearchHit row = rows.get(hit.doc().messageId());
            if (row != null) {
                found.add(row);
            }
        }
        return found;
    }

    private static SearchHit hit(Row row, QueryTerms query, String content, double score) {
        Set<String> words = new LinkedHashSet<>();
        Snippet snippet = Snippet.of(content, query, words);
        return new SearchHit(
                row.text(1),
                row.text(2),
                row.textOrNull(3),
                row.text(4),
                row.instant(5),
                score,
                List.copyOf(words),
                snippet);
    }
}
