package dev.stoa.society.foreign;

import dev.stoa.society.base.FeedKind;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The runs of an import; none of them goes on. Not thread-safe. */
final class SpaceRuns implements SpaceImporter.Part {
    private final SpaceImporter intake;
    private final List<NewRun> runs = new ArrayList<>();

    private record NewRun(
            SpaceRow row,
            String id,
            String agent,
            @Nullable String channel,
            @Nullable Long number,
            Instant started,
            @Nullable Instant ended,
            long wakes) {}

    SpaceRuns(SpaceImporter intake) {
        this.intake = intake;
    }

    @Override
    public void decide() {
        boolean none = intake.isEmpty("sessions");
        for (String table : List.of("sessions", "spawns")) {
            intake.rows(table).forEach(row -> decide(row, none));
        }
    }

    private void decide(SpaceRow row, boolean none) {
        String id = row.word("session_id", "spawn_id", "id");
        String agent = intake.people().agent(row.word("agent_id"));
        if (agent == null) {
            intake.tally().broken(row, id, "its agent " + row.text("agent_id") + " does not exist");
            return;
        }
        if (!intake.tally().isNew(row, "run", id, Arrays.asList(agent), key -> none ? Optional.empty() : stored(key))
                || id == null) {
            return;
        }
        Instant started = intake.time(row, id, "started_at", "created_at");
        Instant ended = intake.timeOrNull(row, id, "ended_at");
        long wakes = intake.count(row, id, "wakes");
        String channel = intake.people().channelOrNone(row, id, "channel_id");
        runs.add(new NewRun(row, id, agent, channel, row.number("spawn_number"), started, ended, wakes));
        intake.tell(started, FeedKind.RUN_STARTED, agent, channel, id);
        if (ended == null) {
            intake.tally().remark(SpaceImportReport.Remark.RUNS_ENDED, row.shown(id));
        }
    }

    private Optional<List<@Nullable String>> stored(String id) {
        return intake.tx()
                .one("SELECT agent_id FROM sessions WHERE session_id = ?", row -> Arrays.asList(row.text(1)), id);
    }

    @Override
    public void write() {
        Tx tx = intake.tx();
        runs.sort(Comparator.comparing(NewRun::started));
        Map<String, Numbers> numbers = new HashMap<>();
        for (NewRun run : runs) {
            Numbers taken = numbers.computeIfAbsent(run.agent(), this::numbers);
            taken.last = Math.max(taken.last, run.number() == null ? 0 : run.number());
        }
        for (NewRun run : runs) {
            tx.update(
                    """
                    INSERT INTO sessions (session_id, agent_id, spawn_number, started_at, ended_at, wakes, seq,
                        channel_id, end_reason)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    run.id(),
                    run.agent(),
                    number(run, numbers.computeIfAbsent(run.agent(), this::numbers)),
                    SpaceImporter.stored(run.started()),
                    run.ended() == null ? intake.now() : SpaceImporter.stored(run.ended()),
                    run.wakes(),
                    intake.seq(FeedKind.RUN_STARTED, run.id()),
                    run.channel(),
                    run.ended() == null ? "imported" : null);
            intake.tally().written(run.row());
        }
        numbers.forEach((agent, taken) -> tx.update(
                "UPDATE agents SET spawn_count = ? WHERE agent_id = ? AND spawn_count < ?",
                taken.last,
                agent,
                taken.last));
    }

    /** The numbers that an agent's runs have. */
    private static final class Numbers {
        private final Set<Long> given = new HashSet<>();
        private long last;
    }

    private Numbers numbers(String agent) {
        Numbers numbers = new Numbers();
        intake.tx()
                .each(
                        "SELECT spawn_number FROM sessions WHERE agent_id = ?",
                        row -> numbers.given.add(row.number(1)),
                        agent);
        numbers.last = numbers.given.stream().mapToLong(Long::longValue).max().orElse(0);
        return numbers;
    }

    private long number(NewRun run, Numbers taken) {
        if (run.number() != null && taken.given.add(run.number())) {
            return run.number();
        }
        taken.given.add(++taken.last);
        // Where no run has a number, missing numbers need no report.
        if (run.row().has("spawn_number")) {
            intake.tally()
                    .remark(
                            SpaceImportReport.Remark.SPAWN_NUMBERS_MOVED,
                            run.row().shown(run.id()) + ": " + run.number() + " became " + taken.last);
        }
        return taken.last;
    }
}
