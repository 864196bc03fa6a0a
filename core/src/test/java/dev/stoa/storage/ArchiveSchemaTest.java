package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.storage.sqlite.SqliteSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a wing declares of an archive. */
@Tag("quick")
class ArchiveSchemaTest {
    @Test
    void filesSchemasAndModulesAreNamedAfterTheArchiveUntilSaidOtherwise() {
        ArchiveSchema plain =
                ArchiveSchema.named("notebook").version(1, "entries").build();
        assertThat(plain.file()).isEqualTo("notebook.db");
        assertThat(plain.postgresSchema()).isEqualTo("notebook");
        assertThat(plain.module()).isEqualTo("notebook");
        assertThat(plain.timeForm()).isEqualTo(TimeForm.UTC_MILLIS);
        assertThat(plain.ledger()).isEqualTo(ArchiveSchema.Ledger.MODULE);
        assertThat(plain.invariants()).isEmpty();
        assertThat(plain.notices()).isEmpty();
        assertThat(plain.rules()).isEmpty();
        assertThat(plain.extras()).isEmpty();
        assertThat(plain.derived()).isEmpty();
        assertThat(plain.growing()).isNull();
        assertThat(plain.reindex()).isNull();
        assertThat(plain.conversion()).isNull();
        assertThat(plain).hasToString("notebook version 1");
    }

    @Test
    void whatIsDeclaredIsKept() {
        ArchiveSchema.Conversion conversion = new ArchiveSchema.Conversion() {
            @Override
            public boolean knows(Map<String, Set<String>> tables) {
                return false;
            }

            @Override
            public String convert(ForeignTables file, String sha256, Tx tx, Instant now) {
                return "";
            }
        };
        ArchiveSchema.Finder finder = (tx, most) -> List.of();
        ArchiveSchema.Watch watch = (tx, most) -> List.of();
        Consumer<Tx> clear = tx -> tx.update("DELETE FROM entry");
        TakeoverRule rule = TakeoverRule.unit("entry", "score");
        ArchiveSchema schema = ArchiveSchema.named("notebook")
                .file("old/notes.db")
                .postgresSchema("notes")
                .module("old")
                .times(TimeForm.UNIX_SECONDS)
                .ledger(ArchiveSchema.Ledger.HISTORY)
                .version(1, "entries")
                .version(2, "tags", clear)
                .invariant("whole", "an entry is torn", finder)
                .notice("size", watch)
                .takeover(rule)
                .extra("notes", "CREATE TABLE notes (id)")
                .derived("words")
                .grows("entry", "at", "id")
                .reindex(clear)
                .completion(clear)
                .conversion(conversion)
                .build();
        assertThat(schema.name()).isEqualTo("notebook");
        assertThat(schema.file()).isEqualTo("old/notes.db");
        assertThat(schema.postgresSchema()).isEqualTo("notes");
        assertThat(schema.module()).isEqualTo("old");
        assertThat(schema.timeForm()).isEqualTo(TimeForm.UNIX_SECONDS);
        assertThat(schema.ledger()).isEqualTo(ArchiveSchema.Ledger.HISTORY);
        assertThat(schema.versions())
                .containsExactly(
                        new ArchiveSchema.Version(1, "entries", null), new ArchiveSchema.Version(2, "tags", clear));
        assertThat(schema.latest()).isEqualTo(2);
        assertThat(schema.invariants())
                .containsExactly(new ArchiveSchema.Invariant("whole", "an entry is torn", finder));
        assertThat(schema.notices()).containsExactly(new ArchiveSchema.Notice("size", watch));
        assertThat(schema.rules()).containsExactly(rule);
        assertThat(schema.extras()).containsExactly(Map.entry("notes", "CREATE TABLE notes (id)"));
        assertThat(schema.derived()).containsExactly("words");
        assertThat(schema.growing()).isEqualTo(new ArchiveSchema.Growing("entry", "at", "id"));
        assertThat(schema.reindex()).isSameAs(clear);
        assertThat(schema.completion()).isSameAs(clear);
        assertThat(schema.conversion()).isSameAs(conversion);
    }

    @Test
    void insertedRowsAreFilledAsTheVersionsDoUntilSaidOtherwise() throws SQLException {
        List<String> filled = new ArrayList<>();
        ArchiveSchema schema = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags", tx -> filled.add("tags"))
                .version(3, "lengths", tx -> filled.add("lengths"))
                .build();
        try (SqliteSession session = SqliteSession.inMemory("notebook")) {
            schema.completion().accept(new Tx(session));
        }
        assertThat(filled).containsExactly("tags", "lengths");
    }

    @Test
    void anInvariantOfSqlNamesTheRowsAtFaultAndNoMoreThanAreAskedFor() throws SQLException {
        ArchiveSchema schema = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .invariant(
                        "small", "a number is large", "SELECT value FROM json_each('[1, 7, 8, 9]') WHERE value > 5", "")
                .build();
        ArchiveSchema.Finder finder = schema.invariants().getFirst().finder();
        try (SqliteSession session = SqliteSession.inMemory("notebook")) {
            Tx tx = new Tx(session);
            assertThat(finder.violations(tx, 2)).containsExactly("7", "8");
            assertThat(finder.violations(tx, 9, ExaminationListener.NONE)).containsExactly("7", "8", "9");
        }
    }

    @Test
    void versionsFollowEachOtherAndThereIsOneAtLeast() {
        ArchiveSchema.Builder builder = ArchiveSchema.named("notebook");
        assertThatThrownBy(builder::build).hasMessage("archive notebook has no version");
        builder.version(1, "entries");
        assertThatThrownBy(() -> builder.version(3, "lengths"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("versions of notebook must follow each other");
        ArchiveSchema schema = builder.version(2, "tags").build();
        assertThat(schema.sql(2, Dialect.SQLITE)).contains("entry_tag");
        assertThatThrownBy(() -> schema.sql(9, Dialect.POSTGRES))
                .hasMessage("the migration /schema/notebook/postgres/009.sql is missing from the program");
    }
}
