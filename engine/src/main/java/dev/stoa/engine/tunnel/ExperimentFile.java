package dev.stoa.engine.tunnel;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * Experiments as a file: TOML with a table {@code [[run]]} for each. Stateless. Where several
 * values are possible, one value may stand for a list of one.
 */
public final class ExperimentFile {
    private static final int MOST_RUNS = 100;

    private ExperimentFile() {}

    /** The experiments of a file's text. */
    public static List<Experiment> parse(String text) {
        return parse(text, SimPanel::parse);
    }

    /** The same with another reader of panels. */
    public static List<Experiment> parse(String text, Function<String, SimPanel> panels) {
        TomlParseResult root = Toml.parse(text);
        if (root.hasErrors()) {
            TomlParseError error = root.errors().getFirst();
            throw Bounds.invalid("line " + error.position().line() + ": " + error.getMessage(), "write it as TOML");
        }
        JsonFields fields = JsonFields.of(plain(root));
        List<Experiment> experiments = fields.objects("run").stream()
                .map(run -> experiment(run, panels))
                .toList();
        fields.end();
        return Bounds.size("[[run]]", experiments, 1, MOST_RUNS);
    }

    /** The experiment of a table, or of options under the same names; the rest is as debates are by default. */
    public static Experiment experiment(JsonFields fields) {
        return experiment(fields, SimPanel::parse);
    }

    /** The same with another reader of panels. */
    public static Experiment experiment(JsonFields fields, Function<String, SimPanel> panels) {
        Experiment standard = Experiment.of(SimPanel.parse("5xsim:"));
        Experiment experiment = new Experiment(
                list(fields, "panel", panels, standard.panels()),
                list(fields, "preset", Preset::of, standard.presets()),
                list(fields, "topology", Topology::of, standard.topologies()),
                list(fields, "voting", VotingRule::of, standard.votings()),
                list(fields, "rounds", word -> (int) number("rounds", word, true), standard.rounds()),
                list(fields, "threshold", word -> number("threshold", word, false), standard.thresholds()),
                Decision.of(fields.text("decision", standard.decision().text())),
                fields.flag("early_stop", standard.earlyStop()),
                (int) Bounds.whole(
                        "questions", fields.whole("questions", standard.questions()), 1, Experiment.MOST_QUESTIONS),
                (int) Bounds.whole("options", fields.whole("options", standard.options()), 2, Experiment.MOST_OPTIONS),
                fields.whole("seed", standard.seed()));
        fields.end();
        return experiment;
    }

    /** The values of a field that is a list or a single value. */
    private static <T> List<T> list(JsonFields fields, String name, Function<String, T> read, List<T> otherwise) {
        Object value = fields.valueOrNull(name);
        List<?> values = value instanceof List<?> several ? several : value == null ? List.of() : List.of(value);
        List<T> found = new ArrayList<>();
        for (Object one : values) {
            found.add(read.apply(String.valueOf(one).strip()));
        }
        return found.isEmpty() ? otherwise : found;
    }

    private static double number(String name, String word, boolean whole) {
        try {
            return whole ? Integer.parseInt(word) : Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(
                    name + " " + Bounds.shown(word) + " is no " + (whole ? "whole number" : "number"),
                    whole ? "write it like 3" : "write it like 0.75");
        }
    }

    private static Map<String, @Nullable Object> plain(TomlTable table) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        table.entrySet().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        return map;
    }

    private static Object plain(Object value) {
        return switch (value) {
            case TomlTable table -> plain(table);
            case TomlArray array ->
                array.toList().stream().map(ExperimentFile::plain).toList();
            default -> value;
        };
    }
}
