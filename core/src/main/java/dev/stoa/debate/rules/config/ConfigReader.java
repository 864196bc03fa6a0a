package dev.stoa.debate.rules.config;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.JsonFields;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link DebateConfig} of what a request says and of the defaults for what it does not, and refuses what does
 * not fit, naming the field, the value and the bound. Stateless. A stored configuration says everything, so reading it
 * back is the same function.
 */
public final class ConfigReader {
    static final String NO_PROTOCOL = "none";
    static final int LONGEST_TOPIC = 20_000;
    private static final int MOST_SEATS = 16;
    private static final Pattern SEED = Pattern.compile("[0-9]{1,19}");

    private ConfigReader() {}

    /** The configuration of a stored session. */
    public static DebateConfig stored(Map<String, @Nullable Object> document) {
        return read(document, "", "", () -> 0);
    }

    /**
     * The configuration of a request.
     *
     * @param session the id of the session, which is the debate's id where the request names none
     * @param actor who asks, where the request does not say
     * @param seed gives a seed where the request has none
     */
    public static DebateConfig read(
            Map<String, ? extends @Nullable Object> request, String session, String actor, LongSupplier seed) {
        JsonFields fields = JsonFields.of(Collections.unmodifiableMap(request));
        String topic = Bounds.text("topic", fields.text("topic"), 1, LONGEST_TOPIC);
        Preset preset = Preset.of(fields.text("preset", Preset.LADDER.text()));
        List<Seat> seats = seats(fields, preset);
        int size = seats.size();
        CodeTask code = fields.has("code") ? CodeTask.of(JsonFields.of(fields.object("code"))) : null;
        String check = Bounds.textOrNull("check", fields.textOrNull("check"), 1, 4_000);
        boolean clarify = fields.flag("clarify", false);
        int rounds = whole(fields, "rounds", defaultRounds(preset), 1, preset == Preset.VOTE ? 1 : 12);
        DebateConfig config = new DebateConfig(
                topic,
                Bounds.text("debate_id", fields.text("debate_id", session), 1, 255),
                seats,
                preset,
                Topology.of(fields.text(
                        "topology_type", Topology.standard(preset, size).text())),
                protocol(fields, preset),
                VotingRule.of(fields.text("voting_method", VotingRule.WEIGHTED.text())),
                rounds,
                Bounds.real("threshold", fields.real("threshold", 0.75), 0.5, 1),
                Decision.of(fields.text("decision", Decision.VOTE.text())),
                whole(fields, "quorum", Math.max(Math.min(2, size), (size + 1) / 2), 1, size),
                options(fields),
                Bounds.textOrNull("truth", fields.textOrNull("truth"), 1, 8_000),
                gates(fields, Agenda.phases(preset, rounds, clarify, code != null, check != null)),
                GatePolicy.of(fields.text("gate_policy", GatePolicy.WAIT.text())),
                whole(fields, "gate_timeout_s", 1_800, 1, 2_592_000),
                whole(fields, "redo_budget", 1, 0, 5),
                whole(fields, "timeout_s", 600, 1, 86_400),
                whole(fields, "call_timeout_s", 60, 1, 3_600),
                whole(fields, "max_parallel", 8, 1, 64),
                positive(fields.wholeOrNull("max_tokens")),
                positive(fields.realOrNull("max_cost_usd")),
                Bounds.label("domain", fields.text("domain", "general")),
                seed(fields, seed),
                drafts(fields, seats),
                fields.flag("early_stop", true),
                fields.flag("anonymous", true),
                fields.flag("memory", true),
                fields.flag("learn", true),
                fields.flag("show_confidence", false),
                fields.flag("show_tally", false),
                clarify,
                whole(fields, "reflexion_attempts", 2, 0, 3),
                Bounds.text("initiated_by", fields.text("initiated_by", actor), 0, 255),
                code,
                check,
                List.copyOf(Bounds.size("evidence", fields.texts("evidence"), 0, 200)),
                whole(fields, "template", DebateConfig.TEMPLATE, 1, DebateConfig.TEMPLATE));
        fields.end();
        refuseUnfitForCode(config);
        refuseUnfitForOthers(config);
        return config;
    }

    private static long seed(JsonFields fields, LongSupplier drawn) {
        // Beyond 2^53 it is kept as text, since a hash takes numbers for doubles.
        Long given = fields.valueOrNull("seed") instanceof String digits
                        && SEED.matcher(digits).matches()
                        && new BigInteger(digits).bitLength() < Long.SIZE
                ? (Long) Long.parseLong(digits)
                : fields.wholeOrNull("seed");
        return Bounds.whole("seed", given == null ? drawn.getAsLong() : given, 0, Long.MAX_VALUE);
    }

    private static int whole(JsonFields fields, String name, int otherwise, int least, int most) {
        return (int) Bounds.whole(name, fields.whole(name, otherwise), least, most);
    }

    private static @Nullable Long positive(@Nullable Long value) {
        return value == null ? null : Bounds.whole("max_tokens", value, 1, Long.MAX_VALUE);
    }

    private static @Nullable Double positive(@Nullable Double value) {
        return value == null ? null : Bounds.real("max_cost_usd", value, Double.MIN_VALUE, Double.MAX_VALUE);
    }

    private static List<Seat> seats(JsonFields fields, Preset preset) {
        List<Seat> seats = fields.objects("agents").stream().map(Seat::of).toList();
        Bounds.size("agents", seats, preset == Preset.VOTE ? 1 : 2, MOST_SEATS);
        Set<String> names = new HashSet<>();
        for (Seat seat : seats) {
            if (!names.add(seat.agent())) {
                throw Bounds.invalid(
                        "agents has " + Bounds.shown(seat.agent()) + " twice", "give every seat a name of its own");
            }
        }
        return seats;
    }

    private static int defaultRounds(Preset preset) {
        return switch (preset) {
            case VOTE, CLASSIC -> 1;
            case LADDER, EXTERNAL -> 2;
            case ROUND_TABLE -> 3;
        };
    }

    private static @Nullable Protocol protocol(JsonFields fields, Preset preset) {
        String given = fields.textOrNull("coordination_protocol");
        if (given == null) {
            return preset == Preset.CLASSIC ? Protocol.ADAPTIVE : null;
        }
        if (given.equals(NO_PROTOCOL)) {
            return null;
        }
        if (preset == Preset.VOTE || preset == Preset.ROUND_TABLE) {
            throw Bounds.invalid(
                    "coordination_protocol " + Bounds.shown(given) + " is given, but preset " + preset.text()
                            + " has no critique phase to plan for",
                    "leave it out, or take preset ladder or classic");
        }
        return Protocol.of(given);
    }

    private static List<String> options(JsonFields fields) {
        List<String> labels = fields.texts("options");
        if (labels.isEmpty()) {
            return List.of();
        }
        Bounds.size("options", labels, 2, Options.MOST);
        labels.forEach(label -> Bounds.text("options", label, 1, 200));
        Options.distinct(labels);
        return labels;
    }

    private static Set<Phase> gates(JsonFields fields, Set<Phase> run) {
        Set<Phase> gates = EnumSet.noneOf(Phase.class);
        for (String word : fields.texts("gates")) {
            Phase phase = Phase.of(word);
            if (!run.contains(phase)) {
                throw Bounds.invalid(
                        "gates names " + phase.text() + ", which this debate does not run",
                        "choose among "
                                + String.join(
                                        ", ", run.stream().map(Phase::text).toList()));
            }
            gates.add(phase);
        }
        return Collections.unmodifiableSet(gates);
    }

    private static List<GivenDraft> drafts(JsonFields fields, List<Seat> seats) {
        List<GivenDraft> drafts = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JsonFields item : fields.objects("drafts")) {
            GivenDraft draft = GivenDraft.of(item);
            if (seats.stream().noneMatch(seat -> seat.agent().equals(draft.agent()))) {
                throw Bounds.invalid("drafts names " + Bounds.shown(draft.agent()), "name one of the agents");
            }
            if (!seen.add(draft.agent())) {
                throw Bounds.invalid(
                        "drafts has two answers of " + Bounds.shown(draft.agent()), "give each seat at most one");
            }
            drafts.add(draft);
        }
        return List.copyOf(drafts);
    }

    /** What only Stoa's own engine does is not promised where another one holds the debate. */
    private static void refuseUnfitForOthers(DebateConfig config) {
        if (config.preset() != Preset.EXTERNAL) {
            return;
        }
        if (!config.gates().isEmpty()) {
            throw Bounds.invalid(
                    "gates are given, but no gate opens in an external debate",
                    "leave them out, and let the engine that holds it ask for approval");
        }
        if (!config.drafts().isEmpty()) {
            throw Bounds.invalid(
                    "drafts are given, but another engine writes the turns of an external debate",
                    "leave them out, and write them as turns");
        }
    }

    private static void refuseUnfitForCode(DebateConfig config) {
        if (config.code() == null) {
            return;
        }
        if (config.closed()) {
            throw Bounds.invalid(
                    "options are given, but in a debate about code every version is one", "leave options out");
        }
        for (Seat seat : config.seats()) {
            if (seat.provider().equals("sim") || seat.provider().equals("evidence")) {
                throw Bounds.invalid(
                        "agent " + seat.agent() + " is " + seat.provider() + ", which cannot write code",
                        "give it a model or a command");
            }
        }
    }
}
