package dev.stoa.engine.provider.evidence;

import dev.stoa.base.UnavailableException;
import dev.stoa.search.vector.Embedder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Some documents, cut into sentences and indexed in memory. Safe from any thread. Sentences are embedded
 * at the first question of meaning, all at once, unless their vectors were kept: with a large model and many documents
 * that takes its time.
 */
public final class Corpus {
    /** The longest sentence that is compared, in characters. */
    static final int LONGEST = 1_500;

    /** How many words of questions are remembered with what is like them. */
    private static final int MOST_ALIKE = 10_000;

    private static final double BEFORE = 0.7;
    private static final double TITLE = 0.6;
    private static final double BESIDE = 0.35;
    private static final double PREVIOUS = 0.5;
    /** A word that stands nowhere is what the documents say nothing about. */
    private static final double ABSENT = 1.3;
    /** What a word of the sentence before is worth to one that refers back to it. */
    static final double REFERRED = 0.9;

    private static final Set<String> REFERRING =
            Set.of("this", "it", "they", "these", "such", "he", "she", "that", "those", "similarly", "also");

    private final List<Document> documents;
    private final List<Passage> passages = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Integer> holders = new HashMap<>();
    private final Set<String> vocabulary = new HashSet<>();
    private final Map<String, Set<String>> alike = new ConcurrentHashMap<>();
    private final Embedder embedder;
    private final KeptVectors kept;
    private final double meanLength;
    private final ReentrantLock embedding = new ReentrantLock();
    private volatile @Nullable List<float[]> vectors;

    private Corpus(List<Document> documents, Embedder embedder, KeptVectors kept) {
        this.documents = List.copyOf(documents);
        this.embedder = embedder;
        this.kept = kept;
        for (int d = 0; d < documents.size(); d++) {
            int first = passages.size();
            passages.addAll(Passage.of(documents.get(d)));
            read(d, first);
        }
        for (Line line : lines) {
            vocabulary.addAll(line.stems());
            line.stems().forEach(stem -> holders.merge(Lexicon.positive(stem), 1, Integer::sum));
        }
        meanLength = Math.max(
                1,
                lines.stream()
                        .mapToInt(line -> line.sense().words().size())
                        .average()
                        .orElse(1));
    }

    /** The corpus of these documents, in this order; blank ones have no window. */
    public static Corpus of(List<Document> documents, Embedder embedder) {
        return new Corpus(documents, embedder, KeptVectors.NONE);
    }

    /** The same, with a place where the vectors of its documents are kept from one debate to the next. */
    public static Corpus of(List<Document> documents, Embedder embedder, KeptVectors kept) {
        return new Corpus(documents, embedder, kept);
    }

    private void read(int document, int firstPassage) {
        Document given = documents.get(document);
        String title = Passage.title(given);
        List<Sentence> sentences = Sentences.of(Passage.storable(given.text()), LONGEST);
        Set<String> titled = Sense.of(title.replaceAll("[._-]", " ")).stems();
        List<Sense> senses = sentences.stream().map(s -> Sense.of(s.text())).toList();
        List<Set<String>> stems = senses.stream().map(Sense::stems).toList();
        Map<String, Set<String>> headings = new HashMap<>();
        // What a text calls itself stands in its first lines, whatever its file is called.
        Set<String> opening = sentences.isEmpty() ? Set.of() : stems.getFirst();
        int passage = firstPassage;
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            while (passage + 1 < passages.size()
                    && passages.get(passage + 1).window().offset() <= sentence.offset()) {
                passage++;
            }
            if (!sentence.isStatement()) {
                continue;
            }
            Map<String, Double> near = new HashMap<>();
            if (i > 0) {
                double before = refersBack(sentence) ? REFERRED : PREVIOUS;
                stems.get(i - 1).forEach(stem -> near.merge(stem, before, Math::max));
            }
            if (i + 1 < sentences.size()) {
                stems.get(i + 1).forEach(stem -> near.merge(stem, BESIDE, Math::max));
            }
            titled.forEach(stem -> near.merge(stem, TITLE, Math::max));
            opening.forEach(stem -> near.merge(stem, BESIDE, Math::max));
            headings.computeIfAbsent(
                            sentence.section() + ". " + sentence.lead(),
                            heading -> Sense.of(heading).stems())
                    .forEach(stem -> near.merge(stem, BEFORE, Math::max));
            Sense sense = sense(sentence, senses.get(i));
            lines.add(new Line(document, passage, sentence, sense, stems.get(i), Map.copyOf(near)));
        }
    }

    /** Whether a sentence begins with a word for something in the one before it. */
    private static boolean refersBack(Sentence sentence) {
        List<String> words = dev.stoa.search.text.Tokenizer.words(sentence.text());
        return !words.isEmpty() && REFERRING.contains(words.getFirst());
    }

    /** A list item that is no sentence by itself is read together with what it goes on with. */
    private static Sense sense(Sentence sentence, Sense alone) {
        boolean whole = sentence.lead().isEmpty()
                || java.util.Arrays.stream(sentence.text().split(" ", 8))
                        .limit(7)
                        .anyMatch(word -> Lexicon.AUXILIARIES.contains(word.toLowerCase(java.util.Locale.ROOT)));
        return whole ? alone : Sense.of(sentence.whole());
    }

    /** All windows, by document, then by place in it. */
    public List<Window> windows() {
        return passages.stream().map(Passage::window).toList();
    }

    List<Passage> passages() {
        return passages;
    }

    /** All sentences that state something, by document, then by place in it. */
    List<Line> lines() {
        return lines;
    }

    Document document(Line line) {
        return documents.get(line.document());
    }

    int documents() {
        return documents.size();
    }

    /** Whether meaning can be compared, not words alone. */
    boolean hasMeaning() {
        return embedder.isOn();
    }

    /** What a stem tells: much if few sentences hold it, most if none does. */
    double weight(String stem) {
        int there = holders.getOrDefault(Lexicon.positive(stem), 0);
        double rarity = StrictMath.log(1 + (lines.size() - there + 0.5) / (there + 0.5));
        return there == 0 ? ABSENT * rarity : rarity;
    }

    /** How well a sentence holds a stem: 1 itself, less around it, 0 not at all. */
    double holds(Line line, String stem) {
        if (alike.size() > MOST_ALIKE) {
            alike.clear();
        }
        return line.holds(stem, alike.computeIfAbsent(stem, this::likes));
    }

    private Set<String> likes(String stem) {
        Set<String> likes = new TreeSet<>();
        likes.add(stem);
        for (String there : vocabulary) {
            boolean contrary = Lexicon.positive(there).equals(Lexicon.positive(stem));
            if (contrary || Lexicon.opposed(there, stem)) {
                likes.add(there);
            }
        }
        return Set.copyOf(likes);
    }

    /** The share of these stems, by what each tells, that a sentence holds or has around it. */
    double cover(Line line, Set<String> wanted) {
        double held = 0;
        double all = 0;
        for (String stem : wanted) {
            double weight = weight(stem);
            all += weight;
            held += weight * holds(line, stem);
        }
        return all == 0 ? 0 : held / all;
    }

    /** How much the length of a sentence takes from what it holds: long ones hold many words by chance. */
    double brevity(Line line) {
        return Math.clamp(1 / (0.8 + 0.2 * line.sense().words().size() / meanLength), 0.55, 1.05);
    }

    /** How like in meaning every sentence is to a question, from 0 to 1. */
    double[] semantic(String question) {
        if (lines.isEmpty()) {
            return new double[0];
        }
        List<float[]> all = vectors();
        float[] asked = embedder.embedQuestion(question);
        return all.stream()
                .mapToDouble(v -> Math.clamp(embedder.likeness(v, asked), 0, 1))
                .toArray();
    }

    private List<float[]> vectors() {
        List<float[]> ready = vectors;
        if (ready != null) {
            return ready;
        }
        lock();
        try {
            ready = vectors;
            if (ready == null) {
                ready = new ArrayList<>();
                for (int d = 0; d < documents.size(); d++) {
                    int document = d;
                    List<String> texts = lines.stream()
                            .filter(line -> line.document() == document)
                            .map(Corpus::embedded)
                            .toList();
                    ready.addAll(kept.vectors(documents.get(d).id(), texts, embedder));
                }
                vectors = ready;
            }
            return ready;
        } finally {
            embedding.unlock();
        }
    }

    /** An embedder may take long to answer, so that an interrupt must reach whoever waits for it. */
    private void lock() {
        try {
            embedding.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the embedding was interrupted", null);
        }
    }

    private static String embedded(Line line) {
        String section = line.sentence().section();
        return (section.isEmpty() ? "" : section + ". ") + line.sentence().whole();
    }
}
