package dev.stoa.engine.provider.evidence;

import dev.stoa.search.vector.Embedder;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The documents that were asked about last, as they were read, because reading them takes longer than most questions.
 * Thread-safe. They are found by their whole text: one that was deleted or replaced is not asked again. Documents that
 * are too long to be kept are shared by those who ask about them at the same time.
 */
public final class Corpora {
    private static final int MOST = 8;

    /** The characters of all that is kept: what is made of a text takes many times its room. */
    private static final int LONGEST = 1_000_000;

    private final int longest;
    private final Map<List<Document>, Reading> readings = new LinkedHashMap<>(MOST, 0.75f, true);

    public Corpora() {
        this(LONGEST);
    }

    Corpora(int longest) {
        this.longest = longest;
    }

    /** The corpus of these documents, in this order. Who asks about the same ones meanwhile waits until it is read. */
    public Corpus of(List<Document> documents, Embedder embedder, KeptVectors vectors) {
        return reading(List.copyOf(documents)).corpus(documents, embedder, vectors);
    }

    private synchronized Reading reading(List<Document> documents) {
        readings.values().removeIf(Reading::isGone);
        Reading reading = readings.computeIfAbsent(documents, these -> new Reading(length(these)));
        Iterator<Reading> oldest = readings.values().iterator();
        while (readings.size() > MOST || kept() > longest) {
            if (oldest.next() != reading) {
                oldest.remove();
            }
        }
        return reading;
    }

    private long kept() {
        return readings.values().stream()
                .filter(Reading::isKept)
                .mapToLong(reading -> reading.length)
                .sum();
    }

    private static long length(List<Document> documents) {
        return documents.stream()
                .mapToLong(document -> document.text().length())
                .sum();
    }

    /** One set of documents, read by the first who asks about it. */
    private final class Reading {
        private final long length;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable WeakReference<Corpus> read;
        private @Nullable Corpus kept;

        Reading(long length) {
            this.length = length;
        }

        boolean isKept() {
            return length <= longest;
        }

        /** Whether nobody has it any more who asked about it. */
        boolean isGone() {
            WeakReference<Corpus> present = read;
            return present != null && present.refersTo(null);
        }

        Corpus corpus(List<Document> documents, Embedder embedder, KeptVectors vectors) {
            lock.lock();
            try {
                WeakReference<Corpus> before = read;
                Corpus known = kept == null && before != null ? before.get() : kept;
                Corpus corpus = known == null ? Corpus.of(documents, embedder, vectors) : known;
                read = new WeakReference<>(corpus);
                kept = isKept() ? corpus : null;
                return corpus;
            } finally {
                lock.unlock();
            }
        }
    }
}
