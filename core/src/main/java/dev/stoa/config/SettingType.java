package dev.stoa.config;

import dev.stoa.base.InvalidException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What values a setting can have and how they are read. Implementations are immutable. A module with needs of its own
 * implements it; the factories here cover the common kinds.
 *
 * <p>The plain form of a value is what TOML has for it: String, Long, Double, Boolean, a List or a Map of these.
 *
 * @param <T> the type of the value in Java
 */
public interface SettingType<T> {
    /** What a value must be, to complete "must be …", for example {@code an integer from 1 to 64}. */
    String expected();

    /** The value of a plain form; throws {@link #refused} if it is none. */
    T read(Object plain);

    /** The plain form of a value; {@link #read} undoes it. */
    Object plain(T value);

    /** The plain form that a text from the environment or the command line stands for. */
    default Object fromText(String text) {
        return text;
    }

    /** The refusal of a plain form, naming it and what it must be. */
    default InvalidException refused(Object plain) {
        return new InvalidException(
                ConfigLoader.INVALID, "must be " + expected() + ", was " + Problems.shown(plain), null);
    }

    /** Whole numbers from the least to the greatest. */
    static SettingType<Integer> integer(int least, int greatest) {
        return new SettingTypes.IntegerType(least, greatest);
    }

    /** Whole numbers from the least to the greatest, which may be larger than an integer. */
    static SettingType<Long> whole(long least, long greatest) {
        return new SettingTypes.WholeType(least, greatest);
    }

    /** Numbers from the least to the greatest. */
    static SettingType<Double> real(double least, double greatest) {
        return new SettingTypes.RealType(least, false, greatest);
    }

    /** Numbers above a bound, up to the greatest. */
    static SettingType<Double> above(double bound, double greatest) {
        return new SettingTypes.RealType(bound, true, greatest);
    }

    /** Durations of whole seconds; their keys end in {@code _seconds}. */
    static SettingType<Duration> seconds(int least, int greatest) {
        return new SettingTypes.SecondsType(least, greatest);
    }

    /** True or false. */
    static SettingType<Boolean> flag() {
        return new SettingTypes.FlagType();
    }

    /** Text of 1 to {@code longest} characters, not blank. */
    static SettingType<String> text(int longest) {
        return new SettingTypes.TextType(longest);
    }

    /** Addresses of PostgreSQL databases that can be written to. */
    static SettingType<String> address() {
        return new SettingTypes.AddressType();
    }

    /** Lists of text; from the environment separated by commas. */
    static SettingType<List<String>> texts() {
        return new SettingTypes.TextsType();
    }

    /** Tables from names to text; only in a file. */
    static SettingType<Map<String, String>> textTable() {
        return new SettingTypes.TextTableType();
    }

    /** The constants of an enum, written in lower case. */
    static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        return SettingTypes.ChoiceType.of(type);
    }

    /** Values that may also be absent, which is written as empty text, since TOML has no null. */
    static <T> SettingType<Optional<T>> optional(SettingType<T> type) {
        return new SettingTypes.OptionalType<>(type);
    }
}
