package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads rows of the archive as the records that are shown of them. Stateless. */
public final class ConsensusRows {
    private static final String CONSENSUS =
            "SELECT " + StoredTable.CONSENSUS.names() + ", COALESCE(seq, 0) FROM consensus";
    private static final String DISSENT = "SELECT " + StoredTable.DISSENT.names() + ", COALESCE(seq, 0) FROM dissent";
    private static final String PROOFS = "SELECT " + StoredTable.PROOFS.names() + " FROM verified_proofs";

    // A dissent whose type no rule knows must not hide the rest; a deep examination names it.
    private static final String KNOWN = Arrays.stream(DissentType.values())
            .map(type -> "'" + type.text() + "'")
            .collect(Collectors.joining(", ", " IN (", ")"));

    private static final String SIMULATED =
            "(SELECT 1 FROM consensus c WHERE c.id = dissent.debate_id AND c.simulated = 1)";

    private static final String MARK = "p:";

    private ConsensusRows() {}

    private record Head(Map<String, @Nullable Object> values, long seq) {
        static Head of(Row row) {
            return new Head(StoredTable.CONSENSUS.read(row), row.number(StoredTable.CONSENSUS.width() + 1));
        }
    }

    static Optional<Consensus> find(Tx tx, String id) {
        List<Head> heads = tx.list(CONSENSUS + " WHERE id = ?", Head::of, id);
        return whole(tx, heads).stream().findFirst();
    }

    /** The row of that id; if it is archived the refusal says so. */
    static Consensus get(Tx tx, String id) {
        return find(tx, id).orElseThrow(() -> missing(tx, id));
    }

    static NotFoundException missing(Tx tx, String id) {
        boolean archived = tx.number("SELECT count(*) FROM consensus_archive WHERE id = ?", id) > 0;
        return new NotFoundException(
                "not_found",
                "there is no consensus " + id,
                archived ? "it is archived; restore consensus " + id : "list the consensus records");
    }

    /** The rows of these numbers, in this order. */
    static List<Consensus> ofSeqs(Tx tx, List<Long> seqs) {
        Map<Long, Consensus> bySeq = new HashMap<>();
        List<Head> heads = tx.list(
                CONSENSUS + " WHERE seq IN " + numbers(tx),
                Head::of,
                tx.dialect().pick(json(seqs), array(seqs)));
        whole(tx, heads).forEach(consensus -> bySeq.put(consensus.seq(), consensus));
        return seqs.stream()
                .flatMap(seq -> Optional.ofNullable(bySeq.get(seq)).stream())
                .toList();
    }

    static Page<Consensus> list(Tx tx, @Nullable String domain, Simulated simulated, Page.Request page) {
        long before = page.after(Long.MAX_VALUE);
        String sql = CONSENSUS + " WHERE seq < ?" + simulated.and("simulated")
                + (domain == null ? "" : " AND domain = ?") + " ORDER BY seq DESC LIMIT ?";
        List<Head> heads = domain == null
                ? tx.list(sql, Head::of, before, page.limit() + 1)
                : tx.list(sql, Head::of, before, domain, page.limit() + 1);
        return page.of(whole(tx, heads), Consensus::seq);
    }

    static Page<Dissent> dissents(Tx tx, DissentQuery query, Page.Request page) {
        List<@Nullable Object> params = new ArrayList<>();
        String sql = dissents(tx.dialect(), query, page, params);
        return page.of(tx.list(sql, ConsensusRows::dissent, params.toArray()), Dissent::seq);
    }

    static String dissents(Dialect dialect, DissentQuery query, Page.Request page, List<@Nullable Object> params) {
        String debate = query.debate();
        DissentType type = query.type();
        // Of one debate the order of the sequence would be that of all dissents.
        String seq = debate == null ? "seq" : dialect.unindexed("seq");
        String kind = dialect.unindexed("dissent_type");
        StringBuilder sql = new StringBuilder(DISSENT)
                .append(" WHERE ")
                .append(seq)
                .append(" < ? AND ")
                .append(kind)
                .append(KNOWN);
        params.add(page.after(Long.MAX_VALUE));
        if (debate == null && query.simulated() != Simulated.INCLUDE) {
            sql.append(query.simulated() == Simulated.ONLY ? " AND EXISTS " : " AND NOT EXISTS ")
                    .append(SIMULATED);
        }
        if (debate != null) {
            sql.append(" AND debate_id = ?");
            params.add(debate);
        }
        if (type != null) {
            sql.append(" AND ").append(debate == null ? "dissent_type" : kind).append(" = ?");
            params.add(type.text());
        }
        if (query.acknowledged() != null) {
            sql.append(" AND COALESCE(acknowledged, 0) ")
                    .append(query.acknowledged() ? "<>" : "=")
                    .append(" 0");
        }
        params.add(page.limit() + 1);
        return sql.append(" ORDER BY ").append(seq).append(" DESC LIMIT ?").toString();
    }

    static Optional<Dissent> dissent(Tx tx, String id) {
        return tx.one(DISSENT + " WHERE id = ?", ConsensusRows::dissent, id);
    }

    public static Optional<Proof> proof(Tx tx, String id) {
        return tx.one(PROOFS + " WHERE id = ?", row -> Proof.of(StoredTable.PROOFS.read(row)), id);
    }

    /** The attempts to prove something for a debate, or for all, the latest first. */
    public static Page<Proof> proofs(Tx tx, @Nullable String debate, Page.Request page) {
        String last = after(page.cursor());
        // Ids grow with time, and unlike times no two are equal.
        String id = tx.dialect().pick("id", "id COLLATE \"C\"");
        List<String> conditions = new ArrayList<>();
        List<@Nullable Object> params = new ArrayList<>();
        if (debate != null) {
            conditions.add("debate_id = ?");
            params.add(debate);
        }
        if (last != null) {
            conditions.add(id + " < ?");
            params.add(last);
        }
        params.add(page.limit() + 1);
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        List<Proof> rows = tx.list(
                PROOFS + where + " ORDER BY " + id + " DESC LIMIT ?",
                row -> Proof.of(StoredTable.PROOFS.read(row)),
                params.toArray());
        return page(rows, page, Proof::id);
    }

    /** The page of rows that were read with one more than the limit, ordered by their ids. */
    static <T> Page<T> page(List<T> rowsAndOneMore, Page.Request page, Function<? super T, String> id) {
        if (rowsAndOneMore.size() <= page.limit()) {
            return new Page<>(rowsAndOneMore, null);
        }
        List<T> items = rowsAndOneMore.subList(0, page.limit());
        byte[] mark = (MARK + id.apply(items.getLast())).getBytes(StandardCharsets.UTF_8);
        return new Page<>(items, Base64.getUrlEncoder().withoutPadding().encodeToString(mark));
    }

    /** The last id of the page before; null for the first page. */
    static @Nullable String after(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(MARK)) {
                return text.substring(MARK.length());
            }
        } catch (IllegalArgumentException e) {
            // Not a cursor of this program; refused below.
        }
        throw Bounds.invalid("cursor \"" + cursor + "\" is not from a page before", "use its next, or none");
    }

    /** The proof of a statement that was verified for a debate, the oldest if there are several. */
    public static Optional<Proof> verified(Tx tx, String debate, String hash) {
        return tx.one(
                PROOFS + " WHERE proof_hash = ? AND debate_id = ? AND is_verified = 1 ORDER BY timestamp LIMIT 1",
                row -> Proof.of(StoredTable.PROOFS.read(row)),
                hash,
                debate);
    }

    /** The rows with their dissents and proofs, which one query each fetches for all of them. */
    private static List<Consensus> whole(Tx tx, List<Head> heads) {
        if (heads.isEmpty()) {
            return List.of();
        }
        Map<String, List<Dissent>> dissents = new HashMap<>();
        Map<String, List<Proof>> proofs = new HashMap<>();
        String ids = json(
                heads.stream().map(head -> (String) head.values().get("id")).toList());
        String within = within(tx.dialect());
        tx.each(
                dissentsOf(tx.dialect()),
                row -> {
                    Dissent dissent = dissent(row);
                    dissents.computeIfAbsent(dissent.debateId(), id -> new ArrayList<>())
                            .add(dissent);
                },
                ids);
        String oldest = " ORDER BY timestamp, id" + tx.dialect().pick("", " COLLATE \"C\"");
        tx.each(
                PROOFS + within + oldest,
                row -> {
                    Proof proof = Proof.of(StoredTable.PROOFS.read(row));
                    proofs.computeIfAbsent(proof.debateId(), id -> new ArrayList<>())
                            .add(proof);
                },
                ids);
        return heads.stream()
                .map(head -> {
                    String id = String.valueOf(head.values().get("id"));
                    return Consensus.of(
                            head.values(),
                            head.seq(),
                            dissents.getOrDefault(id, List.of()),
                            proofs.getOrDefault(id, List.of()));
                })
                .toList();
    }

    /** The dissents of some debates. */
    static String dissentsOf(Dialect dialect) {
        return DISSENT + within(dialect) + " AND " + dialect.unindexed("dissent_type") + KNOWN;
    }

    private static String within(Dialect dialect) {
        return " WHERE debate_id IN "
                + dialect.pick("(SELECT value FROM json_each(?))", "(SELECT jsonb_array_elements_text(?::jsonb))");
    }

    /** The right side of IN for a list of numbers; its parameter is made by {@link #json} or {@link #array}. */
    static String numbers(Tx tx) {
        return tx.dialect().pick("(SELECT value FROM json_each(?))", "(SELECT unnest(?::bigint[]))");
    }

    static String json(List<?> values) {
        return Json.write(values);
    }

    static String array(List<Long> values) {
        return "{" + String.join(",", values.stream().map(String::valueOf).toList()) + "}";
    }

    private static Dissent dissent(Row row) {
        return Dissent.of(StoredTable.DISSENT.read(row), row.number(StoredTable.DISSENT.width() + 1));
    }
}
