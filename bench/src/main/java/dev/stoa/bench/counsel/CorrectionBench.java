package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.CorrectionQuery;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.List;

/** Finding corrections for a question. Not thread-safe. */
public final class CorrectionBench implements AutoCloseable {
    private static final Principal LOCAL = Principal.local();
    private static final Prose WORDS = new Prose(12);
    private static final int CORRECTIONS = 5_000;
    /** How many corrections share a subject's first words, of which five are taken. */
    private static final int ALIKE = 20;
    /** The original's time for one, in milliseconds. */
    private static final double ORIGINAL = 0.85;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public CorrectionBench(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        String words = "by words";
        String meaning = "by words and meaning, hashing embedder";
        Stoa plain = filled(stores.open(Durability.FULL));
        Stoa embedded = filled(stores.reading("hashing"));
        return List.of(new Contest("find 5 of " + Stores.rows("the corrections", CORRECTIONS), "questions", 1)
                .add(new InProcess(words, Steps.of(n -> find(plain, n))))
                .add(new InProcess(meaning, Steps.of(n -> find(embedded, n))))
                .aim(Aim.perSecond(5 * 1_000 / ORIGINAL, words, "5 × the original")));
    }

    private Stoa filled(Stoa stoa) throws Exception {
        open.add(stoa);
        Crowd.platform(pace.many())
                .prepare(CORRECTIONS, (thread, op) -> {
                    stoa.counsel()
                            .corrections()
                            .add(LOCAL, CorrectionDraft.of(subject(op) + " variant" + op, WORDS.text(op)));
                    return 1;
                })
                .call();
        // What has no vector yet gets one before the clock runs.
        for (int i = 0; i < 3; i++) {
            find(stoa, 0);
        }
        return stoa;
    }

    private static String subject(long n) {
        return "replication slot" + n / ALIKE + " retention" + n / ALIKE;
    }

    private static void find(Stoa stoa, long n) {
        long wanted = n * 97 % CORRECTIONS;
        int found = stoa.counsel()
                .corrections()
                .find(
                        LOCAL,
                        CorrectionQuery.of("How long does the server keep the " + subject(wanted) + " when a replica"
                                + " is away, and what happens to the variant" + wanted + " then?"))
                .size();
        if (found != 5) {
            throw new IllegalStateException(found + " corrections were found");
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
