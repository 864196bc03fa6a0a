package dev.stoa.debate.receipt;

import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a receipt tells people, part by part; Markdown and HTML only write it down. Stateless. Every text in it is as
 * an agent said it: the renderer has to escape it.
 */
final class ReceiptPage {
    private static final int DECIMALS = 4;

    private ReceiptPage() {}

    /** A part of the page. */
    sealed interface Part {
        /** A heading. */
        record Heading(String text) implements Part {}

        /** A paragraph. */
        record Text(String text) implements Part {}

        /** What is to be typed. */
        record Commands(List<String> lines) implements Part {}

        /** Rows under headings. */
        record Table(List<String> heads, List<List<String>> rows) implements Part {}
    }

    static String title(JsonFields receipt) {
        return JsonFields.of(receipt.object("session")).text("topic", "");
    }

    static List<Part> of(JsonFields receipt) {
        List<Part> parts = new ArrayList<>();
        JsonFields session = JsonFields.of(receipt.object("session"));
        JsonFields outcome = JsonFields.of(receipt.object("outcome"));
        verdict(session, outcome, receipt, parts);
        options(receipt, outcome, parts);
        table(parts, "Votes", receipt, "ballots", "stage round agent_id choice confidence weight counted reason");
        table(
                parts,
                "Changes of mind",
                receipt,
                "flips",
                "agent_id from_option to_option from_turn_seq to_turn_seq seen_supporters");
        table(parts, "Dissents", receipt, "dissents", "agent_id type confidence text");
        table(parts, "Assumptions", outcome, "assumptions", "id source text");
        table(parts, "Checks", receipt, "checks", "turn_seq checker status duration_ms");
        table(parts, "Approvals", receipt, "gates", "round phase attempt status decided_by decided_at reason");
        table(parts, "Code", receipt, "versions", "version_number parent_version test_pass_rate code_sha256");
        table(parts, "Evidence", receipt, "evidence", "id trust origin relevance text_sha256");
        table(
                parts,
                "Turns",
                receipt,
                "turns",
                "turn_seq round phase agent_id provider model status visible_turns content_sha256 prompt_sha256");
        verify(receipt, session, parts);
        return parts;
    }

    private static void verdict(JsonFields session, JsonFields outcome, JsonFields receipt, List<Part> parts) {
        parts.add(new Part.Heading("Verdict"));
        String answer = outcome.textOrNull("answer");
        String status = session.text("status", "");
        parts.add(new Part.Text(
                answer != null
                        ? answer
                        : status.equals("completed")
                                ? "No winner: " + outcome.text("no_winner_reason", "unknown")
                                : "No outcome: the debate is " + status));
        List<List<String>> facts = new ArrayList<>();
        for (String name : List.of("Decision", "Winner", "Consensus", "Threshold", "Confidence", "Verified")) {
            fact(facts, name, outcome.valueOrNull(name.toLowerCase(Locale.ROOT)));
        }
        JsonFields instead = JsonFields.of(outcome.object("counterfactual"));
        JsonFields drafts = JsonFields.of(instead.object("draft_vote"));
        JsonFields solo = JsonFields.of(instead.object("best_solo"));
        if (instead.has("changed")) {
            fact(facts, "A vote on the drafts", said(drafts.textOrNull("winner"), drafts.valueOrNull("consensus")));
            fact(facts, "The best agent alone", said(solo.textOrNull("option"), solo.valueOrNull("agent_id")));
            fact(facts, "Changed by the debate", instead.flag("changed"));
        }
        Map<String, @Nullable Object> grade = receipt.object("grade");
        if (!grade.isEmpty()) {
            fact(facts, "Graded", Boolean.TRUE.equals(grade.get("correct")) ? "correct" : "wrong");
            fact(facts, "Truth", grade.get("truth"));
        }
        for (String name : List.of("preset", "topology_type", "voting_method", "stop_reason", "total_rounds")) {
            fact(facts, word(name), session.valueOrNull(name));
        }
        fact(facts, "Simulated", outcome.valueOrNull("simulated"));
        fact(facts, "Held", session.text("created_at", "") + " to " + session.text("completed_at", "now"));
        parts.add(new Part.Table(List.of("", ""), facts));
    }

    private static String said(@Nullable String option, @Nullable Object more) {
        return (option == null ? "nobody" : option) + (more == null ? "" : " (" + shown(more) + ")");
    }

    private static void fact(List<List<String>> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.add(List.of(name, shown(value)));
        }
    }

    private static void options(JsonFields receipt, JsonFields outcome, List<Part> parts) {
        List<List<String>> rows = new ArrayList<>();
        List<JsonFields> tally = outcome.objects("tally");
        for (JsonFields option : receipt.objects("options")) {
            String key = option.text("key");
            JsonFields counted = tally.stream()
                    .filter(row -> key.equals(row.textOrNull("option")))
                    .findFirst()
                    .orElse(JsonFields.of(Map.of()));
            rows.add(List.of(
                    key,
                    option.text("label"),
                    shown(counted.valueOrNull("votes")),
                    shown(counted.valueOrNull("score")),
                    shown(option.valueOrNull("check")),
                    shown(option.valueOrNull("first_turn_seq"))));
        }
        if (!rows.isEmpty()) {
            parts.add(new Part.Heading("Options"));
            parts.add(new Part.Table(List.of("option", "label", "votes", "score", "check", "first turn"), rows));
        }
    }

    /** A table of a list, with the fields that are named as its columns; none of an empty list. */
    private static void table(List<Part> parts, String heading, JsonFields of, String list, String fields) {
        List<JsonFields> items = of.objects(list);
        if (items.isEmpty()) {
            return;
        }
        List<String> columns = List.of(fields.split(" "));
        parts.add(new Part.Heading(heading));
        parts.add(new Part.Table(
                columns.stream().map(ReceiptPage::word).toList(),
                items.stream()
                        .map(item -> columns.stream()
                                .map(column -> shown(item.valueOrNull(column)))
                                .toList())
                        .toList()));
    }

    private static void verify(JsonFields receipt, JsonFields session, List<Part> parts) {
        JsonFields chain = JsonFields.of(receipt.object("chain"));
        parts.add(new Part.Heading("How to verify"));
        parts.add(
                new Part.Text("Each event of the debate carries the hash of the one before it, so the head of the chain"
                        + " stands for all of them. With the JSON receipt the votes can be counted again and the hashes checked"
                        + " without the archive; with the archive the whole debate can be replayed."));
        List<List<String>> facts = new ArrayList<>();
        fact(facts, "Session", session.valueOrNull("id"));
        fact(facts, "Events", chain.valueOrNull("events"));
        fact(facts, "Head of the chain", chain.valueOrNull("head"));
        fact(facts, "Hash of the request", receipt.valueOrNull("config_sha256"));
        fact(facts, "Hash of the outcome", receipt.valueOrNull("outcome_sha256"));
        fact(facts, "Hash of this receipt", receipt.valueOrNull("receipt_sha256"));
        parts.add(new Part.Table(List.of("", ""), facts));
        String id = session.text("id", "");
        parts.add(new Part.Commands(List.of(
                "stoa export --what debate:" + id + " --out receipt.json",
                "stoa debate verify receipt.json",
                "stoa debate replay " + id)));
    }

    private static String word(String column) {
        String words = column.replace("_sha256", " hash")
                .replace("agent_id", "agent")
                .replace("_seq", "")
                .replace('_', ' ');
        return words.strip();
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case Boolean yes -> yes ? "yes" : "no";
            case Double real ->
                BigDecimal.valueOf(real)
                        .setScale(DECIMALS, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString();
            case List<?> list ->
                String.join(", ", list.stream().map(ReceiptPage::shown).toList());
            case Map<?, ?> map -> Json.write(map);
            default -> value.toString();
        };
    }
}
