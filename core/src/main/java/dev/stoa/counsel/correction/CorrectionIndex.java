package dev.stoa.counsel.correction;

import dev.stoa.base.VerificationException;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.VectorIndex;
import dev.stoa.search.vector.VectorRow;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The active corrections in memory, by the terms of their subjects and by meaning. Thread-safe. It follows the table by
 * {@code change_seq} whenever it is refreshed, so that what another process or an earlier run wrote is found like its own.
 */
final class CorrectionIndex {
    private static final int CHUNK = 1_000;
    private static final int SHORTEST_PREFIX = 4;

    private static final String CHANGED = """
            SELECT id, change_seq, status, subject, claim, rejected, source, domain, confidence, decay_class, scope,
                COALESCE(scope_id, ''), subject_key, created_at, confirmed_at, pinned, violations, key_id,
                embedding_model, embedding
            FROM corrections WHERE change_seq > ? ORDER BY change_seq LIMIT\s""" + CHUNK;

    private final Archive archive;
    private final Seal seal;
    private final Embedder embedder;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Slot> slots = new HashMap<>();
    private final List<@Nullable Slot> byOrdinal = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private final TreeMap<String, Posting> postings = new TreeMap<>();
    private final Set<String> unembedded = new LinkedHashSet<>();
    private final Deque<VectorRow> arriving = new ArrayDeque<>();
    private final @Nullable VectorIndex vectors;

    /** The greatest change taken in; read without the lock to ask for later ones. */
    private volatile long seen = Long.MIN_VALUE;

    private long version;

    /** Readers may make them twice at the same time, with the same result. */
    private volatile Sums sums = new Sums(-1, new double[0]);

    /** What the index knows of a correction. */
    private record Entry(
            String id,
            long changeSeq,
            String domain,
            double confidence,
            String decayClass,
            CorrectionScope scope,
            String scopeId,
            String subjectKey,
            Instant since,
            boolean pinned,
            int violations,
            int tokens) {}

    /** One row that has changed. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Change(
            String id, long changeSeq, @Nullable Entry entry, List<String> terms, float @Nullable [] vector) {}

    /** The place of a correction, which stays while its numbers change. */
    private static final class Slot {
        final int ordinal;
        final List<String> words;
        Entry entry;

        Slot(int ordinal, List<String> words, Entry entry) {
            this.ordinal = ordinal;
            this.words = words;
            this.entry = entry;
        }
    }

    /** The places of the corrections that have a term. Arrays, because a common term has them all. */
    private static final class Posting {
        private int[] ordinals = new int[4];
        private int size;

        void add(int ordinal) {
            if (size == ordinals.length) {
                ordinals = Arrays.copyOf(ordinals, 2 * size);
            }
            ordinals[size++] = ordinal;
        }

        void remove(int ordinal) {
            for (int i = 0; i < size; i++) {
                if (ordinals[i] == ordinal) {
                    ordinals[i] = ordinals[--size];
                    return;
                }
            }
        }

        double idf(int all) {
            return Math.log(1 + (all - size + .5) / (size + .5));
        }

        void addTo(double[] scores, double value) {
            for (int i = 0; i < size; i++) {
                scores[ordinals[i]] += value;
            }
        }
    }

    /** The sums of the rarities of all terms of each subject, at a version of the index. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sums(long version, double[] byOrdinal) {}

    /** Whose corrections a question sees. */
    record Reach(@Nullable String conversation, @Nullable String project, String globalScopeId) {
        boolean sees(CorrectionScope scope, String scopeId) {
            return switch (scope) {
                case CONVERSATION -> scopeId.equals(conversation);
                case PROJECT -> scopeId.equals(project);
                case GLOBAL -> scopeId.equals(globalScopeId);
            };
        }
    }

    /** A correction that was found, with the change at which it was. */
    record Hit(
            String id,
            long changeSeq,
            CorrectionScope scope,
            String domain,
            String subjectKey,
            double relevance,
            double include,
            RankedCorrection.Why why) {}

    private static final Comparator<Hit> ORDER = Comparator.comparingDouble(Hit::include)
            .thenComparingLong(Hit::changeSeq)
            .reversed();

    CorrectionIndex(Archive archive, Seal seal, Embedder embedder) {
        this.archive = archive;
        this.seal = seal;
        this.embedder = embedder;
        this.vectors = embedder.isOn() ? VectorIndex.over(this::arrived, embedder.dimensions()) : null;
    }

    /** Takes in what was committed since the last call. */
    void refresh() {
        List<Change> changes = changes();
        if (changes.isEmpty()) {
            return;
        }
        lock.writeLock().lock();
        try {
            while (!changes.isEmpty()) {
                for (Change change : changes) {
                    // Another thread may have read the same rows.
                    if (change.changeSeq() > seen) {
                        take(change);
                        seen = change.changeSeq();
                    }
                }
                changes = changes();
            }
            version++;
            if (vectors != null) {
                vectors.refresh();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private List<Change> changes() {
        return archive.list(CHANGED, this::change, seen);
    }

    private Change change(Row row) {
        String id = row.text(1);
        long changeSeq = row.number(2);
        if (!row.text(3).equals(CorrectionStatus.ACTIVE.text())) {
            return new Change(id, changeSeq, null, List.of(), null);
        }
        Long key = row.numberOrNull(18);
        String subject = seal.open(SealedColumn.SUBJECT, id, "", row.text(4), key);
        String claim = seal.open(SealedColumn.CLAIM, id, "", row.text(5), key);
        String rejected = seal.open(SealedColumn.REJECTED, id, "", row.text(6), key);
        CorrectionScope scope = CorrectionScope.of(row.text(11));
        Instant created = row.instant(14);
        Instant confirmed = row.instantOrNull(15);
        return new Change(
                id,
                changeSeq,
                new Entry(
                        id,
                        changeSeq,
                        row.text(8),
                        row.real(9),
                        row.text(10),
                        scope,
                        row.text(12),
                        Objects.requireNonNullElse(row.textOrNull(13), ""),
                        confirmed != null && confirmed.isAfter(created) ? confirmed : created,
                        row.flag(16),
                        row.integer(17),
                        InjectionBlock.tokens(subject, claim, rejected, row.text(7), scope)),
                SubjectKey.terms(subject),
                vector(id, key, row.textOrNull(19), row.bytesOrNull(20)));
    }

    private float @Nullable [] vector(String id, @Nullable Long key, @Nullable String model, byte @Nullable [] stored) {
        if (stored == null || !embedder.isOn() || !embedder.modelId().equals(model)) {
            return null;
        }
        byte[] bytes = seal.open(SealedColumn.EMBEDDING, id, "", stored, key);
        try {
            return Vectors.decode(bytes, embedder.dimensions());
        } catch (VerificationException e) {
            // A vector can be made again from its text, so a damaged one counts as missing.
            return null;
        }
    }

    private void take(Change change) {
        Slot known = slots.get(change.id());
        Entry entry = change.entry();
        if (known != null && (entry == null || !known.words.equals(change.terms()))) {
            remove(known);
            known = null;
        }
        if (entry == null) {
            return;
        }
        if (known == null) {
            known = insert(entry, change.terms());
        }
        known.entry = entry;
        float[] vector = change.vector();
        if (vectors != null) {
            if (vector != null) {
                arriving.add(new VectorRow(change.changeSeq(), known.ordinal, vector));
                unembedded.remove(change.id());
            } else {
                forgetVector(known.ordinal);
                unembedded.add(change.id());
            }
        }
    }

    private Slot insert(Entry entry, List<String> words) {
        Integer reused = free.poll();
        int ordinal = reused == null ? byOrdinal.size() : reused;
        Slot slot = new Slot(ordinal, words, entry);
        for (String word : words) {
            postings.computeIfAbsent(word, term -> new Posting()).add(ordinal);
        }
        if (reused == null) {
            byOrdinal.add(slot);
        } else {
            byOrdinal.set(ordinal, slot);
        }
        slots.put(entry.id(), slot);
        return slot;
    }

    private void remove(Slot slot) {
        for (String word : slot.words) {
            Posting posting = postings.get(word);
            if (posting != null) {
                posting.remove(slot.ordinal);
                if (posting.size == 0) {
                    postings.remove(word);
                }
            }
        }
        slots.remove(slot.entry.id());
        byOrdinal.set(slot.ordinal, null);
        free.add(slot.ordinal);
        unembedded.remove(slot.entry.id());
        forgetVector(slot.ordinal);
    }

    private void forgetVector(int ordinal) {
        if (vectors != null) {
            arriving.removeIf(row -> row.seq() == ordinal);
            vectors.remove(ordinal);
        }
    }

    private List<VectorRow> arrived(long after, int limit) {
        List<VectorRow> rows = new ArrayList<>();
        while (rows.size() < limit && !arriving.isEmpty()) {
            VectorRow row = arriving.remove();
            if (row.vectorSeq() > after) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Some active corrections without a vector of the present model. */
    List<String> unembedded(int most) {
        lock.readLock().lock();
        try {
            return unembedded.stream().limit(most).toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * The best corrections for a question.
     *
     * @param meaning the vector of the question; null if it has none
     */
    List<Hit> find(CorrectionQuery query, float @Nullable [] meaning, Reach reach, Instant now) {
        lock.readLock().lock();
        try {
            double[] words = wordScores(new HashSet<>(Tokenizer.keywords(query.question())));
            double[] cosines = cosines(meaning, reach);
            Map<String, Hit> kept = new HashMap<>();
            for (int ordinal = 0; ordinal < words.length; ordinal++) {
                double cosine = cosines.length == 0 ? -1 : cosines[ordinal];
                if (words[ordinal] < InclusionScore.LEAST_RELEVANCE && cosine < InclusionScore.LEAST_COSINE) {
                    continue;
                }
                Slot slot = byOrdinal.get(ordinal);
                if (slot != null && reach.sees(slot.entry.scope(), slot.entry.scopeId())) {
                    Hit hit = hit(slot.entry, words[ordinal], cosine, query, now);
                    if (hit != null) {
                        kept.merge(hit.domain() + "\n" + hit.subjectKey(), hit, CorrectionIndex::narrower);
                    }
                }
            }
            return kept.values().stream().sorted(ORDER).limit(query.limit()).toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    private static Hit narrower(Hit a, Hit b) {
        return a.scope().compareTo(b.scope()) <= 0 ? a : b;
    }

    private static @Nullable Hit hit(Entry entry, double lexical, double cosine, CorrectionQuery query, Instant now) {
        double embedding = InclusionScore.meaning(cosine);
        double relevance = Math.max(lexical, embedding);
        double effective = Decay.effective(entry.confidence(), entry.decayClass(), entry.pinned(), entry.since(), now);
        RankedCorrection.Why why = new RankedCorrection.Why(
                lexical,
                embedding,
                entry.scope().weight(),
                InclusionScore.domain(query.domain(), entry.domain(), Fields.GENERAL),
                InclusionScore.violations(entry.violations()),
                InclusionScore.cost(entry.tokens()));
        double include = InclusionScore.include(
                relevance, effective, why.scope(), why.domain(), why.violations(), entry.pinned(), why.cost());
        return relevance < InclusionScore.LEAST_RELEVANCE
                        || effective < InclusionScore.LEAST_EFFECTIVE
                        || include < InclusionScore.LEAST_INCLUDE
                ? null
                : new Hit(
                        entry.id(),
                        entry.changeSeq(),
                        entry.scope(),
                        entry.domain(),
                        entry.subjectKey(),
                        relevance,
                        include,
                        why);
    }

    /** For each ordinal the share of its subject's rarity that the question has. */
    private double[] wordScores(Set<String> asked) {
        double[] scores = new double[byOrdinal.size()];
        int all = slots.size();
        // Sorted as the terms of a subject are, so that a subject that is found whole has exactly 1.
        for (String term : matching(asked)) {
            Posting posting = postings.get(term);
            if (posting != null) {
                posting.addTo(scores, posting.idf(all));
            }
        }
        double[] whole = sums();
        for (int ordinal = 0; ordinal < scores.length; ordinal++) {
            // A place that is free has neither.
            scores[ordinal] = scores[ordinal] == 0 ? 0 : scores[ordinal] / whole[ordinal];
        }
        return scores;
    }

    /** What the scores of all words are divided by. It changes with every change, and is asked for more often. */
    private double[] sums() {
        Sums known = sums;
        if (known.version() != version) {
            double[] whole = new double[byOrdinal.size()];
            int all = slots.size();
            postings.values().forEach(posting -> posting.addTo(whole, posting.idf(all)));
            known = new Sums(version, whole);
            sums = known;
        }
        return known.byOrdinal();
    }

    /** The terms of subjects that the question has: equal, or one the beginning of the other. */
    private NavigableSet<String> matching(Set<String> asked) {
        NavigableSet<String> found = new TreeSet<>();
        for (String term : asked) {
            if (postings.containsKey(term)) {
                found.add(term);
            }
            int length = term.codePointCount(0, term.length());
            if (length >= SHORTEST_PREFIX) {
                found.addAll(postings.subMap(term, term + '\uffff').keySet());
            }
            for (int i = SHORTEST_PREFIX; i < length; i++) {
                String beginning = term.substring(0, term.offsetByCodePoints(0, i));
                if (postings.containsKey(beginning)) {
                    found.add(beginning);
                }
            }
        }
        return found;
    }

    /** For each ordinal that the question sees how near it is; empty if nothing is known of meanings. */
    private double[] cosines(float @Nullable [] meaning, Reach reach) {
        if (vectors == null || meaning == null) {
            return new double[0];
        }
        double[] cosines = new double[byOrdinal.size()];
        Arrays.fill(cosines, -1);
        vectors.each(
                meaning,
                ordinal -> {
                    Slot slot = byOrdinal.get((int) ordinal);
                    return slot != null && reach.sees(slot.entry.scope(), slot.entry.scopeId());
                },
                (ordinal, cosine) -> cosines[(int) ordinal] = embedder.scale().likeness(cosine));
        return cosines;
    }
}
