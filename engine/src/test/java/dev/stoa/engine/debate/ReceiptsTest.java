package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Receipt;
import dev.stoa.debate.ReceiptCheck;
import dev.stoa.debate.ReceiptReport;
import dev.stoa.debate.ReplayReport.Mismatch;
import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.Preset;
import dev.stoa.debate.rules.VotingRule;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
class ReceiptsTest {
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

    private Receipt ladder(String topic) throws InterruptedException {
        return hall.stoa()
                .debate()
                .receipts()
                .of(hall.hold(DebateRequest.on(topic)
                                .preset(Preset.LADDER)
                                .seed(5)
                                .agents(Hall.seats(4))
                                .set("early_stop", false))
                        .id());
    }

    @Test
    void aReceiptHasEveryPartInItsOrderAndHoldsByItselfAndAgainstTheArchive() throws InterruptedException {
        Receipt receipt = ladder("q1");
        assertThat(receipt.document().keySet())
                .containsExactly(
                        "receipt_version",
                        "session",
                        "config_sha256",
                        "outcome",
                        "outcome_sha256",
                        "turns",
                        "options",
                        "ballots",
                        "checks",
                        "flips",
                        "gates",
                        "versions",
                        "dissents",
                        "evidence",
                        "grade",
                        "chain",
                        "generated_at",
                        "receipt_sha256");
        JsonFields.of(receipt.document()).objects("turns").forEach(turn -> {
            for (String field : List.of(
                    "turn_seq",
                    "round",
                    "phase",
                    "agent_id",
                    "provider",
                    "model",
                    "status",
                    "content_sha256",
                    "prompt_sha256",
                    "visible_turns")) {
                assertThat(turn.valueOrNull(field)).as(field).isNotNull();
            }
            turn.end();
        });
        ReceiptReport alone = ReceiptCheck.verify(Json.parseObject(receipt.json()), null);
        assertThat(alone.mismatches()).isEmpty();
        assertThat(alone.archive()).isEqualTo("unasked");
        ReceiptReport both = hall.stoa().debate().receipts().verify(Json.parseObject(receipt.json()));
        assertThat(both.mismatches()).isEmpty();
        assertThat(both.ok()).isTrue();
        assertThat(both.archive()).isEqualTo("agrees");
    }

    @Test
    void twoExportsHaveTheSameHash() throws InterruptedException {
        Receipt one = ladder("q1");
        Receipt two = hall.stoa().debate().receipts().of(session(one));
        assertThat(two.sha256()).isEqualTo(one.sha256());
    }

    @Test
    void everyPresetAndVotingRuleGivesAReceiptThatHolds() throws InterruptedException {
        int seed = 0;
        for (VotingRule rule : VotingRule.values()) {
            seed++;
            Preset preset = rule == VotingRule.UNANIMOUS ? Preset.ROUND_TABLE : Preset.LADDER;
            holds(DebateRequest.on("q" + seed).preset(preset).voting(rule).seed(seed));
        }
        holds(DebateRequest.on("q9").preset(Preset.CLASSIC).rounds(1).seed(2).gates(List.of(Phase.CONVERGENCE)));
        holds(DebateRequest.on("q9").preset(Preset.VOTE).seed(2));
    }

    private void holds(DebateRequest request) throws InterruptedException {
        Receipt receipt = hall.stoa()
                .debate()
                .receipts()
                .of(hall.hold(request.agents(Hall.seats(4))).id());
        ReceiptReport report = hall.stoa().debate().receipts().verify(receipt.document());
        assertThat(report.mismatches()).as(request.fields().toString()).isEmpty();
        assertThat(report.ok()).isTrue();
    }

    @Test
    void whateverIsChangedInAReceiptShowsThoughItsOwnHashIsMadeToFit() throws InterruptedException {
        Receipt receipt = ladder("q1");
        String winner = part(receipt, "outcome").text("winner");
        forged(receipt, "config_sha256", text -> "0".repeat(64), "config");
        forged(receipt, "outcome_sha256", text -> "0".repeat(64), "outcome");
        forged(receipt, "dissents", text -> text.equals("[]") ? "[{}]" : "[]", "outcome");
        forged(receipt, "turns", text -> text.replaceFirst("\"turn_seq\":2", "\"turn_seq\":9"), "turns");
        forged(receipt, "turns", text -> text.replaceFirst("\"visible_turns\":\\[]", "\"visible_turns\":[1]"), "turns");
        forged(receipt, "turns", text -> text.replaceFirst("\"agent_id\":\"a0\"", "\"agent_id\":\"eve\""), "turns");
        forged(
                receipt,
                "ballots",
                text -> text.replaceFirst("\"choice\":\"" + winner + "\"", "\"choice\":\"Z\""),
                "ballots");
        forged(
                receipt,
                "outcome",
                text -> text.replace("\"winner\":\"" + winner + "\"", "\"winner\":\"Z\""),
                "ballots");
        forged(receipt, "outcome", text -> text.replaceFirst("\"votes\":(\\d)", "\"votes\":1$1"), "ballots");
        forged(
                receipt,
                "outcome",
                text -> text.replaceFirst("\"decision\":\"\\w+\"", "\"decision\":\"none\""),
                "ballots");
        forged(receipt, "receipt_version", text -> "2", "receipt");
        assertThat(ReceiptCheck.verify(Json.parseObject(receipt.json().replaceFirst("\"a0\"", "\"eve\"")), null)
                        .mismatches())
                .extracting(Mismatch::check)
                .contains("receipt");
        assertThat(ReceiptCheck.verify(Map.of(), null).ok()).isFalse();
    }

    private interface Forgery {
        String of(String json);
    }

    /** Changes one part, makes the hashes of the receipt and its outcome fit, and expects it to be found. */
    private static void forged(Receipt receipt, String part, Forgery forgery, String check) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(receipt.document());
        String before = Json.write(document.get(part));
        boolean text = document.get(part) instanceof String;
        String after = forgery.of(before);
        assertThat(after).as(part).isNotEqualTo(before);
        document.put(part, text ? after : Json.parse(after));
        if (part.equals("outcome")) {
            document.put("outcome_sha256", Json.sha256(document.get(part)));
        }
        document.remove("generated_at");
        document.remove("receipt_sha256");
        document.put("receipt_sha256", Json.sha256(document));
        assertThat(ReceiptCheck.verify(document, null).mismatches())
                .as(part)
                .extracting(Mismatch::check)
                .contains(check);
    }

    @Test
    void aReceiptOutlivesAGradeButNoChangeOfTheArchive() throws Exception {
        Receipt before = hall.stoa()
                .debate()
                .receipts()
                .of(hall.hold(DebateRequest.on("q1")
                                .preset(Preset.LADDER)
                                .seed(5)
                                .agents(Hall.seats(4))
                                .gates(List.of(Phase.CONVERGENCE)))
                        .id());
        Map<String, @Nullable Object> early = new LinkedHashMap<>(before.document());
        int events = (int) part(before, "chain").whole("events");
        String head = hall.stoa()
                .debate()
                .events()
                .all(session(before))
                .get(events - 2)
                .hash();
        early.put("chain", Map.of("events", events - 1, "head", head));
        early.put("grade", null);
        early.remove("generated_at");
        early.remove("receipt_sha256");
        early.put("receipt_sha256", Json.sha256(early));
        assertThat(hall.stoa().debate().receipts().verify(early).mismatches()).isEmpty();
        try (Connection behind = hall.behind();
                var statement = behind.prepareStatement(
                        "UPDATE debate_turns SET content = 'no' WHERE turn_seq = 2 AND CAST(session_id AS TEXT) = ?")) {
            statement.setString(1, session(before));
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
        for (Map<String, @Nullable Object> receipt : List.of(early, before.document())) {
            ReceiptReport report = hall.stoa().debate().receipts().verify(receipt);
            assertThat(report.archive()).isEqualTo("differs");
            assertThat(report.ok()).isFalse();
            assertThat(report.mismatches()).extracting(Mismatch::seq).contains(2L);
        }
    }

    @Test
    void aDebateWithoutAnOutcomeHasAReceiptTooAndOneFromElsewhereIsUnknown() throws InterruptedException {
        String id = hall.stoa()
                .debate()
                .sessions()
                .create(DebateRequest.on("q1").agents(Hall.seats(3)).seed(1), "local")
                .id();
        Receipt open = hall.stoa().debate().receipts().of(id);
        assertThat(hall.stoa().debate().receipts().verify(open.document()).ok()).isTrue();
        hall.stoa().debate().sessions().cancel(id, "ann");
        ReceiptReport report = hall.stoa().debate().receipts().verify(open.document());
        assertThat(report.mismatches()).isEmpty();
        Receipt cancelled = hall.stoa().debate().receipts().of(id);
        assertThat(hall.stoa().debate().receipts().verify(cancelled.document()).ok())
                .isTrue();
        assertThat(cancelled.markdown()).contains("the debate is cancelled");
        hall.stoa().debate().sessions().delete(id, "gone");
        assertThat(hall.stoa().debate().receipts().verify(cancelled.document()).archive())
                .isEqualTo("unknown");
    }

    @Test
    void pagesShowEverythingAndNothingOfItIsMarkup() throws InterruptedException {
        String topic = "Is <script>alert(1)</script> & \"[x](http://evil.example)\" | safe?";
        Receipt receipt = ladder(topic);
        String html = receipt.html();
        assertThat(html)
                .contains("Is &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;[x](http://evil.example)&quot;")
                .contains("<h2>Verdict</h2>", "<h2>Options</h2>", "<h2>Votes</h2>", "<h2>Turns</h2>", "How to verify")
                .contains(receipt.sha256(), "prefers-color-scheme: dark", "@media print", "width=device-width")
                .doesNotContain("<script", "src=", "href=", "url(", "@import");
        String markdown = receipt.markdown();
        assertThat(markdown)
                .contains("\\[x\\]\\(http\\://evil.example\\)", "&lt;script>".replace(">", "\\>"), "## How to verify")
                .contains("| turn ", receipt.sha256())
                .doesNotContain("<script");
        assertThat(markdown.lines().filter(line -> line.startsWith("| ")).toList())
                .allSatisfy(line -> assertThat(line).endsWith(" |"));
    }

    private static String session(Receipt receipt) {
        return part(receipt, "session").text("id");
    }

    private static JsonFields part(Receipt receipt, String name) {
        return JsonFields.of(JsonFields.of(receipt.document()).object(name));
    }
}
