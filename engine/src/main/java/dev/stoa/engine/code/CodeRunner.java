package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.base.UnavailableException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that agents wrote against tests, in child processes that are shut in as far as the system allows. Safe from
 * any thread; calls run side by side.
 *
 * <p>Hazard: how far that is differs. Where the kernel allows user, network, process and mount namespaces together, a
 * child has no network, sees no other process and has a root of its own: the programs and libraries of the system, the
 * interpreter and its folder, which is also its home, are all it finds; no home, no data, no keys, no other user's
 * files. It can still use the processor and the kernel. Where mounts
 * are refused it can read and write all that its user can, with no network still and no sight of other processes; with
 * a network namespace alone, processes that cut all their ties can outlive it. Without any, the network is open, and
 * the environment of other processes of that user can be read; only the bounds of time, memory and files hold. The
 * bound of processes binds root only on Linux 6.14 or newer: on an older one do not run strangers' code as root, for a
 * fork bomb can outrun the count of its processes. {@link Isolation} says whether the network was cut and which bounds
 * held. A Java child's memory outside the heap is not bounded. Tests run in the process of the code they test: a
 * candidate that searches its own memory for the harness can lie about itself, one that only prints, exits or writes
 * files cannot.
 */
public final class CodeRunner {
    private static final int MOST_CODE = 262_144;

    private final boolean requireNoNetwork;
    private final List<Path> hidden;
    private final Supplier<Confinement> probe;
    private final SecureRandom random = new SecureRandom();
    private @Nullable Confinement confinement;
    private @Nullable Path python;

    private CodeRunner(boolean requireNoNetwork, List<Path> hidden, Supplier<Confinement> probe) {
        this.requireNoNetwork = requireNoNetwork;
        this.hidden = List.copyOf(hidden);
        this.probe = probe;
    }

    /**
     * A runner that finds out at its first run what the system allows.
     *
     * @param requireNoNetwork whether to refuse to run anything where the network cannot be cut
     * @param hidden folders that code must not see, first of all the data directory
     */
    public static CodeRunner create(boolean requireNoNetwork, List<Path> hidden) {
        return new CodeRunner(requireNoNetwork, hidden, Confinement::probe);
    }

    static CodeRunner within(Confinement confinement, boolean requireNoNetwork, List<Path> hidden) {
        return new CodeRunner(requireNoNetwork, hidden, () -> confinement);
    }

    /** Runs a suite on a candidate. Test names must be distinct; without tests there is no pass rate. */
    public SuiteResult run(Language language, String code, List<CodeTest> tests, RunLimits limits) {
        Bounds.text("code", code, 1, MOST_CODE);
        Set<String> names = new HashSet<>();
        for (CodeTest test : tests) {
            if (!names.add(test.name())) {
                throw Bounds.invalid("test " + Bounds.shown(test.name()) + " occurs twice", "rename one of them");
            }
            TestBody.of(language, test);
        }
        Sandbox sandbox = sandbox();
        Isolation isolation = isolation(language, limits);
        if (language == Language.COMMAND) {
            CommandSuite suite = new CommandSuite(sandbox, code, limits);
            List<TestResult> results = suite.run(tests);
            return new SuiteResult(
                    results, CodeMetrics.of(language, code, 0, 0, suite.runMs()), isolation, suite.output());
        }
        Harness harness = language == Language.JAVA
                ? Harness.Java.of(code, tests, limits)
                : Harness.Python.of(this::python, code, tests);
        SuiteRun suite = new SuiteRun(sandbox, harness, limits, this::nonce);
        List<TestResult> results = suite.run(tests);
        CodeMetrics metrics = CodeMetrics.of(language, code, suite.warnings(), suite.compileMs(), suite.runMs());
        return new SuiteResult(results, metrics, isolation, suite.output());
    }

    /** A sandbox with what the system allows; refused if the network stays open and must not. */
    Sandbox sandbox() {
        Confinement found = confinement();
        if (requireNoNetwork && !found.networkCut()) {
            throw new UnavailableException(
                    "open_network",
                    "code.require_no_network is set, but this system does not let the network be cut off",
                    "allow user namespaces (unshare -rn must work), or unset code.require_no_network");
        }
        return new Sandbox(found, hidden);
    }

    private Isolation isolation(Language language, RunLimits limits) {
        Confinement found = confinement();
        String memory = language == Language.JAVA
                ? "heap " + limits.memoryMib() + " MiB"
                : found.memory() ? "address space " + limits.addressSpaceMib() + " MiB" : "open";
        return new Isolation(found.networkCut() ? "none" : "open", memory, limits.cpuSeconds() + " s a process");
    }

    private synchronized Confinement confinement() {
        if (confinement == null) {
            confinement = probe.get();
        }
        return confinement;
    }

    private synchronized Path python() {
        if (python == null) {
            python = Programs.python();
        }
        return python;
    }

    private String nonce() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
