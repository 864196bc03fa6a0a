package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Fts5IndexTest extends TextIndexContract {
    private Connection db;

    @BeforeEach
    void open() throws SQLException {
        db = DriverManager.getConnection("jdbc:sqlite::memory:");
        execute("CREATE VIRTUAL TABLE docs USING fts5(body, other, tokenize='" + TextIndex.FTS5_TOKENIZE + "')");
    }

    @AfterEach
    void close() throws SQLException {
        db.close();
    }

    @Override
    void insert(long id, String text) throws SQLException {
        try (PreparedStatement insert = db.prepareStatement("INSERT INTO docs(rowid, body) VALUES (?, ?)")) {
            insert.setLong(1, id);
            insert.setString(2, TextIndex.fts5Document(text));
            insert.executeUpdate();
        }
    }

    @Override
    Set<Long> find(TextQuery query) throws SQLException {
        return find(query.fts5());
    }

    private Set<Long> find(String match) throws SQLException {
        try (PreparedStatement select =
                db.prepareStatement("SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs)")) {
            select.setString(1, match);
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
    void columnsLimitTheSearch() throws SQLException {
        execute("INSERT INTO docs(rowid, body, other) VALUES (1, 'wal', 'file'), (2, 'file', 'wal')");
        assertThat(find(TextQuery.any("WAL").fts5("body"))).containsExactly(1L);
        assertThat(find(TextQuery.any("WAL").fts5("body", "other"))).containsExactly(1L, 2L);
        assertThat(find(TextQuery.all("wal file").prefixEach().fts5("body"))).isEmpty();
        assertThat(find(TextQuery.any("the").fts5("body"))).isEmpty();
    }

    @Test
    void theTokeniserOfTheDatabaseLeavesEveryIndexedLetterAlone() throws SQLException {
        // Without stemming: for every letter of Unicode exactly its own word must come out, or words could get lost.
        execute("CREATE VIRTUAL TABLE letters USING fts5(body, tokenize='unicode61')");
        execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(letters, 'row')");
        StringBuilder text = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.isLetterOrDigit(c)) {
                text.append('x').appendCodePoint(c).append("y ");
            }
        }
        String document = TextIndex.fts5Document(text.toString());
        Set<String> expected = new TreeSet<>(List.of(document.split(" ", -1)));
        try (PreparedStatement insert = db.prepareStatement("INSERT INTO letters VALUES (?)")) {
            insert.setString(1, document);
            insert.executeUpdate();
        }
        Set<String> indexed = new TreeSet<>();
        try (Statement statement = db.createStatement();
                ResultSet rows = statement.executeQuery("SELECT term FROM vocabulary")) {
            while (rows.next()) {
                indexed.add(rows.getString(1));
            }
        }
        assertThat(indexed).hasSizeGreaterThan(100_000).isEqualTo(expected);
    }
}
