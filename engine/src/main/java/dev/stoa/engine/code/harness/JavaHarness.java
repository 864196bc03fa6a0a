package dev.stoa.engine.code.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tests of a plan in its process and writes one line for each to the report. It is also the class loader of
 * one test file, for it must be a single class. Used by one thread. What proves its lines, the nonce, is never in a
 * field: code beside it could read that.
 */
public final class JavaHarness extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

    private JavaHarness(Path folder) throws IOException {
        super(JavaHarness.class.getClassLoader());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace('/', '.');
                classes.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static long cpu() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(java.time.Duration::toNanos)
                .orElse(0L);
    }

    /** Reads the nonce, after how many milliseconds (clock, processor) to begin no further test, and the plan from standard input. */
    public static void main(String[] arguments) throws IOException {
        List<String> lines = new String(System.in.readAllBytes(), UTF_8).lines().toList();
        String nonce = lines.get(0);
        long stopAfter = Long.parseLong(lines.get(1)) * 1_000_000;
        long cpuAfter = Long.parseLong(lines.get(2)) * 1_000_000;
        List<String[]> plan =
                lines.stream().skip(3).map(line -> line.split("\t", -1)).toList();
        OutputStream report =
                Files.newOutputStream(Path.of("report"), StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        long begin = System.nanoTime();
        // Everything is read before the candidate can change a file.
        Map<String, JavaHarness> loaders = new HashMap<>();
        for (String[] test : plan) {
            if (!loaders.containsKey(test[1])) {
                loaders.put(test[1], new JavaHarness(Path.of(test[1])));
            }
        }
        report.write(line("", "ready", begin, nonce, null));
        begin = System.nanoTime();
        for (int i = 0; i < plan.size(); i++) {
            long since = System.nanoTime();
            if (i > 0 && (since - begin > stopAfter || cpu() > cpuAfter)) {
                report.write(line("", "stopped", since, nonce, null));
                break;
            }
            String[] test = plan.get(i);
            JavaHarness loader = loaders.get(test[1]);
            String[] verdict = verdict(() -> {
                Class<?> type = Class.forName(test[2], true, loader);
                for (String method : test[3].split(",", -1)) {
                    type.getMethod(method).invoke(null);
                }
                return null;
            });
            report.write(line(test[0], verdict[0], since, nonce, verdict[1]));
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String[] verdict(java.util.concurrent.Callable<@Nullable Object> test) {
        try {
            test.call();
            return new String[] {"passed", ""};
        } catch (InvocationTargetException | ExceptionInInitializerError e) {
            return verdict(e.getCause() == null ? e : e.getCause());
        } catch (Throwable e) {
            return verdict(e);
        }
    }

    private static String[] verdict(Throwable thrown) {
        String words;
        try {
            words = thrown.toString();
        } catch (Throwable e) {
            words = thrown.getClass().getName();
        }
        return new String[] {thrown instanceof AssertionError ? "failed" : "error", String.valueOf(words)};
    }

    private static byte[] line(String test, String status, long since, String nonce, @Nullable String message) {
        return ("{\"test\":" + quoted(test) + ",\"status\":" + quoted(status) + ",\"ms\":"
                        + (System.nanoTime() - since) / 1_000_000 + ",\"nonce\":" + quoted(nonce)
                        + (message == null || message.isEmpty() ? "" : ",\"message\":" + quoted(message)) + "}\n")
                .getBytes(UTF_8);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < Math.min(text.length(), 2_000); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                quoted.append(Character.isSurrogate(c) ? "?" : String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
