package dev.stoa.counsel;

import dev.stoa.base.Singletons;
import dev.stoa.counsel.access.AccessTokens;
import dev.stoa.counsel.access.RefusalLog;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.Conversations;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.conversation.Projects;
import dev.stoa.counsel.conversation.Sessions;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The stores of the counsel wing. Thread-safe. */
public final class Counsel {
    private final Singletons stores;
    private final Supplier<Archive> archive;
    private final InstantSource clock;
    private final Ids ids;
    private final AuditPlaces places;

    /** Stores over the archive; each is created on first use. */
    public Counsel(
            Singletons stores, Supplier<Archive> archive, InstantSource clock, Ids ids, AuditPlaces places) {
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.places = places;
    }

    private CounselContext context() {
        return stores.get(
                CounselContext.class,
                () -> new CounselContext(archive.get(), clock, ids, seal(), log()));
    }

    /** How texts are stored. */
    private Seal seal() {
        return stores.get(Seal.class, Seal::plain);
    }

    private AuditLog log() {
        return stores.get(AuditLog.class, () -> new AuditLog(ids, places));
    }

    /** Who may use Stoa from elsewhere. */
    public AccessTokens tokens() {
        return stores.get(AccessTokens.class, () -> AccessTokens.over(context()));
    }

    /** Calls that were refused, for the audit log. */
    public RefusalLog refusals() {
        return stores.get(RefusalLog.class, () -> RefusalLog.over(context()));
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

    /** The sessions in which queries are asked. */
    public Sessions sessions() {
        return stores.get(Sessions.class, () -> Sessions.over(context()));
    }

    /** Questions on their way to an answer. */
    public Queries queries() {
        return stores.get(Queries.class, () -> Queries.over(context()));
    }

    /** The calls of specialists, and what came of their answers. */
    public ModelRuns modelRuns() {
        return stores.get(ModelRuns.class, () -> ModelRuns.over(context()));
    }
}
