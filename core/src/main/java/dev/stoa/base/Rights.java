package dev.stoa.base;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The one place where it is decided whether a principal may do what an operation {@link Needs}. Thread-safe. Stores ask
 * it for themselves, so that no way in can forget to; the command line and the server ask it for what they offer.
 */
public final class Rights {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Map<String, Optional<Declared>> DECLARED = new ConcurrentHashMap<>();

    /** What the methods of a class declare, by name, without the names of methods that declare different things. */
    private static final ClassValue<Map<String, Optional<Declared>>> BY_NAME = new ClassValue<>() {
        @Override
        protected Map<String, Optional<Declared>> computeValue(Class<?> type) {
            Map<String, Optional<Declared>> found = new HashMap<>();
            Set<String> different = new HashSet<>();
            for (Method method : type.getDeclaredMethods()) {
                Optional<Declared> own = declared(method).findFirst();
                if (!own.equals(found.computeIfAbsent(method.getName(), name -> own))) {
                    different.add(method.getName());
                }
            }
            found.keySet().removeAll(different);
            return Map.copyOf(found);
        }
    };

    private Rights() {}

    /** What an operation needs, with the name under which a refusal speaks of it. */
    private record Declared(String name, Need need) {}

    /**
     * Refuses unless the principal has what the operation that calls this, itself or through its helpers, declares.
     *
     * @throws IllegalStateException if no caller is an operation: then nothing says what is needed
     */
    public static void check(Principal by) {
        if (Bounds.given("by", by).agent() == null && by.rights().size() == Right.values().length) {
            return;
        }
        Declared declared = CALLERS.walk(frames ->
                        frames.flatMap(frame -> declared(frame).stream()).findFirst())
                .orElseThrow(() -> new IllegalStateException("nothing that called this declares what it needs"));
        check(by, declared.need(), declared.name());
    }

    private static Optional<Declared> declared(StackFrame frame) {
        String method = frame.getMethodName();
        Class<?> type = frame.getDeclaringClass();
        // Mostly the name is enough; to work out the descriptor of a frame takes long.
        Optional<Declared> named = BY_NAME.get(type).get(method);
        if (named != null) {
            return named;
        }
        // The descriptor tells overloads apart, which may need different things.
        return DECLARED.computeIfAbsent(
                type.getName() + " " + method + frame.getDescriptor(),
                key -> Arrays.stream(type.getDeclaredMethods())
                        .filter(found -> found.getName().equals(method))
                        .filter(found -> Arrays.equals(
                                found.getParameterTypes(), frame.getMethodType().parameterArray()))
                        .flatMap(Rights::declared)
                        .findFirst());
    }

    private static Stream<Declared> declared(Method method) {
        Needs needs = method.getAnnotation(Needs.class);
        return needs == null
                ? Stream.empty()
                : Stream.of(new Declared(
                        method.getDeclaringClass().getSimpleName() + "." + method.getName(), Need.of(needs)));
    }

    /** What the operations of a type that have this name need; of several the least. */
    public static Need of(Class<?> type, String operation) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(operation))
                .flatMap(Rights::declared)
                .map(Declared::need)
                .min(Comparator.comparing(Need::right))
                .orElseThrow(() -> new IllegalStateException(
                        type.getSimpleName() + " has no operation " + operation + " that declares what it needs"));
    }

    /** Whether the principal has what is needed. */
    public static boolean has(Principal by, Need need) {
        boolean right = by.rights().contains(need.right());
        if (by.agent() == null) {
            return right;
        }
        boolean begun = need.inside() && by.task() != null && by.rights().contains(Right.WRITE);
        return (right && need.agents()) || begun;
    }

    /**
     * Refuses unless the principal has what is needed.
     *
     * @param what the act, as the person or program that asked for it calls it
     */
    public static void check(Principal by, Need need, String what) {
        if (!has(by, need)) {
            throw refusal(by, need.right(), what);
        }
    }

    /** Refuses an act that an argument makes need more than its operation declares. */
    public static void need(Principal by, Right right, String what) {
        if (!by.rights().contains(right)) {
            throw refusal(by, right, what);
        }
    }

    private static ForbiddenException refusal(Principal by, Right right, String what) {
        String needs = by.rights().contains(right)
                ? "which is not for agents"
                : "which needs the right " + right.name().toLowerCase(Locale.ROOT);
        return new ForbiddenException(
                "forbidden",
                by.shown() + " may not use " + what + ", " + needs,
                by.task() != null
                        ? "ask a person to do it"
                        : by.agent() != null ? "act as a person" : "use a token that has the right");
    }
}
