package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun audit as it is typed, and what other commands leave in the log, on both backends. */
@OnBothDatabases
class AuditCommandTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private List<String> types() {
        terminal.json("audit", "list", "--limit", "500");
        return terminal.items("items").stream()
                .map(entry -> {
                    Object phase = entry.get("details") instanceof Map<?, ?> details ? details.get("phase") : null;
                    return entry.get("event_type") + (phase == null ? "" : " " + phase);
                })
                .toList();
    }

    @Test
    void actsOfAllWingsLeaveTheirEntries() {
        assertThat(terminal.run("init")).isZero();
        terminal.json("memory", "add", "WAL needs a file");
        String memory = terminal.document().get("memory") instanceof Map<?, ?> added ? "" + added.get("id") : "";
        assertThat(terminal.run("memory", "red-line", memory, "--reason", "law"))
                .isZero();
        assertThat(terminal.run("agent", "register", "ana", "--model", "none:")).isZero();
        assertThat(terminal.run("agent", "register", "bo", "--model", "none:")).isZero();
        assertThat(terminal.run("agent", "register", "cy", "--model", "none:")).isZero();
        assertThat(terminal.run("agent", "merge", "ana", "bo", "--yes")).isZero();
        assertThat(terminal.run("agent", "archive", "cy")).isZero();
        assertThat(terminal.run("channel", "create", "kumquats")).isZero();
        assertThat(terminal.run("channel", "export", "kumquats")).isZero();
        assertThat(terminal.run("channel", "delete", "kumquats", "--yes")).isZero();
        assertThat(terminal.run("prune", "--yes")).isZero();
        assertThat(terminal.run("debate", "run", "is water wet", "--seed", "1")).isZero();
        assertThat(terminal.run(
                        "export",
                        "--what",
                        "debates",
                        "--out",
                        folder.resolve("d.jsonl").toString()))
                .isZero();
        Path backup = folder.resolve("b.zip");
        assertThat(terminal.run("backup", backup.toString())).isZero();
        assertThat(types())
                .containsExactly(
                        "init",
                        "red_line begin",
                        "red_line end",
                        "agent_merge begin",
                        "agent_merge end",
                        "agent_archive begin",
                        "agent_archive end",
                        "export",
                        "channel_delete begin",
                        "channel_delete end",
                        "prune begin",
                        "prune end",
                        "debate_completed",
                        "export",
                        "backup");
        assertThat(terminal.out())
                .as("a name that was deleted is not kept here")
                .doesNotContain("kumquats");
        // An act that is refused has its end too, which says so.
        assertThat(terminal.run("breaker", "reset", "none:such")).isNotZero();
        terminal.json("audit", "tail", "--limit", "1");
        assertThat(terminal.items("items").getFirst().toString())
                .contains("breaker_reset", "phase=end", "ok=false", "error=not_found");
        assertThat(terminal.run("doctor")).isZero();
        assertThat(terminal.out()).doesNotContain("none that it ended");
        assertThat(terminal.run("restore", backup.toString(), "--replace", "--yes"))
                .isZero();
        assertThat(types()).endsWith("export", "restore").hasSize(15);
        assertThat(terminal.run("audit", "verify")).isZero();
        assertThat(terminal.out()).contains("notice: abandoned: ").contains("the audit log verifies: 15");
    }

    @Test
    void aDebateThatIsDeletedBeforeItTaughtIsInTheLogAllTheSame() {
        terminal.run("init");
        String id = String.valueOf(
                terminal.json("debate", "create", "is water wet", "--seed", "1").get("id"));
        assertThat(terminal.run("debate", "cancel", id)).isZero();
        assertThat(terminal.run("debate", "delete", id, "--yes")).isZero();
        assertThat(types()).containsExactly("init", "debate_completed");
    }

    @Test
    void aBrokenLogIsNamedAndEndsWithFive() throws SQLException {
        terminal.run("init");
        terminal.run("prune", "--yes");
        assertThat(terminal.run("audit", "verify", "--json")).isZero();
        assertThat(terminal.document())
                .containsOnlyKeys(
                        "ok",
                        "size",
                        "head_hash",
                        "root",
                        "first_bad_seq",
                        "problems",
                        "warnings",
                        "checkpoints",
                        "erased")
                .containsEntry("ok", true)
                .containsEntry("size", 3L)
                .containsEntry("first_bad_seq", null);
        for (String guard : List.of("guard_audit_log_update", "guard_audit_log_delete")) {
            terminal.alter("counsel", "DROP TRIGGER " + dialect.pick(guard, guard + " ON audit_log"));
        }
        terminal.alter("counsel", "UPDATE audit_log SET event_type = 'nothing' WHERE seq = 2");
        assertThat(terminal.run("audit", "verify")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("edited: row 2 does not have the hash that it says")
                .contains("notice: guard_missing: ")
                .endsWith("the audit log does NOT verify: 1 problem, first in entry 2\n");
        assertThat(terminal.run("audit", "verify", "--json")).isEqualTo(5);
        assertThat(terminal.document()).containsEntry("ok", false).containsEntry("first_bad_seq", 2L);
        assertThat(terminal.run("doctor", "--check-audit")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("edited: row 2 does not have the hash that it says")
                .endsWith("there is damage in the audit log; stoa audit verify names it again\n");
        assertThat(terminal.run("doctor", "--check-audit", "--json")).isEqualTo(5);
        assertThat(terminal.document()).containsEntry("ok", false).containsEntry("result", "damaged");
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out()).contains("audit: the audit log does not verify (edited: row 2");
    }

    @Test
    void anExportVerifiesWhereThereIsNoDataDirectory() throws IOException {
        terminal.run("init");
        terminal.run("prune", "--yes");
        terminal.json(
                "audit", "checkpoint", "--out", folder.resolve("kept.note").toString());
        Map<String, @Nullable Object> signed = terminal.document();
        assertThat(signed).containsOnlyKeys("size", "root", "note", "vkey").containsEntry("size", 3L);
        String file = folder.resolve("log.jsonl").toString();
        assertThat(terminal.run("audit", "export", "--out", file)).isZero();
        assertThat(terminal.out()).as("with the export itself").isEqualTo("wrote " + file + " with 4 entries\n");
        String nowhere = folder.resolve("nowhere").toString();
        String[] offline = {
            "audit",
            "verify",
            "--data",
            nowhere,
            "--file",
            file,
            "--checkpoint",
            folder.resolve("kept.note").toString(),
            "--key",
            String.valueOf(signed.get("vkey"))
        };
        if (dialect == Dialect.SQLITE) {
            assertThat(terminal.run(offline)).isZero();
            assertThat(terminal.out()).contains("the audit log verifies: 4 entries, 1 checkpoint, root ");
            assertThat(Path.of(nowhere)).doesNotExist();
            assertThat(terminal.run("audit", "verify", "--data", nowhere)).isEqualTo(3);
            assertThat(terminal.err()).contains("there is no audit log yet").contains("stoa init");
        }
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file)).replaceFirst("\"phase\\\\\":\\\\\"begin", "\"phase\\\\\":\\\\\"other"));
        assertThat(terminal.run("audit", "verify", "--file", file)).isEqualTo(5);
        assertThat(terminal.out()).contains("details_edited: the details of row 2");
        assertThat(terminal.run(
                        "audit", "verify", "--file", folder.resolve("kept.note").toString()))
                .isEqualTo(2);
        assertThat(terminal.run("audit", "verify", "--key", "nonsense")).isEqualTo(2);
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
        assertThat(terminal.run("audit", "verify", "--checkpoint", bytes.toString()))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("holds no checkpoints: it is not UTF-8 text");
        assertThat(terminal.run("audit", "verify", "--checkpoint", bytes + ".none"))
                .isEqualTo(3);
        assertThat(terminal.run("audit", "show", "99")).isEqualTo(3);
        assertThat(terminal.err()).contains("the audit log has no entry 99; it has 4");
        terminal.json("audit", "show", "1");
        assertThat(terminal.document().toString()).contains("event_type=init");
        assertThat(terminal.run("audit", "export", "--json")).isEqualTo(2);
    }

    @Test
    @NeedsTool(Tool.NODE)
    void aProgramInAnotherLanguageVerifiesExportCheckpointAndProof() throws Exception {
        terminal.run("init");
        terminal.run("memory", "add", "naïve – ✓ text");
        terminal.run("prune", "--yes");
        terminal.run("debate", "run", "is water wet", "--seed", "1");
        Path note = folder.resolve("kept.note");
        String vkey = String.valueOf(
                terminal.json("audit", "checkpoint", "--out", note.toString()).get("vkey"));
        Path log = folder.resolve("log.jsonl");
        Path proof = folder.resolve("event.tlog-proof");
        assertThat(terminal.run("audit", "export", "--out", log.toString())).isZero();
        assertThat(terminal.run("audit", "export", "--proof", "3", "--out", proof.toString()))
                .isZero();
        Path script = Path.of(System.getProperty("stoa.basedir", "..")).resolve("examples/verify-audit/verify.mjs");
        assertThat(Files.readAllLines(script)).hasSizeLessThanOrEqualTo(120);
        assertThat(node(0, script, log, "--checkpoint", note, "--key", vkey))
                .startsWith("ok: 5 rows, 1 checkpoints, root ");
        assertThat(node(0, script, "--proof", proof, "--key", vkey)).isEqualTo("ok: event 3 is in a log of 5\n");
        // And none of these.
        String lines = Files.readString(log);
        Files.writeString(log, lines.replace("debate_completed\"", "debate_forgotten\""));
        assertThat(node(1, script, log)).contains("wrong: row 4 was edited");
        Files.writeString(log, lines.replaceFirst("\\{\"seq\":2,.*\n", ""));
        assertThat(node(1, script, log)).contains("wrong: row 2 is missing or out of order");
        Files.writeString(log, lines.substring(0, lines.indexOf("{\"seq\":4")));
        assertThat(node(1, script, log, "--checkpoint", note)).contains("wrong: 4 rows were signed, 3 are left");
        Files.writeString(note, Files.readString(note).replace("\n4\n", "\n3\n"));
        Files.writeString(log, lines);
        assertThat(node(1, script, log, "--checkpoint", note)).contains("is not signed by");
        for (String index : List.of("index 1", "index 6", "index -1")) {
            Files.writeString(proof, Files.readString(proof).replaceFirst("index -?[0-9]+", index));
            assertThat(node(1, script, "--proof", proof, "--key", vkey))
                    .as(index)
                    .contains("wrong: the event is not in the log");
        }
    }

    private static String node(int exit, Object... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("node"));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(exit);
        return said;
    }
}
