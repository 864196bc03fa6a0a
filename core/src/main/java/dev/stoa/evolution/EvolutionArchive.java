package dev.stoa.evolution;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;

/** The declaration of the evolution archive. */
public final class EvolutionArchive {
    private static final String ARCHIVED = "episodes_archive";

    /** Runs, generations, profiles, episodes, verdicts, strategies and created agents. */
    public static final ArchiveSchema SCHEMA = EvolutionInvariants.declare(ArchiveSchema.named("evolution")
                    .file("evolution.sqlite")
                    .ledger(ArchiveSchema.Ledger.HISTORY)
                    .grows("Episodes", "created_at", "id")
                    .version(1, "generations, profiles, episodes, action logs and created agents")
                    .version(2, "tokens used by each action")
                    .version(3, "hypotheses of the scout")
                    .version(4, "runs and the order of generations", EvolutionBackFill::runs)
                    .version(5, "order, descent and service of profiles", EvolutionBackFill::profiles)
                    .version(6, "epochs, facts and participants of episodes, archives", EvolutionBackFill::episodes)
                    .version(7, "verdicts")
                    .version(8, "memory of strategies, constraints")
                    .version(9, "trials and ends of created agents", EvolutionBackFill::created)
                    .version(10, "pending turns, observations")
                    .version(11, "events of runs, marks of retention")
                    .notice("legacy", EvolutionBackFill::left)
                    // As strict as what it becomes, so that what cannot be kept is set aside and named before.
                    .extra(ARCHIVED, """
                            CREATE TABLE episodes_archive (id TEXT NOT NULL PRIMARY KEY,
                                generation_id TEXT REFERENCES Generations(id),
                                agent_a_profile_id TEXT REFERENCES AgentProfiles(id),
                                agent_b_profile_id TEXT REFERENCES AgentProfiles(id), agent_a_score INTEGER,
                                agent_b_score INTEGER, total_turns INTEGER, termination_reason TEXT,
                                final_state_snapshot TEXT, is_shadow_trial BOOLEAN, created_at TEXT,
                                scout_hypotheses TEXT);
                            CREATE TRIGGER episodes_archive_once BEFORE INSERT ON episodes_archive
                            WHEN EXISTS (SELECT 1 FROM Episodes e WHERE e.id = NEW.id)
                            BEGIN
                                SELECT RAISE(ABORT, 'Episodes has an episode of this id too');
                            END;""")
                    .takeover(
                            score("Episodes", "agent_a_score"),
                            score("Episodes", "agent_b_score"),
                            score(ARCHIVED, "agent_a_score"),
                            score(ARCHIVED, "agent_b_score")))
            .build();

    private EvolutionArchive() {}

    private static TakeoverRule score(String table, String column) {
        return new TakeoverRule.Range(table, column, -5, 5);
    }
}
