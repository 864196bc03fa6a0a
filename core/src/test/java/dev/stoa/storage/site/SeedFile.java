package dev.stoa.storage.site;

import dev.stoa.society.OldSpace;
import dev.stoa.storage.OldFile;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes a file of another program with everything in it that can be wrong, the same for the same seed. Stateless. */
public final class SeedFile {
    private static final List<String> LAYOUTS = List.of(
            OldFile.CONTINUUM_2,
            OldFile.CONSENSUS_1,
            OldFile.ELO_1,
            OldFile.TRACES_1,
            OldFile.EVIDENCE_1,
            OldFile.EVOLUTION_1);

    // As SQL, so that each kind of value that SQLite stores is among them.
    private static final List<String> VALUES = List.of(
            "NULL",
            "-5",
            "7",
            "0",
            "1",
            "0.5",
            "9223372036854775807",
            "-9223372036854775808",
            "1e308",
            "9e999",
            "-9e999",
            "'weird'",
            "''",
            "' '",
            "'k1'",
            "'k2'",
            "'fast'",
            "'minor_quibble'",
            "'2024-01-02 03:04:05'",
            "'yesterday'",
            "'99999-01-01T00:00:00Z'",
            "'{\"a\": 1}'",
            "'[\"ana\", \"bo\"]'",
            "'{\"ana\": 1e308}'",
            "'{torn'",
            "x'ff00fe'",
            "CAST(x'61ff62' AS TEXT)",
            "'nul' || char(0) || 'nul'",
            "hex(zeroblob(3000))",
            "'🜚 \u202e text'");

    private SeedFile() {}

    static void write(Path file, Random random) throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(LAYOUTS.get(random.nextInt(LAYOUTS.size())));
            if (random.nextInt(4) == 0) {
                old.run(LAYOUTS.get(random.nextInt(LAYOUTS.size()))
                        .replace("CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ")
                        .replace("CREATE VIRTUAL TABLE ", "CREATE VIRTUAL TABLE IF NOT EXISTS ")
                        .replace("CREATE INDEX ", "CREATE INDEX IF NOT EXISTS ")
                        .replace("IF NOT EXISTS IF NOT EXISTS", "IF NOT EXISTS"));
            }
            fill(old, random);
        }
    }

    /** A file of the program that the society succeeds. */
    static void writeSpace(Path file, Random random) throws Exception {
        List<String> layouts = OldSpace.layouts();
        try (OldFile old = OldFile.at(file)) {
            old.run(layouts.get(random.nextInt(layouts.size())));
            fill(old, random);
        }
    }

    /** A file of the program that the evolution succeeds. */
    public static void writeEvolution(Path file, Random random) throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.EVOLUTION_1);
            fill(old, random);
        }
    }

    private static void fill(OldFile old, Random random) throws Exception {
        List<String> tables = old.texts("SELECT name FROM pragma_table_list"
                + " WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name");
        if (random.nextInt(3) == 0 && tables.size() > 1) {
            old.run("DROP TABLE " + tables.get(random.nextInt(tables.size())));
        }
        for (String table : tables) {
            List<String> columns = old.texts("SELECT name FROM pragma_table_info('" + table + "')");
            if (random.nextInt(4) == 0 && !columns.isEmpty()) {
                // Without its constraints, as a table that was made by CREATE TABLE AS is.
                old.run(
                        "CREATE TABLE bare AS SELECT * FROM " + table,
                        "DROP TABLE " + table,
                        "ALTER TABLE bare RENAME TO " + table);
            }
            for (int i = random.nextInt(12); i > 0 && !columns.isEmpty(); i--) {
                List<String> values = new ArrayList<>();
                for (String column : columns) {
                    values.add(
                            random.nextInt(3) > 0 ? likely(column, random) : VALUES.get(random.nextInt(VALUES.size())));
                }
                try {
                    old.run("INSERT OR IGNORE INTO " + table + " VALUES (" + String.join(", ", values) + ")");
                } catch (SQLException mismatch) {
                    // A number that counts by itself takes nothing else; the next row is tried.
                }
            }
        }
    }

    private static String likely(String column, Random random) {
        if (column.endsWith("id") || column.contains("agent") || column.equals("winner")) {
            return "'k" + random.nextInt(6) + "'";
        }
        if (column.endsWith("tier")) {
            return "'slow'";
        }
        if (column.equals("dissent_type")) {
            return "'risk_warning'";
        }
        return column.endsWith("_at") || column.equals("timestamp")
                ? "'2025-03-04T05:06:07Z'"
                : Integer.toString(random.nextInt(3));
    }
}
