package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.Invocation;
import dev.stoa.debate.DebateRequest;
import dev.stoa.engine.code.CodeTest;
import dev.stoa.engine.code.Language;
import dev.stoa.engine.code.SuppliedTests;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a debate is asked for on the command line. Used by one thread. */
final class DebateOptions {
    @Parameters(
            paramLabel = "TOPIC",
            arity = "0..1",
            description = "Question to debate; - reads it from standard input.")
    private @Nullable String topic;

    @Option(names = "--file", paramLabel = "PATH", description = "Read the question from a file.")
    private @Nullable Path file;

    @Option(
            names = "--agents",
            paramLabel = "SPEC",
            split = ",",
            description = "Agents, each as name=provider:model?key=value&… or the name of a registered agent"
                    + " (default: four readers of the documents, or five simulated agents without documents)")
    private List<String> agents = new ArrayList<>();

    @Option(
            names = "--evidence",
            paramLabel = "PATH",
            split = ",",
            description = "Files and folders that the agents read, separated by commas.")
    private List<Path> evidence = new ArrayList<>();

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            description = "Debate preset: ladder, classic, vote or round-table (default: ladder)")
    private @Nullable String preset;

    @Option(
            names = "--topology",
            paramLabel = "TOPOLOGY",
            description = "Which agents read each other: graph_mesh, star, chain or tree (default: graph_mesh up to"
                    + " four agents, else tree)")
    private @Nullable String topology;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = "How focus areas are assigned: cpde, dpde, adaptive or none (default: by preset)")
    private @Nullable String protocol;

    @Option(
            names = "--voting",
            paramLabel = "RULE",
            description =
                    "Voting rule: weighted, majority, plurality, unanimous, borda or condorcet (default: weighted)")
    private @Nullable String voting;

    @Option(
            names = "--decision",
            paramLabel = "vote|lead",
            description = "Who decides: vote, or lead for the lead agent alone (default: vote)")
    private @Nullable String decision;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Maximum number of rounds, 1 to 12 (default: by preset)")
    private @Nullable Integer rounds;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description = "Minimum consensus for agreement, 0.5 to 1 (default: 0.75)")
    private @Nullable Double threshold;

    @Option(
            names = "--quorum",
            paramLabel = "N",
            description = "Minimum number of agents with a position (default: half of them, at least two)")
    private @Nullable Integer quorum;

    @Option(names = "--options", paramLabel = "A|B", description = "Permitted answers, separated by |.")
    private @Nullable String options;

    @Option(
            names = "--truth",
            paramLabel = "TEXT",
            description = "Correct answer, for grading; it is hidden from the agents.")
    private @Nullable String truth;

    @Option(
            names = "--gate",
            paramLabel = "PHASE",
            split = ",",
            description = "Phases after which the debate pauses for approval, separated by commas.")
    private List<String> gates = new ArrayList<>();

    @Option(
            names = "--gate-policy",
            paramLabel = "POLICY",
            description = "What happens when a gate expires: wait, approve, reject or fail (default: wait)")
    private @Nullable String gatePolicy;

    @Option(
            names = "--gate-timeout",
            paramLabel = "SECONDS",
            description = "Seconds until a gate expires, 1 to 2592000 (default: 1800)")
    private @Nullable Integer gateTimeout;

    @Option(
            names = "--redo-budget",
            paramLabel = "N",
            description = "Number of times a phase may be rejected and repeated, 0 to 5 (default: 1)")
    private @Nullable Integer redoBudget;

    @Option(names = "--clarify", description = "Start with questions about what is unclear.")
    private boolean clarify;

    @Option(
            names = "--check",
            paramLabel = "CMD",
            description = "Command that reads an answer from standard input and exits with 0 if it is right, 1 if it"
                    + " is wrong.")
    private @Nullable String check;

    @Option(
            names = "--code",
            paramLabel = "LANG",
            description = "Debate code in this language: java, python or command.")
    private @Nullable String code;

    @Option(
            names = "--tests",
            paramLabel = "PATH",
            description = "Tests that the code must pass; every second one is hidden from the agents.")
    private @Nullable Path tests;

    @Option(
            names = "--reflexion-attempts",
            paramLabel = "N",
            description = "Number of times an author may repair a draft that fails its tests, 0 to 3 (default: 2)")
    private @Nullable Integer reflexionAttempts;

    @Option(
            names = "--draft",
            paramLabel = "NAME[@X]=TEXT",
            description = "Initial answer of an agent, with confidence X (0.5 if omitted); the agent is not asked"
                    + " for a draft. May be repeated.")
    private List<String> drafts = new ArrayList<>();

    @Option(names = "--no-anonymous", description = "Show agents each other's names instead of Agent 1, Agent 2 …")
    private boolean named;

    @Option(names = "--show-confidence", description = "Show agents the confidence of the others.")
    private boolean showConfidence;

    @Option(names = "--show-tally", description = "Show agents the number of supporters of each option.")
    private boolean showTally;

    @Option(
            names = "--domain",
            paramLabel = "DOMAIN",
            description = "Domain of the question, for ratings and lessons (default: general)")
    private @Nullable String domain;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random draws (default: random)")
    private @Nullable Long seed;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Maximum active seconds of the whole debate, 1 to 86400 (default: 600)")
    private @Nullable Integer timeout;

    @Option(
            names = "--call-timeout",
            paramLabel = "SECONDS",
            description = "Maximum seconds of one call, 1 to 3600 (default: 60)")
    private @Nullable Integer callTimeout;

    @Option(
            names = "--max-parallel",
            paramLabel = "N",
            description = "Maximum number of concurrent calls, 1 to 64 (default: 8)")
    private @Nullable Integer maxParallel;

    @Option(names = "--max-tokens", paramLabel = "N", description = "Stop calling agents after this number of tokens.")
    private @Nullable Long maxTokens;

    @Option(
            names = "--max-cost",
            paramLabel = "USD",
            description = "Stop calling agents after this cost in US dollars.")
    private @Nullable Double maxCost;

    @Option(
            names = "--debate-id",
            paramLabel = "ID",
            description = "Debate id, shared by debates of the same matter (default: the session id)")
    private @Nullable String debateId;

    @Option(names = "--no-memory", description = "Hide results of earlier debates from the agents.")
    private boolean forgetful;

    @Option(
            names = "--no-learn",
            description = "Do not update memories, ratings and the other archives from this debate.")
    private boolean untaught;

    @Option(names = "--no-early-stop", description = "Hold all rounds even after agreement.")
    private boolean patient;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Idempotency key; the same request with the same key returns the same debate.")
    private @Nullable String key;

    /** The request; the documents that it names are stored. */
    DebateRequest request(Invocation main, Stoa stoa, Providers providers) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", main.text("topic", topic, file).strip());
        fields.put("agents", panel(main, stoa, providers));
        put(fields, "preset", preset);
        put(fields, "topology_type", topology);
        put(fields, "coordination_protocol", protocol);
        put(fields, "voting_method", voting);
        put(fields, "decision", decision);
        put(fields, "rounds", rounds);
        put(fields, "threshold", threshold);
        put(fields, "quorum", quorum);
        put(fields, "options", options == null ? null : labels(options));
        put(fields, "truth", truth);
        put(fields, "gates", gates.isEmpty() ? null : gates);
        put(fields, "gate_policy", gatePolicy);
        put(fields, "gate_timeout_s", gateTimeout);
        put(fields, "redo_budget", redoBudget);
        put(fields, "clarify", clarify ? true : null);
        put(fields, "check", check);
        put(fields, "code", code(main));
        put(fields, "reflexion_attempts", reflexionAttempts);
        put(fields, "drafts", drafts.isEmpty() ? null : DraftParser.all(drafts));
        put(fields, "anonymous", named ? false : null);
        put(fields, "show_confidence", showConfidence ? true : null);
        put(fields, "show_tally", showTally ? true : null);
        put(fields, "domain", domain);
        put(fields, "seed", seed);
        put(fields, "timeout_s", timeout);
        put(fields, "call_timeout_s", callTimeout);
        put(fields, "max_parallel", maxParallel);
        put(fields, "max_tokens", maxTokens);
        put(fields, "max_cost_usd", maxCost);
        put(fields, "debate_id", debateId);
        put(fields, "memory", forgetful ? false : null);
        put(fields, "learn", untaught ? false : null);
        put(fields, "early_stop", patient ? false : null);
        if (!evidence.isEmpty()) {
            fields.put(
                    "evidence",
                    GivenDocuments.store(
                            stoa.learning().evidence().as(main.principal()),
                            evidence.stream().map(main::resolve).toList(),
                            skipped -> main.say("skipped: " + skipped.error().getMessage())));
        }
        DebateRequest request = DebateRequest.of(fields);
        return key == null ? request : request.idempotencyKey(Bounds.text("--key", key, 1, 128));
    }

    private static void put(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static List<String> labels(String options) {
        return Stream.of(options.split("\\|", -1)).map(String::strip).toList();
    }

    private List<Map<String, @Nullable Object>> panel(Invocation main, Stoa stoa, Providers providers) {
        Seating seating = new Seating(stoa, providers);
        if (agents.isEmpty() && evidence.isEmpty()) {
            main.say("no documents and no agents are given, so five simulated agents draw their answers;"
                    + " give --evidence PATH or --agents SPEC,… for real ones");
        }
        List<String> specs = agents.isEmpty() ? seating.usual(!evidence.isEmpty()) : agents;
        return specs.stream().map(seating::seat).toList();
    }

    private @Nullable Map<String, @Nullable Object> code(Invocation main) {
        if (code == null) {
            if (tests != null) {
                throw Bounds.invalid("--tests is given without --code", "say the language with --code LANG");
            }
            return null;
        }
        Language language = Language.of(code);
        List<CodeTest> read = tests == null ? List.of() : SuppliedTests.read(language, main.resolve(tests));
        return Json.object(
                "language",
                language.text(),
                "tests",
                read.stream()
                        .map(test -> Json.object("name", test.name(), "hidden", test.hidden(), "body", test.body()))
                        .toList());
    }
}
