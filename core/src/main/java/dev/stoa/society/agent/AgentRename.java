package dev.stoa.society.agent;

import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is called what, and was. Stateless. */
final class AgentRename {
    private AgentRename() {}

    /** Makes sure that nobody has a name, or had it. */
    static void free(Tx tx, String identity, boolean takeAlias) {
        tx.one("SELECT archived_at FROM agents WHERE identity = ?", row -> row.textOrNull(1) != null, identity)
                .ifPresent(archived -> {
                    throw Agents.taken(
                            archived
                                    ? "identity " + identity + " belongs to an archived agent"
                                    : "identity " + identity + " is taken",
                            archived
                                    ? "restore that agent with stoa agent restore " + identity + ", or rename it"
                                    : "choose another");
                });
        Optional<String> now = tx.one(
                "SELECT a.identity FROM agent_aliases f JOIN agents a ON a.agent_id = f.agent_id WHERE f.identity = ?",
                row -> row.text(1),
                identity);
        if (now.isPresent() && !takeAlias) {
            throw Agents.taken(
                    "identity " + identity + " is an alias of " + now.get(),
                    "choose another, or take it with --take-alias");
        }
        tx.update("DELETE FROM agent_aliases WHERE identity = ?", identity);
    }

    /** Frees a name that an agent had before; answers the id that led to the agent by it, null if none did. */
    static @Nullable String takeOwn(Tx tx, String identity, String agent) {
        Optional<String> former = tx.one(
                "SELECT former_agent_id FROM agent_aliases WHERE identity = ? AND agent_id = ?"
                        + " AND former_agent_id IS NOT NULL",
                row -> row.text(1),
                identity,
                agent);
        tx.update("DELETE FROM agent_aliases WHERE identity = ? AND agent_id = ?", identity, agent);
        return former.orElse(null);
    }

    /** Lets a name go on to mean an agent. */
    static void alias(Tx tx, String identity, String agent, @Nullable String former, Instant now) {
        tx.update(
                "INSERT INTO agent_aliases (identity, agent_id, former_agent_id, created_at) VALUES (?, ?, ?, ?)",
                identity,
                agent,
                former,
                now);
    }
}
