package dev.stoa.storage.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaReportSqlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0                                             | 0
            0.50                                          | 0.50
            CURRENT_TIMESTAMP                             | current_timestamp
            'It''s  Mixed Case'::text                     | 'It''s  Mixed Case'
            '{}'::jsonb                                   | '{}'
            'a'::character varying(20)                    | 'a'
            now()::timestamp with time zone               | now()
            (1.5)::double precision                       | 1.5
            ((a < b))                                     | a < b
            a!='[]'                                       | a <> '[]'
            ((a)::text <> ALL (x))                        | a <> all(x)
            (a < (b COLLATE "C"))                         | a < (b collate "C")
            "timestamp" IS NOT NULL                       | timestamp is not null
            STRFTIME( '%Y' ,'now')                        | strftime('%Y', 'now')
            (a + b) * (c)                                 | (a + b) * c
            x = ((y))                                     | x = y
            f((a), (b OR c))                              | f(a, (b or c))
            lower((a)::text)                              | lower(a)
            """)
    void oneSpellingIsMadeOfMany(String written, String normal) {
        assertThat(SchemaReportSql.normal(written)).isEqualTo(normal);
        assertThat(SchemaReportSql.normal(normal)).isEqualTo(normal);
    }

    @Test
    void theArrayFormOfAListIsThatList() {
        String written = "((status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))";

        assertThat(SchemaReportSql.normal(written)).isEqualTo("status in ('a', 'b')");
        assertThat(SchemaReportSql.normal("(status = ANY (ARRAY['a'::text, 'b'::text]))"))
                .isEqualTo(SchemaReportSql.normal("status IN ('a','b')"));
    }

    @Test
    void checksAreFoundWhereverTheyStandAndNotInTextOrComments() {
        List<SchemaReport.Check> checks = SchemaReportSql.checks("""
                CREATE TABLE t (
                    a INTEGER CHECK (a > 0), -- CHECK (a > 1)
                    b TEXT DEFAULT 'CHECK (b)', /* CHECK (b > 2)
                    CHECK (b > 3) */
                    "check" TEXT,
                    CONSTRAINT both CHECK ((a > 5) AND (b IN ('x', ')')))
                )""");

        assertThat(checks)
                .containsExactly(
                        new SchemaReport.Check("a > 0", null),
                        new SchemaReport.Check("(a > 5) and (b in ('x', ')'))", "both"));
    }

    @Test
    void onlyNamedUniqueConstraintsHaveANameToTell() {
        assertThat(SchemaReportSql.uniqueNames(
                        "CREATE TABLE t (a TEXT UNIQUE, b TEXT, UNIQUE (a, b), CONSTRAINT uq_t UNIQUE (b, a))"))
                .isEqualTo(Map.of(List.of("b", "a"), "uq_t"));
    }

    @Test
    void anIndexIsTakenApartAtItsOwnCommas() {
        SchemaReportSql.IndexText index = SchemaReportSql.index(
                "CREATE UNIQUE INDEX IF NOT EXISTS i ON t (coalesce(a, ''), b DESC) WHERE (a IS NOT NULL)");

        assertThat(index.terms()).containsExactly("coalesce(a, '')", "b desc");
        assertThat(index.predicate()).isEqualTo("a is not null");
        assertThat(SchemaReportSql.index("CREATE INDEX i ON t(a)").predicate()).isNull();
    }

    @Test
    void aLongTextDoesNotExhaustTheStack() {
        String text = "'" + "it''s ".repeat(200_000) + "'";

        assertThat(SchemaReportSql.normal(text)).isEqualTo(text);
    }
}
