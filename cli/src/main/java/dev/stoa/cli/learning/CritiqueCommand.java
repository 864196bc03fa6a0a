package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.cli.text.Plural;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.critique.AgentReputation;
import dev.stoa.learning.critique.CleanedCritiques;
import dev.stoa.learning.critique.Critique;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.critique.IssueType;
import dev.stoa.learning.critique.Pattern;
import dev.stoa.learning.critique.PatternQuery;
import dev.stoa.learning.critique.Resolved;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The noun {@code critique}: what critics said, what helped, and who is worth hearing. Used by one thread. */
@Command(
        name = "critique",
        description = "Record critiques, and show which of them improve answers and which agents write them.",
        addMethodSubcommands = false)
public final class CritiqueCommand extends CommandGroup {
    @Command(
            name = "add",
            description = "Add a critique of a debate; adding the same critique again changes nothing.",
            footer = {
                "",
                "Fields of a line of --jsonl:",
                "  debate_id, agent, issues, target_agent, suggestions, severity, reasoning,",
                "  expected_usefulness, critique_key"
            })
    int add(
            @Option(names = "--debate", paramLabel = "ID", description = "Id of the debate.") @Nullable String debate,
            @Option(names = "--agent", paramLabel = "NAME", description = "Name of the critic.") @Nullable String agent,
            @Option(
                            names = "--target",
                            paramLabel = "NAME",
                            description = "Name of the agent whose answer is criticised.")
                    @Nullable
                    String target,
            @Option(
                            names = "--issue",
                            paramLabel = "TEXT",
                            description = "Issue found; may be repeated, 1 to 32 in all.")
                    @Nullable
                    List<String> issues,
            @Option(
                            names = "--suggestion",
                            paramLabel = "TEXT",
                            description =
                                    "Suggested improvement; may be repeated, one per issue or independent of them.")
                    @Nullable
                    List<String> suggestions,
            @Option(names = "--severity", paramLabel = "X", description = "Severity, 0 to 1.") @Nullable
                    Double severity,
            @Option(names = "--reasoning", paramLabel = "TEXT", description = "Reasoning behind the critique.")
                    @Nullable
                    String reasoning,
            @Option(
                            names = "--expected",
                            paramLabel = "X",
                            defaultValue = "0.5",
                            description = "Usefulness that the critic expects, 0 to 1 (default: ${DEFAULT-VALUE})")
                    double expected,
            @Option(
                            names = "--key",
                            paramLabel = "KEY",
                            description = "Key of the critique (default: a digest of the content)")
                    @Nullable
                    String key,
            @Mixin JsonLines lines) {
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> CritiqueDraft.fromJson(JsonFields.of(object)),
                        stoa.learning().critiques().as(main.principal())::addAll,
                        Added::created);
            }
            CritiqueDraft draft = CritiqueDraft.of(
                            needed("--debate", debate),
                            needed("--agent", agent),
                            needed("--severity", severity),
                            needed("--issue", issues).toArray(String[]::new))
                    .target(target)
                    .suggestions(suggestions == null ? List.of() : suggestions)
                    .reasoning(reasoning)
                    .expecting(expected);
            Added<Critique> added =
                    stoa.learning().critiques().as(main.principal()).add(key == null ? draft : draft.key(key));
            main.print(
                    Json.object("critique", added.value().document(), "created", added.created()),
                    List.of(added.value().key() + (added.created() ? " added" : " already exists")));
            return 0;
        }
    }

    private <T> T needed(String option, @Nullable T value) {
        if (value == null) {
            throw new ParameterException(
                    spec.subcommands().get("add"), option + " is missing; give it, or many critiques by --jsonl");
        }
        return value;
    }

    @Command(
            name = "resolve",
            description = "Record the effect of a critique; patterns and the critic's reputation are updated.",
            footer = {"", "Fields of a line of --jsonl:", "  critique_key, led_to_improvement, actual_usefulness"})
    int resolve(
            @Parameters(paramLabel = "KEY", arity = "0..1", description = "Key of the critique.") @Nullable String key,
            @Option(names = "--improved", description = "The critique improved the answer.") boolean improved,
            @Option(names = "--not-improved", description = "The critique did not improve the answer.")
                    boolean notImproved,
            @Option(
                            names = "--usefulness",
                            paramLabel = "X",
                            description = "Usefulness, 0 to 1 (default: 1 if improved, else 0)")
                    @Nullable
                    Double usefulness,
            @Mixin JsonLines lines) {
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> CritiqueResolution.fromJson(JsonFields.of(object)),
                        stoa.learning().critiques().as(main.principal())::resolveAll,
                        Resolved::applied);
            }
            if (key == null || improved == notImproved) {
                throw new ParameterException(
                        spec.subcommands().get("resolve"),
                        key == null ? "the key is missing" : "give one of --improved and --not-improved");
            }
            Resolved resolved = stoa.learning()
                    .critiques()
                    .as(main.principal())
                    .resolve(
                            usefulness == null
                                    ? CritiqueResolution.of(key, improved)
                                    : new CritiqueResolution(key, improved, usefulness));
            main.print(
                    Json.object("critique", resolved.critique().document(), "applied", resolved.applied()),
                    List.of(key + (resolved.applied() ? " resolved: " : " was resolved already: ")
                            + (improved ? "improved" : "not improved") + ", prediction error "
                            + number(resolved.critique().predictionError())));
            return 0;
        }
    }

    @Command(name = "list", description = "List critiques, newest first.")
    void list(
            @Option(names = "--debate", paramLabel = "ID", description = "Only critiques of this debate.") @Nullable
                    String debate,
            @Mixin SimulatedOption simulated,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Critique> page =
                    stoa.learning().critiques().as(main.principal()).list(debate, simulated.value(), paging.request());
            Columns columns = new Columns();
            for (Critique critique : page.items()) {
                columns.row(
                        critique.key(),
                        critique.debateId(),
                        critique.agent(),
                        (critique.resolvedAt() == null
                                        ? "open"
                                        : critique.ledToImprovement() ? "improved" : "not improved")
                                + (critique.simulated() ? ", simulated" : ""),
                        String.join(" | ", critique.issues()));
            }
            main.print(page(page, Critique::document), lines(columns, page, "there are no critiques"));
        }
    }

    @Command(name = "patterns", description = "List the patterns of issues that improved answers, best first.")
    void patterns(
            @Parameters(paramLabel = "QUERY", arity = "0..1", description = "Words to search for.") @Nullable
                    String query,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            description = "Only patterns of this type: performance, security, correctness, clarity,"
                                    + " architecture, completeness, testing or general.")
                    @Nullable
                    String type,
            @Option(
                            names = "--min-success",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Minimum number of improved answers (default: ${DEFAULT-VALUE})")
                    int minSuccess,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "10",
                            description = "Maximum number of results, 1 to 100 (default: ${DEFAULT-VALUE})")
                    int limit) {
        try (Stoa stoa = main.open()) {
            List<Pattern> patterns = stoa.learning()
                    .patterns()
                    .as(main.principal())
                    .top(new PatternQuery(query, type == null ? null : IssueType.named(type), minSuccess, limit));
            Columns columns = new Columns();
            for (Pattern pattern : patterns) {
                columns.row(
                        pattern.issueType().stored(),
                        pattern.successCount() + " helped, " + pattern.failureCount() + " did not",
                        pattern.issueText(),
                        pattern.suggestionText() == null ? "" : "-> " + pattern.suggestionText());
            }
            Page<Pattern> page = new Page<>(patterns, null);
            main.print(page(page, Pattern::document), lines(columns, page, "no matching patterns"));
        }
    }

    @Command(name = "reputation", description = "Show the reputation of all critics, or of one.")
    void reputation(
            @Parameters(paramLabel = "NAME", arity = "0..1", description = "Name of the agent.") @Nullable String name,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            if (name != null) {
                AgentReputation one = stoa.learning()
                        .reputation()
                        .as(main.principal())
                        .find(name)
                        .orElseThrow(() -> new NotFoundException(
                                "not_found",
                                "nothing is known of agent " + Bounds.shown(name),
                                "its vote weighs 1; stoa critique reputation lists those that are known"));
                main.print(one.document(), columns(List.of(one)).lines());
                return;
            }
            Page<AgentReputation> page =
                    stoa.learning().reputation().as(main.principal()).list(paging.request());
            main.print(
                    page(page, AgentReputation::document),
                    lines(columns(page.items()), page, "no agent has proposed or criticised anything"));
        }
    }

    private static Columns columns(List<AgentReputation> reputations) {
        Columns columns = new Columns();
        for (AgentReputation one : reputations) {
            columns.row(
                    one.agentName(),
                    "vote weight " + number(one.voteWeight()),
                    "score " + number(one.score()),
                    "calibration " + number(one.calibrationScore()),
                    one.proposalsAccepted() + " of " + one.proposalsMade() + " proposals accepted",
                    one.critiquesValuable() + " of " + one.critiquesGiven() + " critiques valuable");
        }
        return columns;
    }

    @Command(name = "cleanup", description = "Archive patterns without a case for 90 days, and delete older critiques.")
    void cleanup(
            @Option(names = "--dry-run", description = "Count without changing anything.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            CleanedCritiques would =
                    stoa.learning().critiques().as(main.principal()).cleanup(true);
            if (!dryRun && !yes && would.critiques() + would.debates() > 0) {
                main.confirm("Delete " + Plural.of(would.critiques(), "critique") + " and "
                        + Plural.of(would.debates(), "debate") + "?");
            }
            CleanedCritiques done = dryRun
                    ? would
                    : stoa.learning().critiques().as(main.principal()).cleanup(false);
            String verb = dryRun ? " would be " : " ";
            main.print(
                    done.document(),
                    List.of(Plural.of(done.patterns(), "pattern") + verb + "archived; "
                            + Plural.of(done.critiques(), "critique") + ", " + Plural.of(done.debates(), "debate")
                            + " and " + Plural.of(done.proposals(), "proposal") + verb + "deleted"));
        }
    }

    private static <T> Object page(Page<T> page, Function<T, Object> document) {
        return Json.object("items", page.items().stream().map(document).toList(), "next", page.next());
    }

    private static List<String> lines(Columns columns, Page<?> page, String none) {
        if (page.items().isEmpty()) {
            return List.of(none);
        }
        List<String> lines = new ArrayList<>(columns.lines());
        if (page.next() != null) {
            lines.add("more: --cursor " + page.next());
        }
        return lines;
    }

    private static String number(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
