package dev.stoa.society.knowledge;

import dev.stoa.base.Trust;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the trust of knowledge equal to what {@link FactTrust} makes of its sources and reviews. Stateless. A
 * change of one of these calls it in the same unit of work.
 */
public final class TrustUpdate {
    /** A note that was deleted vouches for nothing; a message that is gone still counts as an agent's word. */
    private static final String SOURCE = """
            SELECT CASE s.kind
                WHEN 'knowledge' THEN COALESCE((SELECT k.trust FROM knowledge k WHERE k.knowledge_id = s.ref), 0)
                WHEN 'note' THEN COALESCE((SELECT m.trust FROM memories m WHERE m.memory_id = s.ref), 0)
                WHEN 'message' THEN COALESCE((SELECT CASE WHEN a.kind = 'agent' THEN 1 ELSE 3 END
                    FROM messages g JOIN agents a ON a.agent_id = g.agent_id WHERE g.message_id = s.ref), 1)
                WHEN 'task' THEN 1
                WHEN 'run' THEN 1
                ELSE 0 END
            FROM\s""";

    private static final String SOURCES = SOURCE + "knowledge_sources s WHERE s.knowledge_id = ?";

    private static final String GIVEN = "SELECT CAST(? AS text) AS kind, CAST(? AS text) AS ref";

    private static final String REVIEWS = """
            SELECT a.kind, r.verdict, r.trust FROM knowledge_reviews r JOIN agents a ON a.agent_id = r.agent_id
            WHERE r.knowledge_id = ? AND r.trust > 0 ORDER BY r.seq""";

    private TrustUpdate() {}

    private record Stored(String id, long seq, String agent, Trust origin, Trust trust) {}

    /** What knowledge deserves, by what is stored now. */
    static Trust deserved(Tx tx, String id, Trust origin) {
        List<Trust> sources = tx.list(SOURCES, row -> Trust.ofLevel(row.number(1)), id);
        return FactTrust.of(origin, FactTrust.cap(sources), votes(tx, id));
    }

    /** What knowledge deserves that nobody has reviewed, by sources that are not stored yet. */
    static Trust deserved(Tx tx, List<FactSource> sources, Trust origin) {
        if (sources.isEmpty()) {
            return FactTrust.of(origin, FactTrust.cap(List.of()), FactTrust.Votes.NONE);
        }
        List<Object> values = new ArrayList<>();
        sources.forEach(source -> {
            values.add(source.kind().text());
            values.add(source.ref());
        });
        String given = "(" + String.join(" UNION ALL ", Collections.nCopies(sources.size(), GIVEN)) + ") s";
        List<Trust> trusts = tx.list(SOURCE + given, row -> Trust.ofLevel(row.number(1)), values.toArray());
        return FactTrust.of(origin, FactTrust.cap(trusts), FactTrust.Votes.NONE);
    }

    private static FactTrust.Votes votes(Tx tx, String id) {
        record Vote(boolean person, ReviewVerdict verdict) {}
        List<Vote> votes = tx.list(
                REVIEWS,
                row -> new Vote(
                        row.text(1).equals("human") && row.number(3) == Trust.HUMAN.level(),
                        ReviewVerdict.of(row.text(2))),
                id);
        @Nullable ReviewVerdict person = null;
        long confirms = 0;
        long disputes = 0;
        for (Vote vote : votes) {
            if (vote.person()) {
                person = vote.verdict();
            } else if (vote.verdict() == ReviewVerdict.CONFIRM) {
                confirms++;
            } else {
                disputes++;
            }
        }
        return new FactTrust.Votes(person, confirms, disputes);
    }

    /** Brings the trust of knowledge, and of all that cites it, up to date. */
    public static void of(Tx tx, Collection<String> ids, Instant now) {
        // What is cited is older than what cites it, so in this order each is looked at once.
        NavigableMap<Long, Stored> waiting = new TreeMap<>();
        ids.forEach(id -> add(tx, waiting, id));
        while (!waiting.isEmpty()) {
            Stored fact = waiting.pollFirstEntry().getValue();
            Trust trust = deserved(tx, fact.id(), fact.origin());
            if (trust != fact.trust()) {
                tx.update("UPDATE knowledge SET trust = ? WHERE knowledge_id = ?", trust.level(), fact.id());
                Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, fact.agent(), null, fact.id());
                citing(tx, FactSource.Kind.KNOWLEDGE, fact.id()).forEach(id -> add(tx, waiting, id));
            }
        }
    }

    /** Brings the trust of everything up to date that cites a row which has changed or gone. */
    public static void citing(Tx tx, FactSource.Kind kind, String ref, Instant now) {
        of(tx, citing(tx, kind, ref), now);
    }

    private static List<String> citing(Tx tx, FactSource.Kind kind, String ref) {
        // A long address is too much for an entry of an index there.
        String same = tx.dialect().pick("ref = ?", "md5(ref) = md5(?)");
        return tx.list(
                "SELECT DISTINCT knowledge_id FROM knowledge_sources WHERE kind = ? AND " + same,
                row -> row.text(1),
                kind.text(),
                ref);
    }

    private static void add(Tx tx, NavigableMap<Long, Stored> waiting, String id) {
        tx.one(
                        "SELECT seq, agent_id, origin_trust, trust FROM knowledge WHERE knowledge_id = ?",
                        row -> new Stored(
                                id,
                                row.number(1),
                                row.text(2),
                                Trust.ofLevel(row.number(3)),
                                Trust.ofLevel(row.number(4))),
                        id)
                .ifPresent(fact -> waiting.put(fact.seq(), fact));
    }

    /** The knowledge whose trust is not what it deserves. */
    public static List<String> wrong(Tx tx, int most) {
        record Claim(String id, Trust origin, Trust trust) {}
        List<Claim> claims = tx.list(
                "SELECT knowledge_id, origin_trust, trust FROM knowledge ORDER BY seq",
                row -> new Claim(row.text(1), Trust.ofLevel(row.number(2)), Trust.ofLevel(row.number(3))));
        List<String> wrong = new ArrayList<>();
        for (Claim claim : claims) {
            if (wrong.size() < most && deserved(tx, claim.id(), claim.origin()) != claim.trust()) {
                wrong.add(claim.id());
            }
        }
        return wrong;
    }
}
