package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.proof.ReplayAllReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.receipt.Receipt;
import dev.stoa.debate.receipt.ReceiptCheck;
import dev.stoa.debate.receipt.ReceiptReport;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.json.Json;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class RecordsProveThemselvesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Hall hall;

    @BeforeEach
    void open() {
        hall = Hall.on(dialect, folder);
    }

    @AfterEach
    void close() {
        hall.close();
    }

    private String held(String topic) throws InterruptedException {
        return hall.hold(DebateRequest.on(topic)
                        .preset(Preset.LADDER)
                        .seed(5)
                        .agents(Hall.seats(4))
                        .set("early_stop", false))
                .id();
    }

    private Map<String, @Nullable Object> receipt(String session) {
        return new LinkedHashMap<>(hall.stoa().debate().receipts().of(session).document());
    }

    /** A receipt whose own hash fits again. */
    private static Map<String, @Nullable Object> sealed(Map<String, @Nullable Object> receipt) {
        Map<String, @Nullable Object> covered = new LinkedHashMap<>(receipt);
        covered.remove("generated_at");
        covered.remove("receipt_sha256");
        receipt.put("receipt_sha256", Json.sha256(covered));
        return receipt;
    }

    @Test
    void unknownFieldsInAReceiptAreRefusedAlsoWithARecomputedHash() throws InterruptedException {
        String session = held("q1");
        Map<String, @Nullable Object> added = receipt(session);
        added.put("approved_by", "the board");
        ReceiptReport report = ReceiptCheck.verify(sealed(added), null);
        assertThat(report.ok()).isFalse();
        assertThat(report.mismatches()).extracting(Mismatch::expected).containsExactly("no field approved_by");
        for (String part : List.of("session", "outcome", "chain", "turns", "options", "ballots")) {
            Map<String, @Nullable Object> forged = receipt(session);
            Object value = forged.get(part);
            if (value instanceof List<?> list) {
                List<@Nullable Object> longer = new ArrayList<>(list);
                longer.set(0, more(list.getFirst()));
                forged.put(part, longer);
            } else {
                forged.put(part, more(value));
            }
            assertThat(ReceiptCheck.verify(sealed(forged), null).mismatches())
                    .as(part)
                    .extracting(Mismatch::expected)
                    .anySatisfy(said ->
                            assertThat(said).startsWith("no field " + part).endsWith(".approved_by"));
        }
    }

    private static Map<String, @Nullable Object> more(@Nullable Object part) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) java.util.Objects.requireNonNull(part)).forEach((name, value) -> map.put((String) name, value));
        map.put("approved_by", "the board");
        return map;
    }

    @Test
    void theDifferenceNamesTheField() throws Exception {
        String session = held("q1");
        Map<String, @Nullable Object> receipt = receipt(session);
        behind("UPDATE debate_turns SET model = 'other' WHERE turn_seq = 2");
        ReceiptReport report = hall.stoa().debate().receipts().verify(receipt);
        assertThat(report.mismatches()).singleElement().satisfies(found -> {
            assertThat(found.field()).isEqualTo("turns[1].model");
            assertThat(found.seq()).isEqualTo(2);
            assertThat(found.expected()).isEqualTo("other");
        });
        behind("UPDATE debate_sessions SET topic = 'another question'");
        assertThat(hall.stoa().debate().replay().replay(session).mismatches()).anySatisfy(found -> {
            assertThat(found.field()).isEqualTo("topic of the session");
            assertThat(found.found()).isEqualTo("another question");
        });
    }

    @Test
    void replayOfAllProvesEverySessionAndADeepExaminationNoticesEveryChange() throws Exception {
        held("q1");
        held("q2");
        List<Integer> progress = new ArrayList<>();
        ReplayAllReport report = hall.stoa().debate().replay().all((one, of) -> progress.add(of));
        assertThat(report.ok()).isTrue();
        assertThat(report.sessions()).isEqualTo(2);
        assertThat(progress).containsExactly(2, 2);
        assertThat(unproven()).isEmpty();
        for (String change : List.of(
                "UPDATE debate_turns SET content = 'no' WHERE turn_seq = 2",
                "UPDATE debate_ballots SET weight = weight + 1 WHERE weight IS NOT NULL",
                "UPDATE debate_options SET label = 'another'",
                "UPDATE debate_grades SET correct = 1 - correct",
                "UPDATE debate_outbox SET payload = '{\"topic\":\"another\"}'")) {
            Hall other = Hall.on(
                    dialect, Files.createDirectories(folder.resolve("h" + Integer.toHexString(change.hashCode()))));
            Hall kept = hall;
            try {
                hall = other;
                held("q1");
                behind(change);
                assertThat(unproven()).as(change).hasSize(1);
                assertThat(hall.stoa().debate().replay().all((one, of) -> {}).bad())
                        .as(change)
                        .hasSize(1);
            } finally {
                hall = kept;
                other.close();
            }
        }
    }

    /** What a deep examination finds by replaying. */
    private List<String> unproven() {
        return ArchiveCare.of(hall.stoa().config(), InstantSource.system())
                .examine(true, false, UpkeepListener.NONE)
                .checkups()
                .stream()
                .flatMap(checkup -> checkup.findings().stream())
                .map(Checkup.Finding::message)
                .filter(message -> message.startsWith("D9"))
                .toList();
    }

    private void behind(String sql) throws Exception {
        try (Connection behind = hall.behind();
                var statement = behind.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    @Test
    @NeedsTool(Tool.NODE)
    void aNodeScriptWithAStockLibraryVerifiesAReceiptAndFailsOnAForgedOne() throws Exception {
        String session = held("q1");
        Path here = Path.of(System.getProperty("stoa.basedir", "..")).resolve("examples/verify-receipt");
        Path work = Files.createDirectories(folder.resolve("node"));
        for (String file : List.of("package.json", "package-lock.json", "verify.mjs")) {
            Files.copy(here.resolve(file), work.resolve(file));
        }
        assertThat(Files.readAllLines(here.resolve("verify.mjs"))).hasSizeLessThanOrEqualTo(60);
        assertThat(run(work, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"))
                .isZero();
        Receipt receipt = hall.stoa().debate().receipts().of(session);
        Path file = Files.writeString(work.resolve("receipt.json"), receipt.json());
        assertThat(run(work, "node", "verify.mjs", "receipt.json")).isZero();
        String forged = receipt.json().replaceFirst("\"q1\"", "\"q2\"");
        assertThat(forged).isNotEqualTo(receipt.json());
        Files.writeString(file, forged);
        assertThat(run(work, "node", "verify.mjs", "receipt.json")).isEqualTo(1);
        Map<String, @Nullable Object> added = receipt(session);
        added.put("approved_by", "the board");
        Files.writeString(file, Json.write(sealed(added)));
        assertThat(run(work, "node", "verify.mjs", "receipt.json")).isEqualTo(1);
    }

    private static int run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(said).isTrue();
        return process.exitValue();
    }
}
