package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
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

/** Statements are kept prepared: what went wrong with one in a unit must not be seen by the next unit. */
@Tag("crash")
@OnBothDatabases
class SpoiltStatementTest {
    private static final String INSERT = "INSERT INTO entry (author, body) VALUES (?, ?)";

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Units.SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aStatementThatFailedOnceCanBeUsedAgain() {
        String sql = "INSERT INTO entry (author, score) VALUES (?, abs(CAST(? AS BIGINT)))";
        for (int i = 0; i < 3; i++) {
            String author = "author " + i;
            assertThatThrownBy(() -> archive.write(tx -> tx.update(sql, author, Long.MIN_VALUE)))
                    .isInstanceOf(StoaException.class);
            assertThat(archive.<Integer>write(tx -> tx.update(sql, author, -1))).isEqualTo(1);
        }
        assertThat(archive.list("SELECT score FROM entry", row -> row.real(1))).containsExactly(1.0, 1.0, 1.0);
    }

    @Test
    void aQueryThatFailedOnceCanBeUsedAgain() {
        String sql = "SELECT abs(CAST(? AS BIGINT))";
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> archive.one(sql, row -> row.number(1), Long.MIN_VALUE))
                    .isInstanceOf(StoaException.class);
            assertThat(archive.one(sql, row -> row.number(1), -5)).hasValue(5L);
        }
    }

    @Test
    void whatABatchThatThrewHadCollectedIsNotStoredByTheNextOne() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    tx.batch(INSERT, List.of("a", "b", "c"), body -> {
                        if (body.equals("c")) {
                            throw new IllegalStateException("changed my mind");
                        }
                        return Tx.values("undone", body);
                    });
                    return null;
                }))
                .hasMessage("changed my mind");

        archive.write(tx -> tx.update(INSERT, "ana", "alone"));
        archive.write(tx -> {
            tx.batch(INSERT, List.of("x", "y"), body -> Tx.values("ana", body));
            return null;
        });
        assertThat(archive.list("SELECT author || ' ' || body FROM entry ORDER BY id", row -> row.text(1)))
                .containsExactly("ana alone", "ana x", "ana y");
    }
}
