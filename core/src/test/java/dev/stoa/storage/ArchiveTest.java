package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What every archive promises to a single caller, on both backends. */
@Tag("quick")
@OnBothDatabases
class ArchiveTest {
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
    void whatIsWrittenIsThereForTheNextRead() {
        long id = archive.write(tx -> Notebook.add(tx, "ana", "first"));

        assertThat(archive.one("SELECT body FROM entry WHERE id = ?", row -> row.text(1), id))
                .hasValue("first");
    }

    @Test
    void anObserverIsToldOfWhatIsReadAndWrittenAlsoWhenItFails() {
        List<String> seen = new ArrayList<>();
        Notebook.add(archive, "ana", "before");
        archive.observedBy((name, kind, nanos) -> seen.add(name + " " + kind + " " + (nanos > 0)));
        Notebook.add(archive, "ana", "first");
        archive.one("SELECT 1", row -> row.number(1));
        archive.list("SELECT 1", row -> row.number(1));
        archive.read(tx -> tx.number("SELECT 1"));
        assertThatThrownBy(() -> archive.write(tx -> tx.update("INSERT INTO nothing VALUES (1)")))
                .isInstanceOf(StoaException.class);
        archive.observedBy(null);
        Notebook.add(archive, "ana", "after");
        String name = Notebook.SCHEMA.name();
        assertThat(seen)
                .containsExactly(
                        name + " WRITE true",
                        name + " READ true",
                        name + " READ true",
                        name + " READ true",
                        name + " WRITE true");
    }

    @Test
    void anArchiveKnowsHowManyBytesItTakes() {
        long before = archive.bytes();
        archive.write(tx -> {
            for (int i = 0; i < 100; i++) {
                Notebook.add(tx, "ana", i + "x".repeat(10_000).replace("x", Integer.toHexString(i)));
            }
            return null;
        });
        assertThat(before).isPositive();
        assertThat(archive.bytes()).isGreaterThan(before);
    }

    @Test
    void whatIsWrittenIsThereAfterOpeningAgain() {
        Notebook.add(archive, "ana", "kept");
        archive.close();

        assertThat(Notebook.bodies(place.open(Notebook.SCHEMA))).containsExactly("kept");
    }

    @Test
    void everyKindOfValueComesBackAsItWas() {
        Instant at = Instant.parse("2026-11-15T08:30:00.123Z");
        byte[] blob = {0, 1, -1, 127, -128};
        archive.write(tx -> tx.update(
                "INSERT INTO entry (author, body, seq, score, done, blob, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                "ana",
                "naïve 🜚 'quoted' \\ \n",
                Long.MIN_VALUE,
                Math.PI,
                true,
                blob,
                at));

        archive.read(tx -> {
            tx.each("SELECT author, body, seq, score, done, blob, at FROM entry", row -> {
                assertThat(row.text(1)).isEqualTo("ana");
                assertThat(row.text(2)).isEqualTo("naïve 🜚 'quoted' \\ \n");
                assertThat(row.number(3)).isEqualTo(Long.MIN_VALUE);
                assertThat(row.real(4)).isEqualTo(Math.PI);
                assertThat(row.flag(5)).isTrue();
                assertThat(row.bytes(6)).isEqualTo(blob);
                assertThat(row.instant(7)).isEqualTo(at);
            });
            return null;
        });
    }

    @Test
    void nullComesBackAsNullAndFailsWhereAValueIsDemanded() {
        archive.write(tx -> tx.update("INSERT INTO entry (author, body, seq) VALUES (?, ?, ?)", "ana", null, null));

        List<Boolean> nulls = archive.list(
                "SELECT body, seq, score, blob, at FROM entry",
                row -> row.textOrNull(1) == null
                        && row.numberOrNull(2) == null
                        && row.realOrNull(3) == null
                        && row.bytesOrNull(4) == null
                        && row.instantOrNull(5) == null);
        assertThat(nulls).containsExactly(true);
        assertThatThrownBy(() -> archive.one("SELECT seq FROM entry", row -> row.number(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("column 1 is null");
    }

    @Test
    void aUnitThatThrowsLeavesNothingBehind() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "half");
                    throw new IllegalArgumentException("changed my mind");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("changed my mind");
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aUnitThatThrowsAnErrorLeavesNothingBehindAndTheArchiveGoesOn() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "half");
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        Notebook.add(archive, "ana", "next");
        assertThat(Notebook.bodies(archive)).containsExactly("next");
    }

    @Test
    void aBrokenConstraintIsAConflictThatNamesIt() {
        Notebook.add(archive, "ana", "same");
        assertThatThrownBy(() -> Notebook.add(archive, "ana", "same"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("notebook")
                .hasMessageContaining("author")
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("constraint");
    }

    @Test
    void aUnitThatSwallowsAFailedStatementIsUndoneAllTheSame() {
        Notebook.add(archive, "ana", "same");
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "other");
                    try {
                        Notebook.add(tx, "ana", "same");
                    } catch (ConflictException swallowed) {
                        return 0;
                    }
                    return 1;
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).containsExactly("same");
    }

    @Test
    void anAttemptThatFailsIsUndoneAloneAndTheUnitGoesOn() {
        List<String> refused = new ArrayList<>();
        archive.write(tx -> {
            for (String body : List.of("a", "b", "a", "c")) {
                try {
                    tx.attempt(part -> Notebook.add(part, "ana", body));
                } catch (ConflictException e) {
                    refused.add(body);
                }
            }
            return null;
        });
        assertThat(Notebook.bodies(archive)).containsExactly("a", "b", "c");
        assertThat(refused).containsExactly("a");
    }

    @Test
    void attemptsCanBeNested() {
        archive.write(tx -> tx.attempt(outer -> {
            Notebook.add(outer, "ana", "outer");
            assertThatThrownBy(() -> outer.attempt(inner -> {
                        Notebook.add(inner, "ana", "inner");
                        throw new IllegalStateException("inner");
                    }))
                    .hasMessage("inner");
            return Notebook.add(outer, "ana", "after");
        }));
        assertThat(Notebook.bodies(archive)).containsExactly("outer", "after");
    }

    @Test
    void aRehearsalTellsItsResultAndChangesNothing() {
        long rows = archive.rehearse(tx -> {
            Notebook.add(tx, "ana", "never");
            return tx.number("SELECT count(*) FROM entry");
        });
        assertThat(rows).isEqualTo(1);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aRehearsalFailsAsTheWriteWould() {
        Notebook.add(archive, "ana", "same");
        assertThatThrownBy(() -> archive.rehearse(tx -> Notebook.add(tx, "ana", "same")))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void aReadSeesOneStateWhateverIsCommittedMeanwhile() throws Exception {
        Notebook.add(archive, "ana", "before");
        List<Long> counts = archive.read(tx -> {
            long first = tx.number("SELECT count(*) FROM entry");
            runElsewhere(() -> Notebook.add(archive, "ana", "meanwhile"));
            return List.of(first, tx.number("SELECT count(*) FROM entry"));
        });
        assertThat(counts).containsExactly(1L, 1L);
        assertThat(Notebook.bodies(archive)).containsExactly("before", "meanwhile");
    }

    @Test
    void aReadCannotWrite() {
        assertThatThrownBy(() -> archive.read(tx -> Notebook.add(tx, "ana", "sneaked in")))
                .isInstanceOf(StoaException.class);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aWriteInsideAWriteIsRefusedAndTheOuterOneIsUndone() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "outer");
                    return archive.write(inner -> 1);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use its Tx");
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aReadInsideAWriteIsRefusedBecauseItWouldNotSeeIt() {
        assertThatThrownBy(() -> archive.write(tx -> archive.read(inner -> 1))).hasMessageContaining("use its Tx");
        assertThatThrownBy(() -> archive.write(tx -> Notebook.bodies(archive))).hasMessageContaining("use its Tx");
    }

    @Test
    void aWriteInsideAReadIsRefused() {
        assertThatThrownBy(() -> archive.read(tx -> archive.write(inner -> 1))).hasMessageContaining("use its Tx");
        assertThatThrownBy(() -> archive.read(tx -> archive.read(inner -> 1))).hasMessageContaining("use its Tx");
    }

    @Test
    void aTxIsDeadWhenItsUnitIsOver() {
        Tx escaped = archive.write(tx -> tx);
        assertThatThrownBy(() -> escaped.number("SELECT 1")).hasMessageContaining("is over");
    }

    @Test
    void theSameQueryCanRunInsideItself() {
        for (String body : List.of("a", "b", "c")) {
            Notebook.add(archive, "ana", body);
        }
        String sql = "SELECT body FROM entry WHERE body >= ? ORDER BY body";
        List<String> pairs = new ArrayList<>();
        archive.read(tx -> {
            tx.each(sql, outer -> tx.each(sql, inner -> pairs.add(outer.text(1) + inner.text(1)), outer.text(1)), "a");
            return null;
        });
        assertThat(pairs).containsExactly("aa", "ab", "ac", "bb", "bc", "cc");
    }

    @Test
    void aBatchStoresEveryRowInOrderAcrossItsChunks() {
        int rows = 3 * Session.BATCH + 7;
        archive.write(tx -> {
            tx.batch(
                    "INSERT INTO entry (author, body, seq) VALUES (?, ?, ?)",
                    LongStream.range(0, rows).boxed().toList(),
                    i -> Tx.values("ana", "row " + i, i));
            return null;
        });
        assertThat(archive.list("SELECT seq FROM entry ORDER BY id", row -> row.number(1)))
                .containsExactlyElementsOf(LongStream.range(0, rows).boxed().toList());
    }

    @Test
    void aBatchThatFailsLeavesNothingBehind() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    tx.batch(
                            "INSERT INTO entry (author, body) VALUES (?, ?)",
                            List.of("x", "x"),
                            body -> Tx.values("ana", body));
                    return null;
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void sequenceNumbersFollowEachOtherAndAreNotUsedUpByWhatWasUndone() {
        assertThat(archive.<Long>write(tx -> tx.next("entry"))).isEqualTo(1);
        assertThatThrownBy(() -> archive.write(tx -> {
                    tx.next("entry");
                    throw new IllegalStateException("undone");
                }))
                .hasMessage("undone");
        assertThat(archive.<Long>write(tx -> tx.next("entry"))).isEqualTo(2);
        assertThat(archive.<Long>write(tx -> tx.next("other"))).isEqualTo(1);
    }

    @Test
    void aConstraintCheckedAtTheCommitFailsTheUnit() {
        assertThatThrownBy(() -> archive.write(tx -> tx.update("INSERT INTO reply (entry_id) VALUES (?)", 99)))
                .isInstanceOf(ConflictException.class);
        assertThat(archive.list("SELECT id FROM reply", row -> row.number(1))).isEmpty();
    }

    @Test
    void aParameterOfAForeignTypeIsRefusedByName() {
        assertThatThrownBy(() -> archive.one("SELECT ?", row -> row.text(1), Optional.of("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Optional");
    }

    @Test
    void anArchiveThatIsClosedSaysSo() {
        archive.ping();
        archive.close();
        archive.close();
        for (Runnable use : List.<Runnable>of(
                () -> archive.write(tx -> 1),
                () -> archive.read(tx -> 1),
                () -> Notebook.bodies(archive),
                archive::ping)) {
            assertThatThrownBy(use::run).isInstanceOf(ConflictException.class).hasMessageContaining("is closed");
        }
    }

    private static void runElsewhere(Runnable task) {
        Thread thread = Thread.ofPlatform().start(task);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
