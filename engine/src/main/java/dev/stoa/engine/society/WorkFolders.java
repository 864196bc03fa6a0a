package dev.stoa.engine.society;

import dev.stoa.json.Digest;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The working directories of agents' commands. Immutable. A named folder must be below a configured one. */
final class WorkFolders {
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Path data;
    private final List<Path> allowed;

    WorkFolders(Path data, List<String> allowed) {
        this.data = data.toAbsolutePath();
        this.allowed = allowed.stream().map(this.data::resolve).toList();
    }

    /** Why there is no folder. */
    static final class NoFolder extends Exception {
        NoFolder(String message) {
            super(message, null, false, false);
        }
    }

    /** The folder of an agent: its own, which is made, or the one that its model names. */
    Path of(String agentId, @Nullable String workdir) throws NoFolder {
        return workdir == null ? own(agentId) : named(workdir);
    }

    /**
     * The same for an agent behind a wall, which sees all that is in its folder: a named one must neither lie in the data
     * directory nor hold it or the home of a person.
     */
    Path walled(String agentId, @Nullable String workdir, Path home) throws NoFolder {
        try {
            Path folder = of(agentId, workdir).toRealPath();
            Path real = data.toRealPath();
            if (workdir != null && (folder.startsWith(real) || real.startsWith(folder) || home.startsWith(folder))) {
                throw new NoFolder(
                        "workdir " + workdir + " would show an agent behind a wall the data directory or home");
            }
            return folder;
        } catch (IOException e) {
            throw new NoFolder("no folder for the agent: " + e.getMessage());
        }
    }

    /** An id may come from another's archive and hold anything, so only what is surely a UUID names a folder itself. */
    private static String folderName(String agentId) {
        return UUID_TEXT.matcher(agentId).matches() ? agentId : "id-" + Digest.sha256(agentId);
    }

    private Path own(String agentId) throws NoFolder {
        Path agents = data.resolve("agents");
        Path folder = agents.resolve(folderName(agentId));
        try {
            PrivateFiles.directories(agents);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                PrivateFiles.directory(folder);
            }
            return folder;
        } catch (IOException e) {
            // Another worker may have made it meanwhile.
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return folder;
            }
            throw new NoFolder("no folder for the agent: " + e.getMessage());
        }
    }

    private Path named(String workdir) throws NoFolder {
        Path relative = Path.of(workdir);
        if (relative.isAbsolute()) {
            throw new NoFolder("workdir " + workdir + " is not relative");
        }
        for (Path root : allowed) {
            try {
                Path real = root.resolve(relative).toRealPath();
                if (real.startsWith(root.toRealPath()) && Files.isDirectory(real)) {
                    return real;
                }
            } catch (IOException e) {
                // Not below this one.
            }
        }
        throw new NoFolder("workdir " + workdir + " is not a folder below one of society.workdirs");
    }
}
