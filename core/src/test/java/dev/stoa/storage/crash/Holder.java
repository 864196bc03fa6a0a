package dev.stoa.storage.crash;

import static dev.stoa.storage.crash.Voice.say;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** The process that holds the write lock of a SQLite file until it is sent a line. Its argument: the file. */
final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + args[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            statement.executeUpdate("INSERT INTO entry (author, body) VALUES ('holder', 'never stored')");
            say("held");
            Voice.awaitWord();
            statement.execute("ROLLBACK");
            say("let go");
        }
    }
}
