package dev.stoa.cli.operate;

import static dev.stoa.cli.operate.Serving.awaitRefusal;
import static dev.stoa.cli.operate.Serving.draining;
import static dev.stoa.cli.operate.Serving.port;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.operate.Serving.Connection;
import dev.stoa.learning.memory.Memory;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of requests, writes and leases when a server is told to stop. */
class StoppedServeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void aSecondSignalEndsTheServerAtOnce() throws IOException {
        try (Child server = Serving.serve(terminal)) {
            int port = port(server.expect("stoa: listening on"));
            try (Connection stuck = new Connection(port);
                    Connection looking = new Connection(port);
                    Connection other = new Connection(port)) {
                stuck.begin("memories", "{\"content\":\"never whole\"}", 5);
                server.handle().destroy();
                assertThat(draining(looking, other)).startsWith("503 ");
                server.handle().destroy();
                // The request has 20 seconds, which are not waited for.
                assertThat(server.exit(Duration.ofSeconds(15))).isEqualTo(143);
            }
        }
    }

    @Test
    @DisplayName("SIGTERM under load must answer every request that was accepted, leave no lease that outlives 60 s,"
            + " and lose no answered write.")
    void sigtermUnderLoadMustAnswerEveryRequestThatWasAcceptedLeaveNoLeaseThatOutlives60SecondsAndLoseNoAnsweredWrite()
            throws Exception {
        Files.createDirectories(terminal.data());
        Files.writeString(terminal.data().resolve("stoa.toml"), """
                [provider.command.slow]
                argv = ["/bin/sleep", "600"]
                """);
        terminal.environment().put("STOA_SERVER_DRAIN_SECONDS", "8");
        // A machine may be busy between the two parts of a request.
        terminal.environment().put("STOA_SERVER_BODY_STALL_SECONDS", "60");
        Set<String> answered = new ConcurrentSkipListSet<>();
        CountDownLatch busy = new CountDownLatch(100);
        Instant ended;
        try (Child server = Serving.serve(terminal)) {
            int port = port(server.expect("stoa: listening on"));
            working(port);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "client " + i;
                clients.add(Thread.ofPlatform().start(() -> write(port, name, answered, busy)));
            }
            busy.await();
            List<Connection> accepted = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Connection begun = new Connection(port);
                begun.begin("memories", accepted(i), 10);
                accepted.add(begun);
            }
            server.handle().destroy();
            awaitRefusal(port);
            for (int i = 0; i < accepted.size(); i++) {
                try (Connection begun = accepted.get(i)) {
                    begun.send(accepted(i).substring(10));
                    assertThat(begun.answer()).as("request %d", i).startsWith("201 ");
                }
                answered.add("accepted " + i);
            }
            for (Thread client : clients) {
                client.join();
            }
            assertThat(server.exit()).isEqualTo(143);
            ended = Instant.now();
        }
        assertThat(leases(ended.plusSeconds(60))).isEmpty();
        assertThat(stored()).isEqualTo(new TreeSet<>(answered));
    }

    private static String accepted(int i) {
        return "{\"content\":\"accepted " + i + "\"}";
    }

    /** Begins a debate, an execution and a question, each of which holds a lease until its program ends. */
    private static void working(int port) throws IOException {
        try (Connection client = new Connection(port)) {
            client.post("debates", "{\"topic\":\"Is 91 prime?\",\"agents\":[\"a=command:slow\",\"b=command:slow\"]}");
            assertThat(client.answer()).startsWith("202 ").contains("\"status\":\"running\"");
            client.post("agents", "{\"identity\":\"sam\",\"model\":\"command:slow\"}");
            assertThat(client.answer()).startsWith("201 ");
            client.post("runs", "{\"agent\":\"sam\",\"input\":\"go\"}");
            assertThat(client.answer()).startsWith("202 ");
            String question = "{\"question\":\"Which?\",\"level\":\"fast\",\"agents\":[\"c=command:slow\"]}";
            client.send("POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\nPrefer: respond-async\r\nContent-Length: "
                    + question.length() + "\r\n\r\n" + question);
            assertThat(client.answer()).startsWith("202 ");
            long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            String tasks = "";
            while (!tasks.contains("\"status\":\"running\"")) {
                client.get("tasks?kind=run");
                tasks = String.valueOf(client.answer());
                assertThat(tasks).startsWith("200 ");
                assertThat(System.nanoTime()).as(tasks).isLessThan(deadline);
            }
        }
    }

    /** Every lease in any archive that ends after a time. */
    private List<String> leases(Instant after) throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        int columns = 0;
        try (Stream<Path> files = Files.list(terminal.data())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".db")).toList()) {
                try (java.sql.Connection db = DriverManager.getConnection("jdbc:sqlite:" + file);
                        Statement statement = db.createStatement()) {
                    for (String[] column : leaseColumns(statement)) {
                        columns++;
                        boolean text = column[2].equals("TEXT");
                        String time = text ? "unixepoch(" + column[1] + ")" : "CAST(" + column[1] + " AS REAL)";
                        try (ResultSet rows = statement.executeQuery("SELECT " + column[1] + " FROM " + column[0]
                                + " WHERE " + column[1] + " IS NOT NULL AND " + time + " > "
                                + after.getEpochSecond())) {
                            while (rows.next()) {
                                found.add(file.getFileName() + " " + column[0] + " " + rows.getString(1));
                            }
                        }
                    }
                }
            }
        }
        assertThat(columns).as("columns that hold leases").isGreaterThanOrEqualTo(4);
        return found;
    }

    /** The table, name and type of each column in which a lease ends. */
    private static List<String[]> leaseColumns(Statement statement) throws SQLException {
        List<String[]> columns = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT m.name, c.name, c.type FROM sqlite_master m,"
                + " pragma_table_info(m.name) c WHERE m.type = 'table'"
                + " AND c.name IN ('lease', 'lease_until', 'lease_expires_at')")) {
            while (rows.next()) {
                columns.add(new String[] {rows.getString(1), rows.getString(2), rows.getString(3)});
            }
        }
        return columns;
    }

    /** Writes memories one after the other, and keeps those whose writing was answered. */
    private static void write(int port, String name, Set<String> answered, CountDownLatch busy) {
        try (Connection client = new Connection(port)) {
            for (int i = 0; ; i++) {
                String content = name + " wrote " + i;
                String body = "{\"content\":\"" + content + "\"}";
                client.post("memories", body);
                String answer = client.answer();
                if (answer == null || !answer.startsWith("201")) {
                    return;
                }
                answered.add(content);
                busy.countDown();
            }
        } catch (IOException e) {
            // The connection is over; what was not answered is not counted.
        }
    }

    private Set<String> stored() {
        Set<String> contents = new TreeSet<>();
        try (Stoa stoa = terminal.open()) {
            String cursor = null;
            do {
                Page<Memory> page =
                        stoa.learning().memories().list(null, null, Simulated.EXCLUDE, new Page.Request(500, cursor));
                page.items().forEach(memory -> contents.add(memory.content()));
                cursor = page.next();
            } while (cursor != null);
        }
        return contents;
    }
}
