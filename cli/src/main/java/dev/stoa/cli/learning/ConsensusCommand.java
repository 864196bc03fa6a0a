package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.SimulatedOption;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.consensus.Dissent;
import dev.stoa.learning.consensus.DissentQuery;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.consensus.Similar;
import dev.stoa.learning.consensus.TopicQuery;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code consensus}: what debates came to, and who dissented. Used by one thread. */
@Command(
        name = "consensus",
        description = "Record outcomes of debates, find them, and answer dissents.",
        addMethodSubcommands = false)
public final class ConsensusCommand extends CommandGroup {
    private ConsensusMemory memory(Stoa stoa) {
        return stoa.learning().consensus().as(main.principal());
    }

    @Command(
            name = "record",
            description = "Record the outcome of a debate, given as a JSON object.",
            footer = {
                "",
                "Fields of a line of --jsonl:",
                "  id, topic, conclusion, confidence, domain, tags, participants, agreeing,",
                "  abstaining, key_claims, evidence, rounds, duration, supersedes, dissents,",
                "  trust, metadata"
            })
    int record(
            @Parameters(
                            paramLabel = "JSON",
                            arity = "0..1",
                            description = "JSON object; - reads it from standard input.")
                    @Nullable
                    String argument,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the object from a file.") @Nullable
                    Path file,
            @Mixin JsonLines lines) {
        if (lines.given()) {
            try (Stoa stoa = main.open()) {
                return lines.add(
                        main,
                        object -> ConsensusDraft.fromJson(JsonFields.of(object)),
                        memory(stoa)::recordAll,
                        Added::created);
            }
        }
        ConsensusDraft draft =
                ConsensusDraft.fromJson(JsonFields.of(Json.parseObject(main.text("the consensus", argument, file))));
        try (Stoa stoa = main.open()) {
            Added<Consensus> added = memory(stoa).record(draft);
            main.print(
                    Json.object("consensus", added.value().document(), "created", added.created()),
                    List.of((added.created() ? "recorded " : "already recorded: ")
                            + ConsensusText.line(added.value())));
        }
        return 0;
    }

    @Command(
            name = "find",
            description = "Find outcomes of debates on similar topics.",
            footer = {
                "",
                "Fields of a line of --jsonl:",
                "  topic, domain, min_similarity, limit, include_superseded, simulated"
            })
    int find(
            @Parameters(
                            paramLabel = "TOPIC",
                            arity = "0..1",
                            description = "Topic to search for; - reads it from standard input.")
                    @Nullable
                    String topic,
            @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only outcomes of this domain.") @Nullable
                    String domain,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "" + TopicQuery.DEFAULT_LIMIT,
                            description = "Maximum number of results, 1 to 50 (default: ${DEFAULT-VALUE})")
                    int limit,
            @Option(
                            names = "--min-similarity",
                            paramLabel = "X",
                            defaultValue = "" + TopicQuery.MIN_SIMILARITY,
                            description = "Minimum similarity, 0 to 1 (default: ${DEFAULT-VALUE})")
                    double similarity,
            @Option(names = "--include-superseded", description = "Include outcomes that a later debate has replaced.")
                    boolean superseded,
            @Mixin SimulatedOption simulated,
            @Mixin JsonLines lines) {
        if (lines.given()) {
            try (Stoa stoa = main.open()) {
                ConsensusMemory memory = memory(stoa);
                return lines.answer(main, object -> document(memory.find(TopicQuery.fromJson(JsonFields.of(object)))));
            }
        }
        TopicQuery query =
                new TopicQuery(main.text("the topic", topic), domain, similarity, limit, superseded, simulated.value());
        try (Stoa stoa = main.open()) {
            List<Similar> hits = memory(stoa).find(query);
            main.print(
                    document(hits),
                    hits.isEmpty()
                            ? List.of("no consensus on a similar topic")
                            : hits.stream()
                                    .flatMap(hit -> ConsensusText.hit(hit).stream())
                                    .toList());
        }
        return 0;
    }

    private static Map<String, @Nullable Object> document(List<Similar> hits) {
        return Json.object("items", hits.stream().map(Similar::document).toList(), "next", null);
    }

    @Command(name = "list", description = "List outcomes of debates, newest first.")
    void list(
            @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only outcomes of this domain.") @Nullable
                    String domain,
            @Mixin SimulatedOption simulated,
            @Mixin PageOptions paging) {
        Page.Request request = paging.request();
        try (Stoa stoa = main.open()) {
            Page<Consensus> page = memory(stoa).list(domain, simulated.value(), request);
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(Consensus::document).toList(),
                            "next",
                            page.next()),
                    ConsensusText.list(page));
        }
    }

    @Command(name = "show", description = "Show the outcome of a debate with its dissents and proofs.")
    void show(@Parameters(paramLabel = "ID", description = "Id of the consensus.") String id) {
        try (Stoa stoa = main.open()) {
            Consensus consensus = memory(stoa).show(id);
            main.print(Json.object("consensus", consensus.document()), ConsensusText.whole(consensus));
        }
    }

    @Command(name = "dissents", description = "List dissents: all, of one debate, or on similar topics.")
    void dissents(
            @Option(
                            names = "--topic",
                            paramLabel = "TEXT",
                            description = "Only dissents on topics similar to this text.")
                    @Nullable
                    String topic,
            @Option(names = "--debate", paramLabel = "ID", description = "Only dissents of this debate.") @Nullable
                    String debate,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            description = "Only dissents of this type, such as risk_warning.")
                    @Nullable
                    String type,
            @Option(names = "--open", description = "Only dissents that have no answer.") boolean open,
            @Mixin SimulatedOption simulated,
            @Mixin PageOptions paging) {
        Page.Request request = paging.request();
        DissentQuery query = new DissentQuery(
                topic, debate, type == null ? null : DissentType.of(type), open ? false : null, simulated.value());
        try (Stoa stoa = main.open()) {
            Page<Dissent> page = memory(stoa).dissents(query, request);
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(Dissent::document).toList(),
                            "next",
                            page.next()),
                    ConsensusText.dissents(page, simulated(stoa, page)));
        }
    }

    private Set<String> simulated(Stoa stoa, Page<Dissent> page) {
        Set<String> simulated = new HashSet<>();
        for (String debate :
                new HashSet<>(page.items().stream().map(Dissent::debateId).toList())) {
            try {
                if (memory(stoa).show(debate).simulated()) {
                    simulated.add(debate);
                }
            } catch (NotFoundException archived) {
                // Its debate tells nothing any more.
            }
        }
        return simulated;
    }

    @Command(name = "rebut", description = "Answer a dissent; a dissent takes one answer.")
    void rebut(
            @Parameters(paramLabel = "ID", description = "Id of the dissent.") String id,
            @Parameters(paramLabel = "TEXT", description = "Answer; - reads it from standard input.") String text) {
        try (Stoa stoa = main.open()) {
            Dissent dissent = memory(stoa).rebut(id, main.text("the answer", text));
            main.print(Json.object("dissent", dissent.document()), ConsensusText.dissent(dissent));
        }
    }

    @Command(name = "supersede", description = "Replace an earlier consensus by a later one.")
    void supersede(
            @Parameters(paramLabel = "OLD", description = "Id of the consensus to replace.") String older,
            @Parameters(paramLabel = "NEW", description = "Id of the consensus that replaces it.") String newer) {
        try (Stoa stoa = main.open()) {
            Consensus consensus = memory(stoa).supersede(older, newer);
            main.print(Json.object("consensus", consensus.document()), List.of(older + " is superseded by " + newer));
        }
    }

    @Command(name = "archive", description = "Archive a consensus with its dissents and proofs.")
    void archive(
            @Parameters(paramLabel = "ID", description = "Id of the consensus.") String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, kept on record.") @Nullable
                    String reason) {
        try (Stoa stoa = main.open()) {
            Consensus consensus = memory(stoa).archive(id, reason);
            main.print(
                    Json.object("consensus", consensus.document()),
                    List.of(id + " is archived"
                            + (consensus.supersedes() == null || consensus.supersededBy() != null
                                    ? ""
                                    : "; " + consensus.supersedes() + ", which it superseded, is found again")));
        }
    }

    @Command(name = "restore", description = "Restore an archived consensus.")
    void restore(@Parameters(paramLabel = "ID", description = "Id of the consensus.") String id) {
        try (Stoa stoa = main.open()) {
            Consensus consensus = memory(stoa).restore(id);
            main.print(Json.object("consensus", consensus.document()), List.of(id + " is restored"));
        }
    }
}
