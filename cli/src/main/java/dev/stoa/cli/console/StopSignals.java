package dev.stoa.cli.console;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The signals with which a process is asked to end, {@code INT} and {@code TERM}, taken from the JVM. Thread-safe.
 *
 * <p>The JVM would run all shutdown hooks at once, those of libraries too: that of the sentence model frees what a call
 * of it may still use, and the process would crash.
 */
public final class StopSignals implements AutoCloseable {
    private static final int KILLED = 128;

    private final List<Runnable> before = new ArrayList<>();

    private StopSignals() {}

    /**
     * Takes the signals until it is closed.
     *
     * @param action gets the exit code of a process that the signal ended; it runs on a thread of its own for each
     */
    public static StopSignals take(IntConsumer action) {
        StopSignals taken = new StopSignals();
        taken.take("INT", action);
        taken.take("TERM", action);
        return taken;
    }

    /** Ends the process at once, without any hook. */
    public static void end(int exit) {
        Runtime.getRuntime().halt(exit);
    }

    /** By reflection: the class is in every JDK, but the compiler warns of each mention of it. */
    @SuppressWarnings("ReferenceEquality") // of a proxy, which has no other
    private void take(String name, IntConsumer action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object named = signal.getConstructor(String.class).newInstance(name);
            int exit = KILLED + (int) signal.getMethod("getNumber").invoke(named);
            InvocationHandler handling = (proxy, method, args) -> switch (method.getName()) {
                case "handle" -> {
                    action.accept(exit);
                    yield null;
                }
                case "equals" -> args[0] == proxy;
                case "hashCode" -> System.identityHashCode(proxy);
                default -> name;
            };
            Object earlier = handle(
                    signal,
                    handler,
                    named,
                    Proxy.newProxyInstance(StopSignals.class.getClassLoader(), new Class<?>[] {handler}, handling));
            before.add(() -> {
                try {
                    handle(signal, handler, named, earlier);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("a signal cannot be given back", e);
                }
            });
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no signals", e);
        }
    }

    private static @Nullable Object handle(Class<?> signal, Class<?> handler, Object named, @Nullable Object by)
            throws ReflectiveOperationException {
        return signal.getMethod("handle", signal, handler).invoke(null, named, by);
    }

    /** Gives the signals back to what had them before. */
    @Override
    public void close() {
        before.forEach(Runnable::run);
        before.clear();
    }
}
