package dev.stoa.debate.proof;

import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.json.JsonFields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The acts of a debate in words: those that the rules demand, and those that its events tell of. Stateless. */
final class StepText {
    private StepText() {}

    /** An event in words, with the canonical text of its data. */
    static String told(String kind, String data) {
        return kind + " " + data;
    }

    /** An act that the rules demand, in words that an event can be held against. */
    static String of(DebateConfig config, Step step) {
        return switch (step) {
            case Step.Call call ->
                "calls_planned "
                        + call.slots().stream()
                                .map(slot -> slot.turnSeq() + ":" + config.agent(slot.seat()) + ":"
                                        + slot.kind().text() + ":" + slot.step())
                                .toList();
            case Step.Measure measure -> "positions_measured";
            case Step.Check check -> "checks_run";
            case Step.Tally tally -> "tally_made " + tally.stage().text() + " " + tally.round() + " " + tally.attempt();
            case Step.Gate gate ->
                "gate_opened " + gate.round() + " " + gate.phase().text() + " " + gate.attempt();
            case Step.Finish finish -> "debate_completed " + finish.reason().text();
            case Step.Fail fail -> "debate_failed " + fail.reason().text();
        };
    }

    /** The act of an event in the same words. */
    static String of(String kind, Map<String, @Nullable Object> event) {
        JsonFields data = JsonFields.of(event);
        return switch (kind) {
            case "calls_planned" ->
                kind + " "
                        + data.objects("slots").stream()
                                .map(slot -> slot.whole("turn_seq") + ":" + slot.text("agent") + ":" + data.text("kind")
                                        + ":" + data.whole("step"))
                                .toList();
            case "tally_made" ->
                kind + " " + data.text("stage") + " " + data.whole("round") + " " + data.whole("attempt");
            case "gate_opened" ->
                kind + " " + data.whole("round") + " " + data.text("phase") + " " + data.whole("attempt");
            case "debate_completed" -> kind + " " + data.text("stop_reason");
            default -> kind;
        };
    }
}
