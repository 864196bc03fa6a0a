package dev.stoa.engine.upkeep;

import dev.stoa.base.StoaException;
import dev.stoa.debate.DebateArchive;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.site.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds archives that went backwards: another archive knows of rows that they no longer have. Stateless. An archive that
 * lost its last rows, as one whose write-ahead log was deleted after a crash, is whole by itself and gives the numbers
 * of those rows again; only what others were told of them shows it. Nothing here deletes such rows for good.
 */
final class LostRows {
    private static final int NAMED = 3;

    /**
     * Rows of one archive that another must have.
     *
     * @param told the ids that the first knows of
     * @param kept the ids that the second has, also of rows that were archived or deleted on purpose
     */
    private record Link(ArchiveSchema from, String told, ArchiveSchema in, String kept, String what) {}

    private static final List<Link> LINKS = List.of(
            new Link(
                    DebateArchive.SCHEMA,
                    "SELECT item_key FROM debate_outbox WHERE status = 'done' AND target = 'consensus'",
                    ConsensusArchive.SCHEMA,
                    "SELECT id FROM consensus UNION ALL SELECT id FROM consensus_archive",
                    "conclusions that debates have taught"),
            new Link(
                    DebateArchive.SCHEMA,
                    "SELECT item_key FROM debate_outbox WHERE status = 'done' AND target = 'match'",
                    RatingArchive.SCHEMA,
                    "SELECT debate_id FROM matches WHERE debate_id IS NOT NULL",
                    "matches that debates have taught"),
            new Link(
                    ConsensusArchive.SCHEMA,
                    // Only a debate that was held here leaves this in its conclusion.
                    "SELECT id FROM consensus WHERE CAST(data AS TEXT) LIKE '%\"stop_reason\"%'",
                    DebateArchive.SCHEMA,
                    "SELECT CAST(id AS TEXT) FROM debate_sessions"
                            + " UNION ALL SELECT CAST(session_id AS TEXT) FROM debate_tombstones",
                    "debates of which conclusions tell"));

    private LostRows() {}

    /** The checkups, with a notice for each archive that lost rows; only sound archives of the latest version are asked. */
    static List<Checkup> noted(Site site, List<Checkup> checkups) {
        Set<ArchiveSchema> sound = new HashSet<>();
        for (Checkup checkup : checkups) {
            boolean latest = checkup.version().orElse(0) == checkup.schema().latest();
            if (latest && !checkup.damaged() && !checkup.unexamined()) {
                sound.add(checkup.schema());
            }
        }
        List<Checkup> noted = new ArrayList<>();
        for (Checkup checkup : checkups) {
            List<Checkup.Finding> findings = new ArrayList<>(checkup.findings());
            for (Link link : LINKS) {
                if (link.in() == checkup.schema() && sound.contains(link.from()) && sound.contains(link.in())) {
                    look(site, link, findings);
                }
            }
            noted.add(new Checkup(
                    checkup.schema(),
                    checkup.location(),
                    checkup.version(),
                    checkup.bytes(),
                    checkup.walBytes(),
                    checkup.growth(),
                    findings));
        }
        return noted;
    }

    private static void look(Site site, Link link, List<Checkup.Finding> findings) {
        try (Archive from = site.open(link.from());
                Archive in = site.open(link.in())) {
            List<String> told = from.list(link.told(), row -> row.text(1));
            Set<String> kept = new HashSet<>(in.list(link.kept(), row -> row.text(1)));
            List<String> lost = told.stream().filter(id -> !kept.contains(id)).toList();
            if (!lost.isEmpty()) {
                findings.add(Checkup.Finding.notice("lost_rows", message(link, lost, told.size())));
            }
        } catch (StoaException e) {
            findings.add(Checkup.Finding.of(
                    "lost_rows", "could not be compared with " + link.from().name() + ": ", e));
        }
    }

    private static String message(Link link, List<String> lost, int told) {
        String more = lost.size() > NAMED ? " and " + (lost.size() - NAMED) + " more" : "";
        return lost.size() + " of " + told + " " + link.what() + " are not in it ("
                + String.join(", ", lost.subList(0, Math.min(NAMED, lost.size()))) + more
                + "): it went backwards against archive " + link.from().name()
                + ", so rows were lost and their numbers may be given again; a backup may have them";
    }
}
