package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.cli.console.Verbs;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.engine.upkeep.RecordedActs;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ForgetResult;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.memory.OutcomeResult;
import dev.stoa.learning.memory.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code memory}: what agents remember. Used by one thread. */
@Command(
        name = "memory",
        description = "Store memories, recall them, and report which of them helped.",
        addMethodSubcommands = false)
@Verbs({
    MemoryAddCommand.class,
    MemoryRecallCommand.class,
    MemoryUpkeepCommands.Consolidate.class,
    MemoryUpkeepCommands.Cleanup.class,
    MemoryUpkeepCommands.Tune.class,
    MemoryUpkeepCommands.Stats.class
})
public final class MemoryCommand extends CommandGroup {
    private static final String ID = "Id of the memory.";
    private static final String REASON = "Reason, kept on record.";
    private static final int SHOWN = 90;

    @Command(name = "show", description = "Show a memory, or the last archived generation of a deleted one.")
    void show(@Parameters(paramLabel = "ID", description = ID) String id) {
        onOne(continuum -> continuum.show(id), MemoryCommand::details);
    }

    @Command(name = "list", description = "List live memories, most recently written first.")
    void list(
            @Option(names = "--namespace", paramLabel = "NAME", description = "Only memories of this namespace.")
                    @Nullable
                    String namespace,
            @Option(names = "--tier", paramLabel = "TIER", description = "Only memories of this tier.") @Nullable
                    String tier,
            @Mixin SimulatedOption simulated,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Memory> page = continuum(stoa)
                    .list(namespace, tier == null ? null : MemoryTier.of(tier), simulated.value(), paging.request());
            print(
                    page.map(Memory::document),
                    page.items().stream().map(MemoryCommand::line).toList(),
                    "no memories");
        }
    }

    @Command(
            name = "outcome",
            description = "Report the result of using a memory; the memory may move to another tier.",
            footer = {"", "Fields of a line of --jsonl:", "  id, success, prediction_error, key"})
    int outcome(
            @Parameters(paramLabel = "ID", arity = "0..1", description = ID) @Nullable String id,
            @Option(names = "--success", description = "The memory helped.") boolean success,
            @Option(names = "--failure", description = "The memory did not help.") boolean failure,
            @Option(names = "--error", paramLabel = "X", description = "Error of the agent's prediction, 0 to 1.")
                    @Nullable
                    Double error,
            @Option(
                            names = "--key",
                            paramLabel = "KEY",
                            description =
                                    "Idempotency key, such as the id of a debate; the outcome counts once per key.")
                    @Nullable
                    String key,
            @Mixin JsonLines lines) {
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> Outcome.Report.fromJson(JsonFields.of(object)),
                        continuum(stoa)::outcomes,
                        OutcomeResult::applied);
            }
            if (id == null) {
                throw Bounds.invalid("the id of the memory is missing", "give it, or many outcomes by --jsonl");
            }
            if (success == failure) {
                throw Bounds.invalid("an outcome is either a success or a failure", "give --success or --failure");
            }
            OutcomeResult result = continuum(stoa).outcome(id, new Outcome(success, error, key));
            main.print(result.document(), List.of(words(result)));
            return 0;
        }
    }

    @Command(name = "promote", description = "Move a memory to the next faster tier, towards faster forgetting.")
    void promote(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = REASON) String reason) {
        onOne(continuum -> continuum.promote(id, reason), memory -> place(memory, "faster"));
    }

    @Command(name = "demote", description = "Move a memory to the next slower tier, towards slower forgetting.")
    void demote(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = REASON) String reason) {
        onOne(continuum -> continuum.demote(id, reason), memory -> place(memory, "slower"));
    }

    @Command(
            name = "red-line",
            description = "Protect a memory from change and deletion; --off removes the protection.")
    void redLine(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = REASON) String reason,
            @Option(names = "--off", description = "Remove the protection.") boolean off) {
        try (Stoa stoa = main.open()) {
            RecordedActs acts = main.engines(stoa).acts(main.principal());
            Memory memory = off ? acts.liftRedLine(id, reason) : acts.redLine(id, reason);
            main.print(
                    Json.object("memory", memory.document()),
                    List.of(id + (memory.redLine() ? " has a red line" : " has no red line")));
        }
    }

    @Command(name = "trust", description = "Set the trust level of a memory; memories derived from it are lowered too.")
    void trust(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Parameters(paramLabel = "LEVEL", description = "Trust level: untrusted, agent, confirmed or human.")
                    String level,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = REASON) String reason) {
        Trust trust = Trust.of(level);
        onOne(
                continuum -> continuum.setTrust(id, trust, reason),
                memory -> List.of(id + " has trust " + memory.trust().text()));
    }

    @Command(name = "forget", description = "Archive a memory; with --purge delete it completely.")
    void forget(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = REASON) @Nullable String reason,
            @Option(names = "--purge", description = "Delete the memory with all archived generations and outcomes.")
                    boolean purge,
            @Option(names = "--dry-run", description = "Show what would be archived or deleted, without doing it.")
                    boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            Memory memory = continuum(stoa).show(id);
            if (dryRun) {
                Continuum.Forgetting planned = continuum(stoa).rehearseForget(id, reason, purge);
                main.print(
                        planned.document(),
                        List.of(
                                purge
                                        ? id + " would be purged with " + planned.generations()
                                                + " archived generations and " + planned.outcomes() + " outcomes"
                                        : id + " would be archived as generation " + planned.generation()));
                return;
            }
            if (purge && !yes && !memory.redLine()) {
                main.confirm("Purge memory " + id + " with all its generations and outcomes?");
            }
            if (purge) {
                ErasureText.print(
                        main, Deletions.of(stoa, main.principal()).memory(id, reason), List.of(id + " is purged"));
                return;
            }
            ForgetResult forgotten = continuum(stoa).forget(id, reason, false);
            main.print(
                    forgotten.document(),
                    List.of(id + " is archived as generation " + forgotten.generation() + "; stoa memory restore " + id
                            + " restores it"));
        }
    }

    @Command(name = "restore", description = "Restore an archived memory.")
    void restore(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(
                            names = "--generation",
                            paramLabel = "N",
                            description = "Generation to restore (default: the newest)")
                    @Nullable
                    Integer generation) {
        onOne(
                continuum ->
                        continuum.restore(id, generation == null ? OptionalInt.empty() : OptionalInt.of(generation)),
                MemoryCommand::details);
    }

    @Command(name = "transitions", description = "List tier changes of one memory or of all, newest first.")
    void transitions(
            @Parameters(paramLabel = "ID", arity = "0..1", description = ID) @Nullable String id,
            @Option(names = "--from-tier", paramLabel = "TIER", description = "Only moves from this tier.") @Nullable
                    String from,
            @Option(names = "--to-tier", paramLabel = "TIER", description = "Only moves to this tier.") @Nullable
                    String to,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Transition> page = continuum(stoa)
                    .transitions(
                            id,
                            from == null ? null : MemoryTier.of(from),
                            to == null ? null : MemoryTier.of(to),
                            paging.request());
            Columns columns = new Columns();
            page.items()
                    .forEach(move -> columns.row(
                            move.createdAt() == null ? "-" : Times.show(move.createdAt()),
                            move.memoryId(),
                            move.fromTier() + " to " + move.toTier(),
                            String.valueOf(move.reason())));
            print(page.map(Transition::document), columns.lines(), "no moves");
        }
    }

    @Command(name = "history", description = "List outcomes, moves and archived generations of a memory, newest first.")
    void history(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "Maximum number of results (default: ${DEFAULT-VALUE})")
                    int limit) {
        try (Stoa stoa = main.open()) {
            List<Memory.Happened> found = continuum(stoa).history(id, limit);
            Columns columns = new Columns();
            found.forEach(
                    each -> columns.row(each.at() == null ? "-" : Times.show(each.at()), each.kind(), happened(each)));
            List<String> lines = columns.lines();
            main.print(
                    Json.object(
                            "items",
                            found.stream().map(Memory.Happened::document).toList()),
                    lines.isEmpty() ? List.of("nothing happened to it yet") : lines);
        }
    }

    private static String happened(Memory.Happened each) {
        return switch (each.kind()) {
            case "move" -> each.fromTier() + " to " + each.tier() + " (" + each.reason() + ")";
            case "outcome" ->
                (Boolean.TRUE.equals(each.success()) ? "success" : "failure")
                        + (each.key() == null ? "" : " of " + each.key());
            default -> "generation " + each.generation() + " (" + each.reason() + ")";
        };
    }

    private Continuum continuum(Stoa stoa) {
        return stoa.learning().memories().as(main.principal());
    }

    private void onOne(Function<Continuum, Memory> act, Function<Memory, List<String>> words) {
        try (Stoa stoa = main.open()) {
            Memory memory = act.apply(continuum(stoa));
            main.print(Json.object("memory", memory.document()), words.apply(memory));
        }
    }

    private void print(Page<?> page, List<String> rows, String none) {
        List<String> lines = new ArrayList<>(rows.isEmpty() ? List.of(none) : rows);
        if (page.next() != null) {
            lines.add("more with --cursor " + page.next());
        }
        main.print(Json.object("items", page.items(), "next", page.next()), lines);
    }

    /** A memory in one line. */
    static String line(Memory memory) {
        return memory.id() + "  " + memory.tier().text() + "  trust="
                + memory.trust().text() + (memory.redLine() ? "  red line" : "")
                + (memory.namespace().equals(MemoryDraft.SIMULATED) ? "  simulated" : "") + "  "
                + shortened(memory.content());
    }

    private static String shortened(String content) {
        String line = content.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return Excerpt.within(line, SHOWN);
    }

    private static List<String> place(Memory memory, String forgetting) {
        return List.of(
                memory.id() + " is " + memory.tier().text() + " now, a move towards " + forgetting + " forgetting");
    }

    private static List<String> details(Memory memory) {
        List<String> lines = new ArrayList<>();
        Memory.Archived archive = memory.archive();
        if (archive != null) {
            lines.add(
                    memory.expired()
                            ? "expired at " + Times.show(Objects.requireNonNullElse(memory.expiresAt(), archive.at()))
                                    + "; stoa memory restore " + memory.id() + " brings it back"
                            : "archived as generation " + archive.generation() + " (" + archive.reason() + ")");
        }
        Columns columns = new Columns();
        memory.document().forEach((name, value) -> {
            if (value != null && !name.equals("content") && !value.equals(List.of())) {
                columns.row(name, value instanceof String text ? text : Json.write(value));
            }
        });
        lines.addAll(columns.lines());
        // Quoted, because it is foreign text and may look like anything.
        memory.content().lines().forEach(line -> lines.add("| " + line));
        return lines;
    }

    private static String words(OutcomeResult result) {
        String id = result.memory().id();
        OutcomeResult.Move moved = result.moved();
        if (!result.applied()) {
            return id + " had this outcome already";
        }
        return String.format(
                        Locale.ROOT, "%s: surprise %.3f to %.3f", id, result.surpriseBefore(), result.surpriseAfter())
                + (moved == null
                        ? ", stays " + result.memory().tier().text()
                        : ", moved from " + moved.from().text() + " to "
                                + moved.to().text() + " (" + moved.reason() + ")");
    }
}
