package dev.stoa.engine.society;

import dev.stoa.society.run.ExecutionQueue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The process that holds executions, by a name that no other has: a process number is used again, but not with the same
 * start. Immutable. A process namespace counts as a host of its own, because in it processes have other numbers.
 */
public record ThisProcess(String host, String holder) {
    private static final Duration SAME = Duration.ofSeconds(2);

    /** The process that runs this. */
    public static ThisProcess here() {
        ProcessHandle self = ProcessHandle.current();
        String namespace = System.getenv(ProcessBox.NAMESPACE);
        String host = hostName() + (namespace == null ? "" : "~" + namespace);
        return new ThisProcess(
                host,
                ExecutionQueue.holder(
                        host, self.pid(), self.info().startInstant().orElse(Instant.EPOCH)));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName().replace('/', '_');
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Whether a holder is a process of this host, alive or not. */
    public boolean isLocal(String other) {
        return other.startsWith(host + "/");
    }

    /** Whether a holder of this host is still there. */
    public boolean lives(String other) {
        String[] parts = other.split("/", -1);
        try {
            return parts.length == 3
                    && find(Long.parseLong(parts[1]), Instant.ofEpochMilli(Long.parseLong(parts[2])))
                            .isPresent();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** The living process of a number that was started then. */
    static Optional<ProcessHandle> find(long pid, Instant started) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(handle -> handle.info()
                        .startInstant()
                        .map(start -> Duration.between(start, started).abs().compareTo(SAME) <= 0)
                        .orElse(false));
    }
}
