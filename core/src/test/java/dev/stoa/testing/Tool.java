package dev.stoa.testing;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What some tests need of a machine beyond a JDK, Maven and the standard commands of a POSIX system. */
public enum Tool {
    BASH("bash", "install bash", "bash -c :"),
    PYTHON("python3", "install Python 3", "python3 -c pass"),
    NODE("Node.js with npm", "install Node.js 18 or newer, with npm", "node --version && npm --version"),
    CLIENTS(
            "what others wrote against the server",
            "run npm ci in server/src/test/clients",
            "../server/src/test/clients/node_modules/node/bin/node --version"),
    CHROMIUM(
            "Chromium",
            "install chromium and fonts-dejavu, or name a browser of its kind in STOA_CHROMIUM",
            Tool.CHROMIUM_COMMAND + "; [ -n \"$found\" ] && \"$found\" --version"),
    NAMESPACES(
            "user namespaces",
            "install util-linux and let users make namespaces (sysctl user.max_user_namespaces)",
            "exec unshare --user --map-root-user --net --pid --mount-proc --fork --kill-child true"),
    SMALL_DISK(
            "a disk of its own",
            "install util-linux and let users make mount namespaces",
            "[ \"$(id -u)\" = 0 ] || root=--map-root-user; exec unshare --mount $root mount -t tmpfs -o size=1m stoa /tmp"),
    PGBOUNCER("PgBouncer", "install pgbouncer", "PATH=$PATH:/usr/sbin pgbouncer --version"),
    BOUND_USER(
            "a user bound by permissions",
            "run the tests as a user that is not root, or install util-linux",
            "[ \"$(id -u)\" != 0 ] || exec setpriv --bounding-set=-dac_override,-dac_read_search true");

    /** Words of a shell that set {@code found} to the browser of this machine, if there is one. */
    public static final String CHROMIUM_COMMAND =
            "found=; for name in \"$STOA_CHROMIUM\" chromium chromium-browser google-chrome; do"
                    + " [ -n \"$found\" ] || found=$(command -v \"$name\"); done";

    private static final Map<Tool, Boolean> FOUND = new ConcurrentHashMap<>();

    private final String words;
    private final String advice;
    private final String probe;

    Tool(String words, String advice, String probe) {
        this.words = words;
        this.advice = advice;
        this.probe = probe;
    }

    /** What is missing, and what to do about it. */
    String missing() {
        return words + " (" + advice + ")";
    }

    /** Whether this machine has it, found out by trying once in a JVM. */
    boolean isThere() {
        return FOUND.computeIfAbsent(this, tool -> works(tool.probe));
    }

    private static boolean works(String command) {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (process.waitFor(60, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " was tried", e);
        }
    }
}
