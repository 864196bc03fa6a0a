package dev.stoa.bench.search;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.search.vector.Embedder;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * What the vectors of texts cost, in processor time of the process: other programs on the machine are not in it, threads
 * of native code are. Not thread-safe.
 */
public final class EmbeddingCost {
    private static final int WARM_UP = 100;
    private static final int TEXTS = 400;

    private final Embedder embedder;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public EmbeddingCost(Embedder embedder) {
        this.embedder = embedder;
    }

    /** A sentence with the cost of a text of this collection, alone and in bulk. */
    public String of(Judged collection) {
        List<String> texts = collection.corpus().stream()
                .limit(TEXTS)
                .map(passage -> passage.title() == null ? passage.text() : passage.title() + " " + passage.text())
                .toList();
        texts.stream().limit(WARM_UP).forEach(embedder::embed);
        double alone = millis(() -> texts.forEach(embedder::embed)) / texts.size();
        double bulk = millis(() -> embedder.embed(texts)) / texts.size();
        return String.format(
                Locale.ROOT,
                "A vector by %s costs %.1f ms of processor time, %.1f ms in bulk.",
                embedder.modelId(),
                alone,
                bulk);
    }

    private double millis(Runnable work) {
        long before = system.getProcessCpuTime();
        work.run();
        return (system.getProcessCpuTime() - before) / 1e6;
    }
}
