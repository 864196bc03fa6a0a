package dev.stoa.base;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The names of the constants of enums in small letters, made once for each enum. Stateless, safe from any thread. */
final class ChoiceWords {
    private static final ClassValue<Map<Object, String>> WORDS = new ClassValue<>() {
        @Override
        protected Map<Object, String> computeValue(Class<?> type) {
            return Arrays.stream(type.getEnumConstants())
                    .collect(Collectors.toUnmodifiableMap(
                            Function.identity(),
                            choice -> ((Enum<?>) choice).name().toLowerCase(Locale.ROOT)));
        }
    };

    private ChoiceWords() {}

    static String of(Enum<?> choice) {
        return Objects.requireNonNull(WORDS.get(choice.getDeclaringClass()).get(choice));
    }
}
