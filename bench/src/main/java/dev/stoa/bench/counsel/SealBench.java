package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What sealing costs: appending messages, and finding them when the index is in memory. Not thread-safe. */
public final class SealBench implements AutoCloseable {
    private static final Principal ME = Principal.local();
    private static final String PLAIN = "plain";
    private static final String SEALED = "sealed";
    /** How much more a sealed archive may cost. */
    private static final double APPEND = 1.5;

    private static final double SEARCH = 1.1;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public SealBench(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        Map<String, Stoa> archives = new LinkedHashMap<>();
        archives.put(PLAIN, stores.open(Durability.NORMAL));
        archives.put(SEALED, stores.sealed(Durability.NORMAL));
        open.addAll(archives.values());
        Contest append = new Contest("append a message, plain and sealed", "messages", 1).cpuAgainst(PLAIN);
        Contest search = new Contest("search in memory, plain and sealed", "searches", 1).cpuAgainst(PLAIN);
        archives.forEach((name, stoa) -> {
            String conversation = MessageBench.conversation(stoa);
            for (int i = 0; i < 2 * pace.small(); i++) {
                MessageBench.say(stoa, conversation, i);
            }
            // A beginning that some words have, so that there is something to rank.
            KeywordSearch query = KeywordSearch.of("qba");
            stoa.counsel().keywords().find(ME, query);
            // Searched before more is appended: what waits for the index would be measured too.
            search.add(
                    new InProcess(name, Steps.of(n -> stoa.counsel().keywords().find(ME, query))));
            String other = MessageBench.conversation(stoa);
            append.add(new InProcess(name, Steps.of(n -> MessageBench.say(stoa, other, n))));
        });
        return List.of(
                search.aim(Aim.cpuAtMost(SEARCH, SEALED, PLAIN)), append.aim(Aim.cpuAtMost(APPEND, SEALED, PLAIN)));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }
}
