package dev.stoa.learning.critique;

import dev.stoa.learning.critique.PatternTable.Stored;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;

/** Takes away what nothing has happened to since a time, in small transactions. Used by one thread; may run twice at once. */
final class CritiqueCleanup {
    private static final int BATCH = 500;

    private final Archive archive;
    private final Instant before;
    private final Instant now;

    CritiqueCleanup(Archive archive, Instant before, Instant now) {
        this.archive = archive;
        this.before = before;
        this.now = now;
    }

    CleanedCritiques rehearse() {
        return archive.read(tx -> new CleanedCritiques(
                tx.number("SELECT count(*) FROM patterns WHERE updated_ms < ?", before.toEpochMilli()),
                tx.number("SELECT count(*) FROM critiques WHERE created_at < ?", before),
                tx.number("SELECT count(*) FROM debates WHERE created_at < ?", before),
                tx.number("""
                        SELECT count(*) FROM proposal_outcomes
                        WHERE debate_id IN (SELECT id FROM debates WHERE created_at < ?)""", before),
                true));
    }

    CleanedCritiques run() {
        long patterns = 0;
        long critiques = 0;
        long debates = 0;
        long proposals = 0;
        for (int moved = BATCH; moved == BATCH; patterns += moved) {
            moved = archive.write(this::archivePatterns);
        }
        for (int deleted = BATCH; deleted == BATCH; critiques += deleted) {
            deleted = archive.write(tx -> tx.update("""
                    DELETE FROM critiques WHERE id IN
                        (SELECT id FROM critiques WHERE created_at < ? ORDER BY id LIMIT ?)""", before, BATCH));
        }
        for (int[] deleted = {BATCH, 0}; deleted[0] == BATCH; debates += deleted[0], proposals += deleted[1]) {
            deleted = archive.write(this::deleteDebates);
        }
        archive.cleanFiles(critiques + debates + proposals);
        return new CleanedCritiques(patterns, critiques, debates, proposals, false);
    }

    private int archivePatterns(Tx tx) {
        List<Stored> idle = tx.list(
                "SELECT " + PatternTable.COLUMNS + " FROM patterns WHERE updated_ms < ? ORDER BY seq LIMIT ?",
                PatternTable::stored,
                before.toEpochMilli(),
                BATCH);
        PatternTable.archive(tx, idle, now);
        return idle.size();
    }

    private int[] deleteDebates(Tx tx) {
        List<String> old =
                tx.list("SELECT id FROM debates WHERE created_at < ? LIMIT ?", row -> row.text(1), before, BATCH);
        int proposals = 0;
        for (String debate : old) {
            proposals += tx.update("DELETE FROM proposal_outcomes WHERE debate_id = ?", debate);
            tx.update("DELETE FROM debates WHERE id = ?", debate);
        }
        return new int[] {old.size(), proposals};
    }
}
