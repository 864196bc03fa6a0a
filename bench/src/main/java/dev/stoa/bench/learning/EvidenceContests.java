package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** Evidence added and searched for. Not thread-safe. */
final class EvidenceContests implements AutoCloseable {
    private static final Prose PROSE = new Prose(60);
    private static final String ADD = "EvidenceStore.add with enrichment and index";
    private static final String SEARCH = "EvidenceStore.search";
    private static final String SEED = "the seed's tables, bare JDBC";

    private final Stores stores;
    private final Pace pace;
    private final List<Stoa> open = new ArrayList<>();

    EvidenceContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    Contest add() throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        EvidenceStore evidence = stoa.learning().evidence();
        SeedTables seed = seed(0);
        PreparedStatement row =
                seed.prepare("INSERT INTO evidence (id, content_hash, source, snippet) VALUES (?, ?, 'web', ?)");
        PreparedStatement index =
                seed.prepare("INSERT INTO evidence_fts (evidence_id, title, snippet, topics) VALUES (?, '', ?, '')");
        return new Contest("add a piece of evidence", "pieces", 1)
                .add(new InProcess(
                        ADD,
                        Steps.of(n -> evidence.add(EvidenceDraft.of(PROSE.text(n), "web")))
                                .closing(stoa)))
                .add(new InProcess(
                        SEED,
                        Steps.of(n -> {
                                    seed.connection().setAutoCommit(false);
                                    row.setString(1, "e" + n);
                                    row.setString(2, "hash" + n);
                                    row.setString(3, PROSE.text(n));
                                    row.executeUpdate();
                                    index.setString(1, "e" + n);
                                    index.setString(2, PROSE.text(n));
                                    index.executeUpdate();
                                    seed.connection().commit();
                                    seed.connection().setAutoCommit(true);
                                })
                                .closing(seed)))
                .rateAgainst(SEED)
                .cpuAgainst(SEED)
                .aim(Aim.perSecond(3 * 759, ADD, "3 × the original"));
    }

    Contest search() throws Exception {
        Contest contest = new Contest("search evidence for 2 words", "searches", 1);
        for (int rows : List.of(pace.small(), pace.large(), pace.huge() / 2)) {
            Stoa stoa = stores.open(Durability.NORMAL);
            open.add(stoa);
            EvidenceStore evidence = stoa.learning().evidence();
            Stores.fill(rows, n -> EvidenceDraft.of(PROSE.text(n), "web"), evidence::addAll);
            contest.add(new InProcess(
                    Stores.rows(SEARCH, rows),
                    Steps.of(n ->
                            evidence.search(EvidenceQuery.of(PROSE.question(n)).limit(10)))));
        }
        String large = Stores.rows(SEARCH, pace.large());
        SeedTables seed = seed(pace.large());
        PreparedStatement query = seed.prepare("""
                SELECT e.id, e.snippet FROM evidence_fts f JOIN evidence e ON e.id = f.evidence_id
                WHERE evidence_fts MATCH ? ORDER BY bm25(evidence_fts) LIMIT 10""");
        return contest.add(new InProcess(
                        Stores.rows(SEED, pace.large()),
                        Steps.of(n -> {
                                    query.setString(1, PROSE.question(n).replace(" ", " OR "));
                                    try (ResultSet result = query.executeQuery()) {
                                        while (result.next()) {
                                            result.getString(2);
                                        }
                                    }
                                })
                                .closing(seed)))
                .rateAgainst(Stores.rows(SEED, pace.large()))
                .aim(Aim.perSecond(3 * 104, large, "3 × the original"));
    }

    private SeedTables seed(int rows) throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "evidence", Durability.NORMAL, 1);
        seed.fill(
                rows,
                "INSERT INTO evidence (id, content_hash, source, snippet) VALUES (?, ?, 'web', ?)",
                (insert, n) -> {
                    insert.setString(1, "e" + n);
                    insert.setString(2, "hash" + n);
                    insert.setString(3, PROSE.text(n));
                });
        seed.fill(
                rows,
                "INSERT INTO evidence_fts (evidence_id, title, snippet, topics) VALUES (?, '', ?, '')",
                (insert, n) -> {
                    insert.setString(1, "e" + n);
                    insert.setString(2, PROSE.text(n));
                });
        return seed;
    }

    @Override
    public void close() {
        open.forEach(Stoa::close);
    }
}
