package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.InvalidException;
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

@Tag("quick")
@OnBothDatabases
class BulkTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Notebook.SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aRefusedItemLeavesNothingAndTheRestIsWritten() {
        assertThat(write(List.of("a", "bad", "b", "bad"), false))
                .extracting(result -> result instanceof Bulk.Result.Done)
                .containsExactly(true, false, true, false);
        assertThat(Notebook.bodies(archive)).containsExactly("a", "b");
    }

    @Test
    void allOrNoneNamesEveryBadItemAndWritesNothing() {
        assertThat(write(List.of("a", "bad", "b", "bad"), true))
                .extracting(result -> result instanceof Bulk.Result.Done)
                .containsExactly(true, false, true, false);
        assertThat(Notebook.bodies(archive)).isEmpty();
        assertThat(write(List.of("a", "b"), true)).hasSize(2);
        assertThat(Notebook.bodies(archive)).containsExactly("a", "b");
    }

    @Test
    void noItemsAreNoWork() {
        assertThat(write(List.of(), false)).isEmpty();
    }

    private List<Bulk.Result<Long>> write(List<String> items, boolean allOrNone) {
        return Bulk.write(archive, items, allOrNone, (tx, item) -> {
            long id = Notebook.add(tx, "me", item);
            if (item.equals("bad")) {
                throw new InvalidException("invalid", "it is bad", "make it good");
            }
            return id;
        });
    }
}
