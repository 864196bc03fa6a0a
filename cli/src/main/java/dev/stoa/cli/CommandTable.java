package dev.stoa.cli;

import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.counsel.AskCommand;
import dev.stoa.cli.counsel.AssertionCommand;
import dev.stoa.cli.counsel.AuditCommand;
import dev.stoa.cli.counsel.ConversationCommand;
import dev.stoa.cli.counsel.CorrectionCommand;
import dev.stoa.cli.counsel.KeyCommand;
import dev.stoa.cli.counsel.ProjectCommand;
import dev.stoa.cli.counsel.SpecialistCommand;
import dev.stoa.cli.counsel.TokenCommand;
import dev.stoa.cli.debate.DebateCommand;
import dev.stoa.cli.debate.TunnelCommand;
import dev.stoa.cli.evolution.EvolveCommand;
import dev.stoa.cli.learning.BreakerCommand;
import dev.stoa.cli.learning.ConsensusCommand;
import dev.stoa.cli.learning.CritiqueCommand;
import dev.stoa.cli.learning.EvidenceCommand;
import dev.stoa.cli.learning.MemoryCommand;
import dev.stoa.cli.learning.PredictionCommand;
import dev.stoa.cli.learning.ProofCommand;
import dev.stoa.cli.learning.RatingCommand;
import dev.stoa.cli.operate.BackupCommand;
import dev.stoa.cli.operate.CompletionCommand;
import dev.stoa.cli.operate.ConfigCommand;
import dev.stoa.cli.operate.DoctorCommand;
import dev.stoa.cli.operate.ExportCommand;
import dev.stoa.cli.operate.ImportCommand;
import dev.stoa.cli.operate.InitCommand;
import dev.stoa.cli.operate.McpCommand;
import dev.stoa.cli.operate.MigrateCommand;
import dev.stoa.cli.operate.MoveCommand;
import dev.stoa.cli.operate.PruneCommand;
import dev.stoa.cli.operate.RestoreCommand;
import dev.stoa.cli.operate.ServeCommand;
import dev.stoa.cli.operate.VersionCommand;
import dev.stoa.cli.society.AgentCommand;
import dev.stoa.cli.society.ChannelCommand;
import dev.stoa.cli.society.ContextCommand;
import dev.stoa.cli.society.KnowledgeCommand;
import dev.stoa.cli.society.MessageCommand;
import dev.stoa.cli.society.NoteCommand;
import dev.stoa.cli.society.RunCommand;
import dev.stoa.cli.society.TaskCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The commands of {@code stoa} by name. Stateless.
 *
 * <p>Only the command that a command line names is built: reading the annotations of all of them takes longer than most
 * of them run, and would take longer with each that is added.
 */
final class CommandTable {
    /** In the order of the help. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private CommandTable() {}

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("init", InitCommand::new);
        all.put("doctor", DoctorCommand::new);
        all.put("backup", BackupCommand::new);
        all.put("restore", RestoreCommand::new);
        all.put("migrate", MigrateCommand::new);
        all.put("move", MoveCommand::new);
        all.put("import", ImportCommand::new);
        all.put("export", ExportCommand::new);
        all.put("prune", PruneCommand::new);
        all.put("config", ConfigCommand::new);
        all.put("serve", ServeCommand::new);
        all.put("ask", AskCommand::new);
        all.put("debate", DebateCommand::new);
        all.put("memory", MemoryCommand::new);
        all.put("consensus", ConsensusCommand::new);
        all.put("proof", ProofCommand::new);
        all.put("evidence", EvidenceCommand::new);
        all.put("rating", RatingCommand::new);
        all.put("prediction", PredictionCommand::new);
        all.put("critique", CritiqueCommand::new);
        all.put("tunnel", TunnelCommand::new);
        all.put("evolve", EvolveCommand::new);
        all.put("agent", AgentCommand::new);
        all.put("channel", ChannelCommand::new);
        all.put("message", MessageCommand::new);
        all.put("run", RunCommand::new);
        all.put("task", TaskCommand::new);
        all.put("note", NoteCommand::new);
        all.put("knowledge", KnowledgeCommand::new);
        all.put("context", ContextCommand::new);
        all.put("breaker", BreakerCommand::new);
        all.put("project", ProjectCommand::new);
        all.put("conversation", ConversationCommand::new);
        all.put("correction", CorrectionCommand::new);
        all.put("assertion", AssertionCommand::new);
        all.put("specialist", SpecialistCommand::new);
        all.put("token", TokenCommand::new);
        all.put("key", KeyCommand::new);
        all.put("audit", AuditCommand::new);
        all.put("mcp", McpCommand::new);
        all.put("version", VersionCommand::new);
        all.put("completion", CompletionCommand::new);
        return all;
    }

    /** Every name, in the order of the help. */
    static List<String> names() {
        return List.copyOf(COMMANDS.keySet());
    }

    /** Adds the command that the arguments name; all of them where there is none such, or all are to be shown. */
    static void addTo(CommandLine line, List<String> args) {
        List<String> words = new TypedWords(line.getCommandSpec(), args).words();
        String name = words.isEmpty() ? "" : words.getFirst();
        Supplier<Object> one = name.equals("completion") ? null : COMMANDS.get(name);
        if (one == null) {
            COMMANDS.forEach((each, command) -> line.addSubcommand(each, built(command.get(), null)));
        } else {
            line.addSubcommand(name, built(one.get(), words.size() < 2 ? null : words.get(1)));
        }
    }

    private static CommandLine built(Object command, @Nullable String verb) {
        CommandLine line = new CommandLine(command);
        if (command instanceof CommandGroup group) {
            group.addVerbs(line, verb);
        }
        return line;
    }
}
