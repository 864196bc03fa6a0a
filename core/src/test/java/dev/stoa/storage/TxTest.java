package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a unit of work can do after a part of it went wrong, and when it can do nothing more. */
@Tag("quick")
@OnBothDatabases
class TxTest {
    private static final String INSERT = "INSERT INTO entry (author, body) VALUES ('ana', ?)";

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
    void aUnitKnowsItsDatabase() {
        Dialect seen = archive.read(Tx::dialect);
        assertThat(seen).isEqualTo(dialect);
    }

    @Test
    void whatIsAskedTogetherIsAnsweredEachForItselfInAnyOrder() {
        Notebook.add(archive, "ana", "one");
        Notebook.add(archive, "bo", "two");
        String byAuthor = "SELECT body FROM entry WHERE author = ?";
        archive.write(tx -> {
            Supplier<List<String>> ofAna = tx.ask(byAuthor, row -> row.text(1), "ana");
            Supplier<List<String>> ofNone = tx.ask(byAuthor, row -> row.text(1), "cy");
            IntSupplier renamed = tx.change("UPDATE entry SET author = 'dora' WHERE author = 'bo'");
            IntSupplier missed = tx.change("UPDATE entry SET author = 'dora' WHERE author = 'bo'");
            assertThat(tx.number("SELECT count(*) FROM entry WHERE author = 'dora'"))
                    .isEqualTo(1);
            assertThat(missed.getAsInt()).isZero();
            assertThat(renamed.getAsInt()).isEqualTo(1);
            assertThat(ofNone.get()).isEmpty();
            assertThat(ofAna.get()).containsExactly("one");
            return null;
        });
    }

    @Test
    void whatIsAskedAndNeverLookedAtDoesNoHarm() {
        archive.write(tx -> tx.ask("SELECT body FROM entry", row -> row.text(1)));
        archive.write(tx -> tx.change(INSERT, "written"));
        assertThat(Notebook.bodies(archive)).containsExactly("written");
    }

    @Test
    void aBriefColumnIsThatColumn() {
        String name = "n".repeat(1_000);
        archive.write(tx -> tx.update(INSERT, name));
        assertThat(archive.list("SELECT " + dialect.brief("body") + " FROM entry", row -> row.text(1)))
                .containsExactly(name);
    }

    @Test
    void whatFailsLaterFailsTheUnitAndLeavesNothing() {
        Notebook.add(archive, "ana", "there");
        assertThatThrownBy(() -> archive.write(tx -> {
                    tx.later(INSERT, "new");
                    tx.later(INSERT, "there");
                    return "done";
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).containsExactly("there");
    }

    @Test
    void anAttemptThatSucceedsGivesItsResultAndStays() {
        String result = archive.write(tx -> tx.attempt(part -> {
            part.update(INSERT, "kept");
            return "done";
        }));
        assertThat(result).isEqualTo("done");
        assertThat(Notebook.bodies(archive)).containsExactly("kept");
    }

    @Test
    void anAttemptThatSwallowsAFailedStatementIsUndoneAndTheUnitGoesOn() {
        archive.write(tx -> {
            tx.update(INSERT, "before");
            assertThatThrownBy(() -> tx.attempt(part -> {
                        part.update(INSERT, "undone");
                        assertThatThrownBy(() -> part.update(INSERT, "before")).isInstanceOf(ConflictException.class);
                        return "swallowed";
                    }))
                    .isInstanceOf(ConflictException.class);
            assertThat(tx.failure()).isNull();
            tx.update(INSERT, "after");
            return null;
        });
        assertThat(Notebook.bodies(archive)).containsExactly("before", "after");
    }

    @Test
    void anAttemptWithinAnAttemptIsUndoneAlone() {
        archive.write(tx -> tx.attempt(outer -> {
            outer.update(INSERT, "outer");
            assertThatThrownBy(() -> outer.attempt(inner -> {
                        inner.update(INSERT, "inner");
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            return outer.attempt(inner -> inner.update(INSERT, "again"));
        }));
        assertThat(Notebook.bodies(archive)).containsExactly("outer", "again");
    }

    @Test
    void afterAFailedStatementNothingMoreIsDoneAndTheFailureIsNamedAgain() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    tx.update(INSERT, "x");
                    assertThatThrownBy(() -> tx.update(INSERT, "x")).isInstanceOf(ConflictException.class);
                    RuntimeException failure = tx.failure();
                    assertThatThrownBy(() -> tx.update(INSERT, "y")).isSameAs(failure);
                    assertThatThrownBy(() -> tx.batch(INSERT, List.of("y"), Tx::values))
                            .isSameAs(failure);
                    assertThatThrownBy(() -> tx.attempt(part -> "y")).isSameAs(failure);
                    return null;
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void whenTheUnitIsOverItsTxRefusesEverything() {
        AtomicReference<Tx> kept = new AtomicReference<>();
        archive.write(tx -> {
            kept.set(tx);
            return null;
        });
        Tx over = kept.get();
        String refusal = "the unit of work is over; its Tx cannot be used any more";
        assertThatThrownBy(() -> over.update(INSERT, "late")).hasMessage(refusal);
        assertThatThrownBy(() -> over.batch(INSERT, List.of("late"), Tx::values))
                .hasMessage(refusal);
        assertThatThrownBy(() -> over.attempt(part -> "late")).hasMessage(refusal);
        assertThatThrownBy(() -> over.next("late")).hasMessage(refusal);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void whatABatchHeldWhenItsItemsFailedIsNotWrittenByTheNextOne() {
        Iterable<String> failing = () -> new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                if (++next == 3) {
                    throw new IllegalStateException("no third item");
                }
                return "left over " + next;
            }
        };
        archive.write(tx -> {
            assertThatThrownBy(() -> tx.attempt(part -> {
                        part.batch(INSERT, failing, Tx::values);
                        return null;
                    }))
                    .hasMessage("no third item");
            tx.batch(INSERT, List.of("wanted"), Tx::values);
            return null;
        });
        assertThat(Notebook.bodies(archive)).containsExactly("wanted");
    }

    @Test
    void aBatchOfAnyLengthIsWrittenWhole() {
        for (int length : List.of(0, 1, 499, 500, 501, 1_000)) {
            List<String> items = new ArrayList<>(
                    IntStream.range(0, length).mapToObj(i -> length + "/" + i).toList());
            archive.write(tx -> {
                tx.update("DELETE FROM entry");
                tx.batch(INSERT, items, Tx::values);
                return null;
            });
            assertThat(Notebook.bodies(archive)).as("%s items", length).isEqualTo(items);
        }
    }

    @Test
    void whatIsLeftForLaterOfAnyNumberOfItemsIsWrittenWhole() {
        for (int items = 0; items <= 12; items++) {
            List<String> bodies =
                    IntStream.range(0, items).mapToObj(Integer::toString).toList();
            List<String> written = archive.write(tx -> {
                tx.update("DELETE FROM entry");
                tx.later(INSERT, bodies, Tx::values);
                return tx.list("SELECT body FROM entry", row -> row.text(1));
            });
            assertThat(written).containsExactlyInAnyOrderElementsOf(bodies);
        }
    }

    @Test
    void aSequenceCountsForItselfFromOne() {
        archive.write(tx -> {
            assertThat(List.of(tx.next("a"), tx.next("a"), tx.next("b"))).containsExactly(1L, 2L, 1L);
            return null;
        });
    }
}
