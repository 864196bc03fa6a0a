package dev.stoa.debate.receipt;

import dev.stoa.debate.proof.Finding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a receipt may have: anything else in it was not written by Stoa, however well its hash fits. For one
 * receipt and one thread.
 */
final class ReceiptFields {
    /** What stands for the receipt itself. */
    static final String RECEIPT = "";

    /** The names by the part of the receipt, or by the list whose elements have them. */
    static final Map<String, Set<String>> KNOWN = Map.ofEntries(
            names(
                    RECEIPT,
                    "receipt_version session config_sha256 outcome outcome_sha256 turns options ballots checks flips"
                            + " gates versions dissents evidence grade chain generated_at receipt_sha256"),
            names(
                    "session",
                    "id debate_id topic status preset topology_type coordination_protocol voting_method domain seed"
                            + " initiated_by created_at completed_at total_rounds final_consensus_score stop_reason"
                            + " error active_ms agents tokens_in tokens_out cost_usd config metadata"),
            names(
                    "outcome",
                    "decision winner answer voting_method consensus threshold consensus_reached confidence"
                            + " no_winner_reason tied verified stop_reason rounds tally quorum counterfactual flips"
                            + " stability dissents assumptions risk plan errors tokens cost_usd simulated"
                            + " context_missing summary"),
            names(
                    "turns",
                    "turn_seq round phase agent_id provider model status content_sha256 prompt_sha256 visible_turns"),
            names("options", "key label first_turn_seq check"),
            names(
                    "ballots",
                    "stage round attempt agent_id turn_seq choice ranking confidence weight valid counted reason"),
            names("checks", "turn_seq checker status detail duration_ms"),
            names("flips", "agent_id to_turn_seq from_turn_seq from_option to_option seen_supporters"),
            names(
                    "gates",
                    "id round phase attempt status policy summary artifacts opened_at expires_at decided_at decided_by"
                            + " reason"),
            names("versions", "version_number parent_version code_sha256 test_pass_rate"),
            names("evidence", "id trust origin relevance text_sha256"),
            names("grade", "truth true_option correct source graded_by at"),
            names("chain", "events head"));

    private final Finding finding;

    ReceiptFields(Finding finding) {
        this.finding = finding;
    }

    private static Map.Entry<String, Set<String>> names(String part, String names) {
        return Map.entry(part, Set.of(names.split(" ")));
    }

    void check(Map<String, @Nullable Object> receipt) {
        object(RECEIPT, RECEIPT, receipt);
        receipt.forEach((part, value) -> {
            if (value instanceof List<?> list && KNOWN.containsKey(part)) {
                for (int i = 0; i < list.size(); i++) {
                    if (list.get(i) instanceof Map<?, ?> element) {
                        object(part, part + "[" + i + "].", element);
                    }
                }
            } else if (value instanceof Map<?, ?> map && KNOWN.containsKey(part)) {
                object(part, part + ".", map);
            }
        });
    }

    private void object(String part, String path, Map<?, ?> found) {
        Set<String> known = KNOWN.getOrDefault(part, Set.of());
        for (Object name : found.keySet()) {
            if (!known.contains(name)) {
                finding.found("receipt", 0, "no field " + path + name, "a field that receipts do not have");
            }
        }
    }
}
