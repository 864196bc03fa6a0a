package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;

/** The process that owns a run. Immutable. */
public record Owner(String host, long pid) {
    private static final Pattern FORM = Pattern.compile("[^\\s:]{1,200}:[0-9]{1,18}");

    /** The owner that {@code host:pid} names. */
    public static Owner of(String text) {
        if (!FORM.matcher(Bounds.given("owner", text)).matches()) {
            throw Bounds.invalid("owner " + Bounds.shown(text) + " is not host:pid", "name the host and the process");
        }
        int colon = text.lastIndexOf(':');
        return new Owner(text.substring(0, colon), Long.parseLong(text.substring(colon + 1)));
    }

    /** This process. */
    public static Owner self() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "localhost";
        }
        return new Owner(host.replaceAll("[\\s:]", "-"), ProcessHandle.current().pid());
    }

    /** Whether a process of this host lives. */
    public static LongPredicate living() {
        return pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    @Override
    public String toString() {
        return host + ":" + pid;
    }
}
