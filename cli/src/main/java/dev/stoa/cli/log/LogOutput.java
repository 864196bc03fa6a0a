package dev.stoa.cli.log;

import dev.stoa.base.Times;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * Where the log lines of a process go, and which of them. Thread-safe.
 *
 * <p>It says nothing until a command asks for it: an error is one line on standard error, or one document, and a script
 * may rely on that. A command that goes on for long asks for warnings, and {@code --verbose} for everything.
 */
public final class LogOutput {
    private static final String OURS = "dev.stoa.";
    private static final String CLEAR = "\r\u001b[K";

    // SLF4J makes its provider itself and keeps it for the process, so what the provider writes to is one per process.
    private static final AtomicReference<@Nullable LogOutput> OF_THIS_PROCESS = new AtomicReference<>();

    private final PrintWriter err;
    private final boolean terminal;
    private final Map<String, String> variables;
    private final InstantSource clock;
    private volatile Heard heard = Heard.NOTHING;
    private volatile boolean json;
    private volatile boolean server;
    private volatile @Nullable Secrets secrets;

    /** How much is heard. */
    private enum Heard {
        NOTHING,
        WARNINGS,
        INFORMATION,
        EVERYTHING
    }

    /**
     * An output that is silent at first.
     *
     * @param err standard error
     * @param terminal whether a person watches it, so that an unfinished line of progress is wiped first
     * @param variables the environment, whose credentials are hidden
     */
    public LogOutput(PrintWriter err, boolean terminal, Map<String, String> variables) {
        this(err, terminal, variables, InstantSource.system());
    }

    LogOutput(PrintWriter err, boolean terminal, Map<String, String> variables, InstantSource clock) {
        this.err = err;
        this.terminal = terminal;
        this.variables = variables;
        this.clock = clock;
    }

    /** Makes this the output of every logger of the process; before the first logger is made. */
    public void install() {
        OF_THIS_PROCESS.set(this);
        // Named, so that SLF4J neither searches the jar nor prefers another provider on the class path.
        System.setProperty("slf4j.provider", LogProvider.class.getName());
        // Else it would say on standard error that it was named.
        System.setProperty("slf4j.internal.verbosity", "WARN");
        // Libraries that log by java.util.logging would write to standard error by themselves.
        System.setProperty("java.util.logging.config.class", JulSilence.class.getName());
    }

    static @Nullable LogOutput ofThisProcess() {
        return OF_THIS_PROCESS.get();
    }

    /** From now on lines are JSON, each a document. */
    public void asJson() {
        json = true;
    }

    /** From now on warnings of Stoa are heard; those of libraries are not, since Stoa says what follows from them. */
    public void warnings() {
        if (heard == Heard.NOTHING) {
            heard = Heard.WARNINGS;
        }
    }

    /**
     * From now on this is the log of a server: what Stoa has to say is heard, and unless a person watches each line is an
     * object that says when, and for which request.
     */
    public void ofServer() {
        server = true;
        if (heard != Heard.EVERYTHING) {
            heard = Heard.INFORMATION;
        }
    }

    /** From now on everything is heard, of libraries too. */
    public void everything() {
        heard = Heard.EVERYTHING;
    }

    /** The text with every credential in it hidden. */
    public String masked(String text) {
        // Made when it is needed, because most processes log nothing and its patterns take a while to compile.
        Secrets known = secrets;
        if (known == null) {
            known = Secrets.of(variables);
            secrets = known;
        }
        return known.masked(text);
    }

    boolean hears(String logger, Level level) {
        return switch (heard) {
            case NOTHING -> false;
            case WARNINGS -> level.toInt() >= Level.WARN.toInt() && logger.startsWith(OURS);
            case INFORMATION -> level.toInt() >= Level.INFO.toInt() && logger.startsWith(OURS);
            // A library that traces each of its steps, as the driver of SQLite does several times a second, hides the
            // rest; and that of the server quotes requests with what is in them.
            case EVERYTHING -> logger.startsWith(OURS) || level.toInt() >= (server ? Level.INFO : Level.DEBUG).toInt();
        };
    }

    void write(String logger, Level level, String message, @Nullable Throwable cause) {
        String line = server && (json || !terminal)
                ? served(logger, level, message, cause)
                : said(logger, level, message, cause);
        // One call, so that lines of several threads do not mix.
        err.println(terminal ? CLEAR + line : line);
        err.flush();
    }

    private String said(String logger, Level level, String message, @Nullable Throwable cause) {
        boolean whole = heard == Heard.EVERYTHING;
        String text = masked(cause == null || whole ? message : message + " (" + cause + ")");
        String trace = cause == null || !whole ? "" : masked(trace(cause));
        return json
                ? TerminalText.json(Json.object(
                        "log",
                        Json.object(
                                "level",
                                level.name().toLowerCase(Locale.ROOT),
                                "logger",
                                logger,
                                "message",
                                text,
                                "trace",
                                trace.isEmpty() ? null : trace)))
                : "stoa: " + prefix(logger, level, whole) + oneLine(text)
                        + (trace.isEmpty() ? "" : "\n" + TerminalText.trace(trace));
    }

    private static String prefix(String logger, Level level, boolean whole) {
        return whole ? level + " " + logger + ": " : level.toInt() >= Level.WARN.toInt() ? "warning: " : "";
    }

    private String served(String logger, Level level, String message, @Nullable Throwable cause) {
        return TerminalText.json(Json.object(
                "at", Times.show(clock.instant()),
                "level", level.name().toLowerCase(Locale.ROOT),
                "logger", logger,
                "message", masked(message),
                "request_id", ofRequest("request_id"),
                "trace_id", ofRequest("trace_id"),
                "token_id", ofRequest("token_id"),
                "error", cause == null ? null : masked(trace(cause))));
    }

    /** What the log knows of the request that the thread works for. */
    private static @Nullable String ofRequest(String key) {
        // Requests have virtual threads; another was only started by one, and serves all of them.
        return Thread.currentThread().isVirtual() ? MDC.get(key) : null;
    }

    /** A message may quote what agents or servers wrote, and a terminal obeys what it is sent. */
    private static String oneLine(String text) {
        return TerminalText.line(text);
    }

    private static String trace(Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
