package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.engine.upkeep.AgentIdentities;
import dev.stoa.json.Json;
import dev.stoa.society.agent.AgentChange;
import dev.stoa.society.agent.AgentDetail;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.agent.SocietyStats;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.TriggerPolicy;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code agent}: who takes part in the society. Used by one thread. */
@Command(name = "agent", description = "Say who takes part, and what they are told.")
public final class AgentCommand extends CommandGroup {
    private static final String AGENT = "An agent, by its name, a former name, its id or the end of its id.";
    private static final String MODEL = "Who answers for it: provider:model, such as command:claude.";
    private static final String CONSTITUTION = "What it is told about itself; - for standard input.";
    private static final String FILE = "Read the constitution from a file.";
    private static final String TRIGGER = "Whose mention starts it: anyone, human or never.";

    @Command(name = "register", description = "Register an agent or a person.")
    void register(
            @Parameters(paramLabel = "ID", description = "Its name.") String identity,
            @Option(names = "--model", paramLabel = "M", description = MODEL) @Nullable String model,
            @Option(names = "--constitution", paramLabel = "T", description = CONSTITUTION) @Nullable
                    String constitution,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--describe", paramLabel = "T", description = "What it says of itself.") @Nullable
                    String description,
            @Option(
                            names = "--kind",
                            paramLabel = "K",
                            defaultValue = "agent",
                            description = "agent or human; default ${DEFAULT-VALUE}.")
                    String kind,
            @Option(names = "--trigger", paramLabel = "P", defaultValue = "anyone", description = TRIGGER)
                    String trigger,
            @Option(names = "--if-absent", description = "One that is there already is the answer.") boolean ifAbsent,
            @Option(names = "--take-alias", description = "Take a name that another agent had before.")
                    boolean takeAlias) {
        AgentDraft draft = new AgentDraft(
                identity,
                model,
                constitution(constitution, file),
                description,
                AgentKind.of(kind),
                TriggerPolicy.of(trigger),
                ifAbsent,
                takeAlias);
        try (Stoa stoa = main.open()) {
            Added<Agent> added = stoa.society().agents().register(main.actor(), draft);
            print(
                    added.value(),
                    "created",
                    added.created(),
                    (added.created() ? "registered " : "there already is ")
                            + added.value().identity());
        }
    }

    private @Nullable String constitution(@Nullable String text, @Nullable Path file) {
        return text == null && file == null ? null : main.text("the constitution", text, file);
    }

    @Command(name = "update", description = "Change what is given; a constitution reaches the next run.")
    void update(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Option(names = "--model", paramLabel = "M", description = MODEL) @Nullable String model,
            @Option(names = "--constitution", paramLabel = "T", description = CONSTITUTION) @Nullable
                    String constitution,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--no-constitution", description = "Take its constitution away.") boolean none,
            @Option(names = "--trigger", paramLabel = "P", description = TRIGGER) @Nullable String trigger) {
        AgentChange change = new AgentChange(
                model, constitution(constitution, file), none, trigger == null ? null : TriggerPolicy.of(trigger));
        try (Stoa stoa = main.open()) {
            Agent agent = stoa.society().agents().update(main.actor(), ref, change);
            print(agent, "changed", true, "changed " + agent.identity());
        }
    }

    @Command(name = "describe", description = "Say what an agent is.")
    void describe(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "TEXT", description = "What it says of itself; - for standard input.")
                    String text) {
        try (Stoa stoa = main.open()) {
            Agent agent = stoa.society().agents().describe(main.actor(), ref, main.text("the text", text, null));
            print(agent, "changed", true, "changed " + agent.identity());
        }
    }

    @Command(name = "rename", description = "Give an agent another name; the old one stays its alias.")
    void rename(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "NEW", description = "Its new name.") String identity) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> renamed = AgentIdentities.of(stoa).rename(main.actor(), ref, identity);
            print(
                    renamed.value(),
                    "changed",
                    renamed.changed(),
                    renamed.changed() ? "renamed " + ref + " to " + identity : identity + " is its name already");
        }
    }

    @Command(name = "clone", description = "Register another agent that is told the same.")
    void copy(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "NEW", description = "The name of the new one.") String identity) {
        try (Stoa stoa = main.open()) {
            Agent agent = stoa.society().agents().copy(main.actor(), ref, identity);
            print(agent, "created", true, "registered " + agent.identity());
        }
    }

    @Command(name = "list", description = "List those who take part, by name.")
    void list(
            @Option(names = "--all", description = "Also those who are archived.") boolean all,
            @Option(names = "--archived", description = "Only those who are archived.") boolean archived) {
        if (all && archived) {
            throw new ParameterException(spec.commandLine(), "--all and --archived are both given; give one of them");
        }
        Agents.Shown shown = all ? Agents.Shown.ALL : archived ? Agents.Shown.ARCHIVED : Agents.Shown.LIVE;
        try (Stoa stoa = main.open()) {
            List<Agent> agents = stoa.society().agents().list(main.actor(), shown);
            main.print(
                    Json.object("items", agents.stream().map(Agent::document).toList(), "next", null),
                    agents.stream().map(AgentCommand::line).toList());
        }
    }

    private static String line(Agent agent) {
        String description = agent.selfDescription();
        return String.join(
                        "  ",
                        agent.identity(),
                        agent.model(),
                        agent.isLive() ? "" : "archived",
                        description == null ? "" : description)
                .stripTrailing();
    }

    @Command(name = "show", description = "Show an agent with what it is told.")
    void show(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            AgentDetail detail = stoa.society().agents().show(main.actor(), ref);
            main.print(detail.document(), AgentText.detail(detail));
        }
    }

    @Command(name = "stats", description = "Count what there is in the society, and who has to do with it.")
    void stats() {
        try (Stoa stoa = main.open()) {
            SocietyStats stats = stoa.society().agents().stats(main.actor());
            main.print(stats.document(), AgentText.stats(stats));
        }
    }

    @Command(name = "archive", description = "Let an agent take part no more; what it holds is anybody's.")
    void archive(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> archived = AgentIdentities.of(stoa).archive(main.actor(), ref);
            String name = archived.value().identity();
            print(
                    archived.value(),
                    "changed",
                    archived.changed(),
                    archived.changed() ? "archived " + name : name + " was archived already");
        }
    }

    @Command(name = "restore", description = "Let an archived agent take part again.")
    void restore(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> restored = AgentIdentities.of(stoa).restore(main.actor(), ref);
            String name = restored.value().identity();
            print(
                    restored.value(),
                    "changed",
                    restored.changed(),
                    restored.changed() ? "restored " + name : name + " was not archived");
        }
    }

    @Command(name = "merge", description = "Make one agent of two; whatever names the first then means the second.")
    void merge(
            @Parameters(paramLabel = "FROM", description = "The agent that goes.") String from,
            @Parameters(paramLabel = "TO", description = "The agent that stays.") String to,
            @Option(names = "--dry-run", description = "Only say what would come of it.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask.") boolean yes) {
        try (Stoa stoa = main.open()) {
            // What is refused is refused before anybody is asked.
            AgentIdentities identities = AgentIdentities.of(stoa);
            MergeResult planned = identities.merge(main.actor(), from, to, true);
            if (!dryRun && !yes) {
                main.confirm("merge " + from + " into " + planned.agent().identity() + " for ever?");
            }
            MergeResult merge = dryRun ? planned : identities.merge(main.actor(), from, to, false);
            main.print(merge.document(), AgentText.merge(from, merge, dryRun));
        }
    }

    private void print(Agent agent, String flag, boolean value, String line) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(agent.document());
        document.put(flag, value);
        main.print(document, List.of(line));
    }
}
