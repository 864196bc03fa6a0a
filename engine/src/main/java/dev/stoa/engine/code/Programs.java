package dev.stoa.engine.code;

import dev.stoa.base.UnavailableException;
import dev.stoa.process.BoundedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the programs are that run code. Stateless. */
final class Programs {
    private Programs() {}

    /** The Java of this process. */
    static Path java() {
        Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
        if (!Files.isExecutable(java)) {
            throw new UnavailableException("no_java", java + " does not exist", "run Stoa with a full JDK");
        }
        return java;
    }

    /** The interpreter behind {@code python3}: what stands on the path may be a script that looks for it each time. */
    static Path python() {
        Path found = onPath("python3", System.getenv("PATH"))
                .orElseThrow(() -> new UnavailableException(
                        "no_python", "python3 is not on the PATH", "install Python 3, or put it on the PATH"));
        try (WorkFolder folder = WorkFolder.create()) {
            BoundedBuffer output = BoundedBuffer.beginning(4_096);
            List<String> argv = List.of(found.toString(), "-I", "-c", "import sys; print(sys.executable)");
            // It is the user's own program: it may look where it likes to find itself.
            new Sandbox(new Confinement(Confinement.Level.BARE, false), List.of())
                    .run(Sandbox.Request.of(argv, folder.path(), RunLimits.DEFAULT)
                            .printing(output, BoundedBuffer.beginning(0)));
            Path real = Path.of(output.text().strip());
            return real.isAbsolute() && Files.isExecutable(real) ? real : found;
        } catch (IOException e) {
            return found;
        }
    }

    /**
     * The folders that a program outside the system's needs: the installation it is the {@code bin} of, through links
     * too. Where that would be somebody's home, the file alone.
     */
    static List<Path> homeOf(String program) {
        Path path = Path.of(program);
        List<Path> found = new ArrayList<>();
        if (path.isAbsolute() && Files.exists(path)) {
            home(path, found);
            try {
                home(path.toRealPath(), found);
            } catch (IOException e) {
                // The link leads nowhere, and the program will not start.
            }
        }
        return List.copyOf(found);
    }

    private static void home(Path path, List<Path> found) {
        Path bin = path.getParent();
        Path home = bin == null || !bin.endsWith("bin") ? null : bin.getParent();
        boolean whole = home != null
                && home.getNameCount() > 1
                && !Path.of(System.getProperty("user.home", "/")).startsWith(home);
        found.add(whole ? home : path);
    }

    static Optional<Path> onPath(String program, @org.jspecify.annotations.Nullable String path) {
        for (String folder : (path == null ? "" : path).split(":", -1)) {
            Path file = Path.of(folder, program);
            if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
