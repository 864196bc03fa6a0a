package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Trust;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemorySource;
import dev.stoa.learning.memory.MemoryTier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code memory add}. Used by one thread. */
@Command(
        name = "add",
        description = "Store a text as a memory. The same text again refreshes the memory; with --id, other"
                + " content under that id is refused.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  content, id, namespace, tier, importance, surprise_score, origin, sources,",
            "  trust, ttl, metadata, replace"
        })
final class MemoryAddCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private MemoryCommand memory;

    @Parameters(paramLabel = "TEXT", arity = "0..1", description = "Text to store; - reads it from standard input.")
    private @Nullable String text;

    @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.")
    private @Nullable Path file;

    @Option(names = "--id", paramLabel = "ID", description = "Id of the memory (default: generated)")
    private @Nullable String id;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = MemoryDraft.SHARED,
            description = "Namespace of the memory (default: ${DEFAULT-VALUE})")
    private String namespace = MemoryDraft.SHARED;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            defaultValue = "slow",
            description =
                    "Tier, which sets the speed of decay: fast, medium, slow or glacial (default: ${DEFAULT-VALUE})")
    private String tier = "slow";

    @Option(
            names = "--importance",
            paramLabel = "X",
            defaultValue = "0.5",
            description = "Importance, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double importance;

    @Option(
            names = "--trust",
            paramLabel = "LEVEL",
            description = "Trust level: untrusted, agent, confirmed or human; limited by the trust of the sources"
                    + " (default: agent)")
    private @Nullable String trust;

    @Option(names = "--origin", paramLabel = "TEXT", description = "Origin of the text.")
    private @Nullable String origin;

    @Option(
            names = "--source",
            paramLabel = "KIND:ID",
            description = "Source of the text: memory, evidence or consensus, and its id; may be repeated.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--ttl",
            paramLabel = "SEC|never",
            description = "Time to live in seconds, or never (default: that of the tier)")
    private @Nullable String ttl;

    @Option(names = "--metadata", paramLabel = "JSON", description = "JSON object to store with the memory.")
    private @Nullable String metadata;

    @Option(names = "--replace", description = "Archive other content under the same id instead of refusing.")
    private boolean replace;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = memory.main();
        try (Stoa stoa = main.open()) {
            Continuum continuum = stoa.learning().memories().as(main.principal());
            if (lines.given()) {
                return lines.add(
                        main, object -> MemoryDraft.fromJson(JsonFields.of(object)), continuum::addAll, Added::created);
            }
            Added<Memory> added = continuum.add(draft(main.text("the text", text, file)));
            Memory value = added.value();
            main.print(
                    Json.object(
                            "memory",
                            value.document(),
                            "created",
                            added.created(),
                            "trust_capped",
                            added.trustCapped()),
                    List.of(value.id() + (added.created() ? " is stored" : " is already stored") + " ("
                            + value.tier().text() + ", trust " + value.trust().text()
                            + (added.trustCapped() ? ", lower than requested" : "") + ")"));
            return 0;
        }
    }

    private MemoryDraft draft(String content) {
        MemoryDraft draft = MemoryDraft.of(content)
                .namespace(namespace)
                .tier(MemoryTier.of(tier))
                .importance(importance)
                .origin(origin)
                .sources(sources.stream().map(MemorySource::parse).toList())
                .replace(replace);
        draft = id == null ? draft : draft.id(id);
        draft = trust == null ? draft : draft.trust(Trust.of(trust));
        draft = ttl == null ? draft : draft.ttl(ttl);
        return metadata == null ? draft : draft.metadata(Json.parseObject(metadata));
    }
}
