package dev.stoa.engine.provider.evidence;

import dev.stoa.search.vector.Embedder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The documents that were asked about last, as they were read, because reading them takes longer than most questions.
 * Thread-safe. They are found by their whole text: one that was deleted or replaced is not asked again.
 */
public final class Corpora {
    private static final int MOST = 8;

    /** The characters of all that is kept: what is made of a text takes many times its room. */
    private static final int LONGEST = 1_000_000;

    private final int longest;
    private final Map<List<Document>, Reading> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    public Corpora() {
        this(LONGEST);
    }

    Corpora(int longest) {
        this.longest = longest;
    }

    /** The corpus of these documents, in this order. Who asks about the same ones meanwhile waits until it is read. */
    public Corpus of(List<Document> documents, Embedder embedder, KeptVectors vectors) {
        if (length(documents) > longest) {
            return Corpus.of(documents, embedder, vectors);
        }
        return reading(List.copyOf(documents)).corpus(documents, embedder, vectors);
    }

    private synchronized Reading reading(List<Document> documents) {
        Reading reading = kept.computeIfAbsent(documents, none -> new Reading());
        Iterator<List<Document>> oldest = kept.keySet().iterator();
        while (kept.size() > MOST
                || kept.keySet().stream().mapToLong(Corpora::length).sum() > longest) {
            oldest.next();
            oldest.remove();
        }
        return reading;
    }

    private static long length(List<Document> documents) {
        return documents.stream()
                .mapToLong(document -> document.text().length())
                .sum();
    }

    /** One set of documents, read by the first who asks about it. */
    private static final class Reading {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Corpus corpus;

        Corpus corpus(List<Document> documents, Embedder embedder, KeptVectors vectors) {
            lock.lock();
            try {
                Corpus read = corpus == null ? Corpus.of(documents, embedder, vectors) : corpus;
                corpus = read;
                return read;
            } finally {
                lock.unlock();
            }
        }
    }
}
