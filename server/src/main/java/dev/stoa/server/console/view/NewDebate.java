package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Chart;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.chart.Topology;
import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a new debate: what was typed, as the request of the API and as a command. Immutable.
 *
 * @param typed the fields of the form by name
 * @param estimate what it would take; without fields if it is not known
 * @param wrong why it would be refused; null if it would not
 * @param specs agents that a seat may be given
 * @param key the key under which the form acts once
 */
public record NewDebate(
        Map<String, String> typed, Doc estimate, Confirm.@Nullable Wrong wrong, List<String> specs, String key) {
    /** The most seats of a debate. */
    public static final int SEATS = 16;

    /** The fields for documents. */
    public static final List<String> DOCUMENTS =
            List.of("document", "document2", "document3", "document4", "document5", "document6");

    /** What the field for the title of a document has behind the name of its field. */
    public static final String TITLE = "_title";

    /** How a debate goes, with what that asks of each seat. */
    public static final Map<String, String> PRESETS = ordered(
            "ladder", "1 or 2 turns of a seat: drafts, then criticism while there is disagreement",
            "vote", "1 turn of a seat: drafts are counted",
            "round-table", "1 to 3 turns of a seat: all read all and revise",
            "classic", "4 or more turns of a seat: all eight phases");

    /** The phases after which a person may have to approve. */
    public static final List<String> PHASES = List.of(
            "dehallucination",
            "self_evolvement",
            "proposal",
            "critique",
            "review",
            "optimization",
            "adversarial",
            "convergence");

    /** The fields that are one text, by the option of the command that says the same. */
    private static final Map<String, String> TEXTS = ordered(
            "preset", "--preset",
            "topology_type", "--topology",
            "coordination_protocol", "--protocol",
            "voting_method", "--voting",
            "decision", "--decision",
            "truth", "--truth",
            "gate_policy", "--gate-policy",
            "domain", "--domain",
            "seed", "--seed");

    private static final Map<String, String> NUMBERS = ordered(
            "rounds", "--rounds",
            "threshold", "--threshold",
            "quorum", "--quorum",
            "gate_timeout_s", "--gate-timeout",
            "redo_budget", "--redo-budget",
            "timeout_s", "--timeout",
            "call_timeout_s", "--call-timeout",
            "max_parallel", "--max-parallel",
            "max_tokens", "--max-tokens",
            "max_cost_usd", "--max-cost");

    /** What is off unless it is chosen. */
    public static final Map<String, String> FLAGS = ordered(
            "clarify", "Begin with questions about what is unclear",
            "show_confidence", "Agents see the confidence of the others",
            "show_tally", "Agents see the supporters of each option");

    /** What is on unless it is refused. */
    public static final Map<String, String> REFUSALS = ordered(
            "early_stop", "Go on after agreement, through all rounds",
            "anonymous", "Agents see the names of the others",
            "memory", "Show no results of earlier debates",
            "learn", "Teach nothing to the other archives");

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern REAL = Pattern.compile("-?[0-9]{1,15}\\.[0-9]{1,15}");
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._:/=,-]+");
    private static final int FIRST_ROWS = 4;

    public NewDebate {
        typed = Map.copyOf(typed);
        specs = List.copyOf(specs);
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    /** What was typed into a field; empty if nothing was. */
    public String value(String name) {
        return typed.getOrDefault(name, "");
    }

    /** Whether a box is checked. */
    public boolean isOn(String name) {
        return !value(name).isEmpty();
    }

    /** Whether any of these fields holds something. */
    public boolean any(String... names) {
        for (String name : names) {
            if (isOn(name)) {
                return true;
            }
        }
        return false;
    }

    private String given(String name) {
        return value(name).replace("\r\n", "\n").strip();
    }

    /** The rows of the panel: those with a seat and one more, from 1. */
    public int rows() {
        int last = 0;
        for (int row = 1; row <= SEATS; row++) {
            last = isOn("agent" + row) ? row : last;
        }
        return Math.clamp(last + 1L, FIRST_ROWS, SEATS);
    }

    private List<String> agents() {
        List<String> agents = new ArrayList<>();
        for (int row = 1; row <= SEATS; row++) {
            String spec = given("agent" + row);
            if (!spec.isEmpty()) {
                agents.add(spec);
            }
        }
        return agents;
    }

    private List<String> options() {
        return given("options")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private List<String> gates() {
        return PHASES.stream().filter(phase -> isOn("gate_" + phase)).toList();
    }

    /** The request that the API takes. What is no number where one is wanted stays, to be refused with its reason. */
    public Map<String, @Nullable Object> body() {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("topic", given("topic"));
        put(body, "options", options());
        put(body, "agents", agents());
        put(body, "gates", gates());
        List<Map<String, String>> documents = documents().stream()
                .map(row -> Map.of("title", title(row), "text", value(row).replace("\r\n", "\n")))
                .toList();
        if (!documents.isEmpty()) {
            body.put("evidence", documents);
        }
        TEXTS.keySet().stream().filter(name -> !given(name).isEmpty()).forEach(name -> body.put(name, given(name)));
        NUMBERS.keySet().stream()
                .filter(name -> !given(name).isEmpty())
                .forEach(name -> body.put(name, number(given(name))));
        FLAGS.keySet().stream().filter(this::isOn).forEach(name -> body.put(name, true));
        REFUSALS.keySet().stream().filter(name -> isOn("no_" + name)).forEach(name -> body.put(name, false));
        return body;
    }

    private static void put(Map<String, @Nullable Object> body, String name, List<String> list) {
        if (!list.isEmpty()) {
            body.put(name, list);
        }
    }

    private static Object number(String text) {
        return WHOLE.matcher(text).matches()
                ? (Object) Long.parseLong(text)
                : REAL.matcher(text).matches() ? (Object) Double.parseDouble(text) : text;
    }

    /** The names of the fields for documents: the first, and those that hold one. */
    public List<String> documentRows() {
        return DOCUMENTS.stream()
                .filter(row -> row.equals(DOCUMENTS.getFirst()) || !value(row).isBlank())
                .toList();
    }

    private List<String> documents() {
        return DOCUMENTS.stream().filter(row -> !value(row).isBlank()).toList();
    }

    private String title(String row) {
        String title = given(row + TITLE);
        return title.isEmpty() ? row : title;
    }

    /** The command that begins the same debate; each document is to be a file of its title. */
    public String command() {
        StringBuilder command = new StringBuilder("stoa debate run ").append(quoted(given("topic")));
        add(command, "--options", String.join("|", options()));
        add(command, "--agents", String.join(",", agents()));
        documents().forEach(row -> add(command, "--evidence", title(row)));
        TEXTS.forEach((name, option) -> add(command, option, given(name)));
        NUMBERS.forEach((name, option) -> add(command, option, given(name)));
        add(command, "--gate", String.join(",", gates()));
        FLAGS.keySet().stream()
                .filter(this::isOn)
                .forEach(name -> command.append(" --").append(name.replace('_', '-')));
        REFUSALS.keySet().stream()
                .filter(name -> isOn("no_" + name))
                .forEach(name -> command.append(" --no-").append(name.replace('_', '-')));
        return command.toString();
    }

    private static void add(StringBuilder command, String option, String value) {
        if (!value.isEmpty()) {
            command.append(' ').append(option).append(' ').append(quoted(value));
        }
    }

    private static String quoted(String argument) {
        return SAFE.matcher(argument).matches()
                ? argument
                : "'" + Plain.of(argument).replace("'", "'\\''") + "'";
    }

    /** What a part of the estimate goes from and to. */
    public String span(String name) {
        Doc span = estimate.doc(name);
        return span.raw("min").equals(span.raw("max"))
                ? span.count("min")
                : span.count("min") + " – " + span.count("max");
    }

    /** What it costs. */
    public String money() {
        Doc span = estimate.doc("cost_usd");
        if (!span.has("min")) {
            return "unknown";
        }
        String least = "$" + span.number("min", 4);
        String most = span.has("max") ? "$" + span.number("max", 4) : "unknown";
        return least.equals(most) ? least : least + " – " + most;
    }

    /** Who would read whom. */
    public Chart topology() {
        List<Doc> agents = estimate.docs("agents");
        List<String> names = agents.stream().map(agent -> agent.raw("name")).toList();
        List<Topology.Seat> seats = new ArrayList<>();
        List<Topology.Sight> sights = new ArrayList<>();
        for (int reader = 0; reader < agents.size(); reader++) {
            seats.add(new Topology.Seat(
                    names.get(reader), Tone.PLAIN, agents.get(reader).text("provider", 40), null));
            for (String read : agents.get(reader).texts("reads")) {
                sights.add(new Topology.Sight(names.indexOf(read), reader, 0));
            }
        }
        return new Topology("Who reads whom", seats, sights);
    }
}
