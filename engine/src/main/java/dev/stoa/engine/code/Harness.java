package dev.stoa.engine.code;

import dev.stoa.engine.code.TestBody.Functions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a candidate and its tests are laid out in a folder and started there. Implementations are immutable. */
sealed interface Harness {
    /** Writes the files, of the tests only those of a batch, and gives the command line. */
    List<String> lay(WorkFolder folder, List<CodeTest> batch) throws IOException;

    /** The line of the plan that makes the harness run a test. */
    String plan(CodeTest test);

    /** Why a test, or the candidate, does not compile. */
    @Nullable
    String compileError(CodeTest test);

    /** Whether the compiler was given up, so that nobody knows. */
    boolean compilesLate(CodeTest test);

    /** Whether the address space is to be bounded from outside. */
    boolean boundsMemory();

    int warnings();

    long compileMs();

    private static Map<String, String> placesOf(List<CodeTest> tests) {
        Map<String, String> places = new LinkedHashMap<>();
        for (CodeTest test : tests) {
            places.putIfAbsent(test.body(), "tests/" + places.size());
        }
        return places;
    }

    private static String line(Language language, CodeTest test, String place) {
        Functions what = (Functions) TestBody.of(language, test);
        String functions = String.join(",", what.names());
        return language == Language.JAVA
                ? String.join("\t", test.name(), place, what.unit(), functions)
                : String.join("\t", test.name(), place + "/test.py", functions);
    }

    /** A class, compiled here, and a Java machine for it. */
    record Java(
            Path java,
            JavaSources.Compiled candidate,
            Map<String, JavaSources.Compiled> tests,
            Map<String, String> places,
            long compileMs,
            int heapMib)
            implements Harness {
        static final String CLASS = "dev/stoa/engine/code/harness/JavaHarness.class";

        static Java of(String code, List<CodeTest> tests, RunLimits limits) {
            long start = System.nanoTime();
            Path java = Programs.java();
            JavaSources.Compiled candidate = JavaSources.compile(code, Map.of(), limits.suiteClock());
            long ms = (System.nanoTime() - start) / 1_000_000;
            Map<String, JavaSources.Compiled> compiled = new LinkedHashMap<>();
            if (candidate.error() == null) {
                for (CodeTest test : tests) {
                    compiled.computeIfAbsent(
                            test.body(), body -> JavaSources.compile(body, candidate.classes(), limits.suiteClock()));
                }
            }
            return new Java(java, candidate, compiled, placesOf(tests), ms, limits.memoryMib());
        }

        @Override
        public @Nullable String compileError(CodeTest test) {
            JavaSources.Compiled compiled = tests.get(test.body());
            return candidate.error() != null ? candidate.error() : compiled == null ? null : testError(compiled);
        }

        @Override
        public boolean compilesLate(CodeTest test) {
            JavaSources.Compiled compiled = tests.get(test.body());
            return candidate.late() || (compiled != null && compiled.late());
        }

        private static @Nullable String testError(JavaSources.Compiled compiled) {
            return compiled.error() == null ? null : "the test does not compile against the code: " + compiled.error();
        }

        @Override
        public String plan(CodeTest test) {
            return line(Language.JAVA, test, String.valueOf(places.get(test.body())));
        }

        @Override
        public List<String> lay(WorkFolder folder, List<CodeTest> batch) throws IOException {
            try (var stream = Harness.class.getClassLoader().getResourceAsStream(CLASS)) {
                if (stream == null) {
                    throw new IllegalStateException(CLASS + " is missing from the jar");
                }
                folder.write("harness/" + CLASS, stream.readAllBytes());
            }
            folder.writeAll("classes", candidate.classes());
            for (CodeTest test : batch) {
                JavaSources.Compiled compiled = tests.get(test.body());
                if (compiled != null) {
                    folder.writeAll(String.valueOf(places.get(test.body())), compiled.classes());
                }
            }
            return List.of(
                    java.toString(),
                    "-Xmx" + heapMib + "m",
                    "-XX:MaxMetaspaceSize=128m",
                    "-XX:MaxDirectMemorySize=64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-XX:+DisableAttachMechanism",
                    "-Xshare:auto",
                    "-ea",
                    "-Dfile.encoding=UTF-8",
                    "-Djava.io.tmpdir=" + folder.path(),
                    "-cp",
                    "harness:classes",
                    CLASS.replace(".class", "").replace('/', '.'));
        }

        @Override
        public boolean boundsMemory() {
            return false;
        }

        @Override
        public int warnings() {
            return candidate.warnings();
        }
    }

    /** A file {@code solution.py} and an interpreter for it, which compiles it as well. */
    record Python(Path python, String code, Map<String, String> places) implements Harness {
        static Python of(Supplier<Path> python, String code, List<CodeTest> tests) {
            return new Python(python.get(), code, placesOf(tests));
        }

        @Override
        public @Nullable String compileError(CodeTest test) {
            return null;
        }

        @Override
        public boolean compilesLate(CodeTest test) {
            return false;
        }

        @Override
        public String plan(CodeTest test) {
            return line(Language.PYTHON, test, String.valueOf(places.get(test.body())));
        }

        @Override
        public List<String> lay(WorkFolder folder, List<CodeTest> batch) throws IOException {
            folder.write("harness.py", Confinement.script("harness.py"));
            folder.write("solution.py", code);
            for (CodeTest test : batch) {
                folder.write(places.get(test.body()) + "/test.py", test.body());
            }
            return List.of(python.toString(), "-I", "-B", "-X", "utf8", "harness.py");
        }

        @Override
        public boolean boundsMemory() {
            return true;
        }

        @Override
        public int warnings() {
            return 0;
        }

        @Override
        public long compileMs() {
            return 0;
        }
    }
}
