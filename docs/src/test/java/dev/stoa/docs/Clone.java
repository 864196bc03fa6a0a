package dev.stoa.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The clone under test: its root folder and the files in it that people write. Immutable, safe from any thread. */
final class Clone {
    /** The modules that other programs use. */
    static final List<String> LIBRARIES = List.of("core", "embedder", "z3", "seal", "engine", "server");

    private static final Set<String> MADE_BY_PROGRAMS =
            Set.of("target", ".git", ".stoa", "stoa-data", ".idea", "node_modules");

    private Clone() {}

    static Path root() {
        return Path.of(Objects.requireNonNull(System.getProperty("stoa.basedir"), "stoa.basedir is set by the build"));
    }

    /** The modules of the reactor, as folders. */
    static List<Path> modules() {
        return list(root())
                .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                .toList();
    }

    /** README.md and the guide. */
    static List<Path> documents() {
        return Stream.concat(Stream.of(root().resolve("README.md")), list(root().resolve("docs")))
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    /** Copies what people write, with its times, into a folder that does not exist yet. */
    static void copyTo(Path target) {
        Path root = root();
        var copy = new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path name = folder.getFileName();
                if (!folder.equals(root) && name != null && MADE_BY_PROGRAMS.contains(name.toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(target.resolve(root.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                // In a linked worktree .git is a file.
                if (!file.endsWith(".git")) {
                    Files.copy(file, target.resolve(root.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(root, copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The Java sources of all modules. */
    static List<Path> javaSources() {
        return modules().stream()
                .map(module -> module.resolve("src"))
                .filter(Files::isDirectory)
                .flatMap(Clone::list)
                .map(kind -> kind.resolve("java"))
                .filter(Files::isDirectory)
                .flatMap(Clone::walk)
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    /** The folders with what the compiler made of the modules that are in the runnable jar. */
    static List<Path> compiled() {
        return Stream.of("core", "embedder", "z3", "seal", "engine", "server", "cli")
                .map(module -> root().resolve(module).resolve("target/classes"))
                .toList();
    }

    /** What the compiler made of the modules that are in the runnable jar, by the names it has there. */
    static List<String> compiledClasses() {
        return compiled().stream()
                .flatMap(folder ->
                        walk(folder).map(file -> folder.relativize(file).toString()))
                // The runnable jar is one program, and none of its modules.
                .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
                .toList();
    }

    /** The jar of a module, as it goes into a repository. */
    static Path jar(String module) {
        return root().resolve(module).resolve("target").resolve("stoa-" + module + "-" + version() + ".jar");
    }

    /** The one runnable jar. */
    static Path runnableJar() {
        return root().resolve("cli/target/stoa.jar");
    }

    /** The version of every artefact: the first in the parent pom. */
    static String version() {
        String pom = read(root().resolve("pom.xml"));
        int from = pom.indexOf("<version>") + "<version>".length();
        return pom.substring(from, pom.indexOf("</version>"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
