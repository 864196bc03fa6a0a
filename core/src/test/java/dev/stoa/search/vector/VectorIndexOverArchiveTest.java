package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A vector index as a store keeps it: fed from a table by the numbers its rows were written under. */
@Tag("quick")
@OnBothDatabases
class VectorIndexOverArchiveTest {
    private static final ArchiveSchema SCHEMA =
            ArchiveSchema.named("vectors").version(1, "items").build();
    private static final Embedder EMBEDDER = Embedder.hashing(64);

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void whatOneProcessWritesAnotherFindsAtItsNextSearch() {
        Archive here = place.open(SCHEMA);
        Archive there = place.open(SCHEMA);
        VectorIndex index = index(there);
        put(here, "wal", "the write-ahead log needs its shm file");
        put(here, "cache", "a cache evicts what is used least");
        assertThat(found(index, there, "write-ahead log file")).isEqualTo("wal");
        put(here, "log", "write-ahead log file");
        assertThat(found(index, there, "write-ahead log file")).isEqualTo("log");
        assertThat(index.size()).isEqualTo(3);
    }

    @Test
    void aReplacedRowIsFoundUnderItsNewNumberAndADeletedOneNotAtAll() {
        Archive archive = place.open(SCHEMA);
        VectorIndex index = index(archive);
        put(archive, "a", "apples and pears");
        put(archive, "b", "bread and butter");
        assertThat(found(index, archive, "apples and pears")).isEqualTo("a");
        put(archive, "a", "winter in the mountains");
        assertThat(found(index, archive, "winter in the mountains")).isEqualTo("a");
        archive.write(tx -> tx.update("DELETE FROM item WHERE id = 'a'"));
        assertThat(found(index, archive, "winter in the mountains")).isNotEqualTo("a");
    }

    private static VectorIndex index(Archive archive) {
        return VectorIndex.over(
                (after, limit) -> archive.list(
                        "SELECT vector_seq, seq, embedding FROM item WHERE vector_seq > ? ORDER BY vector_seq LIMIT ?",
                        row -> new VectorRow(row.number(1), row.number(2), Vectors.decode(row.bytes(3), 64)),
                        after,
                        limit),
                64);
    }

    private static void put(Archive archive, String id, String text) {
        byte[] vector = Vectors.encode(EMBEDDER.embed(text));
        archive.write(tx -> tx.update("""
                INSERT INTO item (id, seq, embedding, vector_seq) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE
                SET seq = excluded.seq, embedding = excluded.embedding, vector_seq = excluded.vector_seq""", id, tx.next("item"), vector, tx.next("vector")));
    }

    /** The best hit that still exists: hits are read again from the table, so what was deleted or replaced is gone. */
    private static String found(VectorIndex index, Archive archive, String query) {
        index.refresh();
        List<VectorHit> hits = index.search(EMBEDDER.embed(query), 10, seq -> true, -1);
        return hits.stream()
                .flatMap(hit ->
                        archive.list("SELECT id FROM item WHERE seq = ?", row -> row.text(1), hit.seq()).stream())
                .findFirst()
                .orElse("");
    }
}
