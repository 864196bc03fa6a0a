package dev.stoa.engine.assembly;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.base.Singletons;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.counsel.AnsweringEngine;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.evolution.EvolutionDecisions;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.society.WallServer;
import dev.stoa.engine.society.Worker;
import dev.stoa.engine.upkeep.AgentIdentities;
import dev.stoa.engine.upkeep.Exporter;
import dev.stoa.engine.upkeep.GatedDebates;
import dev.stoa.engine.upkeep.Importer;
import dev.stoa.engine.upkeep.Pruning;
import dev.stoa.engine.upkeep.RecordedActs;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engines over one Stoa, which the command line and the server share. Thread-safe. Each is made on first use and
 * then kept; none is to be closed, and none outlives the Stoa.
 */
public final class Engines {
    private final Stoa stoa;
    private final Supplier<Providers> configured;
    private final Map<String, String> environment;
    private final InstantSource clock;
    private final String runner;
    private final @Nullable WallServer server;
    private final Singletons made = new Singletons();

    private Engines(
            Stoa stoa,
            Supplier<Providers> configured,
            Map<String, String> environment,
            InstantSource clock,
            String runner,
            @Nullable WallServer server) {
        this.server = server;
        this.stoa = stoa;
        this.configured = configured;
        this.environment = environment;
        this.clock = clock;
        this.runner = runner;
    }

    /**
     * The engines over a Stoa, with the models and programs of its configuration.
     *
     * @param environment the variables of this process, from which keys are read and of which commands get what they name
     * @param runner what holds debates, such as {@code cli}; the id of the process is added
     */
    public static Engines over(Stoa stoa, Map<String, String> environment, InstantSource clock, String runner) {
        return new Engines(
                Bounds.given("stoa", stoa),
                () -> Providers.of(stoa.config(), environment, clock),
                Map.copyOf(Bounds.given("environment", environment)),
                Bounds.given("clock", clock),
                Bounds.given("runner", runner),
                null);
    }

    /** The engines over the same Stoa with other models and programs. */
    public Engines with(Providers others) {
        return new Engines(stoa, () -> others, environment, clock, runner, server);
    }

    /** The same engines beside a server, through which agents behind a wall reach Stoa. */
    public Engines beside(WallServer reached) {
        return new Engines(stoa, configured, environment, clock, runner, reached);
    }

    /** The models and programs that answer. */
    public Providers providers() {
        return made.get(Providers.class, configured);
    }

    /** What holds debates. Code that is checked in them cannot read the data directory. */
    public DebateEngine debates() {
        return made.get(
                DebateEngine.class,
                () -> DebateEngine.over(
                        stoa,
                        providers(),
                        clock,
                        CodeRunner.create(
                                stoa.config().get(DebateSettings.REQUIRE_NO_NETWORK),
                                List.of(stoa.config().location().directory())),
                        runner + ":" + ProcessHandle.current().pid()));
    }

    /** Debates that wait at gates. */
    public GatedDebates gates() {
        return made.get(GatedDebates.class, () -> GatedDebates.of(stoa, debates(), clock, Pause.real()));
    }

    /** What answers questions. */
    public AnsweringEngine answers() {
        return made.get(AnsweringEngine.class, () -> AnsweringEngine.over(stoa, providers(), debates(), clock));
    }

    /** Who writes the notes with which specialists go on in conversations. */
    public NoteAuthor notes(Principal by) {
        return AnsweringEngine.notes(stoa, providers(), by, clock);
    }

    /** What executes agents. */
    public Worker worker() {
        return made.get(Worker.class, () -> Worker.over(stoa, providers(), environment, server, clock));
    }

    /** What runs evolutions. */
    public EvolutionEngine evolutions() {
        return made.get(EvolutionEngine.class, () -> EvolutionEngine.over(stoa, providers(), clock));
    }

    /** Decisions on what evolutions made. */
    public EvolutionDecisions evolutionDecisions() {
        return EvolutionDecisions.over(stoa);
    }

    /** Changes of who an agent is. */
    public AgentIdentities identities() {
        return AgentIdentities.of(stoa);
    }

    /** Acts of a principal that the audit log must know. */
    public RecordedActs acts(Principal by) {
        return RecordedActs.of(stoa, by);
    }

    /** What lets go of what is kept for a time only. */
    public Pruning pruning(Principal by) {
        return Pruning.of(stoa).as(by);
    }

    /** What takes data in. */
    public Importer importer() {
        return Importer.into(stoa, clock);
    }

    /** What gives data out. */
    public Exporter exporter(Principal by) {
        return Exporter.of(stoa).as(by);
    }
}
