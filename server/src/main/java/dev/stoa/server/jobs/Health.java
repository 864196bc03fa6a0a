package dev.stoa.server.jobs;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.debate.session.Outbox;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a server and what it stands on are. Thread-safe. */
public final class Health {
    private final Stoa stoa;
    private final ServerJobs jobs;
    private final Principal by;

    public Health(Stoa stoa, ServerJobs jobs, Principal by) {
        this.stoa = stoa;
        this.jobs = jobs;
        this.by = by;
    }

    /** {@code ok}, {@code degraded} or {@code down}, and why. */
    public Map<String, @Nullable Object> document() {
        Map<String, StoaException> silent = stoa.unreachable();
        Map<String, Long> bytes = stoa.bytes();
        List<Map<String, @Nullable Object>> archives = Stoa.ARCHIVES.stream()
                .map(schema -> {
                    StoaException wrong = silent.get(schema.name());
                    return Json.object(
                            "name", schema.name(),
                            "version", schema.versions().getLast().number(),
                            "bytes", bytes.get(schema.name()),
                            "error", wrong == null ? null : wrong.getMessage());
                })
                .toList();
        if (silent.size() == Stoa.ARCHIVES.size()) {
            return Json.object("status", "down", "archives", archives);
        }
        boolean well = silent.isEmpty();
        List<JobState> states = List.of();
        Map<String, @Nullable Object> outbox = Json.object();
        Map<String, @Nullable Object> audit = Json.object();
        try {
            audit = stoa.counsel().audit().signed(by).document();
        } catch (StoaException e) {
            well = false;
        }
        try {
            states = jobs.states();
            Outbox.Backlog left = stoa.debate().outbox().as(by).backlog();
            outbox = Json.object("pending", left.pending(), "dead", left.dead());
            well &= left.dead() == 0;
        } catch (StoaException e) {
            well = false;
        }
        well &= states.stream().allMatch(state -> state.lastError() == null);
        return Json.object(
                "status",
                well ? "ok" : "degraded",
                "archives",
                archives,
                "jobs",
                states.stream().map(JobState::document).toList(),
                "outbox",
                outbox,
                "audit",
                audit,
                "disk",
                Json.object(
                        "free_bytes",
                        stoa.config().location().directory().toFile().getUsableSpace()));
    }
}
