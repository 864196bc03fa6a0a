package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Page;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.engine.society.AgentModels;
import dev.stoa.engine.upkeep.AgentIdentities;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code agent}: who takes part in the society. Used by one thread. */
@Command(
        name = "agent",
        description = "Register and manage the agents and people of the society.",
        addMethodSubcommands = false)
public final class AgentCommand extends CommandGroup {
    private static final String AGENT = "Agent, by its name, a former name, its id or the end of its id.";
    private static final String MODEL = "Model that answers for the agent: provider:model, such as command:claude.";
    private static final String CONSTITUTION =
            "Constitution, the standing instructions of the agent; - reads it from standard input.";
    private static final String FILE = "Read the constitution from a file.";
    private static final String TRIGGER = "Senders whose mention starts the agent: anyone, human or never.";

    @Command(name = "register", description = "Register an agent or a person.")
    void register(
            @Parameters(paramLabel = "NAME", description = "Name of the agent.") String identity,
            @Option(names = "--model", paramLabel = "MODEL", description = MODEL) @Nullable String model,
            @Option(names = "--constitution", paramLabel = "TEXT", description = CONSTITUTION) @Nullable
                    String constitution,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--describe", paramLabel = "TEXT", description = "Self-description of the agent.") @Nullable
                    String description,
            @Option(
                            names = "--kind",
                            paramLabel = "KIND",
                            defaultValue = "agent",
                            description = "Kind: agent or human (default: ${DEFAULT-VALUE})")
                    String kind,
            @Option(
                            names = "--trigger",
                            paramLabel = "POLICY",
                            defaultValue = "anyone",
                            description =
                                    "Senders whose mention starts the agent: anyone, human or never (default: ${DEFAULT-VALUE})")
                    String trigger,
            @Option(names = "--if-absent", description = "Return the existing agent if there is one of this name.")
                    boolean ifAbsent,
            @Option(names = "--take-alias", description = "Take a name that is a former name of another agent.")
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
            checkModel(stoa, identity, model);
            Added<Agent> added = stoa.society().agents().register(main.principal(), draft);
            print(
                    added.value(),
                    "created",
                    added.created(),
                    (added.created() ? "registered " : "already exists: ")
                            + added.value().identity());
        }
    }

    private void checkModel(Stoa stoa, String agent, @Nullable String model) {
        AgentModels.check(stoa, main.engines(stoa).providers(), agent, model);
    }

    private @Nullable String constitution(@Nullable String text, @Nullable Path file) {
        return text == null && file == null ? null : main.text("the constitution", text, file);
    }

    @Command(
            name = "update",
            description = "Change the given properties; a new constitution takes effect with the next run.")
    void update(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Option(names = "--model", paramLabel = "MODEL", description = MODEL) @Nullable String model,
            @Option(names = "--constitution", paramLabel = "TEXT", description = CONSTITUTION) @Nullable
                    String constitution,
            @Option(names = "--file", paramLabel = "PATH", description = FILE) @Nullable Path file,
            @Option(names = "--no-constitution", description = "Remove the constitution.") boolean none,
            @Option(names = "--trigger", paramLabel = "POLICY", description = TRIGGER) @Nullable String trigger) {
        AgentChange change = new AgentChange(
                model, constitution(constitution, file), none, trigger == null ? null : TriggerPolicy.of(trigger));
        try (Stoa stoa = main.open()) {
            checkModel(stoa, ref, model);
            Agent agent = stoa.society().agents().update(main.principal(), ref, change);
            print(agent, "changed", true, "changed " + agent.identity());
        }
    }

    @Command(name = "describe", description = "Set the self-description of an agent.")
    void describe(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "TEXT", description = "Self-description; - reads it from standard input.")
                    String text) {
        try (Stoa stoa = main.open()) {
            Agent agent = stoa.society().agents().describe(main.principal(), ref, main.text("the text", text));
            print(agent, "changed", true, "changed " + agent.identity());
        }
    }

    @Command(name = "rename", description = "Rename an agent; the old name becomes an alias.")
    void rename(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "NEW", description = "New name.") String identity) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> renamed = main.engines(stoa).identities().rename(main.principal(), ref, identity);
            print(
                    renamed.value(),
                    "changed",
                    renamed.changed(),
                    renamed.changed() ? "renamed " + ref + " to " + identity : identity + " is its name already");
        }
    }

    @Command(name = "clone", description = "Register a copy of an agent with the same constitution.")
    void copy(
            @Parameters(paramLabel = "AGENT", description = AGENT) String ref,
            @Parameters(paramLabel = "NEW", description = "Name of the copy.") String identity) {
        try (Stoa stoa = main.open()) {
            Agent agent = stoa.society().agents().copy(main.principal(), ref, identity);
            print(agent, "created", true, "registered " + agent.identity());
        }
    }

    @Command(name = "list", description = "List agents by name.")
    void list(
            @Option(names = "--all", description = "Include archived agents.") boolean all,
            @Option(names = "--archived", description = "Only archived agents.") boolean archived,
            @Mixin PageOptions paging) {
        if (all && archived) {
            throw new ParameterException(spec.commandLine(), "--all and --archived are both given; give one of them");
        }
        Agents.Shown shown = all ? Agents.Shown.ALL : archived ? Agents.Shown.ARCHIVED : Agents.Shown.LIVE;
        try (Stoa stoa = main.open()) {
            Page<Agent> page = stoa.society().agents().page(main.principal(), shown, paging.request());
            main.print(
                    Documents.page(page, Agent::document),
                    SocietyText.more(
                            page.items().stream().map(AgentCommand::line).toList(), page, "no agents"));
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

    @Command(name = "show", description = "Show an agent with its constitution.")
    void show(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            AgentDetail detail = stoa.society().agents().show(main.principal(), ref);
            main.print(detail.document(), AgentText.detail(detail));
        }
    }

    @Command(name = "stats", description = "Show counts of the society, in total and per agent.")
    void stats() {
        try (Stoa stoa = main.open()) {
            SocietyStats stats = stoa.society().agents().stats(main.principal());
            main.print(stats.document(), AgentText.stats(stats));
        }
    }

    @Command(name = "archive", description = "Archive an agent; the work that it holds becomes available to others.")
    void archive(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> archived = main.engines(stoa).identities().archive(main.principal(), ref);
            String name = archived.value().identity();
            print(
                    archived.value(),
                    "changed",
                    archived.changed(),
                    archived.changed() ? "archived " + name : name + " was archived already");
        }
    }

    @Command(name = "restore", description = "Restore an archived agent.")
    void restore(@Parameters(paramLabel = "AGENT", description = AGENT) String ref) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Agent> restored = main.engines(stoa).identities().restore(main.principal(), ref);
            String name = restored.value().identity();
            print(
                    restored.value(),
                    "changed",
                    restored.changed(),
                    restored.changed() ? "restored " + name : name + " was not archived");
        }
    }

    @Command(
            name = "merge",
            description = "Merge one agent into another; references to the first then mean the second.")
    void merge(
            @Parameters(paramLabel = "FROM", description = "Agent to merge, which is removed.") String from,
            @Parameters(paramLabel = "TO", description = "Agent that remains.") String to,
            @Option(names = "--dry-run", description = "Show the result without changing anything.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            // What is refused is refused before anybody is asked.
            AgentIdentities identities = main.engines(stoa).identities();
            MergeResult planned = identities.merge(main.principal(), from, to, true);
            if (!dryRun && !yes) {
                main.confirm("merge " + from + " into " + planned.agent().identity() + " permanently?");
            }
            MergeResult merge = dryRun ? planned : identities.merge(main.principal(), from, to, false);
            main.print(merge.document(), AgentText.merge(from, merge, dryRun));
        }
    }

    private void print(Agent agent, String flag, boolean value, String line) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(agent.document());
        document.put(flag, value);
        main.print(document, List.of(line));
    }
}
