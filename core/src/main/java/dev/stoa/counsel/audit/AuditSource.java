package dev.stoa.counsel.audit;

import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A log to verify: the one in a database, or an export of it. Not thread-safe. */
public abstract sealed class AuditSource permits DatabaseSource, ExportSource {
    AuditSource() {}

    /** The log that a unit of work sees. */
    public static AuditSource database(Tx tx) {
        return new DatabaseSource(tx);
    }

    /** The log in a file to which it was exported. */
    public static AuditSource export(Path file) {
        return new ExportSource(file);
    }

    /** The name of the log, which its checkpoints must have as origin. */
    public abstract String origin();

    /** The key that the log itself names; empty if it names none. It proves nothing by itself. */
    public abstract String claimedKey();

    /** Where the log says that it ends. */
    abstract Optional<AuditHead> head();

    /** Hands over every row by its number. The row may be reused. */
    abstract void rows(Consumer<AuditRow> each);

    /** How many rows have no place in the order. */
    abstract long strays();

    /** The guards against accidents that are missing. */
    abstract List<String> missingGuards();
}
