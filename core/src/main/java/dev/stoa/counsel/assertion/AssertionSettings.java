package dev.stoa.counsel.assertion;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigModule;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings of policies. Constants; immutable. */
public final class AssertionSettings {
    static final Setting<String> VERSION =
            Setting.of("version", SettingType.text(64), "1", "version of the policy, kept with it");
    static final Setting<List<String>> FIELDS =
            Setting.of("fields", SettingType.texts(), List.of(), "fields that the policy is for; none for all");
    static final Setting<Integer> MAX_RETRIES = Setting.of(
            "max_retries", SettingType.integer(0, 3), 2, "how often an answer that is blocked is asked for again");
    static final Setting<Double> MAX_TOTAL_BONUS = Setting.of(
            "max_total_bonus", SettingType.real(0, .5), .3, "the most that all assertions together add to a score");
    static final Setting<List<Assertion>> ASSERTIONS = Setting.required(
            "assertions",
            new AssertionsType(),
            "the assertions, each a table with name, check, level, bonus and parameters");

    /** {@code [policy.NAME]}. */
    public static final NamedTables POLICIES = NamedTables.of(
                    "policy", VERSION, FIELDS, MAX_RETRIES, MAX_TOTAL_BONUS, ASSERTIONS)
            .named(Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}"));

    private AssertionSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of().with(POLICIES);
    }

    /** Lists of tables, each an assertion. */
    private record AssertionsType() implements SettingType<List<Assertion>> {
        private static final Set<String> KEYS = Set.of("name", "check", "level", "bonus", "parameters");

        @Override
        public String expected() {
            return "a list of tables with name, check and level";
        }

        @Override
        public List<Assertion> read(Object plain) {
            if (!(plain instanceof List<?> list)) {
                throw refused(plain);
            }
            List<Assertion> assertions = new ArrayList<>();
            for (Object element : list) {
                if (!(element instanceof Map<?, ?> table)) {
                    throw refused(plain);
                }
                assertions.add(assertion(table, plain));
            }
            return List.copyOf(assertions);
        }

        private Assertion assertion(Map<?, ?> table, Object plain) {
            Set<String> unknown = new TreeSet<>();
            table.keySet().forEach(key -> unknown.add(String.valueOf(key)));
            unknown.removeAll(KEYS);
            if (!unknown.isEmpty()) {
                throw wrong("unknown key " + unknown.iterator().next() + "; it knows name, check, level, bonus and"
                        + " parameters");
            }
            Object check = table.get("check");
            Object name = table.containsKey("name") ? table.get("name") : check;
            if (!(check instanceof String checked)
                    || !(name instanceof String named)
                    || !(table.get("level") instanceof String level)) {
                throw refused(plain);
            }
            try {
                return new Assertion(
                        named, checked, AssertionLevel.of(level), bonus(table.get("bonus")), parameters(table));
            } catch (StoaException e) {
                throw wrong(e.getMessage());
            }
        }

        private static double bonus(@Nullable Object given) {
            if (given == null) {
                return Assertion.BONUS;
            }
            if (given instanceof Number number) {
                return number.doubleValue();
            }
            throw wrong("bonus is not a number");
        }

        private static Map<String, Object> parameters(Map<?, ?> table) {
            Map<String, Object> all = new LinkedHashMap<>();
            Object given = table.get("parameters");
            if (given instanceof Map<?, ?> map) {
                map.forEach((key, value) -> all.put(String.valueOf(key), value));
            } else if (given != null) {
                throw wrong("parameters is not a table");
            }
            return all;
        }

        private static InvalidException wrong(String message) {
            return new InvalidException("invalid_config", message, null);
        }

        @Override
        public Object plain(List<Assertion> value) {
            List<Object> tables = new ArrayList<>();
            for (Assertion each : value) {
                Map<String, Object> table = new LinkedHashMap<>();
                table.put("name", each.name());
                table.put("check", each.check());
                table.put("level", each.level().text());
                table.put("bonus", each.bonus());
                table.put("parameters", each.parameters());
                tables.add(table);
            }
            return tables;
        }
    }
}
