package dev.stoa.engine.debate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionWriter;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.code.RunLimits;
import dev.stoa.engine.learn.ContextReader;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.engine.learn.Learnt;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.evidence.Corpora;
import dev.stoa.engine.provider.evidence.Corpus;
import dev.stoa.engine.provider.evidence.Document;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.Evidence;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds debates. Thread-safe: many may be held at once, each by the thread that asks for it.
 *
 * <p>A run ends when the debate ends, waits at a gate, or is taken away; interrupted, it gives its lease back and the
 * debate can be resumed by anybody.
 */
public final class DebateEngine {
    private static final Logger LOG = LoggerFactory.getLogger(DebateEngine.class);

    /** So soon a debate that was cancelled elsewhere is noticed. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final Stoa stoa;
    private final Providers providers;
    private final InstantSource clock;
    private final CodeRunner code;
    private final String runner;
    private final TeachingSettings teaching;
    private final Function<DebateConfig, Context> reader;
    private final LearningLoop loop;
    private final Corpora corpora = new Corpora();
    private final Duration heartbeat;

    private DebateEngine(
            Stoa stoa,
            Providers providers,
            InstantSource clock,
            CodeRunner code,
            String runner,
            Function<DebateConfig, Context> reader,
            Duration heartbeat) {
        this.stoa = stoa;
        this.providers = providers;
        this.clock = clock;
        this.code = code;
        this.runner = runner;
        StoaConfig config = stoa.config();
        this.teaching = new TeachingSettings(config.get(DebateSettings.RATE) == DebateSettings.RatedBy.PANEL);
        this.reader = reader;
        this.loop = LearningLoop.of(stoa.debate().outbox(), stoa);
        this.heartbeat = heartbeat;
    }

    /**
     * An engine over the stores of a data directory.
     *
     * @param providers the models and programs that answer, besides simulated and evidence agents, which are always there
     * @param runner the name under which it takes leases
     */
    public static DebateEngine over(
            Stoa stoa, Providers providers, InstantSource clock, CodeRunner code, String runner) {
        return new DebateEngine(
                stoa,
                providers
                        .with("sim", new SimProvider())
                        .with("evidence", new EvidenceProvider(() -> Corpus.of(List.of(), stoa.embedder()))),
                clock,
                code,
                runner,
                ContextReader.of(stoa, stoa.config().get(DebateSettings.HOLDOUT)),
                HEARTBEAT);
    }

    /** This engine, looking after its leases that often while calls or checks are out. */
    DebateEngine beating(Duration every) {
        return new DebateEngine(stoa, providers, clock, code, runner, reader, every);
    }

    /**
     * This engine, for debates among strangers: what the archives know of their seats and topics is left out, so
     * that a debate depends on its request alone.
     */
    public DebateEngine amongStrangers() {
        return new DebateEngine(
                stoa, providers, clock, code, runner, config -> Context.blank(config.size()), heartbeat);
    }

    /** The providers that seats may name. */
    public Providers providers() {
        return providers;
    }

    /** Writes a debate down without starting it; one whose seats could not be called as they are is refused. */
    public DebateSession create(DebateRequest request, String actor) {
        return stoa.debate().sessions().create(resolved(request), actor);
    }

    /** Writes a debate down as {@link #create} does, and tells whether it is new or the one that its key has already. */
    public Added<DebateSession> add(DebateRequest request, String actor) {
        return stoa.debate().sessions().add(resolved(request), actor);
    }

    /**
     * What a debate would take; one that could not be created or held here is refused as then.
     *
     * @param documents the characters of its documents
     */
    public Estimate estimate(DebateRequest request, long documents) {
        refuseExternal(request);
        return Estimate.of(read(request), providers, documents);
    }

    /** Refuses a debate that could not be created, before anything is stored for it. */
    public void check(DebateRequest request) {
        read(request);
    }

    private DebateConfig read(DebateRequest request) {
        return ConfigReader.read(resolved(request).fields(), "estimate", "", () -> 0);
    }

    /**
     * The request with agents that can be called as they are; one that names a profile is what that profile describes.
     * The engine that holds an external debate calls its seats too. What is no agent at all is refused when it is read.
     */
    private DebateRequest resolved(DebateRequest request) {
        if (Preset.EXTERNAL.text().equals(request.fields().get("preset"))
                || !(request.fields().get("agents") instanceof List<?> agents)) {
            return request;
        }
        List<Object> seats = new ArrayList<>();
        boolean changed = false;
        ProfileAgents profiles = ProfileAgents.of(stoa, providers);
        for (Object agent : agents) {
            Object seat = agent;
            if (agent instanceof Map<?, ?> document) {
                Map<String, @Nullable Object> spec = new LinkedHashMap<>();
                document.forEach((key, value) -> spec.put(String.valueOf(key), value));
                AgentSpec named = AgentSpec.fromJson(JsonFields.of(spec), profiles.names());
                AgentSpec called = profiles.resolve(named);
                providers.check(called);
                if (!called.equals(named)) {
                    seat = called.document();
                    changed = true;
                }
            }
            seats.add(seat);
        }
        return changed ? request.set("agents", seats) : request;
    }

    /** Creates a debate and holds it. */
    public DebateSession run(DebateRequest request, String actor, DebateListener listener) throws InterruptedException {
        refuseExternal(request);
        try {
            return hold(stoa.debate().sessions().enter(resolved(request), actor), listener);
        } catch (UnavailableException e) {
            throw interruption(e);
        }
    }

    /** Refuses a request that is for another engine to hold, before anything is stored. */
    public static void refuseExternal(DebateRequest request) {
        if (Preset.EXTERNAL.text().equals(request.fields().get("preset"))) {
            throw new ConflictException(
                    "precondition",
                    "a debate of preset external is held by another engine",
                    "create it, and let that engine start it");
        }
    }

    /**
     * Starts a debate that another engine holds, or takes it up again: that engine writes it, and what is known of its
     * seats and its topic is read as for any other.
     *
     * @param by the name under which that engine takes its lease
     */
    public ExternalSession start(String named, String by) {
        return stoa.debate().sessions().start(named, by, teaching, reader);
    }

    /** Goes on with a debate that another engine started. */
    public ExternalSession external(String named, long epoch) {
        return stoa.debate().sessions().external(named, epoch, teaching);
    }

    /** A debate as it stands. */
    public DebateSession find(String named) {
        return stoa.debate().sessions().get(named);
    }

    /** Starts a debate that waits, or goes on with one that nobody runs any more. */
    public DebateSession resume(String named, DebateListener listener) throws InterruptedException {
        try {
            return hold(named, listener);
        } catch (UnavailableException e) {
            throw interruption(e);
        }
    }

    /** Ends a debate that nobody runs any more as failed. */
    public void fail(String named, String error) {
        SessionWriter writer = stoa.debate().sessions().open(named, runner, teaching);
        writer.fail(error);
        learn(writer.session());
    }

    /** A store refuses a thread that is interrupted while it waits; for a runner that error is the interruption. */
    private static InterruptedException interruption(UnavailableException e) {
        if (!e.isInterruption()) {
            throw e;
        }
        Interrupts.clear();
        return Interrupts.by(e);
    }

    private DebateSession hold(String named, DebateListener listener) throws InterruptedException {
        SessionWriter writer = stoa.debate().sessions().open(named, runner, teaching, reader);
        DebateConfig config = writer.record().config();
        Supplier<Corpus> corpus = new Documents(config);
        Providers mine = providers.with("evidence", new EvidenceProvider(corpus));
        Asking asking =
                new Asking(config, mine, Calls.over(mine, stoa.learning().breakers(), clock));
        new Runner(
                        writer,
                        asking,
                        reader,
                        new Meaning(stoa.embedder(), corpus),
                        new Checking(code, RunLimits.DEFAULT),
                        listener,
                        heartbeat)
                .run();
        learn(writer.session());
        return stoa.debate().sessions().get(writer.session());
    }

    /** Teaches what a debate left to be taught; what cannot be taught now waits for the next loop. */
    public void learn(String session) {
        try {
            loop.teach(session);
        } catch (StoaException e) {
            LOG.warn("what debate {} teaches waits: {}", session, e.getMessage());
        }
    }

    /** Applies all results that are due, of all debates. */
    public Learnt learn() {
        return loop.run();
    }

    /** The documents of a debate, read when they are first needed. For one run. */
    private final class Documents implements Supplier<Corpus> {
        private final DebateConfig config;
        private @Nullable Corpus corpus;

        Documents(DebateConfig config) {
            this.config = config;
        }

        @Override
        public synchronized Corpus get() {
            if (corpus == null) {
                List<Document> documents = new ArrayList<>();
                for (String id : config.evidence()) {
                    stoa.learning().evidence().find(id).map(this::document).ifPresent(documents::add);
                }
                corpus = corpora.of(documents, stoa.embedder(), stoa.learning().evidence()::sentenceVectors);
            }
            return corpus;
        }

        private Document document(Evidence evidence) {
            String title = evidence.title();
            return new Document(evidence.id(), title == null ? "" : title, evidence.snippet());
        }
    }
}
