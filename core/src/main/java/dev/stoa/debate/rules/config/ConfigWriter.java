package dev.stoa.debate.rules.config;

import dev.stoa.debate.rules.code.CodeTask;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of a configuration, under the names a request uses. Stateless. */
final class ConfigWriter {
    private ConfigWriter() {}

    static Map<String, @Nullable Object> document(DebateConfig config) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("topic", config.topic());
        map.put("debate_id", config.debateId());
        map.put("agents", config.seats().stream().map(Seat::document).toList());
        map.put("preset", config.preset().text());
        map.put("topology_type", config.topology().text());
        Protocol protocol = config.protocol();
        map.put("coordination_protocol", protocol == null ? ConfigReader.NO_PROTOCOL : protocol.text());
        map.put("voting_method", config.voting().text());
        map.put("rounds", config.rounds());
        map.put("threshold", config.threshold());
        map.put("decision", config.decision().text());
        map.put("quorum", config.quorum());
        map.put("options", config.options());
        map.put("truth", config.truth());
        map.put("gates", config.gates().stream().map(Phase::text).toList());
        map.put("gate_policy", config.gatePolicy().text());
        map.put("gate_timeout_s", config.gateTimeoutSeconds());
        map.put("redo_budget", config.redoBudget());
        map.put("timeout_s", config.timeoutSeconds());
        map.put("call_timeout_s", config.callTimeoutSeconds());
        map.put("max_parallel", config.maxParallel());
        map.put("max_tokens", config.maxTokens());
        map.put("max_cost_usd", config.maxCostUsd());
        map.put("domain", config.domain());
        map.put("seed", config.seed());
        map.put("drafts", config.drafts().stream().map(GivenDraft::document).toList());
        map.put("early_stop", config.earlyStop());
        map.put("anonymous", config.anonymous());
        map.put("memory", config.memory());
        map.put("learn", config.learn());
        map.put("show_confidence", config.showConfidence());
        map.put("show_tally", config.showTally());
        map.put("clarify", config.clarify());
        map.put("reflexion_attempts", config.reflexionAttempts());
        map.put("initiated_by", config.initiatedBy());
        CodeTask code = config.code();
        map.put("code", code == null ? null : code.document());
        map.put("check", config.check());
        map.put("evidence", config.evidence());
        map.put("template", config.template());
        return map;
    }
}
