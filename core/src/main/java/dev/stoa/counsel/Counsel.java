package dev.stoa.counsel;

import dev.stoa.base.Singletons;
import dev.stoa.counsel.access.AccessTokens;
import dev.stoa.counsel.access.RefusalLog;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.key.Keys;
import dev.stoa.counsel.seal.Keysets;
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
    private final Keysets keysets;

    /** Stores over an archive that is plain. */
    public Counsel(
            Singletons stores, Supplier<Archive> archive, InstantSource clock, Ids ids, AuditPlaces places) {
        this(stores, archive, clock, ids, places, Keysets.none());
    }

    /** Stores over the archive; each is created on first use. */
    public Counsel(
            Singletons stores,
            Supplier<Archive> archive,
            InstantSource clock,
            Ids ids,
            AuditPlaces places,
            Keysets keysets) {
        this.keysets = keysets;
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.places = places;
    }

    private CounselContext context() {
        return stores.get(CounselContext.class, () -> {
            // First, because nothing is created when a keyset is missing.
            Seal seal = seal();
            Archive opened = archive.get();
            seal.begin(opened);
            return new CounselContext(opened, clock, ids, seal, log());
        });
    }

    /** How texts are stored. */
    private Seal seal() {
        return stores.get(Seal.class, keysets::seal);
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

    /** Calls that were refused, for the audit log. */
    public RefusalLog refusals() {
        return stores.get(RefusalLog.class, () -> RefusalLog.over(context()));
    }
}
