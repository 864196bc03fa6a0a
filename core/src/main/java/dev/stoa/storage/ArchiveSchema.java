package dev.stoa.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an archive is: its names on both backends, the form of its times, and the versions that lead to its tables.
 * Immutable. A wing declares one for each of its archives; storage knows none of them.
 *
 * <p>The SQL of version N stands in the resources {@code schema/NAME/sqlite/NNN.sql} and
 * {@code schema/NAME/postgres/NNN.sql}. It must be able to run where a part of it is there already
 * ({@code IF NOT EXISTS}, also for {@code ADD COLUMN} on a line of its own), because a file of another program may
 * have more than its version says.
 */
public final class ArchiveSchema {
    private final String name;
    private final String file;
    private final String postgresSchema;
    private final String module;
    private final TimeForm timeForm;
    private final Ledger ledger;
    private final List<Version> versions;
    private final List<Invariant> invariants;
    private final List<Notice> notices;
    private final List<TakeoverRule> rules;
    private final @Nullable Growing growing;
    private final Map<String, String> extras;
    private final @Nullable Consumer<Tx> reindex;
    private final Set<String> derived;
    private final @Nullable Conversion conversion;
    private final @Nullable Consumer<Tx> completion;

    private ArchiveSchema(Builder builder) {
        this.name = builder.name;
        this.file = builder.file;
        this.postgresSchema = builder.postgresSchema;
        this.module = builder.module;
        this.timeForm = builder.timeForm;
        this.ledger = builder.ledger;
        this.versions = List.copyOf(builder.versions);
        this.invariants = List.copyOf(builder.invariants);
        this.notices = List.copyOf(builder.notices);
        this.rules = List.copyOf(builder.rules);
        this.growing = builder.growing;
        this.extras = Map.copyOf(builder.extras);
        this.reindex = builder.reindex;
        this.derived = Set.copyOf(builder.derived);
        this.conversion = builder.conversion;
        this.completion = builder.completion;
    }

    /** One version of an archive, with the code that fills what its SQL adds, run in the same transaction. */
    public record Version(
            int number, String description, @Nullable Consumer<Tx> backFill) {}

    /**
     * The table whose rows are counted for each day.
     *
     * @param time the column with the time of a row
     * @param order an indexed column by which newer rows come later; the time itself where that is indexed
     */
    public record Growing(String table, String time, String order) {}

    /** Something that always holds. A deep examination checks it on an archive of the latest version. */
    public record Invariant(String id, String violation, Finder finder) {}

    /** Finds what violates an invariant. */
    @FunctionalInterface
    public interface Finder {
        /** The names of at most {@code most} faulty rows; none if all is well. */
        List<String> violations(Tx tx, int most);

        /** The same; one that proves many items tells how far it is. */
        default List<String> violations(Tx tx, int most, ExaminationListener listener) {
            return violations(tx, most);
        }
    }

    /** A fact that is no damage and yet worth knowing. Every check of an archive of the latest version reports it. */
    public record Notice(String check, Watch watch) {}

    /** Finds what is worth knowing. */
    @FunctionalInterface
    public interface Watch {
        /** At most {@code most} sentences, each with what to do; none if there is nothing to report. Must be quick. */
        List<String> sentences(Tx tx, int most);
    }

    /** Makes rows of a new archive of what another program left in the place of its file. */
    public interface Conversion {
        /** Whether it can, by the columns of each table. */
        boolean knows(Map<String, Set<String>> tables);

        /**
         * Writes the rows into an archive of the latest version that has none yet; answers what to tell of it.
         *
         * @param sha256 the hash of the file, in hexadecimal digits
         */
        String convert(ForeignTables file, String sha256, Tx tx, Instant now);
    }

    /** How an archive keeps its version. */
    public enum Ledger {
        /** {@code _schema_versions}: one row for the module with its present version. */
        MODULE,
        /** {@code SchemaVersions}: one row for each version that was applied. */
        HISTORY
    }

    /** Starts a declaration; file, schema and module are named after the archive until said otherwise. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    /** The path of the SQLite file below the data directory. */
    public String file() {
        return file;
    }

    public String postgresSchema() {
        return postgresSchema;
    }

    public String module() {
        return module;
    }

    public TimeForm timeForm() {
        return timeForm;
    }

    public Ledger ledger() {
        return ledger;
    }

    public List<Version> versions() {
        return versions;
    }

    public List<Invariant> invariants() {
        return invariants;
    }

    /** The table that grows; null if there is none. */
    public @Nullable Growing growing() {
        return growing;
    }

    public List<Notice> notices() {
        return notices;
    }

    /** What rows of other programs must be to be taken over as they are. */
    public List<TakeoverRule> rules() {
        return rules;
    }

    /**
     * Tables that another program may have besides those of its version, with the SQL that makes each; a later version
     * knows what becomes of them.
     */
    public Map<String, String> extras() {
        return extras;
    }

    /** What rebuilds the text indexes of the archive from its rows; null if it has none. */
    public @Nullable Consumer<Tx> reindex() {
        return reindex;
    }

    /** The tables that {@link #reindex} fills, so that their rows need not be copied. */
    public Set<String> derived() {
        return derived;
    }

    /** What takes over a file of another program; null if such a file is upgraded where it is. */
    public @Nullable Conversion conversion() {
        return conversion;
    }

    /** What fills the rest of rows that were inserted in the layout of another program. */
    public Consumer<Tx> completion() {
        Consumer<Tx> own = completion;
        return own != null
                ? own
                : tx -> versions.forEach(version -> {
                    if (version.backFill() != null) {
                        version.backFill().accept(tx);
                    }
                });
    }

    /** The version this program writes. */
    public int latest() {
        return versions.get(versions.size() - 1).number();
    }

    String sql(int version, Dialect dialect) {
        String path = String.format(Locale.ROOT, "/schema/%s/%s/%03d.sql", name, dialect.folder(), version);
        try (InputStream in = ArchiveSchema.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the migration " + path + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name + " version " + latest();
    }

    /** Collects the parts of a schema. */
    public static final class Builder {
        private final String name;
        private final List<Version> versions = new ArrayList<>();
        private final List<Invariant> invariants = new ArrayList<>();
        private final List<Notice> notices = new ArrayList<>();
        private @Nullable Growing growing;
        private final List<TakeoverRule> rules = new ArrayList<>();
        private final Map<String, String> extras = new HashMap<>();
        private final Set<String> derived = new HashSet<>();
        private String file;
        private String postgresSchema;
        private String module;
        private TimeForm timeForm = TimeForm.UTC_MILLIS;
        private Ledger ledger = Ledger.MODULE;
        private @Nullable Consumer<Tx> reindex;
        private @Nullable Conversion conversion;
        private @Nullable Consumer<Tx> completion;

        private Builder(String name) {
            this.name = name;
            this.file = name + ".db";
            this.postgresSchema = name;
            this.module = name;
        }

        public Builder file(String path) {
            this.file = path;
            return this;
        }

        public Builder postgresSchema(String schema) {
            this.postgresSchema = schema;
            return this;
        }

        public Builder module(String module) {
            this.module = module;
            return this;
        }

        public Builder times(TimeForm form) {
            this.timeForm = form;
            return this;
        }

        public Builder ledger(Ledger ledger) {
            this.ledger = ledger;
            return this;
        }

        public Builder version(int number, String description) {
            return add(new Version(number, description, null));
        }

        /** A version whose SQL is followed by code in the same transaction. */
        public Builder version(int number, String description, Consumer<Tx> backFill) {
            return add(new Version(number, description, backFill));
        }

        /**
         * Declares what a deep examination checks, by queries whose rows are the violations, the first column naming
         * the row at fault.
         */
        public Builder invariant(String id, String violation, String sqlite, String postgres) {
            return invariant(
                    id,
                    violation,
                    (tx, most) -> tx.list(
                            "SELECT * FROM (" + tx.dialect().pick(sqlite, postgres) + ") AS violations LIMIT " + most,
                            row -> String.valueOf(row.textOrNull(1))));
        }

        /** Declares what a deep examination checks by code. */
        public Builder invariant(String id, String violation, Finder finder) {
            invariants.add(new Invariant(id, violation, finder));
            return this;
        }

        /** Declares the table whose rows are counted for each day. */
        public Builder grows(String table, String time, String order) {
            growing = new Growing(table, time, order);
            return this;
        }

        /** Declares a notice that every check reports although it is no damage. */
        public Builder notice(String check, Watch watch) {
            notices.add(new Notice(check, watch));
            return this;
        }

        /** Declares what rows of other programs must be, beyond the types of their columns. */
        public Builder takeover(TakeoverRule... more) {
            rules.addAll(List.of(more));
            return this;
        }

        /** Declares a table that another program may have besides those of its version, by the SQL that makes it. */
        public Builder extra(String table, String sql) {
            extras.put(table, sql);
            return this;
        }

        /** Declares how the text indexes are rebuilt from the rows, in the latest version and in one transaction. */
        public Builder reindex(Consumer<Tx> maker) {
            this.reindex = maker;
            return this;
        }

        /** Declares a table, in lower case, all of whose rows the rebuilding of the text indexes makes. */
        public Builder derived(String table) {
            derived.add(table);
            return this;
        }

        /** Declares how inserted rows of another program are filled, where it is not what the versions do. */
        public Builder completion(Consumer<Tx> filler) {
            this.completion = filler;
            return this;
        }

        /** Declares how a file of another program, without a version, becomes a new archive. */
        public Builder conversion(Conversion way) {
            this.conversion = way;
            return this;
        }

        private Builder add(Version version) {
            if (!versions.isEmpty() && versions.get(versions.size() - 1).number() + 1 != version.number()) {
                throw new IllegalArgumentException("versions of " + name + " must follow each other: " + version);
            }
            versions.add(version);
            return this;
        }

        public ArchiveSchema build() {
            if (versions.isEmpty()) {
                throw new IllegalStateException("archive " + name + " has no version");
            }
            return new ArchiveSchema(this);
        }
    }
}
