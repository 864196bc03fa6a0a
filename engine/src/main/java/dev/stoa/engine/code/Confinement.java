package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far this system lets a child process be shut in. Immutable. What holds at each level is said there; at none of
 * them is the kernel itself hidden, and below {@link Level#VIEW} a child can read what its user can read.
 *
 * @param memory whether the address space can be bounded
 */
record Confinement(Level level, boolean memory) {
    private static final List<String> NAMESPACES =
            List.of("unshare", "--user", "--map-root-user", "--net", "--pid", "--mount-proc", "--fork", "--kill-child");

    /** The same with the network of the machine. */
    private static final List<String> WALLED =
            List.of("unshare", "--user", "--map-root-user", "--ipc", "--pid", "--mount-proc", "--fork", "--kill-child");

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
    /** The kernel allows no fewer. */
    private static final int LEAST_PIDS = 301;

    /** From the strictest on. */
    enum Level {
        /**
         * As {@link #PROCESSES}, with a root of its own: only the system's programs and libraries, the interpreter and
         * what the request names are there, read-only, beside its folder and an empty {@code /tmp}. No capabilities.
         */
        VIEW,
        /** Own user, network and process namespaces: no network, sees no other process, none of its own survives it. */
        PROCESSES,
        /** Own user and network namespaces: no network, and no look into processes outside. */
        NETWORK,
        /** Own session only. */
        SESSION,
        /** Nothing. */
        BARE
    }

    boolean networkCut() {
        return level.compareTo(Level.NETWORK) <= 0;
    }

    /** Whether the kernel ends all that the child has started with it. */
    boolean endsTogether() {
        return level.compareTo(Level.PROCESSES) <= 0;
    }

    /** Finds out, by trying, what this system allows. */
    static Confinement probe() {
        for (boolean memory : new boolean[] {true, false}) {
            for (Level level : Level.values()) {
                Confinement tried = new Confinement(level, memory);
                if (tried.works()) {
                    return tried;
                }
            }
        }
        return new Confinement(Level.BARE, false);
    }

    private boolean works() {
        try (WorkFolder folder = WorkFolder.create()) {
            Sandbox.Request request = Sandbox.Request.of(List.of("true"), folder.path(), RunLimits.DEFAULT)
                    .boundingMemory(memory);
            return new Sandbox(this, List.of()).run(request).exit() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The command line that shuts a program in a folder. */
    List<String> command(Path folder, List<Path> hidden, Sandbox.Request request) {
        List<String> command = new ArrayList<>();
        switch (level) {
            case VIEW -> {
                namespaces(command, request.limits());
                view(command, folder, request.shown(), hidden, "");
            }
            case PROCESSES -> namespaces(command, request.limits());
            case NETWORK -> command.addAll(List.of("unshare", "--user", "--map-root-user", "--net"));
            case SESSION -> command.add("setsid");
            case BARE -> {}
        }
        RunLimits limits = request.limits();
        command.addAll(List.of("sh", "-c", script("limit.sh"), "sh"));
        command.add(Long.toString(limits.cpuSeconds()));
        command.add(Long.toString(limits.fileMib() * 2_048L));
        command.add(request.memory() && memory ? Long.toString(limits.addressSpaceMib() * 1_024L) : "0");
        // Outside a user namespace the system would count every process of the user, also those that are not ours.
        command.add(networkCut() ? Integer.toString(limits.processes() * 4) : "0");
        command.addAll(request.argv());
        return command;
    }

    /**
     * The command line that starts a program with the view of {@link Level#VIEW}, but with the network of the machine and
     * without bounds.
     *
     * @param launcher the text of the command {@code stoa} that it finds
     */
    static List<String> walled(Path folder, List<Path> shown, List<Path> hidden, String launcher, List<String> argv) {
        List<String> command = new ArrayList<>(WALLED);
        List<Path> all = new ArrayList<>(shown);
        for (String name : NETWORKED) {
            Path path = Path.of(name);
            all.add(path);
            try {
                // Some of them are links to what changes while the system runs.
                all.add(path.toRealPath());
            } catch (IOException e) {
                // Each system has only some of them.
            }
        }
        view(command, folder, all, hidden, launcher);
        command.addAll(argv);
        return command;
    }

    private static void view(List<String> command, Path folder, List<Path> shown, List<Path> hidden, String launcher) {
        command.addAll(List.of("sh", "-c", script("show.sh"), "sh", folder.toString()));
        command.add(String.join("\n", visible(shown, folder)));
        command.add(String.join("\n", covered(hidden)));
        command.add(launcher);
    }

    /** A limit for each user, as the shell sets it, does not bind root; a limit of the namespace does. */
    private static void namespaces(List<String> command, RunLimits limits) {
        command.addAll(NAMESPACES);
        String most =
                pidsPerNamespace(System.getProperty("os.version", "")) ? "" + (LEAST_PIDS + limits.processes()) : "0";
        command.addAll(List.of("sh", "-c", script("bound.sh"), "sh", most));
    }

    /** Whether the kernel, Linux 6.14 or newer, has that limit for each namespace: before, it was that of the machine. */
    static boolean pidsPerNamespace(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.lookingAt()) {
            return false;
        }
        int major = Integer.parseInt(matcher.group(1));
        return major > 6 || (major == 6 && Integer.parseInt(matcher.group(2)) >= 14);
    }

    /** What the system itself needs to run programs. Nothing of it belongs to a person. */
    private static final List<String> SYSTEM = List.of(
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32",
            "/nix/store",
            "/etc/ld.so.cache",
            "/etc/ld.so.conf",
            "/etc/ld.so.conf.d",
            "/etc/alternatives",
            "/etc/localtime");

    /** What programs need to find others in the network and to know whom they found. */
    private static final List<String> NETWORKED = List.of(
            "/etc/resolv.conf",
            "/etc/hosts",
            "/etc/nsswitch.conf",
            "/etc/ssl/openssl.cnf",
            "/etc/ssl/certs",
            "/etc/pki/tls/certs",
            "/etc/pki/ca-trust/extracted",
            "/etc/ca-certificates/extracted");

    /** Whether a path is among what every program sees. */
    static boolean isSystem(Path path) {
        return SYSTEM.stream().anyMatch(known -> path.startsWith(known));
    }

    /** The list of what is visible: that of the system, then what a request needs beyond it, each once. */
    private static List<String> visible(List<Path> needed, Path folder) {
        List<String> visible = new ArrayList<>();
        for (String path : SYSTEM) {
            if (Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS)) {
                visible.add(path);
            }
        }
        for (Path path : needed) {
            boolean there = visible.stream().anyMatch(known -> path.startsWith(known));
            if (path.isAbsolute()
                    && !there
                    && !path.startsWith(folder)
                    && Files.exists(path)
                    && !path.toString().contains("\n")) {
                visible.add(path.toString());
            }
        }
        return visible;
    }

    /** The folders to empty where they lie inside something visible. */
    private static List<String> covered(List<Path> hidden) {
        List<String> covered = new ArrayList<>();
        for (Path folder : hidden) {
            try {
                Path path = folder.toRealPath();
                if (Files.isDirectory(path) && !path.toString().contains("\n")) {
                    covered.add(path.toString());
                }
            } catch (IOException e) {
                // What is not there needs no hiding.
            }
        }
        return covered;
    }

    /** The text of one of our own resources. */
    static String script(String name) {
        try (InputStream stream = Confinement.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
