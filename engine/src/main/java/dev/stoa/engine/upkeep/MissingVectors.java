package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts that have no vector yet, because another program wrote them or another model read them: they are found by
 * words alone. Stateless. Making the vectors loads the model and takes milliseconds for each text.
 */
final class MissingVectors {
    private MissingVectors() {}

    /** How many there are by the name of the archive, of those named; none where search by meaning is off. */
    static Map<String, Long> count(Stoa stoa, Collection<String> archives) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String archive : archives) {
            long missing = switch (archive) {
                case "continuum" -> stoa.learning().memories().stats().pendingEmbeddings();
                case "consensus" -> stoa.learning().consensus().pendingEmbeddings();
                case "evidence" -> stoa.learning().evidence().pendingEmbeddings();
                default -> 0;
            };
            if (missing > 0) {
                counts.put(archive, missing);
            }
        }
        return counts;
    }

    /** Makes those of the archives that exist, and returns how many. */
    static int make(Stoa stoa, Collection<String> archives) {
        return (archives.contains(ContinuumArchive.SCHEMA.name())
                        ? stoa.learning().memories().embedPending()
                        : 0)
                + (archives.contains(ConsensusArchive.SCHEMA.name())
                        ? stoa.learning().consensus().embedPending()
                        : 0)
                + (archives.contains(EvidenceArchive.SCHEMA.name())
                        ? stoa.learning().evidence().embedPending()
                        : 0);
    }
}
