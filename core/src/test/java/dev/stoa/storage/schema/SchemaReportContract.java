package dev.stoa.storage.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a report tells on either backend: one schema, one change to it at a time, and the sentence that names it. */
abstract class SchemaReportContract {
    static final String BASE = """
            CREATE TABLE parent (id TEXT PRIMARY KEY, note VARCHAR(20) DEFAULT 'none');
            CREATE TABLE child (
                a BIGINT NOT NULL,
                b BIGINT NOT NULL DEFAULT 0,
                parent_id TEXT REFERENCES parent(id) ON DELETE CASCADE,
                state TEXT DEFAULT 'new',
                PRIMARY KEY (a, b),
                CONSTRAINT chk_child_state CHECK (state IN ('new', 'old')),
                CHECK (a < b OR b = 0),
                CONSTRAINT uq_child_state UNIQUE (a, state),
                UNIQUE (b, state)
            );
            CREATE INDEX idx_child_parent ON child(parent_id, b DESC);
            CREATE UNIQUE INDEX idx_child_live ON child(lower(state), a) WHERE state <> 'old' AND b > 0;
            """;

    /** Runs the statements in a new and empty database and reports what it has then. */
    abstract SchemaReport report(String sql) throws SQLException;

    private List<String> missingAfter(String from, String to) throws SQLException {
        assertThat(BASE).contains(from);
        return report(BASE).missingFrom(report(BASE.replace(from, to)));
    }

    @Test
    void equalSchemasHaveNoDifference() throws SQLException {
        assertThat(report(BASE).differencesFrom(report(BASE))).isEmpty();
        assertThat(report(BASE)).isEqualTo(report(BASE));
    }

    @Test
    void everyPartOfATableIsReported() throws SQLException {
        SchemaReport.Table child = report(BASE).tables().getFirst();

        assertThat(child.name()).isEqualTo("child");
        assertThat(child.kind()).isEqualTo("table");
        assertThat(child.primaryKey()).containsExactly("a", "b");
        assertThat(child.columns())
                .contains(
                        new SchemaReport.Column("b", "bigint", true, "0", 2),
                        new SchemaReport.Column("state", "text", false, "'new'", 0));
        assertThat(child.uniques())
                .containsExactlyInAnyOrder(
                        new SchemaReport.Unique(List.of("a", "state"), "uq_child_state"),
                        new SchemaReport.Unique(List.of("b", "state"), null));
        assertThat(child.checks())
                .hasSize(2)
                .contains(new SchemaReport.Check("state in ('new', 'old')", "chk_child_state"))
                .anyMatch(check -> check.name() == null && check.expression().contains("a < b"));
        assertThat(child.foreignKeys())
                .containsExactly(new SchemaReport.ForeignKey(List.of("parent_id"), "parent", List.of("id"), "CASCADE"));
    }

    @Test
    void indexesAreReportedWithDirectionExpressionAndCondition() throws SQLException {
        List<SchemaReport.Index> indexes = report(BASE).indexes();

        assertThat(indexes).extracting(SchemaReport.Index::name).containsExactly("idx_child_live", "idx_child_parent");
        assertThat(indexes.getFirst().terms()).containsExactly("lower(state)", "a");
        assertThat(indexes.getFirst().unique()).isTrue();
        assertThat(indexes.getFirst().predicate()).contains("state <> 'old'").contains("b > 0");
        assertThat(indexes.getLast())
                .isEqualTo(new SchemaReport.Index(
                        "idx_child_parent", "child", List.of("parent_id", "b DESC"), false, null, "btree"));
    }

    @Test
    void aDroppedIndexIsNamed() throws SQLException {
        assertThat(report(BASE).missingFrom(report(BASE + "DROP INDEX idx_child_parent;")))
                .containsExactly("index idx_child_parent is missing");
    }

    @Test
    void aChangedIndexIsNamedWithWhatChanged() throws SQLException {
        assertThat(missingAfter("(parent_id, b DESC)", "(parent_id, b)"))
                .containsExactly("index idx_child_parent: terms is (parent_id, b), expected (parent_id, b DESC)");
        assertThat(missingAfter("CREATE UNIQUE INDEX", "CREATE INDEX"))
                .containsExactly("index idx_child_live: unique is no, expected yes");
        assertThat(missingAfter("WHERE state <> 'old' AND b > 0", ""))
                .singleElement()
                .asString()
                .startsWith("index idx_child_live: condition is none, expected ");
        assertThat(missingAfter("lower(state)", "upper(state)"))
                .containsExactly("index idx_child_live: terms is (upper(state), a), expected (lower(state), a)");
    }

    @Test
    void aChangedDefaultIsNamed() throws SQLException {
        assertThat(missingAfter("DEFAULT 0", "DEFAULT 1")).containsExactly("child.b: default is 1, expected 0");
        assertThat(missingAfter(" DEFAULT 'new'", "")).containsExactly("child.state: default is none, expected 'new'");
    }

    @Test
    void aChangedTypeOrNullabilityIsNamed() throws SQLException {
        assertThat(missingAfter("a BIGINT", "a INTEGER"))
                .as("all whole numbers are one type")
                .isEmpty();
        assertThat(missingAfter("VARCHAR(20)", "VARCHAR(30)"))
                .singleElement()
                .asString()
                .matches("parent.note: type is .*30\\), expected .*20\\)");
        assertThat(missingAfter("state TEXT", "state TEXT NOT NULL"))
                .containsExactly("child.state: null is refused, expected allowed");
    }

    @Test
    void aMissingCheckIsNamed() throws SQLException {
        assertThat(missingAfter("CONSTRAINT chk_child_state CHECK (state IN ('new', 'old')),", ""))
                .containsExactly("check chk_child_state of child is missing");
        assertThat(missingAfter("CHECK (a < b OR b = 0),", ""))
                .singleElement()
                .asString()
                .startsWith("check (")
                .contains("a < b")
                .endsWith(" of child is missing");
    }

    @Test
    void aWeakenedCheckIsNamedWithBothConditions() throws SQLException {
        assertThat(missingAfter("('new', 'old'))", "('new', 'old', 'odd'))"))
                .containsExactly("check chk_child_state of child:"
                        + " condition is state in ('new', 'old', 'odd'), expected state in ('new', 'old')");
    }

    @Test
    void aChangedPrimaryKeyIsNamed() throws SQLException {
        assertThat(missingAfter("PRIMARY KEY (a, b)", "PRIMARY KEY (b, a)"))
                .containsExactly("table child: primary key is (b, a), expected (a, b)");
    }

    @Test
    void aMissingOrRenamedUniqueConstraintIsNamed() throws SQLException {
        assertThat(missingAfter("CONSTRAINT uq_child_state UNIQUE (a, state),", ""))
                .containsExactly("unique (a, state) of child is missing");
        assertThat(missingAfter("CONSTRAINT uq_child_state UNIQUE", "UNIQUE"))
                .containsExactly("unique (a, state) of child: name is none, expected uq_child_state");
    }

    @Test
    void aChangedForeignKeyIsNamed() throws SQLException {
        assertThat(missingAfter("ON DELETE CASCADE", "ON DELETE SET NULL"))
                .containsExactly("foreign key child(parent_id) to parent(id): on delete is SET NULL, expected CASCADE");
        assertThat(missingAfter(" REFERENCES parent(id) ON DELETE CASCADE", ""))
                .containsExactly("foreign key child(parent_id) to parent(id) is missing");
    }

    @Test
    void aMissingTableIsToldOnceAndNotWithAllItsParts() throws SQLException {
        assertThat(report(BASE).missingFrom(report("CREATE TABLE parent (id TEXT PRIMARY KEY);")))
                .containsExactly("parent.note is missing", "table child is missing");
    }

    @Test
    void whatIsThereBesidesIsADifferenceOnlyWhenExactnessIsAskedFor() throws SQLException {
        SchemaReport more = report(BASE + """
                ALTER TABLE parent ADD COLUMN extra TEXT;
                CREATE INDEX idx_extra ON parent(note);
                CREATE TABLE besides (id TEXT PRIMARY KEY, note TEXT);
                """);

        assertThat(report(BASE).missingFrom(more)).isEmpty();
        assertThat(report(BASE).differencesFrom(more))
                .containsExactly(
                        "index idx_extra is additional", "parent.extra is additional", "table besides is additional");
    }

    @Test
    void everyDifferenceIsToldAtOnce() throws SQLException {
        String changed = BASE.replace("DEFAULT 0", "DEFAULT 7")
                .replace("DEFAULT 'none'", "")
                .replace("b DESC", "b");

        assertThat(report(BASE).missingFrom(report(changed)))
                .containsExactly(
                        "child.b: default is 7, expected 0",
                        "index idx_child_parent: terms is (parent_id, b), expected (parent_id, b DESC)",
                        "parent.note: default is none, expected 'none'");
    }

    @Test
    void bookKeepingIsNotPartOfTheSchema() throws SQLException {
        SchemaReport kept = report(BASE + """
                CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER NOT NULL);
                CREATE TABLE SchemaVersions (version INTEGER PRIMARY KEY, description TEXT);
                CREATE INDEX idx_versions ON SchemaVersions(description);
                CREATE TABLE archive_sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
                """);

        assertThat(kept).isEqualTo(report(BASE));
    }

    @Test
    void aForeignKeyOfSeveralColumnsIsOne() throws SQLException {
        SchemaReport report = report(BASE + """
                CREATE TABLE grandchild (
                    x BIGINT, y BIGINT, FOREIGN KEY (y, x) REFERENCES child(a, b) ON DELETE RESTRICT);
                """);

        assertThat(report.tables().get(1).foreignKeys())
                .containsExactly(
                        new SchemaReport.ForeignKey(List.of("y", "x"), "child", List.of("a", "b"), "RESTRICT"));
    }

    @Test
    void aViewIsReportedAsOne() throws SQLException {
        SchemaReport report = report(BASE + "CREATE VIEW states AS SELECT a, state FROM child;");

        SchemaReport.Table view = report.tables().getLast();
        assertThat(view.name()).isEqualTo("states");
        assertThat(view.kind()).isEqualTo("view");
        assertThat(view.columns()).extracting(SchemaReport.Column::name).containsExactly("a", "state");
    }
}
