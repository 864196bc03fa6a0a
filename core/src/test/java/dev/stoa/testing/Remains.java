package dev.stoa.testing;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where a text still is: in the bytes of every file of a directory, or in every row of a PostgreSQL database. */
public final class Remains {
    private Remains() {}

    /** The files or tables that hold the text, in any case of letters. */
    public static List<String> of(String text, Dialect dialect, Path directory, Archive archive) {
        return dialect == Dialect.SQLITE ? inFiles(text, directory) : inRows(text, archive);
    }

    /** The files below a directory that hold the text, write-ahead logs included. */
    public static List<String> inFiles(String text, Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<String> found = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (bytes.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))) {
                    found.add(directory.relativize(file).toString());
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tables and indexes of a PostgreSQL database whose files hold the text, in rows that are dead too. */
    public static List<String> inServerFiles(String text, Archive archive) {
        archive.write(tx -> tx.update("CHECKPOINT"));
        return archive.list("""
                SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'i')
                    AND (position(convert_to(?, 'UTF8') IN pg_read_binary_file(pg_relation_filepath(c.oid))) > 0
                        OR position(convert_to(?, 'UTF8') IN pg_read_binary_file(pg_relation_filepath(c.oid))) > 0)
                ORDER BY c.relname""", row -> row.text(1), text, text.toLowerCase(Locale.ROOT));
    }

    private static List<String> inRows(String text, Archive archive) {
        List<String> tables =
                archive.list("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()", row -> row.text(1));
        return tables.stream()
                .filter(table -> archive.one(
                                        "SELECT count(*) FROM \"" + table + "\" t WHERE strpos(lower(t::text), ?) > 0",
                                        row -> row.number(1),
                                        text.toLowerCase(Locale.ROOT))
                                .orElse(0L)
                        > 0)
                .toList();
    }
}
