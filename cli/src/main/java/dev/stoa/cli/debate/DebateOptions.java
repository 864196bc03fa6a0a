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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a debate is asked for on the command line. Used by one thread. */
final class DebateOptions {
    private static final String BY_MEANING = "sem=evidence:semantic";
    private static final List<String> READERS =
            List.of("lex=evidence:lexical", BY_MEANING, "hyb=evidence:hybrid", "ske=evidence:skeptic");
    private static final int SIMULATED = 5;

    @Parameters(paramLabel = "TOPIC", arity = "0..1", description = "The question; - reads it from standard input.")
    private @Nullable String topic;

    @Option(names = "--file", paramLabel = "PATH", description = "Read the question from a file.")
    private @Nullable Path file;

    @Option(
            names = "--agents",
            paramLabel = "SPEC",
            split = ",",
            description =
                    "Who debates, each as name=provider:model?key=value&… or a registered agent; else four readers"
                            + " of the documents, or five simulated agents without any.")
    private List<String> agents = new ArrayList<>();

    @Option(
            names = "--evidence",
            paramLabel = "PATH",
            split = ",",
            description = "Files and folders that the agents read.")
    private List<Path> evidence = new ArrayList<>();

    @Option(names = "--preset", paramLabel = "P", description = "ladder, classic, vote or round-table; else ladder.")
    private @Nullable String preset;

    @Option(names = "--topology", paramLabel = "T", description = "graph_mesh, star, chain or tree: who reads whom.")
    private @Nullable String topology;

    @Option(names = "--protocol", paramLabel = "P", description = "cpde, dpde, adaptive or none: who looks at what.")
    private @Nullable String protocol;

    @Option(
            names = "--voting",
            paramLabel = "RULE",
            description = "weighted, majority, plurality, unanimous, borda or condorcet; else weighted.")
    private @Nullable String voting;

    @Option(names = "--decision", paramLabel = "D", description = "vote, or lead for the word of the lead alone.")
    private @Nullable String decision;

    @Option(names = "--rounds", paramLabel = "N", description = "At most so many rounds, 1 to 12.")
    private @Nullable Integer rounds;

    @Option(names = "--threshold", paramLabel = "X", description = "From which consensus on it is agreed; else 0.75.")
    private @Nullable Double threshold;

    @Option(names = "--quorum", paramLabel = "N", description = "How many must hold a position.")
    private @Nullable Integer quorum;

    @Option(names = "--options", paramLabel = "A|B", description = "The only answers there are, parted by |.")
    private @Nullable String options;

    @Option(names = "--truth", paramLabel = "TEXT", description = "The right answer, to grade it; no agent sees it.")
    private @Nullable String truth;

    @Option(
            names = "--gate",
            paramLabel = "PHASE",
            split = ",",
            description = "Stop after these phases until a person approves.")
    private List<String> gates = new ArrayList<>();

    @Option(
            names = "--gate-policy",
            paramLabel = "P",
            description = "wait, approve, reject or fail when nobody decides in time; else wait.")
    private @Nullable String gatePolicy;

    @Option(names = "--gate-timeout", paramLabel = "S", description = "The seconds for that; else 1800.")
    private @Nullable Integer gateTimeout;

    @Option(
            names = "--redo-budget",
            paramLabel = "N",
            description = "How often a phase may be rejected and done again, 0 to 5; else 1.")
    private @Nullable Integer redoBudget;

    @Option(names = "--clarify", description = "Ask first what is unclear about the question.")
    private boolean clarify;

    @Option(names = "--check", paramLabel = "CMD", description = "Reads an answer; exit 0 if it is right, 1 if wrong.")
    private @Nullable String check;

    @Option(names = "--code", paramLabel = "LANG", description = "Write code: java, python or command.")
    private @Nullable String code;

    @Option(names = "--tests", paramLabel = "PATH", description = "The tests it must pass; every second one is hidden.")
    private @Nullable Path tests;

    @Option(
            names = "--reflexion-attempts",
            paramLabel = "N",
            description = "How often an author may mend a draft that fails its tests, 0 to 3; else 2.")
    private @Nullable Integer reflexionAttempts;

    @Option(
            names = "--draft",
            paramLabel = "NAME[@X]=TEXT",
            description = "The answer that this agent begins with, held with confidence X, else 0.5; may be repeated."
                    + " It is not asked for one.")
    private List<String> drafts = new ArrayList<>();

    @Option(names = "--no-anonymous", description = "Show the agents each other's names instead of Agent 1, Agent 2 …")
    private boolean named;

    @Option(names = "--show-confidence", description = "Show the agents how sure the others are.")
    private boolean showConfidence;

    @Option(names = "--show-tally", description = "Show the agents how many hold each option.")
    private boolean showTally;

    @Option(names = "--domain", paramLabel = "D", description = "What it is about, for ratings and lessons.")
    private @Nullable String domain;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of all draws; else drawn.")
    private @Nullable Long seed;

    @Option(names = "--timeout", paramLabel = "S", description = "Active seconds for all of it; else 600.")
    private @Nullable Integer timeout;

    @Option(names = "--call-timeout", paramLabel = "S", description = "Seconds for one call; else 60.")
    private @Nullable Integer callTimeout;

    @Option(names = "--max-parallel", paramLabel = "N", description = "At most so many calls at once, 1 to 64; else 8.")
    private @Nullable Integer maxParallel;

    @Option(names = "--max-tokens", paramLabel = "N", description = "Stop calling when so many are used.")
    private @Nullable Long maxTokens;

    @Option(names = "--max-cost", paramLabel = "USD", description = "Stop calling when so much is spent.")
    private @Nullable Double maxCost;

    @Option(names = "--debate-id", paramLabel = "ID", description = "A name that debates of one matter share.")
    private @Nullable String debateId;

    @Option(names = "--no-memory", description = "Show the agents nothing of earlier debates.")
    private boolean forgetful;

    @Option(names = "--no-learn", description = "Teach the other archives nothing.")
    private boolean untaught;

    @Option(names = "--no-early-stop", description = "Go through all rounds, whether they agree or not.")
    private boolean patient;

    @Option(names = "--key", paramLabel = "K", description = "The same request under the same key is the same debate.")
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
                            stoa.learning().evidence(),
                            evidence.stream().map(main::resolve).toList()));
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
        List<String> specs = agents;
        if (specs.isEmpty() && !evidence.isEmpty()) {
            specs = READERS.stream()
                    .filter(spec -> stoa.embedder().isOn() || !spec.equals(BY_MEANING))
                    .toList();
        } else if (specs.isEmpty()) {
            specs = IntStream.range(0, SIMULATED)
                    .mapToObj(seat -> "a" + seat + "=sim:")
                    .toList();
            main.around()
                    .err()
                    .println("stoa: no documents and no agents are given, so five simulated agents draw their answers;"
                            + " give --evidence PATH or --agents SPEC,… for real ones");
        }
        Seating seating = new Seating(stoa, providers);
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
