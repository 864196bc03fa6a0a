package dev.stoa.bench.search;

import dev.stoa.base.Added;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.evidence.Found;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How well and how fast the evidence store finds the passages that answer a query, by words, by meaning and by both.
 * Not thread-safe. It measures the store as it is shipped, through its public methods.
 */
public final class RetrievalBench {
    private static final int PORTION = 1_000;
    private static final int HITS = 20;

    private final Path folder;
    private final Embedder embedder;

    public RetrievalBench(Path folder, Embedder embedder) {
        this.folder = folder;
        this.embedder = embedder;
    }

    /** The lines of a table. */
    public List<String> run(Judged collection) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%,d passages, %,d queries.",
                collection.corpus().size(),
                collection.queries().size()));
        lines.add("");
        lines.add("| " + collection.name() + " | nDCG@10 | recall@5 | recall@10 | recall@20 | MRR | queries/s |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|");
        try (Archive archive = SqliteArchive.open(
                EvidenceArchive.SCHEMA, folder, StorageSettings.defaults(), InstantSource.system())) {
            EvidenceStore store =
                    EvidenceStore.over(archive, InstantSource.system(), Ids.system(), embedder, Runnable::run);
            Map<String, List<String>> passages = fill(store, collection);
            for (EvidenceQuery.Mode mode : EvidenceQuery.Mode.values()) {
                lines.add(line(store, collection, mode, passages));
            }
        }
        return lines;
    }

    /** Loads the corpus; returns the passages of each place, or of each text that stands alone. */
    private static Map<String, List<String>> fill(EvidenceStore store, Judged collection) {
        Map<String, List<String>> passages = new HashMap<>();
        List<EvidenceDraft> drafts = new ArrayList<>();
        List<Judged.Passage> portion = new ArrayList<>();
        for (Judged.Passage passage : collection.corpus()) {
            EvidenceDraft draft = EvidenceDraft.of(passage.text(), "bench").title(passage.title());
            drafts.add(passage.document() == null ? draft : draft.place(passage.document(), passage.position()));
            portion.add(passage);
            if (drafts.size() == PORTION) {
                add(store, drafts, portion, passages);
            }
        }
        add(store, drafts, portion, passages);
        store.embedPending();
        return passages;
    }

    private static void add(
            EvidenceStore store,
            List<EvidenceDraft> drafts,
            List<Judged.Passage> portion,
            Map<String, List<String>> passages) {
        var results = store.addAll(drafts, true);
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof Bulk.Result.Done<Added<Evidence>> done) {
                Judged.Passage passage = portion.get(i);
                String key = passage.document() == null
                        ? done.value().value().id()
                        : passage.document() + " " + passage.position();
                passages.computeIfAbsent(key, id -> new ArrayList<>()).add(passage.id());
            }
        }
        drafts.clear();
        portion.clear();
    }

    private static String line(
            EvidenceStore store, Judged collection, EvidenceQuery.Mode mode, Map<String, List<String>> passages) {
        List<RankMeasures> measures = new ArrayList<>();
        long nanos = 0;
        for (Judged.Query query : collection.queries()) {
            EvidenceQuery asked = EvidenceQuery.of(query.text()).limit(HITS).mode(mode);
            long start = System.nanoTime();
            List<Found> found = store.search(asked);
            nanos += System.nanoTime() - start;
            measures.add(RankMeasures.of(
                    found.stream()
                            .flatMap(hit -> passages.getOrDefault(key(hit), List.of()).stream())
                            .toList(),
                    query.relevant()));
        }
        RankMeasures mean = RankMeasures.mean(measures);
        return String.format(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %,.0f |",
                mode.text(),
                mean.ndcg(),
                mean.recall5(),
                mean.recall10(),
                mean.recall20(),
                mean.mrr(),
                collection.queries().size() / (nanos / 1e9));
    }

    private static String key(Found hit) {
        return hit.place() == null
                ? hit.evidence().id()
                : hit.place().documentId() + " " + hit.place().position();
    }
}
