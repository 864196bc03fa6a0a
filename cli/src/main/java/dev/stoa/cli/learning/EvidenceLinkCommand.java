package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceStore;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code evidence link}. Used by one thread. */
@Command(
        name = "link",
        description = "Link evidence to a debate; the first round and the greatest relevance are kept.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  evidence_id, debate_id, round_number, relevance_score, used_in_consensus"
        })
final class EvidenceLinkCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private EvidenceCommand evidence;

    @Parameters(index = "0", paramLabel = "ID", arity = "0..1", description = "Id of the evidence.")
    private @Nullable String id;

    @Parameters(index = "1", paramLabel = "DEBATE", arity = "0..1", description = "Id of the debate.")
    private @Nullable String debate;

    @Option(names = "--round", paramLabel = "N", description = "Round in which the evidence was used.")
    private @Nullable Long round;

    @Option(names = "--relevance", paramLabel = "X", description = "Relevance to the debate, 0 to 1.")
    private @Nullable Double relevance;

    @Option(names = "--used", description = "The consensus depends on this evidence.")
    private boolean used;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = evidence.main();
        try (Stoa stoa = main.open()) {
            EvidenceStore store = stoa.learning().evidence().as(main.principal());
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> DebateLink.Of.fromJson(JsonFields.of(object)),
                        store::linkAll,
                        created -> created);
            }
            if (id == null || debate == null) {
                throw Bounds.invalid("link takes an evidence ID and a DEBATE", "give both, or many with --jsonl");
            }
            boolean created = store.link(id, new DebateLink(debate, round, relevance, used));
            Evidence linked = store.show(id);
            main.print(Json.object("evidence", linked.document(), "created", created), EvidenceCommand.lines(linked));
            return 0;
        }
    }
}
