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
        description = "Remember a text. The same text again renews what is there; with --id it is found or refused.")
final class MemoryAddCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private MemoryCommand memory;

    @Parameters(paramLabel = "TEXT", arity = "0..1", description = "What to remember, or - for standard input.")
    private @Nullable String text;

    @Option(names = "--file", paramLabel = "PATH", description = "Take the text from a file.")
    private @Nullable Path file;

    @Option(names = "--id", paramLabel = "ID", description = "An id of your own; else one is made.")
    private @Nullable String id;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = MemoryDraft.SHARED,
            description = "Where it belongs; default ${DEFAULT-VALUE}.")
    private String namespace = MemoryDraft.SHARED;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            defaultValue = "slow",
            description = "How fast it fades: fast, medium, slow or glacial; default ${DEFAULT-VALUE}.")
    private String tier = "slow";

    @Option(
            names = "--importance",
            paramLabel = "X",
            defaultValue = "0.5",
            description = "0 to 1; default ${DEFAULT-VALUE}.")
    private double importance;

    @Option(
            names = "--trust",
            paramLabel = "LEVEL",
            description = "untrusted, agent, confirmed or human; default agent, never above its sources.")
    private @Nullable String trust;

    @Option(names = "--origin", paramLabel = "TEXT", description = "Where the text came from.")
    private @Nullable String origin;

    @Option(
            names = "--source",
            paramLabel = "KIND:ID",
            description = "What it was made from: memory, evidence or consensus; may be given often.")
    private List<String> sources = new ArrayList<>();

    @Option(names = "--ttl", paramLabel = "SEC|never", description = "A life of its own; default that of the tier.")
    private @Nullable String ttl;

    @Option(names = "--metadata", paramLabel = "JSON", description = "A JSON object to keep with it.")
    private @Nullable String metadata;

    @Option(names = "--replace", description = "Archive other content under the id instead of refusing.")
    private boolean replace;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = memory.main();
        try (Stoa stoa = main.open()) {
            Continuum continuum = stoa.learning().memories().as(main.caller());
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
                    List.of(value.id() + (added.created() ? " is remembered" : " was remembered already") + " ("
                            + value.tier().text() + ", trust " + value.trust().text()
                            + (added.trustCapped() ? ", less than was asked for" : "") + ")"));
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
