package dev.stoa.base;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a wing and what each needs, as {@link Needs} declares it beside them. Stateless.
 *
 * <p>A door is a class whose public methods without parameters return the stores of a wing. The operations of a store
 * are its public instance methods, but for those that return the store itself for another principal, those that are
 * parts of a {@link UnitOfWork}, and those that every object has.
 */
public final class Operations {
    private Operations() {}

    /**
     * All operations behind a door, sorted by store, name and parameters.
     *
     * @throws IllegalStateException if one of them has no declaration
     */
    public static List<Operation> of(Class<?> door) {
        List<String> undeclared = undeclared(door);
        if (!undeclared.isEmpty()) {
            throw new IllegalStateException(
                    "nothing declares what these operations need: " + String.join(", ", undeclared) + "; add @Needs");
        }
        return found(door).flatMap(found -> found.declared().stream()).toList();
    }

    /** The signatures of the operations behind a door that have no declaration, sorted. */
    public static List<String> undeclared(Class<?> door) {
        return found(door)
                .filter(found -> found.needs() == null)
                .map(Found::signature)
                .toList();
    }

    private record Found(
            String wing,
            String store,
            Method method,
            @Nullable Needs needs) {
        List<String> parameters() {
            return Arrays.stream(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .toList();
        }

        String signature() {
            return wing + "." + store + "." + method.getName() + "(" + String.join(", ", parameters()) + ")";
        }

        List<Operation> declared() {
            return needs == null
                    ? List.of()
                    : List.of(new Operation(
                            wing, store, method.getName(), parameters(), needs.value(), needs.of(), agents(needs)));
        }
    }

    private static boolean agents(Needs needs) {
        return Rights.has(Principal.agentToken("agent"), Need.of(needs));
    }

    private static Stream<Found> found(Class<?> door) {
        String wing = door.getSimpleName().toLowerCase(Locale.ROOT);
        return instanceMethods(door)
                .filter(accessor -> accessor.getParameterCount() == 0)
                .flatMap(accessor -> instanceMethods(accessor.getReturnType())
                        .filter(method -> method.getReturnType() != accessor.getReturnType())
                        .filter(method ->
                                Arrays.stream(method.getParameterTypes()).noneMatch(UnitOfWork.class::isAssignableFrom))
                        .map(method -> new Found(wing, accessor.getName(), method, method.getAnnotation(Needs.class))))
                .sorted(Comparator.comparing(Found::signature));
    }

    private static Stream<Method> instanceMethods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !method.isSynthetic())
                .filter(method -> !isOfEveryObject(method));
    }

    /** Whether a method is one of {@link Object} or overrides one. */
    private static boolean isOfEveryObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(ours -> ours.getName().equals(method.getName())
                        && Arrays.equals(ours.getParameterTypes(), method.getParameterTypes()));
    }
}
