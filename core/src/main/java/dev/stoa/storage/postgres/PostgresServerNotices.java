package dev.stoa.storage.postgres;

import dev.stoa.storage.Checkup;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.util.List;

/** What is worth knowing of the server that holds the archives, beside the archives themselves. Stateless. */
final class PostgresServerNotices {
    /** After how long an open transaction is told of. */
    static final Duration LONG = Duration.ofSeconds(60);

    // A copy that is being made and a subscriber of single tables are no standbys. A login that may not see more gets
    // neither state nor kind of a standby, but the setting.
    private static final String STANDBYS = """
            SELECT count(*), count(*) FILTER (WHERE follower.sync_state <> 'async'
                    OR (follower.sync_state IS NULL AND current_setting('synchronous_standby_names') <> '')),
                current_setting('synchronous_commit')
            FROM pg_stat_replication follower
            WHERE follower.state IS DISTINCT FROM 'backup' AND NOT EXISTS (SELECT 1 FROM pg_replication_slots slot
                WHERE slot.active_pid = follower.pid AND slot.slot_type = 'logical')""";

    private static final String TRANSACTIONS = """
            SELECT pid, extract(epoch FROM clock_timestamp() - xact_start)::bigint, application_name, state
            FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
                AND xact_start < clock_timestamp() - make_interval(secs => ?)
            ORDER BY xact_start LIMIT 5""";

    private static final String CHECKSUMS = "SELECT 1 WHERE current_setting('data_checksums') = 'off'";

    private PostgresServerNotices() {}

    static void tell(Tx tx, Duration longest, List<Checkup.Finding> findings) {
        tx.each(
                CHECKSUMS,
                row -> findings.add(Checkup.Finding.notice(
                        "checksums",
                        "the server keeps no checksums of its pages, so that a damaged disk goes unnoticed; stop it and"
                                + " run pg_checksums --enable")));
        tx.each(STANDBYS, row -> standbys(row.number(1), row.number(2), row.text(3), findings));
        tx.each(
                TRANSACTIONS,
                row -> findings.add(Checkup.Finding.notice(
                        "transaction",
                        "process " + row.number(1) + " of the server has had a transaction open for " + row.number(2)
                                + " s (" + named(row.text(3)) + ", " + row.text(4)
                                + "); vacuum and what follows commits wait for it")),
                (double) longest.toSeconds());
    }

    private static String named(String application) {
        return application.isEmpty() ? "a program without a name" : application;
    }

    private static void standbys(long all, long awaited, String commit, List<Checkup.Finding> findings) {
        if (all == 0) {
            return;
        }
        String lost = ": a failover can lose writes that were acknowledged; ";
        if (awaited == 0) {
            findings.add(Checkup.Finding.notice(
                    "standby",
                    (all == 1
                                    ? "a standby follows the server and is not synchronous"
                                    : all + " standbys follow the server and none is synchronous")
                            + lost + "name one in synchronous_standby_names"));
        } else if (commit.equals("off") || commit.equals("local")) {
            findings.add(Checkup.Finding.notice(
                    "standby",
                    "commits do not wait for the synchronous standby, because synchronous_commit is " + commit + lost
                            + "set it to on, or storage.durability to full"));
        }
    }
}
