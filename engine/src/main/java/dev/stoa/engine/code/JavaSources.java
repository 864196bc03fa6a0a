package dev.stoa.engine.code;

import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles Java in this process, with nothing of Stoa on its class path and without annotation processors, so that no
 * code of the candidate runs here. Stateless. A compilation that takes too long is given up, but its thread cannot be
 * ended.
 */
final class JavaSources {
    private static final int MOST_MESSAGES = 5;

    private JavaSources() {}

    /**
     * Class files by relative path, or why there are none.
     *
     * @param late whether the compiler was given up, so that nobody knows
     */
    record Compiled(
            Map<String, byte[]> classes,
            int warnings,
            @Nullable String error,
            boolean late) {
        static Compiled failed(int warnings, String error) {
            return new Compiled(Map.of(), warnings, error, false);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String code;

        Source(String name, String code) {
            super(URI.create("string:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.code = code;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }

    /** Compiles one source against classes compiled before. */
    static Compiled compile(String code, Map<String, byte[]> against, Duration limit) {
        String name = SourceText.javaClass(code).orElse("");
        if (name.isEmpty()) {
            return Compiled.failed(0, "there is no class in the code");
        }
        FutureTask<Compiled> task = new FutureTask<>(() -> compile(name, code, against));
        Thread.ofPlatform().daemon().name("stoa-javac").start(task);
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Compiled(Map.of(), 0, "the compiler was not done within " + limit.toMillis() + " ms", true);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnavailableException unavailable) {
                throw unavailable;
            }
            return Compiled.failed(0, "the compiler failed: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the compilation was interrupted", "run it again", e);
        }
    }

    private static Compiled compile(String name, String code, Map<String, byte[]> against) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UnavailableException("no_compiler", "this Java has no compiler", "run Stoa with a full JDK");
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (WorkFolder folder = WorkFolder.create();
                StandardJavaFileManager files =
                        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            folder.writeAll("against", against);
            folder.writeAll("empty", Map.of());
            folder.writeAll("classes", Map.of());
            List<String> options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    "-Xlint:all",
                    "-cp",
                    folder.path().resolve("against").toString(),
                    "-sourcepath",
                    folder.path().resolve("empty").toString(),
                    "-d",
                    folder.path().resolve("classes").toString());
            StringWriter log = new StringWriter();
            boolean done = compiler.getTask(log, files, found, options, null, List.of(new Source(name, code)))
                    .call();
            int warnings = (int) found.getDiagnostics().stream()
                    .filter(each -> each.getSource() != null && isWarning(each.getKind()))
                    .count();
            return done
                    ? new Compiled(read(folder.path().resolve("classes")), warnings, null, false)
                    : Compiled.failed(warnings, errors(found, log));
        }
    }

    private static boolean isWarning(Diagnostic.Kind kind) {
        return kind == Diagnostic.Kind.WARNING || kind == Diagnostic.Kind.MANDATORY_WARNING;
    }

    private static String errors(DiagnosticCollector<JavaFileObject> found, StringWriter log) {
        List<String> errors = found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .limit(MOST_MESSAGES)
                .map(each -> "line " + each.getLineNumber() + ": " + each.getMessage(Locale.ROOT))
                .toList();
        return errors.isEmpty() ? "the compiler failed: " + log : String.join("\n", errors);
    }

    private static Map<String, byte[]> read(Path folder) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                classes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return classes;
    }
}
