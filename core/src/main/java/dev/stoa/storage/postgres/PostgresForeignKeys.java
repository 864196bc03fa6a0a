package dev.stoa.storage.postgres;

import dev.stoa.storage.Checkup;
import dev.stoa.storage.Tx;
import java.util.List;

/**
 * Finds rows of a PostgreSQL schema that refer to nothing. Stateless. The server lets none in, but whoever may switch its
 * triggers off can put some there, and a dump that was loaded so has them.
 */
final class PostgresForeignKeys {
    private static final int SHOWN = 20;

    private static final String KEYS = """
            SELECT k.conrelid::regclass::text, k.confrelid::regclass::text,
                string_agg('c.' || quote_ident(a.attname) || '::text', ' || '' '' || ' ORDER BY n),
                string_agg('c.' || quote_ident(a.attname) || ' IS NOT NULL', ' AND ' ORDER BY n),
                string_agg('c.' || quote_ident(a.attname) || ' = p.' || quote_ident(b.attname), ' AND ' ORDER BY n)
            FROM pg_constraint k
            CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS pair(child, parent, n)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.child
            JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.parent
            WHERE k.contype = 'f' AND k.connamespace = ?::regnamespace
            GROUP BY k.oid, k.conrelid, k.confrelid ORDER BY k.oid""";

    private PostgresForeignKeys() {}

    private record Key(String child, String parent, String value, String given, String match) {}

    static void check(Tx tx, String schema, List<Checkup.Finding> findings) {
        List<Key> keys =
                tx.list(KEYS, row -> new Key(row.text(1), row.text(2), row.text(3), row.text(4), row.text(5)), schema);
        for (Key key : keys) {
            tx.each(
                    "SELECT " + key.value() + " FROM " + key.child() + " c WHERE " + key.given()
                            + " AND NOT EXISTS (SELECT 1 FROM " + key.parent() + " p WHERE " + key.match() + ") LIMIT "
                            + SHOWN,
                    row -> findings.add(Checkup.Finding.damage(
                            "foreign_keys",
                            row.text(1) + " in " + key.child() + " refers to a missing row of " + key.parent())));
        }
    }
}
