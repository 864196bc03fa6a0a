package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units that take their numbers before they begin. */
@Tag("quick")
class NumberedTest {
    private static final Scope SCOPE = new Scope.Kind("author", "entry").of("ana");
    private static final List<Numbered.Wanted> WANTED =
            List.of(new Numbered.Wanted("entry", 3), new Numbered.Wanted("reply", 2));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Archive archive;
    private final List<List<Long>> given = new ArrayList<>();

    @BeforeEach
    void open() {
        archive = Archive.over(
                Notebook.SCHEMA, new BrittleBackend(folder, 1, (step, n) -> {}), StorageSettings.defaults());
    }

    private String write(Numbered.Unit<String> unit) {
        return Numbered.write(archive, SCOPE, WANTED, (tx, first) -> {
            given.add(first);
            return unit.run(tx, first);
        });
    }

    @Test
    void theNumbersOfEachKindAreNewAndAscend() {
        assertThat(write((tx, first) -> "done")).isEqualTo("done");
        write((tx, first) -> "done");
        write((tx, first) -> "done");
        assertThat(given).containsExactly(List.of(1L, 1L), List.of(4L, 3L), List.of(7L, 5L));
    }

    @Test
    void aUnitWhoseNumbersAreForgottenIsUndoneAndRunAgainWithOthers() {
        for (String forgotten : List.of("entry", "reply")) {
            given.clear();
            write((tx, first) -> {
                Notebook.add(tx, forgotten, "run with " + first);
                if (given.size() == 1) {
                    // The last of the numbers; the counter comes back when the unit is undone.
                    tx.update("UPDATE archive_sequence SET value = value - 1 WHERE name = ?", forgotten);
                }
                return "done";
            });
            assertThat(given).hasSize(2);
            assertThat(given.get(1).get(0)).isEqualTo(given.get(0).get(0) + 3);
            assertThat(given.get(1).get(1)).isEqualTo(given.get(0).get(1) + 2);
            assertThat(archive.list("SELECT body FROM entry WHERE author = ?", row -> row.text(1), forgotten))
                    .containsExactly("run with " + given.get(1));
        }
    }

    @Test
    void aServerThatForgetsEveryNumberIsNotAskedForEver() {
        assertThatThrownBy(() -> write((tx, first) -> {
                    tx.update("UPDATE archive_sequence SET value = 0");
                    return "done";
                }))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("its server forgets the numbers that it gives");
        assertThat(given).hasSize(4);
    }

    @Test
    void numbersThatWereGivenAgainAreLeftFarBehind() {
        write((tx, first) -> {
            if (given.size() == 1) {
                throw conflict("23505");
            }
            return "done";
        });
        assertThat(given).containsExactly(List.of(1L, 1L), List.of(1_004L, 1_003L));
        given.clear();
        assertThatThrownBy(() -> write((tx, first) -> {
                    throw conflict("23505");
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(given).hasSize(4);
    }

    @Test
    void anotherConflictIsNotTriedAgain() {
        for (ConflictException other : List.of(conflict("23503"), new ConflictException("closed", "no cause", null))) {
            given.clear();
            assertThatThrownBy(() -> write((tx, first) -> {
                        throw other;
                    }))
                    .isSameAs(other);
            assertThat(given).hasSize(1);
        }
    }

    private static ConflictException conflict(String state) {
        return new ConflictException("constraint", "it is there", null, new SQLException("duplicate", state));
    }
}
