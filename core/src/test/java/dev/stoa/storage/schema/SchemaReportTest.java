package dev.stoa.storage.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

class SchemaReportTest {
    @Nested
    class OnSqlite extends SchemaReportContract {
        @Override
        SchemaReport report(String sql) throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate(sql);
                return SchemaReport.ofSqlite(connection);
            }
        }

        @Test
        void aDroppedTriggerIsNamed() throws SQLException {
            String trigger = BASE + "CREATE TRIGGER trg_child AFTER UPDATE ON child BEGIN DELETE FROM parent; END;";

            assertThat(report(trigger).missingFrom(report(BASE)))
                    .containsExactly("trigger trg_child of child is missing");
            assertThat(report(trigger).missingFrom(report(trigger))).isEmpty();
        }

        @Test
        void aTextIndexIsReportedWithItsOptionsAndWithoutItsShadows() throws SQLException {
            SchemaReport report = report("CREATE VIRTUAL TABLE docs USING fts5(title, body, tokenize = 'porter');");

            assertThat(report.tables()).hasSize(1);
            assertThat(report.tables().getFirst().kind()).isEqualTo("virtual fts5(title, body, tokenize = 'porter')");
            assertThat(report.tables().getFirst().columns())
                    .extracting(SchemaReport.Column::name)
                    .containsExactly("title", "body");
        }

        @Test
        void whetherRowsAreNumberedOrHaveNoNumberIsTold() throws SQLException {
            SchemaReport report = report("""
                    CREATE TABLE plain (id INTEGER PRIMARY KEY);
                    CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT);
                    CREATE TABLE unnumbered (id TEXT PRIMARY KEY) WITHOUT ROWID;
                    """);

            assertThat(report.tables())
                    .extracting(SchemaReport.Table::kind)
                    .containsExactly("table", "table", "table without rowid");
            assertThat(report.tables().get(0).columns().getFirst().byDefault()).isEqualTo("autoincrement");
            assertThat(report.tables().get(1).columns().getFirst().byDefault()).isNull();
        }

        @Test
        void aForeignKeyThatNamesNoColumnPointsAtThePrimaryKey() throws SQLException {
            SchemaReport report = report("""
                    CREATE TABLE p (x TEXT, y TEXT, PRIMARY KEY (y, x));
                    CREATE TABLE c (a TEXT, b TEXT, FOREIGN KEY (a, b) REFERENCES p);
                    """);

            assertThat(report.tables().getFirst().foreignKeys())
                    .containsExactly(
                            new SchemaReport.ForeignKey(List.of("a", "b"), "p", List.of("y", "x"), "NO ACTION"));
        }

        @Test
        void collationsOfAnIndexAndGeneratedColumnsAreTold() throws SQLException {
            SchemaReport report = report("""
                    CREATE TABLE t (a TEXT, b TEXT GENERATED ALWAYS AS (upper(a)) STORED);
                    CREATE INDEX idx_t ON t(a COLLATE NOCASE DESC, lower(b) DESC);
                    """);

            assertThat(report.indexes().getFirst().terms()).containsExactly("a COLLATE NOCASE DESC", "lower(b) DESC");
            assertThat(report.tables().getFirst().columns().getLast().byDefault())
                    .isEqualTo("generated");
        }
    }

    @Nested
    @TestInstance(Lifecycle.PER_CLASS)
    class OnPostgres extends SchemaReportContract {
        private Connection connection;

        @BeforeAll
        void open() throws SQLException {
            connection = DriverManager.getConnection(TestPostgres.freshDatabase());
        }

        @AfterAll
        void close() throws SQLException {
            connection.close();
        }

        @Override
        SchemaReport report(String sql) throws SQLException {
            String schema = "s" + UUID.randomUUID().toString().replace("-", "");
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA %s; SET search_path TO %s; %s".formatted(schema, schema, sql));
            }
            return SchemaReport.ofPostgres(connection, schema);
        }

        @Test
        void aDroppedTriggerIsNamed() throws SQLException {
            String trigger = BASE + """
                    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
                    CREATE TRIGGER trg_child BEFORE UPDATE ON child FOR EACH ROW EXECUTE FUNCTION f();
                    """;

            assertThat(report(trigger).missingFrom(report(BASE)))
                    .containsExactly("trigger trg_child of child is missing");
            assertThat(report(trigger).missingFrom(report(trigger))).isEmpty();
        }

        @Test
        void howRowsAreNumberedIsTold() throws SQLException {
            SchemaReport report = report("""
                    CREATE TABLE t (
                        a bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                        b bigint GENERATED ALWAYS AS IDENTITY,
                        c text GENERATED ALWAYS AS ('x') STORED);
                    """);

            assertThat(report.tables().getFirst().columns())
                    .extracting(SchemaReport.Column::byDefault)
                    .containsExactly("identity", "identity always", "generated 'x'");
        }

        @Test
        void whatIsNotTheDefaultOfAnIndexOrColumnIsTold() throws SQLException {
            SchemaReport report = report("""
                    CREATE TABLE t (a text COLLATE "C", b jsonb, c text);
                    CREATE INDEX idx_a ON t(a DESC NULLS LAST, c NULLS FIRST);
                    CREATE INDEX idx_b ON t USING gin (b jsonb_path_ops);
                    """);

            assertThat(report.tables().getFirst().columns().getFirst().type()).isEqualTo("text collate \"C\"");
            assertThat(report.indexes().getFirst().terms()).containsExactly("a DESC NULLS LAST", "c NULLS FIRST");
            assertThat(report.indexes().getLast().terms()).containsExactly("b jsonb_path_ops");
            assertThat(report.indexes().getLast().method()).isEqualTo("gin");
        }

        @Test
        void anotherSchemaOfTheDatabaseIsNotSeen() throws SQLException {
            report(BASE);

            assertThat(report("").tables()).isEmpty();
        }

        @Test
        void aColumnThatWasDroppedIsGone() throws SQLException {
            assertThat(report(BASE).missingFrom(report(BASE + "ALTER TABLE parent DROP COLUMN note;")))
                    .containsExactly("parent.note is missing");
        }
    }
}
