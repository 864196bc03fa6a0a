package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresIndexTest extends TextIndexContract {
    private static EmbeddedPostgres server;
    private Connection db;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        db = server.getPostgresDatabase().getConnection();
        execute("CREATE SCHEMA archive");
        execute("SET search_path = archive");
        execute(TextIndex.postgresSetup());
        execute("CREATE TABLE docs(id bigint PRIMARY KEY, terms tsvector NOT NULL)");
        execute("CREATE INDEX ON docs USING gin(terms)");
        execute("SET enable_seqscan = off");
    }

    @AfterEach
    void close() throws SQLException {
        execute("DROP SCHEMA archive CASCADE");
        db.close();
    }

    @Override
    void insert(long id, String text) throws SQLException {
        try (PreparedStatement insert =
                db.prepareStatement("INSERT INTO docs VALUES (?, " + TextIndex.POSTGRES_VECTOR + ")")) {
            insert.setLong(1, id);
            insert.setString(2, TextIndex.postgresDocument(text));
            insert.executeUpdate();
        }
    }

    @Override
    Set<Long> find(TextQuery query) throws SQLException {
        try (PreparedStatement select = db.prepareStatement("SELECT id FROM docs, " + TextIndex.POSTGRES_QUERY
                + " AS query WHERE terms @@ query ORDER BY ts_rank_cd(terms, query)")) {
            select.setString(1, query.tsquery());
            Set<Long> ids = new TreeSet<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            return ids;
        }
    }

    @Override
    void clear() throws SQLException {
        execute("DELETE FROM docs");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = db.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void setUpMayRunAgainAndInSeveralProcessesAtOnce() throws Exception {
        execute("DROP TEXT SEARCH CONFIGURATION stoa");
        execute("DROP TEXT SEARCH DICTIONARY stoa_stem");
        int callers = 4;
        CyclicBarrier together = new CyclicBarrier(callers);
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                done.add(threads.submit(() -> {
                    try (Connection own = server.getPostgresDatabase().getConnection();
                            Statement statement = own.createStatement()) {
                        statement.execute("SET search_path = archive");
                        together.await();
                        statement.execute(TextIndex.postgresSetup());
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        }
        execute(TextIndex.postgresSetup());
        insert(1, "it is not running");
        assertThat(find(TextQuery.all("not runs"))).containsExactly(1L);
    }

    @Test
    void eachArchiveHasAConfigurationOfItsOwn() throws SQLException {
        execute("CREATE SCHEMA \"Other-archive\"");
        execute("SET search_path = \"Other-archive\"");
        execute(TextIndex.postgresSetup());
        execute("DROP SCHEMA \"Other-archive\" CASCADE");
        execute("SET search_path = archive");
        insert(1, "file");
        assertThat(find(TextQuery.any("files"))).containsExactly(1L);
    }

    @Test
    void theParserOfTheServerMakesOneLexemeOfEachIndexedWord() throws SQLException {
        RandomText texts = new RandomText(9);
        for (int i = 0; i < 2_000; i++) {
            String document = TextIndex.postgresDocument(texts.next());
            int words = document.isEmpty() ? 0 : document.split(" ", -1).length;
            try (PreparedStatement parse =
                    db.prepareStatement("SELECT count(*) FROM ts_parse('default', ?) WHERE tokid <> 12")) {
                parse.setString(1, document);
                try (ResultSet row = parse.executeQuery()) {
                    row.next();
                    assertThat(row.getInt(1)).as(document).isEqualTo(words);
                }
            }
        }
    }
}
