package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code move} from a data directory to PostgreSQL and back, whichever databases other commands are tested on. */
class MoveCommandTest {
    @TempDir
    Path folder;

    private Terminal terminal;
    private String url;
    private String place;

    @BeforeEach
    void open() {
        terminal = Terminal.bare(Dialect.SQLITE, folder);
        url = TestPostgres.freshDatabase();
        place = url.substring(0, url.indexOf('?'));
    }

    @AfterEach
    void close() {
        if (terminal != null) {
            terminal.close();
            TestPostgres.drop(url);
        }
    }

    private void fill() {
        ok("init");
        ok("memory", "add", "the lock of the archive is exclusive");
        ok("memory", "add", "readers never wait for a writer");
        ok("agent", "register", "ana", "--model", "sim:");
        ok("channel", "create", "general");
        ok("message", "send", "general", "the lock of the door is broken");
        ok("evidence", "add", "locks of PostgreSQL end with their transaction", "--source", "docs");
        ok("audit", "checkpoint");
    }

    private String ok(String... args) {
        int code = terminal.run(args);
        assertThat(code).as(String.join(" ", args) + ": " + terminal.err()).isZero();
        return terminal.out();
    }

    @Test
    void everythingGoesToPostgresAndBack() {
        fill();
        String memories = ok("memory", "recall", "lock", "--json");
        String words = ok("context", "lock");
        String evidence = ok("evidence", "search", "locks", "--json");
        String audit = ok("audit", "verify");

        assertThat(ok("move", "--to", url, "--dry-run")).contains("would move ", "nothing was changed");
        assertThat(ok("move", "--to", url))
                .contains("equal on both sides", "moved ", " to " + place, "use them with --db " + place);

        assertThat(terminal.run("memory", "list")).isEqualTo(4);
        assertThat(terminal.err()).contains("were moved to " + place, "(stoa move --to PLACE)");
        assertThat(terminal.run("doctor")).as(terminal.out() + terminal.err()).isNotZero();
        assertThat(terminal.run("move", "--to", url)).isEqualTo(4);
        same(url, memories, words, evidence);
        ok("audit", "verify", "--db", url);
        ok("doctor", "--deep", "--check-audit", "--db", url);
        assertThat(terminal.out())
                .contains("not checked: the files of the server. While it runs, pg_amcheck --heapallindexed");
        ok("memory", "add", "written after the move", "--db", url);

        ok("move", "--db", url, "--to", terminal.data().toString(), "--json");
        assertThat(terminal.document()).containsEntry("moved", true).containsEntry("dry_run", false);
        assertThat(terminal.items("archives"))
                .hasSize(10)
                .allSatisfy(archive -> assertThat(archive).containsKeys("rows", "bytes", "tables"));
        assertThat(terminal.run("memory", "list", "--db", url)).isEqualTo(4);
        ok("doctor", "--deep", "--check-audit");
        assertThat(ok("audit", "verify")).isNotEqualTo(audit);
        assertThat(ok("memory", "list")).contains("written after the move");
        assertThat(ok("context", "lock")).isEqualTo(words);
        ok("memory", "add", "written after the way back");
        assertThat(ok("audit", "tail", "--json")).contains("\"move\"");
    }

    private void same(String db, String memories, String words, String evidence) {
        assertThat(ok("memory", "recall", "lock", "--db", db)).contains("exclusive");
        assertThat(ok("context", "lock", "--db", db)).isEqualTo(words);
        assertThat(ok("evidence", "search", "locks", "--json", "--db", db)).isEqualTo(evidence);
        assertThat(memories).contains("exclusive");
    }

    @Test
    void aTargetThatHoldsArchivesIsAConflict() {
        ok("init");
        ok("init", "--db", url);
        assertThat(terminal.run("move", "--to", url)).isEqualTo(4);
        assertThat(terminal.err()).contains("archive debate exists already in " + place);
        ok("doctor");
    }

    @Test
    void wrongArgumentsAreSaidToBeWrong() {
        assertThat(terminal.run("move")).isEqualTo(2);
        assertThat(terminal.run("move", "--to", "elsewhere")).isEqualTo(2);
        assertThat(terminal.err()).contains("both places are of one kind");
        assertThat(terminal.run("move", "--to", " ")).isEqualTo(2);
        assertThat(terminal.run("move", "--to", "mysql://host/db")).isEqualTo(2);
        assertThat(terminal.err()).contains("--to names mysql://host/db");
        assertThat(terminal.run("move", "--to", url, "--cancel", "--dry-run")).isEqualTo(2);
        assertThat(terminal.run("move", "--to", url)).as("there is nothing").isEqualTo(3);
        assertThat(terminal.run("move", "--to", url, "--cancel"))
                .as("nothing was cut off")
                .isEqualTo(3);
    }

    @Test
    void aServerThatDoesNotAnswerLeavesEverythingAsItIs() {
        ok("init");
        terminal.environment().put("STOA_POSTGRES_CONNECT_TIMEOUT_SECONDS", "1");
        terminal.environment().put("STOA_DB_PASSWORD", "hunter2hunter2");
        assertThat(terminal.run("move", "--to", "jdbc:postgresql://127.0.0.1:1/db?user=u"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("does not answer").doesNotContain("hunter2");
        ok("memory", "add", "still in use");
    }
}
