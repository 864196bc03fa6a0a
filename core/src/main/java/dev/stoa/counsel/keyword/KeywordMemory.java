package dev.stoa.counsel.keyword;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The index in memory: a sorted map of words to the messages that have them. Not thread-safe. It holds all words, or
 * those beginnings that were asked for; a message goes in with all its words that belong to what is held.
 */
final class KeywordMemory {
    private final NavigableMap<String, Postings> words = new TreeMap<>();
    private final Map<String, Integer> ordinals = new HashMap<>();
    private final Map<String, String> shared = new HashMap<>();
    private final TreeSet<String> beginnings = new TreeSet<>();
    private boolean complete;
    private Doc[] docs = new Doc[64];
    // Beside the messages, because ranking needs nothing else of most of them.
    private int[] lengths = new int[64];
    private double[] times = new double[64];
    private int size;

    /**
     * What ranking and filters need of a message. Immutable.
     *
     * @param at its time in seconds, as it is stored
     * @param length how many words it has
     */
    record Doc(String messageId, String conversationId, String userId, boolean ofUser, double at, int length) {}

    /** How many messages are known; each has an ordinal below. */
    int size() {
        return size;
    }

    Doc doc(int ordinal) {
        return docs[ordinal];
    }

    /** How many words a message has. */
    int length(int ordinal) {
        return lengths[ordinal];
    }

    /** The time of a message in seconds. */
    double at(int ordinal) {
        return times[ordinal];
    }

    /** Whether all words with this beginning are held. */
    boolean holds(String beginning) {
        if (complete) {
            return true;
        }
        for (String held = beginnings.floor(beginning); held != null; held = beginnings.lower(held)) {
            if (beginning.startsWith(held)) {
                return true;
            }
            if (held.isEmpty() || held.charAt(0) != beginning.charAt(0)) {
                return false;
            }
        }
        return false;
    }

    void held(String beginning) {
        beginnings.add(beginning);
    }

    void complete() {
        complete = true;
    }

    /** Whether no word was asked for yet. */
    boolean holdsNothing() {
        return !complete && beginnings.isEmpty();
    }

    boolean isComplete() {
        return complete;
    }

    @Nullable
    Integer ordinal(String messageId) {
        return ordinals.get(messageId);
    }

    /** Takes in a message, without its words. */
    int add(Doc doc) {
        if (size == docs.length) {
            docs = Arrays.copyOf(docs, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
            times = Arrays.copyOf(times, size * 2);
        }
        // Many messages have one conversation and one user.
        docs[size] = new Doc(
                doc.messageId(),
                share(doc.conversationId()),
                share(doc.userId()),
                doc.ofUser(),
                doc.at(),
                doc.length());
        lengths[size] = doc.length();
        times[size] = doc.at();
        ordinals.put(doc.messageId(), size);
        return size++;
    }

    private String share(String text) {
        String present = shared.putIfAbsent(text, text);
        return present == null ? text : present;
    }

    /** Takes in a word of a message. */
    void add(String word, int ordinal, int frequency) {
        postings(word).add(ordinal, frequency);
    }

    /** The messages that have a word; empty if it is new. */
    Postings postings(String word) {
        return words.computeIfAbsent(word, made -> new Postings());
    }

    /** Forgets messages with all their words. */
    void remove(Iterable<String> messageIds) {
        BitSet gone = new BitSet();
        for (String id : messageIds) {
            Integer ordinal = ordinals.remove(id);
            if (ordinal != null) {
                gone.set(ordinal);
            }
        }
        if (!gone.isEmpty()) {
            words.values().removeIf(postings -> postings.remove(gone));
        }
    }

    /** Hands over every word that begins so, the equal one first. */
    void each(String beginning, ObjIntConsumer<Postings> consumer) {
        for (Map.Entry<String, Postings> entry : words.tailMap(beginning, true).entrySet()) {
            if (!entry.getKey().startsWith(beginning)) {
                return;
            }
            consumer.accept(entry.getValue(), entry.getKey().length() == beginning.length() ? 1 : 0);
        }
    }
}
