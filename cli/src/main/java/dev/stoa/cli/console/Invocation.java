package dev.stoa.cli.console;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Credentials;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Need;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StaleException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.Utf8Lines;
import dev.stoa.base.VerificationException;
import dev.stoa.cli.log.LogOutput;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.access.SurfaceRights;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.json.Json;
import dev.stoa.storage.site.Site;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * One invocation of {@code stoa}: its global options, its streams and the stores it opens. Used by one thread.
 *
 * <p>It is the parent of every command, which finds here what it needs beyond its own options.
 */
@Command(
        name = "stoa",
        description = "The system of record and the runtime for societies of AI agents.",
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true)
public final class Invocation implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Invocation.class);
    private static final Duration LONGEST_LOADING = Duration.ofSeconds(30);
    private static final Pattern LAST_BREAK = Pattern.compile("\\r?\\n\\z");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on the option itself; its value is never read
    private boolean help;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Data directory; with --db it holds local files only (default: $STOA_DATA, else ./stoa-data)")
    private @Nullable String data;

    @Option(
            names = "--db",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "PostgreSQL database for the archives, jdbc:postgresql://… (default: $STOA_DB)")
    private @Nullable String db;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print exactly one JSON document.")
    private boolean json;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show log messages of every level, and the stack trace of an error.")
    private boolean verbose;

    @Option(
            names = "--as",
            paramLabel = "AGENT",
            scope = ScopeType.INHERIT,
            description = "Act as this agent (default: $STOA_AGENT, else the local person)")
    private @Nullable String agent;

    @Option(
            names = "--operator",
            scope = ScopeType.INHERIT,
            description = "See and change everything in the society; writes are recorded as a person's.")
    private boolean operator;

    private final Environment environment;
    private @Nullable InterruptGuard guard;
    private @Nullable Thread loading;
    private final LogOutput log;

    public Invocation(Environment environment, LogOutput log) {
        this.environment = environment;
        this.log = log;
    }

    /** Takes up what the options say about the log; called when they are read and before the command runs. */
    public void begin() {
        if (json) {
            log.asJson();
        }
        if (verbose) {
            log.everything();
        }
    }

    /**
     * Says that the command goes on until it is done or interrupted: warnings are heard, and an interruption lets it put
     * things in order. The command closes what is answered.
     */
    public InterruptGuard longRunning() {
        showWarnings();
        InterruptGuard made = InterruptGuard.ofThisThread();
        guard = made;
        return made;
    }

    /**
     * Lets warnings be heard from now on. For commands that go on for long or work through many things: a person who
     * waits for them must see what does not go well.
     */
    public void showWarnings() {
        log.warnings();
    }

    /** Makes the log from now on that of a server. */
    public void logAsServer() {
        log.ofServer();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command is given");
    }

    /** What this command line, the environment and the files say together. */
    public StoaConfig config() {
        return StoaConfig.load(sources());
    }

    /** What the configuration is read from. */
    public ConfigSources sources() {
        Location location = LocationOptions.choose(data, db, environment.variables(), environment.workingDirectory());
        return ConfigSources.of(environment.workingDirectory(), environment.variables(), location);
    }

    /** Whether the command line itself says where the data is. */
    public boolean namesPlace() {
        return data != null || db != null;
    }

    /** The stores; what a command writes has its vector when the command returns. */
    public Stoa open() {
        Stoa stoa = Stoa.open(config(), InstantSource.system(), Runnable::run);
        Principal me = principal();
        if (me.task() != null) {
            try {
                // The society knows whose execution it is; the other wings do not.
                stoa.society().agents().get(me, me.identity());
            } catch (RuntimeException e) {
                stoa.close();
                throw e;
            }
        }
        return stoa;
    }

    /**
     * The stores, for a command that is about to search by meaning: the embedder is loaded on a thread of its own while
     * the archive is opened. If it cannot be loaded, the search itself finds that out and goes on by words.
     */
    public Stoa openToSearch() {
        Stoa stoa = open();
        loading = Thread.ofPlatform().daemon().name("stoa-embedder").start(() -> {
            try {
                stoa.embedder().embed("stoa");
            } catch (RuntimeException e) {
                LOG.debug("the embedder could not be loaded", e);
            }
        });
        return stoa;
    }

    /**
     * Waits until no embedder is being loaded: its runtime takes itself apart when the process ends, and the process
     * would crash if it was at work then.
     */
    public void awaitLoaded() {
        if (loading != null) {
            try {
                loading.join(LONGEST_LOADING);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The engines over what a command has opened. */
    public Engines engines(Stoa stoa) {
        return Engines.over(stoa, environment.variables(), InstantSource.system(), "cli");
    }

    /** Refuses a verb unless the one on whose behalf the command runs may use it. */
    public void allow(String verb) {
        Need need = SurfaceRights.of(verb);
        if (need.right() != Right.NOTHING) {
            Rights.check(principal(), need, verb);
        }
    }

    /** On whose behalf the command runs: an agent, the operator or a person. */
    public Principal principal() {
        String set = environment.variables().getOrDefault("STOA_AGENT", "");
        String task = environment.variables().getOrDefault("STOA_TASK", "");
        if (!task.isBlank()) {
            return inside(set, task);
        }
        String name = agent == null ? set : agent;
        if (name.isBlank() || name.equals(Principal.PERSON)) {
            return operator ? Principal.operator("local") : Principal.local();
        }
        Principal named = Principal.as(Bounds.name("--as", name));
        if (operator) {
            throw forbidden(named.shown() + " may not be the operator", "leave out --operator, or act as a person");
        }
        return named;
    }

    /** Inside an execution the command acts for its agent: a child that could choose would have everyone's rights. */
    private Principal inside(String set, String task) {
        if (set.isBlank() || set.equals(Principal.PERSON)) {
            throw forbidden(
                    "execution " + task + " may not act as a person",
                    "leave STOA_AGENT as it was set for the execution");
        }
        Principal own = Principal.inside(Bounds.name("STOA_AGENT", set), task);
        if (operator) {
            throw forbidden(own.shown() + " may not be the operator", "leave out --operator");
        }
        if (agent != null && !agent.equals(set)) {
            throw forbidden(own.shown() + " may not act as " + Bounds.shown(agent), "leave out --as");
        }
        return own;
    }

    private static ForbiddenException forbidden(String message, String hint) {
        return new ForbiddenException("forbidden", message, hint);
    }

    /** The execution inside which the command runs. */
    @Nullable
    public String task() {
        return principal().task();
    }

    public Site site() {
        return Stoa.site(config(), InstantSource.system());
    }

    public Path resolve(Path path) {
        return environment.workingDirectory().resolve(path).normalize();
    }

    /** Prints the document if JSON was asked for, else the lines, each as one line whatever is in it. */
    public void print(Object document, List<String> lines) {
        print(document, lines, TerminalText::line);
    }

    /** The same for lines with colours; the texts of others in them were cleaned before the colours were put in. */
    public void paint(Object document, List<String> lines) {
        print(document, lines, Screen::painted);
    }

    private void print(Object document, List<String> lines, UnaryOperator<String> shown) {
        PrintWriter out = environment.out();
        if (json) {
            out.println(TerminalText.json(document));
        } else {
            lines.forEach(line -> out.println(shown.apply(line)));
        }
    }

    /** Says something beside the data, in one line on standard error. */
    public void say(String message) {
        environment.err().println("stoa: " + TerminalText.line(message));
    }

    public Environment environment() {
        return environment;
    }

    /** Whether exactly one JSON document is asked for. */
    public boolean json() {
        return json;
    }

    /** Says what became of a command that was interrupted, and answers its exit code. */
    public int interrupted(String message, String hint) {
        return report(environment.err(), json, ExitCode.INTERRUPTED, "interrupted", message, hint);
    }

    /** A long text of a verb that takes no file: an argument, or {@code -} for standard input. */
    public String text(String what, @Nullable String argument) {
        if (argument == null) {
            throw Bounds.invalid(what + " is missing", "give it as an argument, or - to read it from standard input");
        }
        return text(what, argument, null);
    }

    /**
     * A long text: an argument, the argument {@code -} for standard input, or the content of a file. What is typed ends
     * before its last line break.
     */
    public String text(String what, @Nullable String argument, @Nullable Path file) {
        String text = exactText(what, argument, file);
        return file == null && "-".equals(argument) ? LAST_BREAK.matcher(text).replaceFirst("") : text;
    }

    /** The same, every character as it was given. */
    public String exactText(String what, @Nullable String argument, @Nullable Path file) {
        if (argument != null && file != null) {
            throw Bounds.invalid(what + " is given twice, as an argument and as --file", "give one of them");
        }
        if (argument != null && !argument.equals("-")) {
            return argument;
        }
        if (argument == null && file == null) {
            throw Bounds.invalid(what + " is missing", "give it as an argument, as - for standard input, or by --file");
        }
        try {
            return file == null
                    ? Utf8Lines.text("standard input", environment.in().readAllBytes())
                    : Utf8Lines.text(file.toString(), Files.readAllBytes(resolve(file)));
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found", what + " cannot be read from " + file + " (" + e.getMessage() + ")", "check the path");
        }
    }

    /**
     * Asks before something is lost; without an answer that is a no. With JSON the question is not printed: what is on
     * the error stream is one document or nothing. Scripts may pipe an answer in; a person is not left waiting for one.
     */
    public void confirm(String question) {
        if (json && environment.terminal()) {
            throw unanswered();
        }
        ask(TerminalText.line(question) + " [y/N] ");
        Utf8Lines.Line answer;
        try {
            answer = new Utf8Lines(environment.in()).next();
        } catch (IOException e) {
            answer = null;
        }
        if (answer == null) {
            ask(System.lineSeparator());
            throw unanswered();
        }
        if (!new String(answer.bytes(), StandardCharsets.UTF_8).strip().equalsIgnoreCase("y")) {
            throw new ConflictException("declined", "nothing was changed", null);
        }
    }

    private static ConflictException unanswered() {
        return new ConflictException(
                "confirmation_needed", "no answer was given, so nothing was changed", "give --yes");
    }

    private void ask(String text) {
        if (!json) {
            environment.err().print(text);
            environment.err().flush();
        }
    }

    /**
     * Says what is wrong with a command line, and answers the exit code.
     *
     * @param json whether as JSON; a parameter because the options of a wrong command line are not read
     */
    public int usage(ParameterException e, boolean json) {
        String hint = "see " + e.getCommandLine().getCommandSpec().qualifiedName(" ") + " --help";
        String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("the arguments are wrong");
        UnknownWord unknown = UnknownWord.of(e);
        if (unknown != null) {
            what = unknown.message();
            hint = unknown.hint();
        }
        WrongValue wrong = WrongValue.of(e);
        if (wrong != null) {
            what = wrong.message();
        }
        return report(
                environment.err(),
                json,
                ExitCode.USAGE,
                "invalid",
                what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1),
                hint);
    }

    /** Says why a command failed, and answers the exit code. */
    public int failure(Exception e) {
        PrintWriter err = environment.err();
        if (verbose) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            err.println(TerminalText.trace(log.masked(trace.toString())));
        }
        return e instanceof StoaException known
                ? report(err, json, exitCode(known), known.code(), known.getMessage(), CommandHints.of(known))
                : report(
                        err,
                        json,
                        ExitCode.FAILED,
                        "internal",
                        "internal error (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")",
                        "run it again with --verbose and report what it prints");
    }

    /** The exit code of a command that ended with this one: what it printed must have been written. */
    public int written(int ended, boolean asJson) {
        int exit = guard == null ? ended : guard.exit(ended);
        if (!environment.out().checkError()) {
            return exit;
        }
        StandardOutput out = environment.out() instanceof StandardOutput known ? known : null;
        // A reader that has enough went away on purpose, and needs no complaint.
        if (out == null || !out.readerLeft()) {
            String reason = out == null || out.reason() == null ? "" : " (" + out.reason() + ")";
            report(
                    environment.err(),
                    asJson,
                    ExitCode.FAILED,
                    "cannot_write",
                    "the output could not be written" + reason + ", so some of it is lost",
                    "what the command did is done; see that there is space, and ask again");
        }
        return exit == 0 ? ExitCode.FAILED : exit;
    }

    private static int exitCode(StoaException e) {
        return switch (e) {
            case InvalidException invalid -> ExitCode.USAGE;
            case NotFoundException missing -> ExitCode.NOT_FOUND;
            case ConflictException conflict -> ExitCode.CONFLICT;
            case StaleException stale -> ExitCode.CONFLICT;
            case VerificationException failed -> ExitCode.VERIFICATION_FAILED;
            case UnavailableException unavailable -> ExitCode.FAILED;
            case ForbiddenException forbidden -> ExitCode.FAILED;
        };
    }

    private static int report(
            PrintWriter err, boolean json, int exit, String code, String what, @Nullable String hint) {
        // What was typed or configured is quoted in messages, and an address in it may hold a password.
        String message = Credentials.hidden(what);
        if (json) {
            err.println(TerminalText.json(
                    Json.object("error", Json.object("code", code, "message", message, "hint", hint))));
        } else {
            // Several lines only where several things are wrong, as in a configuration file.
            List<String> lines = TerminalText.quoted("  ", message + (hint == null ? "" : "; " + hint));
            err.println("stoa: " + String.join(System.lineSeparator(), lines).strip());
        }
        return exit;
    }
}
