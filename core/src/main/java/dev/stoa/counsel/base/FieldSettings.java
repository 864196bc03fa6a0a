package dev.stoa.counsel.base;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The fields that a configuration adds to those that are built in. Constants; immutable. */
public final class FieldSettings {
    private static final Setting<String> ROOT =
            Setting.of("root", SettingType.text(64), "general", "what the field belongs to");
    private static final Setting<Boolean> HIGH_STAKES =
            Setting.of("high_stakes", SettingType.flag(), false, "whether a wrong answer can do great harm");
    private static final Setting<Double> W_E =
            Setting.of("w_e", SettingType.real(0, 1), .50, "the weight of how reliable the author was");
    private static final Setting<Double> W_C =
            Setting.of("w_c", SettingType.real(0, 1), .35, "the weight of how sure the author is");
    private static final Setting<Double> W_K =
            Setting.of("w_k", SettingType.real(0, 1), .15, "the weight of what asking teaches; the three sum to 1");
    private static final Setting<Double> C_MIN =
            Setting.of("c_min", SettingType.real(0, 1), .50, "the least confidence of an answer labelled High");
    private static final Setting<Double> E_MIN =
            Setting.of("e_min", SettingType.real(0, 1), .50, "the least reliability of its author");
    private static final Setting<Double> MU =
            Setting.of("mu", SettingType.real(0, 100), 1.5, "how heavily a fault counts");
    private static final Setting<Double> ALPHA =
            Setting.of("alpha", SettingType.real(0, 10), .07, "how fast curiosity grows with the number of runs");
    private static final Setting<String> DECAY =
            Setting.of("decay_class", SettingType.text(64), "C", "how fast corrections age: A never, B slowly, C fast");
    private static final Setting<List<String>> KEYWORDS = Setting.of(
            "keywords", SettingType.texts(), List.of(), "the words by which a question is known to belong to it");

    /** {@code [field.NAME]}: fields besides those that are built in. */
    public static final NamedTables FIELDS = NamedTables.of(
                    "field", ROOT, HIGH_STAKES, W_E, W_C, W_K, C_MIN, E_MIN, MU, ALPHA, DECAY, KEYWORDS)
            .named(Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}"));

    private FieldSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of().with(FIELDS);
    }

    /** The table of fields, with the rows of a configuration. */
    public static Fields fields(ConfigValues config) {
        List<Field> more = new ArrayList<>();
        config.tables(FIELDS)
                .forEach((name, row) -> more.add(new Field(
                        name,
                        row.get(ROOT),
                        row.get(HIGH_STAKES),
                        row.get(W_E),
                        row.get(W_C),
                        row.get(W_K),
                        row.get(C_MIN),
                        row.get(E_MIN),
                        row.get(MU),
                        row.get(ALPHA),
                        row.get(DECAY),
                        row.get(KEYWORDS))));
        return Fields.with(more);
    }
}
