package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contender;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.consensus.Similar;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The consensus memory asked for a topic that was debated long ago. Not thread-safe. */
final class ConsensusContests implements AutoCloseable {
    private static final Prose TOPICS = new Prose(8);
    private static final String FIND = "ConsensusMemory.find";
    private static final String SCAN = "every topic compared, bare JDBC";

    private final Stores stores;
    private final Pace pace;
    private final List<Stoa> open = new ArrayList<>();

    ConsensusContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    Contest find() throws Exception {
        Contest contest = new Contest("find a consensus by its topic", "finds", 1);
        for (int rows : List.of(pace.small(), pace.large(), pace.huge())) {
            Stoa stoa = stores.open(Durability.NORMAL);
            open.add(stoa);
            ConsensusMemory consensus = stoa.learning().consensus();
            Stores.fill(rows, ConsensusContests::draft, consensus::recordAll);
            contest.add(new InProcess(Stores.rows(FIND, rows), Steps.of(n -> {
                long wanted = n * 31 % rows;
                List<Similar> hits =
                        consensus.find(TopicQuery.of(TOPICS.text(wanted).toUpperCase(Locale.ROOT) + "?"));
                if (!hits.getFirst().consensus().id().equals("d-" + wanted)) {
                    throw new IllegalStateException("topic " + wanted + " was not found first");
                }
            })));
        }
        String large = Stores.rows(FIND, pace.large());
        return contest.add(scan())
                .rateAgainst(Stores.rows(SCAN, pace.large()))
                .aim(Aim.perSecond(10 * 31, large, "10 × the original"));
    }

    /** The only search in a table without an index of words: read every topic and compare. */
    private Contender scan() throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "consensus", Durability.NORMAL, 1, 2);
        seed.fill(
                pace.large(),
                "INSERT INTO consensus (id, topic, topic_hash, conclusion) VALUES (?, ?, '', ?)",
                (insert, row) -> {
                    insert.setString(1, "d-" + row);
                    insert.setString(2, TOPICS.text(row));
                    insert.setString(3, "yes");
                });
        PreparedStatement query = seed.prepare("SELECT id, topic FROM consensus");
        return new InProcess(
                Stores.rows(SCAN, pace.large()),
                Steps.of(n -> {
                            Set<String> wanted = new HashSet<>(Tokenizer.terms(TOPICS.text(n * 31 % pace.large())));
                            double best = 0;
                            try (ResultSet result = query.executeQuery()) {
                                while (result.next()) {
                                    best = Math.max(best, jaccard(wanted, result.getString(2)));
                                }
                            }
                            if (best < 1) {
                                throw new IllegalStateException("the topic was not found");
                            }
                        })
                        .closing(seed));
    }

    private static double jaccard(Set<String> wanted, String topic) {
        Set<String> both = new HashSet<>(Tokenizer.terms(topic));
        int all = both.size();
        both.retainAll(wanted);
        return (double) both.size() / (all + wanted.size() - both.size());
    }

    private static ConsensusDraft draft(int row) {
        return ConsensusDraft.of("d-" + row, TOPICS.text(row), "yes", 0.8, List.of("ana", "bo", "cy"))
                .agreeing(List.of("ana", "bo"))
                .build();
    }

    @Override
    public void close() {
        open.forEach(Stoa::close);
    }
}
