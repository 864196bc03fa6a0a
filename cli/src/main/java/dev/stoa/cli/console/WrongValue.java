package dev.stoa.cli.console;

import dev.stoa.base.Bounds;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A value on the command line that is no number or no flag, said with its bounds. Immutable.
 *
 * @param message which value of which option, and what it must be
 */
record WrongValue(String message) {
    private static final Pattern TYPED = Pattern.compile(".*' is not an? (\\w+)", Pattern.DOTALL);
    /** Bounds as descriptions name them, such as "1 to 100". */
    private static final Pattern BOUNDS = Pattern.compile("(-?[\\d,.]*\\d) to (-?[\\d,.]*\\d)");

    private static final Map<String, String> WHOLE =
            Map.of("int", range(Integer.MIN_VALUE, Integer.MAX_VALUE), "long", range(Long.MIN_VALUE, Long.MAX_VALUE));

    private static String range(long least, long most) {
        return String.format(Locale.ROOT, " from %,d to %,d", least, most);
    }

    /** The value that an error of the command line is about; null if it is about none. */
    static @Nullable WrongValue of(ParameterException error) {
        ArgSpec arg = error.getArgSpec();
        Matcher typed = TYPED.matcher(String.valueOf(error.getMessage()));
        if (arg == null || error.getValue() == null || !typed.matches()) {
            return null;
        }
        String name = arg instanceof OptionSpec option ? option.longestName() : "argument " + arg.paramLabel();
        String wanted = switch (typed.group(1)) {
            case "int", "long" -> "a whole number" + bounds(arg, WHOLE.getOrDefault(typed.group(1), ""));
            case "double", "float" -> "a number" + bounds(arg, "");
            case "boolean" -> "true or false";
            default -> "";
        };
        return wanted.isEmpty()
                ? null
                : new WrongValue(name + " " + Bounds.shown(error.getValue()) + " is not " + wanted);
    }

    /** The bounds that the description names, or else those of the type. */
    private static String bounds(ArgSpec arg, String otherwise) {
        Matcher bounds = BOUNDS.matcher(String.join(" ", arg.description()));
        return bounds.find() ? " from " + bounds.group(1) + " to " + bounds.group(2) : otherwise;
    }
}
