package dev.stoa.cli.learning;

import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Screen;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.Dissent;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.Similar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Consensus and dissent in lines for people. Stateless. */
final class ConsensusText {
    private ConsensusText() {}

    /** One line: id, strength, heads and topic. */
    static String line(Consensus consensus) {
        return consensus.id() + "  " + strength(consensus) + "  " + oneLine(consensus.topic());
    }

    static List<String> hit(Similar hit) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, "%.3f %s  %s", hit.similarity(), hit.match().text(), line(hit.consensus())));
        if (!hit.consensus().conclusion().isBlank()) {
            lines.add("  " + oneLine(hit.consensus().conclusion()));
        }
        hit.consensus().dissents().forEach(dissent -> lines.add("  - " + words(dissent)));
        return lines;
    }

    static List<String> list(Page<Consensus> page) {
        Columns columns = new Columns();
        page.items().forEach(item -> columns.row(item.id(), strength(item), item.domain(), oneLine(item.topic())));
        return page.items().isEmpty() ? List.of("no debate is recorded") : more(columns.lines(), page);
    }

    /** The dissents, those from debates with a simulated seat marked. */
    static List<String> dissents(Page<Dissent> page, Set<String> simulated) {
        Columns columns = new Columns();
        page.items()
                .forEach(item -> columns.row(
                        item.id(),
                        item.debateId() + (simulated.contains(item.debateId()) ? ", simulated" : ""),
                        words(item)));
        return page.items().isEmpty() ? List.of("no dissents") : more(columns.lines(), page);
    }

    private static List<String> more(List<String> lines, Page<?> page) {
        List<String> all = new ArrayList<>(lines);
        if (page.next() != null) {
            all.add("more: --cursor " + page.next());
        }
        return all;
    }

    static List<String> dissent(Dissent dissent) {
        List<String> lines = new ArrayList<>();
        lines.add(dissent.id() + "  " + words(dissent));
        if (dissent.rebuttal() != null) {
            lines.add("  answered by " + dissent.rebuttedBy() + ": " + oneLine(dissent.rebuttal()));
        }
        return lines;
    }

    static List<String> whole(Consensus consensus) {
        List<String> lines = new ArrayList<>();
        lines.add(line(consensus));
        consensus.conclusion().lines().forEach(text -> lines.add("  " + text));
        lines.add("  domain " + consensus.domain() + ", confidence " + consensus.confidence() + ", trust "
                + consensus.trust().text());
        if (consensus.supersedes() != null) {
            lines.add("  supersedes " + consensus.supersedes());
        }
        if (consensus.supersededBy() != null) {
            lines.add("  superseded by " + consensus.supersededBy());
        }
        for (Dissent dissent : consensus.dissents()) {
            dissent(dissent).forEach(text -> lines.add("  " + text));
        }
        for (Proof proof : consensus.proofs()) {
            lines.add("  proof " + proof.id() + " " + (proof.verified() ? "verified" : proof.status()));
        }
        return lines;
    }

    private static String strength(Consensus consensus) {
        String word =
                consensus.strength() == null ? "unknown" : consensus.strength().text();
        return (consensus.participantCount() == null
                        ? word
                        : word + " " + consensus.agreeCount() + "/" + consensus.participantCount())
                + (consensus.simulated() ? ", simulated" : "");
    }

    private static String words(Dissent dissent) {
        return dissent.type().text() + " by " + dissent.agentId() + (dissent.acknowledged() ? " (answered)" : "") + ": "
                + oneLine(dissent.content());
    }

    private static String oneLine(String text) {
        return Screen.clean(text);
    }
}
