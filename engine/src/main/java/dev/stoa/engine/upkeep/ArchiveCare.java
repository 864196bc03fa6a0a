package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.site.Site;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/** Examines, repairs and upgrades the archives of a data directory or database. Thread-safe. */
public final class ArchiveCare {
    private final StoaConfig config;
    private final InstantSource clock;
    private final Principal caller;

    private ArchiveCare(StoaConfig config, InstantSource clock, Principal caller) {
        this.config = config;
        this.clock = clock;
        this.caller = caller;
    }

    public static ArchiveCare of(StoaConfig config, InstantSource clock) {
        return new ArchiveCare(config, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public ArchiveCare as(Principal other) {
        return new ArchiveCare(config, clock, other);
    }

    /**
     * Examines every archive; at least one must exist.
     *
     * @param deep whether to read everything and to check what must always hold
     * @param repairIndex whether to rebuild the text indexes from their rows and make the missing vectors first
     */
    @Needs(Right.OPERATE)
    public Diagnosis examine(boolean deep, boolean repairIndex, UpkeepListener listener) {
        Rights.check(caller);
        try (Site site = Stoa.site(config, clock)) {
            if (!site.existsAny(Stoa.ARCHIVES)) {
                throw new NotFoundException(
                        "not_found",
                        "there are no archives yet (" + site.locate(Stoa.ARCHIVES.get(0)) + " and the others)",
                        "create the archives first");
            }
            site.requireInUse();
            List<String> repaired = repairIndex
                    ? Stoa.ARCHIVES.stream()
                            .filter(schema -> site.exists(schema) && site.reindex(schema))
                            .map(ArchiveSchema::name)
                            .toList()
                    : List.of();
            int made = repairIndex ? vectors(site) : 0;
            List<Checkup> checkups = new ArrayList<>();
            AtomicLong proved = new AtomicLong();
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                checkups.add(site.examine(schema, deep, (what, done, all) -> {
                    proved.set(done);
                    listener.proved(what, done, all);
                }));
                listener.progressed(schema.name(), checkups.size());
            }
            return new Diagnosis(
                    deep,
                    repaired,
                    made,
                    deep ? LostRows.noted(site, checkups) : checkups,
                    proved.get(),
                    ExposedFiles.of(config.location().directory()));
        }
    }

    /** Verifies the audit log; empty if there is none yet. */
    @Needs(Right.OPERATE)
    public Optional<VerifyReport> verifyAudit() {
        Rights.check(caller);
        try (Site site = Stoa.site(config, clock)) {
            if (!site.exists(CounselArchive.SCHEMA)) {
                return Optional.empty();
            }
        }
        try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
            return Optional.of(stoa.counsel().audit().verify(caller, List.of(), List.of()));
        }
    }

    private int vectors(Site site) {
        List<String> there = Stoa.ARCHIVES.stream()
                .filter(site::exists)
                .map(ArchiveSchema::name)
                .toList();
        try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
            return MissingVectors.make(stoa, there);
        }
    }

    /** Upgrades every archive that exists to its latest version, or with {@code dryRun} only compares versions. */
    @Needs(Right.OPERATE)
    public UpgradeReport upgrade(boolean dryRun, UpkeepListener listener) {
        Rights.check(caller);
        Instant since = clock.instant();
        List<UpgradeReport.Archive> archives = new ArrayList<>();
        try (Site site = Stoa.site(config, clock)) {
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                OptionalInt before = site.version(schema);
                if (before.isEmpty()) {
                    continue;
                }
                if (!dryRun) {
                    site.open(schema).close();
                }
                archives.add(new UpgradeReport.Archive(schema.name(), before.getAsInt(), schema.latest()));
                listener.progressed(schema.name(), archives.size());
            }
        }
        UpgradeReport report = new UpgradeReport(archives, dryRun);
        if (!dryRun && archives.stream().anyMatch(UpgradeReport.Archive::upgraded)) {
            try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
                report.record(stoa, caller, since);
            }
        }
        return report;
    }
}
