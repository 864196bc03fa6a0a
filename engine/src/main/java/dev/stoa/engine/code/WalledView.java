package dev.stoa.engine.code;

import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a program behind a wall finds: the sandbox of code debates with the network of the machine, and a command
 * {@code stoa}. Stateless.
 *
 * <p>It has a root of its own with the programs and libraries of the system, itself, this JDK and this Stoa, all
 * read-only, and its folder, which is also its home. It sees no other process and has no capabilities. Hazard: since it
 * has the network of the machine, it reaches what listens there and asks for no credentials, abstract sockets too; and
 * nothing bounds its memory or its processor time.
 */
public final class WalledView {
    private static final String BIN = "/run/stoa/bin";
    private static final String MAIN = "dev.stoa.cli.Main";
    private static final Duration PROBE = Duration.ofSeconds(30);

    private WalledView() {}

    /** Whether this system lets such a view be made, found out by trying. */
    public static boolean works() {
        try (WorkFolder folder = WorkFolder.create()) {
            ChildProcess.Start probe = new ChildProcess.Start(
                    Confinement.walled(folder.path(), List.of(), List.of(), "", List.of("true")),
                    folder.path(),
                    Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"),
                    BoundedBuffer.beginning(0),
                    BoundedBuffer.beginning(0));
            return ChildProcess.start(probe).await(PROBE).exit() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * The same start behind a wall, in its folder.
     *
     * @param program where the program is that it runs
     * @param shown what it may read beside the system
     * @param hidden what it must not see, wherever that lies
     * @param argv the command line that runs inside
     */
    public static ChildProcess.Start around(
            ChildProcess.Start start, Path program, List<Path> shown, List<Path> hidden, List<String> argv) {
        Path folder = start.directory();
        List<Path> visible = new ArrayList<>(shown);
        visible.addAll(ofProgram(program));
        visible.addAll(ofStoa());
        List<Path> covered = new ArrayList<>(hidden);
        Path home = home();
        if (Confinement.isSystem(home)) {
            covered.add(home);
        }
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.put("HOME", folder.toString());
        environment.put("TMPDIR", folder.toString());
        environment.put("USER", "root");
        environment.merge("PATH", BIN, (path, bin) -> bin + File.pathSeparator + path);
        return new ChildProcess.Start(
                Confinement.walled(folder, visible, covered, launcher(), argv),
                folder,
                environment,
                start.output(),
                start.error());
    }

    /** The home of the user of this process, of which nothing is shown that was not named. */
    public static Path home() {
        return Path.of(System.getProperty("user.home", "/root")).toAbsolutePath();
    }

    /** The files of a program; of one below the home of a person only itself, since what lies beside it is private. */
    private static List<Path> ofProgram(Path program) {
        List<Path> files = new ArrayList<>();
        Path home = home();
        for (Path file : List.of(program, real(program))) {
            files.addAll(file.startsWith(home) ? List.of(file) : Programs.homeOf(file.toString()));
        }
        return files;
    }

    /** This JDK and this Stoa. */
    private static List<Path> ofStoa() {
        List<Path> files = new ArrayList<>();
        Path java = Path.of(System.getProperty("java.home", ""));
        files.add(java);
        Path settings = Objects.requireNonNullElse(
                real(java.resolve("conf/net.properties")).getParent(), java);
        if (!settings.startsWith(java)) {
            // Some systems keep the settings of a JDK apart from it.
            files.add(settings);
        }
        files.addAll(classPath());
        return files;
    }

    private static List<Path> classPath() {
        List<Path> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            if (!entry.isEmpty() && Files.exists(path)) {
                entries.add(path);
            }
        }
        return entries;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    /** The command stoa inside: the launcher beside the jar builds and caches, for which there is no place. */
    private static String launcher() {
        List<String> words = new ArrayList<>(List.of(
                "exec",
                quoted(Path.of(System.getProperty("java.home", ""), "bin", "java")
                        .toString()),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                quoted(String.join(
                        File.pathSeparator,
                        classPath().stream().map(Path::toString).toList())),
                MAIN,
                "\"$@\""));
        return "#!/bin/sh\nLC_ALL=${LC_ALL:-C.UTF-8}\nexport LC_ALL\n" + String.join(" ", words);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
