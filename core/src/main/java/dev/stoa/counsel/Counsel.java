package dev.stoa.counsel;

import dev.stoa.base.Principal;
import dev.stoa.base.Singletons;
import dev.stoa.config.ConfigValues;
import dev.stoa.counsel.access.AccessTokens;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.access.RefusalLog;
import dev.stoa.counsel.assertion.AssertionSettings;
import dev.stoa.counsel.assertion.Assertions;
import dev.stoa.counsel.assertion.Policies;
import dev.stoa.counsel.audit.Audit;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.backup.ContextBackups;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.backup.TokenCounters;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.CounselRetention;
import dev.stoa.counsel.base.FieldSettings;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.base.JobRunner;
import dev.stoa.counsel.base.Jobs;
import dev.stoa.counsel.conversation.Conversations;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.conversation.Projects;
import dev.stoa.counsel.conversation.Sessions;
import dev.stoa.counsel.correction.AnswerOutcomes;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.counsel.foreign.AuaImport;
import dev.stoa.counsel.key.Keys;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.keyword.KeywordWorker;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.counsel.run.Outcome;
import dev.stoa.counsel.run.Outcomes;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.QueryLeases;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.specialist.Specialists;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The stores of the counsel wing. Thread-safe. */
public final class Counsel {
    private static final Duration DAILY = Duration.ofDays(1);
    private static final Duration RESEAL_EVERY = Duration.ofHours(6);

    private final Singletons stores;
    private final Supplier<Archive> archive;
    private final InstantSource clock;
    private final Ids ids;
    private final AuditPlaces places;
    private final Consumer<? super AutoCloseable> closing;
    private final Supplier<Embedder> embedder;
    private final Executor embedding;
    private final ConfigValues config;
    private final Keysets keysets;
    private final @Nullable CounselContext given;

    /**
     * Stores over the archive; each is created on first use.
     *
     * @param closing takes what is to be closed before the archive is
     */
    public Counsel(
            Singletons stores,
            Supplier<Archive> archive,
            InstantSource clock,
            Ids ids,
            AuditPlaces places,
            Consumer<? super AutoCloseable> closing,
            Supplier<Embedder> embedder,
            Executor embedding,
            ConfigValues config,
            Keysets keysets) {
        this.keysets = keysets;
        this.given = null;
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.places = places;
        this.closing = closing;
        this.embedder = embedder;
        this.embedding = embedding;
        this.config = config;
        // A wrong policy fails at the start, not at the first answer; reading the checks takes time, so only if needed.
        if (!config.tables(AssertionSettings.POLICIES).isEmpty()) {
            assertions();
        }
    }

    /** The same stores over a context of their own. */
    private Counsel(Counsel of, CounselContext given) {
        this.keysets = of.keysets;
        this.given = given;
        this.stores = new Singletons();
        this.archive = of.archive;
        this.clock = of.clock;
        this.ids = of.ids;
        this.places = of.places;
        this.closing = of.closing;
        this.embedder = of.embedder;
        this.embedding = of.embedding;
        this.config = of.config;
    }

    /**
     * Does a write once under a key: sent again with the same request it is not done again.
     *
     * @param key the key with its request
     * @param write calls one operation of the stores that it is handed; the key is stored in its transaction
     * @param reference the name of the result, by which it is found again
     * @param again reads the result of the first by its name
     */
    public <T> KeyedWrite.Replayable<T> once(
            IdempotencyKeys.Keyed key,
            Function<Counsel, T> write,
            Function<? super T, String> reference,
            Function<String, T> again) {
        CounselContext context = context();
        return KeyedWrite.of(context, key, reference, again)
                .run(once -> write.apply(new Counsel(this, context.once(once))));
    }

    /**
     * The name that a key stands for: this one if the key is new, else that of the first, which is to be given to what
     * is made under the key.
     */
    public KeyedWrite.Replayable<String> reserve(Principal by, IdempotencyKeys.Keyed key, String reference) {
        return KeyedWrite.reserve(context(), by, key, reference);
    }

    /** The name that a key stands for; empty if the key is new. */
    public Optional<String> reserved(Principal by, IdempotencyKeys.Keyed key) {
        return KeyedWrite.reserved(context(), by, key);
    }

    /** Gives back a name that was reserved under a key and is not used. */
    public void release(Principal by, IdempotencyKeys.Keyed key, String reference) {
        KeyedWrite.release(context(), by, key, reference);
    }

    private CounselContext context() {
        if (given != null) {
            return given;
        }
        // All that is done here may be recorded, so the log must have begun and be signed at the end.
        audit();
        return stores.get(CounselContext.class, () -> {
            CounselContext made = new CounselContext(opened(), clock, ids, seal(), log());
            AuaImport.record(made);
            return made;
        });
    }

    /** How texts are stored. */
    private Seal seal() {
        return stores.get(Seal.class, keysets::seal);
    }

    /** The archive, if it opens with these keys. */
    private Archive opened() {
        // First, because nothing is created when a keyset is missing.
        Seal seal = seal();
        Archive opened = archive.get();
        seal.begin(opened);
        return opened;
    }

    /** What happened, provably. */
    public Audit audit() {
        log();
        return stores.get(Audit.class, () -> Audit.over(opened(), clock, log(), places, closing));
    }

    /** Names under which conversations are kept together. */
    public Projects projects() {
        return stores.get(Projects.class, () -> Projects.over(context()));
    }

    /** Conversations, without their messages. */
    public Conversations conversations() {
        return stores.get(Conversations.class, () -> Conversations.over(context()));
    }

    /** What was said, in order. */
    public Messages messages() {
        return stores.get(Messages.class, () -> Messages.over(context()));
    }

    /** Finds messages by their words. */
    public KeywordIndex keywords() {
        return stores.get(KeywordIndex.class, () -> KeywordIndex.over(context()));
    }

    /** How much of their context windows specialists have used. */
    public TokenCounters tokenCounters() {
        return stores.get(TokenCounters.class, () -> TokenCounters.over(context()));
    }

    /** Notes with which specialists go on in a conversation. */
    public ContextBackups contextBackups() {
        return stores.get(ContextBackups.class, () -> ContextBackups.over(context()));
    }

    /**
     * Starts what works on the archive while a process runs, until it is closed: the keyword index takes in what is
     * written, specialists get the notes that they lack, corrections decay, and what is plain in a sealed archive is
     * sealed. Called once, by a process that stays.
     *
     * @param author who writes notes
     * @param more further jobs, such as pruning, which is recorded together with that of other archives
     * @return tells how the jobs fail
     */
    public JobRunner startJobs(NoteAuthor author, List<JobRunner.Job> more) {
        JobRunner runner = JobRunner.start(jobs(), ids.next(), jobs(author, more));
        closing.accept(runner);
        closing.accept(KeywordWorker.start(context().archive(), keywords(), true));
        return runner;
    }

    List<JobRunner.Job> jobs(NoteAuthor author, List<JobRunner.Job> more) {
        Principal operator = Principal.operator("jobs");
        List<JobRunner.Job> all = new ArrayList<>(more);
        all.add(new JobRunner.Job(
                ContextBackups.COVERAGE,
                ContextBackups.COVERAGE_EVERY,
                () -> contextBackups().sweep(operator, author)));
        all.add(new JobRunner.Job("decay", DAILY, () -> corrections().upkeep(operator, false)));
        if (keysets.configured()) {
            all.add(new JobRunner.Job("reseal", RESEAL_EVERY, () -> keys().reseal(operator)));
        }
        return all;
    }

    /** Lets go of what is kept for a time only. */
    public CounselRetention retention() {
        return stores.get(CounselRetention.class, () -> CounselRetention.over(context()));
    }

    /** Who does the jobs of the archive. */
    public Jobs jobs() {
        return stores.get(Jobs.class, () -> Jobs.over(context()));
    }

    /** The sessions in which queries are asked. */
    public Sessions sessions() {
        return stores.get(Sessions.class, () -> Sessions.over(context()));
    }

    private AuditLog log() {
        return stores.get(AuditLog.class, () -> new AuditLog(ids, places));
    }

    /** Who may use Stoa from elsewhere. */
    public AccessTokens tokens() {
        return stores.get(AccessTokens.class, () -> AccessTokens.over(context()));
    }

    /** The keys under which texts are sealed. */
    public Keys keys() {
        return stores.get(Keys.class, () -> Keys.over(keysets, archive, this::context));
    }

    /** Taking over files of the program before. */
    public AuaImport auaImport() {
        return stores.get(AuaImport.class, () -> AuaImport.over(context()));
    }

    /** Calls that were refused, for the audit log. */
    public RefusalLog refusals() {
        return stores.get(RefusalLog.class, () -> {
            RefusalLog made = RefusalLog.over(context());
            closing.accept(made);
            return made;
        });
    }

    /** The fields that questions belong to. */
    public Fields fields() {
        return stores.get(Fields.class, () -> FieldSettings.fields(config));
    }

    private AnswerOutcomes outcomes() {
        return (tx, message, now) -> Outcomes.ofAnswer(tx, message, Outcome.corrected());
    }

    /** What was learned to be true. */
    public Corrections corrections() {
        return stores.get(
                Corrections.class, () -> Corrections.over(context(), fields(), outcomes(), embedder.get(), embedding));
    }

    /** The checks that answers pass. */
    public Assertions assertions() {
        return stores.get(Assertions.class, () -> Assertions.over(this::context, Policies.of(config, fields())));
    }

    /** Who answers, and by which model. */
    public Specialists specialists() {
        return stores.get(Specialists.class, () -> Specialists.over(context(), fields()));
    }

    /** Questions on their way to an answer. */
    public Queries queries() {
        return stores.get(Queries.class, () -> Queries.over(context()));
    }

    /** Who works on which question. */
    public QueryLeases queryLeases() {
        return stores.get(QueryLeases.class, () -> QueryLeases.over(context()));
    }

    /** The calls of specialists, and what came of their answers. */
    public ModelRuns modelRuns() {
        return stores.get(ModelRuns.class, () -> ModelRuns.over(context()));
    }
}
