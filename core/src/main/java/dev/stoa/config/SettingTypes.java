package dev.stoa.config;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The common kinds of settings. All immutable. */
final class SettingTypes {
    private SettingTypes() {}

    /** The number in a text; the text itself if there is none, so that the refusal can show it. */
    private static Object number(String text, Function<String, Object> parser) {
        try {
            return parser.apply(text.strip());
        } catch (NumberFormatException e) {
            return text;
        }
    }

    record IntegerType(int least, int greatest) implements SettingType<Integer> {
        @Override
        public String expected() {
            return "an integer from " + least + " to " + greatest;
        }

        @Override
        public Integer read(Object plain) {
            if (plain instanceof Long number && number >= least && number <= greatest) {
                return number.intValue();
            }
            throw refused(plain);
        }

        @Override
        public Object plain(Integer value) {
            return value.longValue();
        }

        @Override
        public Object fromText(String text) {
            return number(text, Long::valueOf);
        }
    }

    /** A number up to a bound, and from or above another. */
    record RealType(double least, boolean above, double greatest) implements SettingType<Double> {
        @Override
        public String expected() {
            return "a number " + (above ? "above " : "from ") + least + " to " + greatest;
        }

        @Override
        public Double read(Object plain) {
            // TOML has integers of their own, and 1 is as good as 1.0. NaN fails both comparisons.
            if ((plain instanceof Double || plain instanceof Long) && plain instanceof Number number) {
                double value = number.doubleValue();
                if ((above ? value > least : value >= least) && value <= greatest) {
                    return value;
                }
            }
            throw refused(plain);
        }

        @Override
        public Object plain(Double value) {
            return value;
        }

        @Override
        public Object fromText(String text) {
            return number(text, Double::valueOf);
        }
    }

    record WholeType(long least, long greatest) implements SettingType<Long> {
        @Override
        public String expected() {
            return "a whole number from " + least + " to " + greatest;
        }

        @Override
        public Long read(Object plain) {
            if (plain instanceof Long number && number >= least && number <= greatest) {
                return number;
            }
            throw refused(plain);
        }

        @Override
        public Object plain(Long value) {
            return value;
        }

        @Override
        public Object fromText(String text) {
            return number(text, Long::valueOf);
        }
    }

    record SecondsType(IntegerType seconds) implements SettingType<Duration> {
        SecondsType(int least, int greatest) {
            this(new IntegerType(least, greatest));
        }

        @Override
        public String expected() {
            return "a whole number of seconds from " + seconds.least + " to " + seconds.greatest;
        }

        @Override
        public Duration read(Object plain) {
            if (plain instanceof Long number && number >= seconds.least && number <= seconds.greatest) {
                return Duration.ofSeconds(number);
            }
            throw refused(plain);
        }

        @Override
        public Object plain(Duration value) {
            long whole = value.toSeconds();
            // A part of a second has no plain form; as text it is refused with the others.
            return value.equals(Duration.ofSeconds(whole)) ? whole : value.toString();
        }

        @Override
        public Object fromText(String text) {
            return seconds.fromText(text);
        }
    }

    record FlagType() implements SettingType<Boolean> {
        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public Boolean read(Object plain) {
            if (plain instanceof Boolean flag) {
                return flag;
            }
            throw refused(plain);
        }

        @Override
        public Object plain(Boolean value) {
            return value;
        }

        @Override
        public Object fromText(String text) {
            return switch (text.strip()) {
                case "true" -> true;
                case "false" -> false;
                default -> text;
            };
        }
    }

    record TextType(int longest) implements SettingType<String> {
        @Override
        public String expected() {
            return "text of 1 to " + longest + " characters";
        }

        @Override
        public String read(Object plain) {
            if (plain instanceof String text && !text.isBlank() && text.codePointCount(0, text.length()) <= longest) {
                return text;
            }
            throw refused(plain);
        }

        @Override
        public Object plain(String value) {
            return value;
        }
    }

    record AddressType() implements SettingType<String> {
        @Override
        public String expected() {
            return "the address of a primary, like jdbc:postgresql://HOST:5432/DATABASE?user=NAME";
        }

        @Override
        public String read(Object plain) {
            if (plain instanceof String text && JdbcUrl.isAddress(text) && !JdbcUrl.mayLeadToStandby(text)) {
                return text;
            }
            throw refused(plain);
        }

        @Override
        public Object plain(String value) {
            return value;
        }
    }

    record TextsType() implements SettingType<List<String>> {
        @Override
        public String expected() {
            return "a list of texts";
        }

        @Override
        public List<String> read(Object plain) {
            if (!(plain instanceof List<?> list)) {
                throw refused(plain);
            }
            List<String> texts = new ArrayList<>();
            for (Object element : list) {
                if (!(element instanceof String text)) {
                    throw refused(plain);
                }
                texts.add(text);
            }
            return List.copyOf(texts);
        }

        @Override
        public Object plain(List<String> value) {
            return value;
        }

        @Override
        public Object fromText(String text) {
            return Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .filter(part -> !part.isEmpty())
                    .toList();
        }
    }

    record TextTableType() implements SettingType<Map<String, String>> {
        @Override
        public String expected() {
            return "a table of texts";
        }

        @Override
        public Map<String, String> read(Object plain) {
            if (!(plain instanceof Map<?, ?> map)) {
                throw refused(plain);
            }
            Map<String, String> table = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!(entry.getKey() instanceof String name) || !(entry.getValue() instanceof String text)) {
                    throw refused(plain);
                }
                table.put(name, text);
            }
            return Collections.unmodifiableMap(table);
        }

        @Override
        public Object plain(Map<String, String> value) {
            return value;
        }
    }

    record ChoiceType<E extends Enum<E>>(Map<String, E> constants) implements SettingType<E> {
        static <E extends Enum<E>> ChoiceType<E> of(Class<E> type) {
            Map<String, E> constants = new LinkedHashMap<>();
            for (E constant : type.getEnumConstants()) {
                constants.put(word(constant), constant);
            }
            return new ChoiceType<>(Collections.unmodifiableMap(constants));
        }

        private static String word(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String expected() {
            return String.join(
                    " or ", constants.keySet().stream().map(Problems::shown).toList());
        }

        @Override
        public E read(Object plain) {
            E constant = plain instanceof String word ? constants.get(word) : null;
            if (constant == null) {
                throw refused(plain);
            }
            return constant;
        }

        @Override
        public Object plain(E value) {
            return word(value);
        }

        @Override
        public InvalidException refused(Object plain) {
            InvalidException refusal = SettingType.super.refused(plain);
            return Nearest.of(String.valueOf(plain), constants.keySet())
                    .map(word -> new InvalidException(
                            refusal.code(),
                            refusal.getMessage() + "; did you mean " + Problems.shown(word) + "?",
                            null))
                    .orElse(refusal);
        }
    }

    record OptionalType<T>(SettingType<T> type) implements SettingType<Optional<T>> {
        @Override
        public String expected() {
            return type.expected() + ", or \"\" for none";
        }

        @Override
        public Optional<T> read(Object plain) {
            return plain.equals("") ? Optional.empty() : Optional.of(type.read(plain));
        }

        @Override
        public Object plain(Optional<T> value) {
            return value.isPresent() ? type.plain(value.get()) : "";
        }

        @Override
        public Object fromText(String text) {
            return type.fromText(text);
        }
    }
}
