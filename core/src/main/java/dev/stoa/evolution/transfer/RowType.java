package dev.stoa.evolution.transfer;

import static dev.stoa.evolution.transfer.Field.key;
import static dev.stoa.evolution.transfer.Field.number;
import static dev.stoa.evolution.transfer.Field.string;
import static dev.stoa.evolution.transfer.Field.word;

import dev.stoa.base.TextEnum;
import java.util.List;

/** The kinds of lines, in the order in which they are written and taken. */
enum RowType implements TextEnum {
    RUN(
            "evolution_runs",
            "WHERE t.id = ?",
            "t.seq",
            key("id"),
            number("seq"),
            string("name"),
            word("kind", "negotiation", "debate", "external"),
            Field.of(Field.Kind.JSON, "scenario_json"),
            Field.of(Field.Kind.JSON, "overrides_json"),
            Field.of(Field.Kind.WHOLE, "seed"),
            word("status", "running", "paused", "completed", "failed", "cancelled"),
            string("stop_reason").orNull(),
            Field.of(Field.Kind.WHOLE, "fence").state(),
            string("owner").orNull().state(),
            Field.of(Field.Kind.TIME, "heartbeat_at").state(),
            Field.of(Field.Kind.WHOLE, "tokens_used"),
            string("fingerprint").orNull(),
            Field.of(Field.Kind.TIME, "created_at"),
            Field.of(Field.Kind.TIME, "finished_at").orNull()),

    GENERATION(
            "Generations",
            "WHERE t.run_id = ?",
            "t.seq",
            key("id"),
            string("run_id"),
            Field.of(Field.Kind.WHOLE, "seq"),
            Field.of(Field.Kind.TIME, "created_at").orNull(),
            string("status").orNull(),
            string("parent_generation_id").orNull(),
            Field.of(Field.Kind.JSON, "hypotheses_json").orNull()),

    PROFILE(
            "AgentProfiles",
            "WHERE t.run_id = ?",
            "t.seq",
            key("id"),
            number("seq"),
            string("run_id"),
            string("generation_id").orNull(),
            string("actor_id").orNull(),
            string("archetype").orNull(),
            string("system_prompt").orNull(),
            string("core_prompt").orNull(),
            string("strategy_text").orNull(),
            string("tactic").orNull(),
            Field.of(Field.Kind.JSON, "hyperparameters").orNull(),
            Field.of(Field.Kind.REAL, "expected_performance_baseline").orNull(),
            string("created_by").orNull(),
            string("parent_profile_id").orNull(),
            Field.of(Field.Kind.JSON, "mutation_json").orNull()),

    EPOCH(
            "epochs",
            "JOIN Generations g ON g.id = t.generation_id WHERE g.run_id = ?",
            "g.seq, t.ordinal",
            key("id"),
            string("generation_id"),
            Field.of(Field.Kind.WHOLE, "ordinal"),
            word("kind", "production", "baseline", "cull", "trial", "creation_trial", "review"),
            string("verdict_id").orNull(),
            string("purpose"),
            Field.of(Field.Kind.WHOLE, "planned"),
            word("status", "open", "complete")),

    EPISODE(
            "episodes_all",
            "JOIN Generations g ON g.id = t.generation_id JOIN episode_facts f ON f.episode_id = t.id"
                    + " WHERE g.run_id = ?",
            "f.seq",
            key("id"),
            string("generation_id"),
            string("agent_a_profile_id").orNull(),
            string("agent_b_profile_id").orNull(),
            Field.of(Field.Kind.WHOLE, "agent_a_score").orNull(),
            Field.of(Field.Kind.WHOLE, "agent_b_score").orNull(),
            Field.of(Field.Kind.WHOLE, "total_turns").orNull(),
            string("termination_reason").orNull(),
            Field.of(Field.Kind.JSON, "final_state_snapshot").orNull(),
            Field.of(Field.Kind.FLAG, "is_shadow_trial").orNull(),
            Field.of(Field.Kind.TIME, "created_at").orNull(),
            Field.of(Field.Kind.JSON, "scout_hypotheses").orNull(),
            Field.of(Field.Kind.WHOLE, "archived").state()),

    LOG(
            "action_logs_all",
            "JOIN episode_facts f ON f.episode_id = t.episode_id JOIN episode_participants p"
                    + " ON p.episode_id = f.episode_id AND p.ordinal = 0 JOIN Generations g ON g.id = p.generation_id"
                    + " WHERE g.run_id = ?",
            "f.seq, t.turn_number",
            key("id"),
            string("episode_id"),
            Field.of(Field.Kind.WHOLE, "turn_number"),
            string("speaker_id").orNull(),
            string("internal_monologue").orNull(),
            string("public_dialogue").orNull(),
            Field.of(Field.Kind.JSON, "state_mutations").orNull(),
            Field.of(Field.Kind.FLAG, "propose_resolution").orNull(),
            Field.of(Field.Kind.FLAG, "abort_episode").orNull(),
            Field.of(Field.Kind.WHOLE, "token_usage").orNull(),
            string("actor_id").orNull(),
            word("outcome", "applied", "skipped").orNull(),
            Field.of(Field.Kind.WHOLE, "attempts").orNull(),
            string("violation").orNull(),
            Field.of(Field.Kind.WHOLE, "state_version").orNull(),
            Field.of(Field.Kind.JSON, "environment_json").orNull()),

    VERDICT(
            "trial_verdicts",
            "JOIN Generations g ON g.id = t.generation_id WHERE g.run_id = ?",
            "g.seq, t.created_at, t.id",
            key("id"),
            string("generation_id"),
            word("kind", "mutation", "creation", "review", "observed"),
            string("actor_id").orNull(),
            string("candidate_profile_id").orNull(),
            string("incumbent_profile_id").orNull(),
            Field.of(Field.Kind.WHOLE, "variant"),
            string("operator"),
            word("outcome", "pending", "culled", "accepted", "rejected", "insufficient", "skipped"),
            string("reason"),
            Field.of(Field.Kind.REAL, "cull_mean").orNull(),
            Field.of(Field.Kind.WHOLE, "n").orNull(),
            Field.of(Field.Kind.REAL, "mean_candidate").orNull(),
            Field.of(Field.Kind.REAL, "mean_incumbent").orNull(),
            Field.of(Field.Kind.REAL, "mean_diff").orNull(),
            Field.of(Field.Kind.REAL, "sd_diff").orNull(),
            Field.of(Field.Kind.REAL, "lcb").orNull(),
            Field.of(Field.Kind.REAL, "margin"),
            Field.of(Field.Kind.REAL, "lambda"),
            string("test"),
            Field.of(Field.Kind.REAL, "p_value").orNull(),
            Field.of(Field.Kind.REAL, "p_holm").orNull(),
            Field.of(Field.Kind.WHOLE, "family_size"),
            Field.of(Field.Kind.REAL, "alpha"),
            string("baseline_epoch_id").orNull(),
            string("trial_epoch_id").orNull(),
            Field.of(Field.Kind.TIME, "created_at"),
            Field.of(Field.Kind.TIME, "decided_at").orNull()),

    CREATED_AGENT(
            "CreatedAgents",
            "WHERE t.run_id = ?",
            "t.seq",
            key("id"),
            number("seq"),
            string("run_id"),
            string("creator_trigger_generation_id").orNull(),
            string("agent_profile_id").orNull(),
            string("archetype_designed").orNull(),
            string("design_rationale").orNull(),
            Field.of(Field.Kind.REAL, "shadow_trial_score_delta").orNull(),
            string("status").orNull(),
            Field.of(Field.Kind.TIME, "created_at").orNull(),
            Field.of(Field.Kind.JSON, "spec_json").orNull(),
            string("verdict_id").orNull(),
            string("reason").orNull(),
            string("decided_by").orNull(),
            Field.of(Field.Kind.TIME, "decided_at").orNull(),
            Field.of(Field.Kind.WHOLE, "mounted_seq").orNull(),
            Field.of(Field.Kind.WHOLE, "retired_seq").orNull(),
            string("replaces_id").orNull(),
            Field.of(Field.Kind.WHOLE, "last_review_seq").orNull()),

    STRATEGY(
            "strategy_memory",
            "WHERE t.run_id = ?",
            "t.seq",
            key("id"),
            number("seq"),
            string("episode_id"),
            string("generation_id"),
            string("run_id"),
            string("scenario"),
            string("actor_id"),
            string("agent_archetype"),
            string("tactical_classification"),
            Field.of(Field.Kind.WHOLE, "judge_score"),
            string("termination_reason"),
            Field.of(Field.Kind.JSON, "created_agents_present"),
            string("document"),
            string("embedding_model"),
            Field.of(Field.Kind.WHOLE, "dims"),
            Field.of(Field.Kind.BYTES, "embedding"),
            Field.of(Field.Kind.TIME, "created_at")),

    CONSTRAINT(
            "strategy_constraints",
            "WHERE t.run_id = ?",
            "t.from_seq, t.created_at, t.id",
            key("id"),
            string("run_id"),
            string("actor_id"),
            string("tactic"),
            string("text"),
            Field.of(Field.Kind.JSON, "evidence_json"),
            Field.of(Field.Kind.WHOLE, "from_seq"),
            Field.of(Field.Kind.WHOLE, "until_seq"),
            Field.of(Field.Kind.TIME, "created_at"));

    private final String table;
    private final String which;
    private final String order;

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes no other
    private final List<Field> fields;

    RowType(String table, String which, String order, Field... fields) {
        this.table = table;
        this.which = which;
        this.order = order;
        this.fields = List.of(fields);
    }

    String table() {
        return table;
    }

    List<Field> fields() {
        return fields;
    }

    /** The rows of a run, in their order. */
    String ofRun() {
        return select() + which + " ORDER BY " + order;
    }

    /** The turns of an episode, in their order. */
    String ofEpisode() {
        return select() + "WHERE t.episode_id = ? ORDER BY t.turn_number, t.id";
    }

    /** One row. */
    String one() {
        return select() + "WHERE t.id = ?";
    }

    private String select() {
        return "SELECT "
                + String.join(
                        ", ", fields.stream().map(field -> "t." + field.name()).toList()) + " FROM " + table + " t ";
    }
}
