package dev.stoa.engine.upkeep;

import dev.stoa.counsel.foreign.AuaImportReport;
import dev.stoa.evolution.transfer.TransferReport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.graph.Graph;
import dev.stoa.storage.foreign.TakeoverReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an import took over, or would take over, by the kind of the file. Immutable. */
public sealed interface ImportReport {
    /** The report as JSON. */
    Map<String, @Nullable Object> document();

    /** Whole archives that were put in place. */
    record Archives(TakeoverReport taken) implements ImportReport {
        @Override
        public Map<String, @Nullable Object> document() {
            return taken.document();
        }
    }

    /**
     * Rows of a {@code space.db} that were added to the society.
     *
     * @param location where the archive of the society is
     */
    record Space(SpaceImportReport taken, String location) implements ImportReport {
        @Override
        public Map<String, @Nullable Object> document() {
            return taken.document();
        }
    }

    /**
     * Rows of an {@code aua.db} that were added to the counsel.
     *
     * @param location where the archive of the counsel is
     */
    record Aua(AuaImportReport taken, String location) implements ImportReport {
        @Override
        public Map<String, @Nullable Object> document() {
            return taken.document();
        }
    }

    /**
     * Rows of runs that were added to the evolution.
     *
     * @param location where the archive of the evolution is
     */
    record Runs(TransferReport taken, String location) implements ImportReport {
        @Override
        public Map<String, @Nullable Object> document() {
            return taken.document();
        }
    }

    /**
     * The graph of a memory server that was added to the society.
     *
     * @param bad the lines that were not taken, each with its number and the reason
     * @param quarantine the file that has them as they were; null if there are none, or nothing was changed
     */
    record MemoryServer(
            Graph.Taken taken, List<String> bad, @Nullable Path quarantine, boolean dryRun) implements ImportReport {
        public MemoryServer {
            bad = List.copyOf(bad);
        }

        @Override
        public Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>(taken.document());
            document.put("set_aside", bad);
            document.put("quarantine", quarantine == null ? null : quarantine.toString());
            return document;
        }
    }
}
