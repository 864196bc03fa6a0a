package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trust;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.foreign.AuaImport;
import dev.stoa.counsel.foreign.AuaImportReport;
import dev.stoa.counsel.foreign.AuaOptions;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.transfer.RunTransfer;
import dev.stoa.evolution.transfer.TransferReport;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.foreign.SpaceQuarantine;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.graph.GraphFile;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TemporaryFolder;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.storage.foreign.Quarantine;
import dev.stoa.storage.foreign.TakeoverReport;
import dev.stoa.storage.site.QuarantineFile;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.site.Takeover;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the files of earlier systems, each recognised by what is in it. Thread-safe. The file itself is never
 * changed. Hazard: whole archives can only be put in place while no process, this one included, has them open.
 */
public final class Importer {
    private static final int SHOWN = 5;

    private final Stoa stoa;
    private final InstantSource clock;

    private Importer(Stoa stoa, InstantSource clock) {
        this.stoa = stoa;
        this.clock = clock;
    }

    public static Importer into(Stoa stoa, InstantSource clock) {
        return new Importer(stoa, clock);
    }

    /**
     * Takes a file over, or with {@code dryRun} only finds out what would be taken.
     *
     * @param file a SQLite database, or the JSON lines of a memory server or of an export of the evolution
     * @param space how the rows of a {@code space.db} are read; null for the defaults, and refused for any other file
     * @param by who imports; what comes from a memory server, whose observations need an author, is an agent's word
     */
    @Needs(Right.ADMIN)
    public ImportReport run(Path file, @Nullable SpaceOptions space, Principal by, boolean dryRun) {
        return run(file, space, null, by, dryRun);
    }

    /**
     * The same, for an {@code aua.db} too whose texts are encrypted.
     *
     * @param aua how the rows of an {@code aua.db} are read; null for the defaults, and refused for any other file
     */
    @Needs(Right.ADMIN)
    public ImportReport run(
            Path file, @Nullable SpaceOptions space, @Nullable AuaOptions aua, Principal by, boolean dryRun) {
        Rights.check(by);
        if (RunTransfer.is(file)) {
            refuse(space);
            refuseKey(aua);
            return dryRun
                    ? evolution(file, by, true)
                    : AuditTrail.at(stoa.config(), clock, by)
                            .around("import", subject(file), () -> evolution(file, by, false));
        }
        if (AuaImport.isQuarantine(file)) {
            refuse(space);
            return counsel(aua, dryRun, (into, options) -> into.runAgain(by, file, options, dryRun));
        }
        boolean database = !SpaceQuarantine.is(file) && !QuarantineFile.is(file) && !GraphFile.is(file);
        boolean log = false;
        if (database) {
            try (ForeignFile old = ForeignFile.open(file)) {
                if (AuaImport.recognises(old)) {
                    refuse(space);
                    return counsel(aua, dryRun, (into, options) -> into.run(by, old, file, options, dryRun));
                }
                // What is taken into the archive of the log is recorded with it.
                log = old.tables().containsKey("audit_log");
            }
        }
        refuseKey(aua);
        if (GraphFile.is(file)) {
            // Before the log begins: a call that is wrong creates nothing.
            refuse(space);
        }
        if (dryRun || log) {
            return take(file, space, by, dryRun);
        }
        // Opened for each entry: an archive can be put in place only while none is open.
        return AuditTrail.at(stoa.config(), clock, by)
                .around("import", subject(file), () -> take(file, space, by, false));
    }

    private static Map<String, @Nullable Object> subject(Path file) {
        return Json.object("file", String.valueOf(file.getFileName()), "sha256", sha256(file));
    }

    private static void refuseKey(@Nullable AuaOptions aua) {
        if (aua != null) {
            throw Bounds.invalid("a key for encrypted texts is for an aua.db, and this is none", "leave the key out");
        }
    }

    /** Rows of runs that an export of the evolution wrote. */
    private ImportReport evolution(Path file, Principal by, boolean dryRun) {
        try (Site site = Stoa.site(stoa.config(), clock)) {
            String location = site.locate(EvolutionArchive.SCHEMA);
            if (!dryRun || site.exists(EvolutionArchive.SCHEMA)) {
                return new ImportReport.Runs(taken(stoa, file, by, dryRun), location);
            }
            // A dry run must not create the archive.
            try (TemporaryFolder scratch = TemporaryFolder.make("stoa-");
                    Stoa nothing = Stoa.open(scratch.path())) {
                return new ImportReport.Runs(taken(nothing, file, by, true), location);
            }
        }
    }

    private static TransferReport taken(Stoa into, Path file, Principal by, boolean dryRun) {
        TransferReport report = into.evolution().transfers().take(by, file, dryRun);
        List<TransferReport.Conflict> conflicts = report.conflicts();
        if (!conflicts.isEmpty()) {
            throw new ConflictException(
                    "conflict",
                    (conflicts.size() == 1 ? "1 row exists" : conflicts.size() + " rows exist")
                            + " here with other content: "
                            + conflicts.stream()
                                    .limit(SHOWN)
                                    .map(row -> row.type() + " " + row.id() + " (line " + row.line() + ")")
                                    .collect(Collectors.joining(", "))
                            + (conflicts.size() > SHOWN ? " and " + (conflicts.size() - SHOWN) + " more" : ""),
                    "import it into another data directory or database; nothing was changed");
        }
        return report;
    }

    /** What is done with the rows of an {@code aua.db}. */
    @FunctionalInterface
    private interface Intake {
        AuaImportReport run(AuaImport into, AuaOptions options);
    }

    private ImportReport counsel(@Nullable AuaOptions given, boolean dryRun, Intake intake) {
        AuaOptions options = (given == null ? AuaOptions.defaults() : given).aside(aside());
        try (Site site = Stoa.site(stoa.config(), clock)) {
            String location = site.locate(CounselArchive.SCHEMA);
            if (!dryRun || site.exists(CounselArchive.SCHEMA)) {
                return new ImportReport.Aua(intake.run(stoa.counsel().auaImport(), options), location);
            }
            // A dry run must not create the archive.
            try (TemporaryFolder scratch = TemporaryFolder.make("stoa-");
                    Stoa nothing = Stoa.open(scratch.path())) {
                return new ImportReport.Aua(intake.run(nothing.counsel().auaImport(), options), location);
            }
        }
    }

    private static @Nullable String sha256(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Digest.sha256(in);
        } catch (IOException e) {
            // What cannot be read is refused, with its reason, by the import itself.
            return null;
        }
    }

    private ImportReport take(Path file, @Nullable SpaceOptions space, Principal by, boolean dryRun) {
        if (SpaceQuarantine.is(file)) {
            return space(file, space == null ? SpaceOptions.defaults() : space, dryRun);
        }
        if (QuarantineFile.is(file)) {
            refuse(space);
            TakeoverReport taken;
            try (Site site = Stoa.site(stoa.config(), clock)) {
                taken = QuarantineFile.take(file, site, Stoa.ARCHIVES, aside(), dryRun, clock);
            }
            return new ImportReport.Archives(vectors(taken));
        }
        if (GraphFile.is(file)) {
            refuse(space);
            return graph(file, by, dryRun);
        }
        try (ForeignFile old = ForeignFile.open(file)) {
            if (SpaceImport.recognises(old)) {
                return space(old, file, space == null ? SpaceOptions.defaults() : space, dryRun);
            }
        }
        refuse(space);
        TakeoverReport taken;
        try (Site site = Stoa.site(stoa.config(), clock)) {
            taken = Takeover.run(file, site, Stoa.ARCHIVES, aside(), dryRun, clock);
        }
        return new ImportReport.Archives(vectors(taken));
    }

    /** A file of another program brings no vectors: says what that means, and what to do. */
    private TakeoverReport vectors(TakeoverReport taken) {
        if (taken.dryRun()) {
            return taken;
        }
        Map<String, String> notes = new HashMap<>();
        MissingVectors.count(
                        stoa,
                        taken.archives().stream().map(TakeoverReport.Part::name).toList())
                .forEach((archive, rows) -> notes.put(
                        archive,
                        rows + (rows == 1 ? " text has" : " texts have")
                                + " no vector yet, so the search is by words alone; make the missing vectors"));
        return taken.noting(notes);
    }

    /** Where rows go that cannot be taken. */
    private Path aside() {
        return stoa.config().location().directory().resolve("quarantine");
    }

    private static void refuse(@Nullable SpaceOptions space) {
        if (space != null) {
            throw Bounds.invalid(
                    "a time zone, a folder of constitutions, the mapping of identities and the skipping of broken rows"
                            + " are for a space.db, and this is none",
                    "leave them out");
        }
    }

    /** Rows of a {@code space.db} that were set aside and corrected. */
    private ImportReport space(Path file, SpaceOptions options, boolean dryRun) {
        SpaceImportReport taken = stoa.society().spaceImport().runAgain(file, options.aside(aside()), dryRun);
        try (Site site = Stoa.site(stoa.config(), clock)) {
            return new ImportReport.Space(taken, site.locate(SocietyArchive.SCHEMA));
        }
    }

    private ImportReport space(ForeignFile old, Path file, SpaceOptions given, boolean dryRun) {
        SpaceOptions options = given.aside(aside());
        try (Site site = Stoa.site(stoa.config(), clock)) {
            SpaceImportReport taken = dryRun && !site.exists(SocietyArchive.SCHEMA)
                    ? rehearseOnNothing(old, file, options)
                    : stoa.society().spaceImport().run(old, file, options, dryRun);
            return new ImportReport.Space(taken, site.locate(SocietyArchive.SCHEMA));
        }
    }

    /** A dry run must not create the archive. */
    private SpaceImportReport rehearseOnNothing(ForeignFile old, Path file, SpaceOptions options) {
        try (TemporaryFolder scratch = TemporaryFolder.make("stoa-");
                Site site = Site.directory(scratch.path(), StorageSettings.defaults(), clock);
                Archive archive = site.open(SocietyArchive.SCHEMA)) {
            return SpaceImport.over(archive, clock).run(old, file, options, true);
        }
    }

    private ImportReport graph(Path file, Principal by, boolean dryRun) {
        List<GraphFile.Bad> bad = new ArrayList<>();
        Graph.Part part = GraphFile.read(file, bad::add);
        // What agents have noted is not a person's word because a person imported it.
        boolean person = by.equals(Principal.local());
        Principal author = person && !dryRun ? Graph.keeper(stoa.society().agents()) : by;
        Path written = dryRun
                ? null
                : Quarantine.write(bad.stream().map(GraphFile.Bad::bytes).toList(), aside(), file, clock.instant());
        return new ImportReport.MemoryServer(
                stoa.society().graph().take(author.atMost(Trust.AGENT), part, dryRun),
                bad.stream().map(GraphFile.Bad::toString).toList(),
                written,
                dryRun);
    }
}
