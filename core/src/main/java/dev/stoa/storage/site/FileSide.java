package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.Tx;
import dev.stoa.storage.move.MoveColumn;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.sqlite.DirectoryLease;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteMoveNotes;
import dev.stoa.storage.sqlite.SqliteRestore;
import dev.stoa.storage.sqlite.SqliteRows;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of a move. Not thread-safe. New archives are made in a folder of their own and take their places
 * when all of them are complete.
 */
final class FileSide implements AutoCloseable {
    private final SqliteSite site;
    private final SqliteMoveNotes notes;
    private @Nullable DirectoryLease alone;

    FileSide(SqliteSite site) {
        this.site = site;
        this.notes = site.moveNotes();
    }

    SqliteMoveNotes notes() {
        return notes;
    }

    Path stage() throws IOException {
        holdAlone();
        return PrivateFiles.directories(notes.stage());
    }

    /** Files are replaced, so no process may have them open. */
    private void holdAlone() {
        if (alone == null) {
            alone = DirectoryLease.exclusive(site.directory());
        }
    }

    MoveReport.Archive estimate(ArchiveSchema schema) throws SQLException, IOException {
        SqliteFile file = site.file(schema);
        long rows = 0;
        try (SqliteSession session = file.session(SqliteSession.Access.READ, file.path())) {
            for (String table : new SqliteRows(session).layout().keySet()) {
                if (!SchemaReport.isBookKeeping(table) && !schema.derived().contains(table)) {
                    rows += new Tx(session).number("SELECT count(*) FROM " + MoveColumn.quoted(table));
                }
            }
        }
        return new MoveReport.Archive(schema.name(), rows, Files.size(file.path()), List.of());
    }

    /** Waits until no transaction writes that was begun before now. */
    void await(List<ArchiveSchema> schemas) throws SQLException {
        for (ArchiveSchema schema : schemas) {
            SqliteFile file = site.file(schema);
            try (SqliteSession session = file.session(SqliteSession.Access.WRITE, file.path())) {
                session.beginWrite();
                session.rollback();
            }
        }
    }

    /** Whether another process has the directory open. */
    boolean inUse() {
        try {
            holdAlone();
            close();
            return false;
        } catch (ConflictException e) {
            return true;
        }
    }

    void expect(MoveNote note) throws SQLException {
        holdAlone();
        notes.set(note);
        try {
            SqliteRestore.deleteAll(notes.stage());
        } catch (IOException e) {
            throw new SQLException("the folder " + notes.stage() + " cannot be emptied: " + e.getMessage(), e);
        }
    }

    private Path list(ArchiveSchema schema) {
        return notes.stage().resolve(schema.name() + ".json");
    }

    /** Notes that the file of an archive is complete and was compared. */
    static void done(Path stage, ArchiveSchema schema, List<MoveTable.Content> tables) throws IOException {
        Path fresh = stage.resolve(schema.name() + ".json.new");
        Files.deleteIfExists(fresh);
        PrivateFiles.writeString(
                fresh,
                Json.write(tables.stream().map(MoveTable.Content::document).toList()) + "\n");
        FileSync.force(fresh);
        Files.move(fresh, stage.resolve(schema.name() + ".json"), StandardCopyOption.ATOMIC_MOVE);
        FileSync.force(stage);
    }

    /** The archives that are complete. */
    Map<String, List<MoveTable.Content>> done(List<ArchiveSchema> schemas) throws IOException {
        Map<String, List<MoveTable.Content>> done = new TreeMap<>();
        for (ArchiveSchema schema : schemas) {
            if (Files.exists(list(schema))) {
                List<MoveTable.Content> tables = new ArrayList<>();
                for (Object table : Json.parseArray(Files.readString(list(schema)))) {
                    if (table instanceof Map<?, ?> said) {
                        tables.add(MoveTable.Content.of(said));
                    }
                }
                done.put(schema.name(), tables);
            }
        }
        return done;
    }

    /** Puts the new files in the place of what was left here; can be repeated from any point at which it was cut off. */
    void place(List<ArchiveSchema> schemas, @Nullable Path beside) throws IOException {
        Path stage = stage();
        for (ArchiveSchema schema : schemas) {
            Path target = site.file(schema).path();
            Path fresh = stage.resolve(schema.file());
            if (Files.exists(fresh) || !Files.exists(list(schema))) {
                for (String suffix : List.of("-wal", "-shm", "-journal", "")) {
                    Files.deleteIfExists(target.resolveSibling(target.getFileName() + suffix));
                }
            }
            if (Files.exists(fresh)) {
                Path folder = PrivateFiles.directories(Objects.requireNonNull(target.getParent()));
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
                FileSync.force(folder);
            }
        }
        if (beside != null && !beside.toAbsolutePath().normalize().equals(Path.of(site.place()))) {
            copyAudit(beside);
        }
    }

    private void copyAudit(Path beside) throws IOException {
        Path audit = beside.resolve(Backup.AUDIT);
        if (!Files.isDirectory(audit)) {
            return;
        }
        try (Stream<Path> found = Files.walk(audit)) {
            for (Path file : found.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList()) {
                Path target = site.directory().resolve(beside.relativize(file).toString());
                PrivateFiles.directories(Objects.requireNonNull(target.getParent()));
                Files.deleteIfExists(target);
                PrivateFiles.copy(file, target);
                FileSync.force(target);
            }
        }
    }

    /** Deletes what a move that is over needs no more. */
    void clean() throws IOException {
        SqliteRestore.deleteAll(notes.stage());
    }

    /** Deletes what an unfinished move brought; what was moved away from here earlier stays closed. */
    void discard(MoveNote arriving) throws IOException {
        clean();
        if (arriving.before() == null) {
            notes.open();
        } else {
            notes.set(MoveNote.parse(arriving.before()));
        }
    }

    @Override
    public void close() {
        if (alone != null) {
            alone.close();
            alone = null;
        }
    }
}
