package dev.stoa.bench.harness;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Opens the stores of fresh data directories, as a program that embeds Stoa does. Immutable. */
public record Stores(Path folder) {
    private static final int PORTION = 2_000;

    /** The stores of a new data directory, without an embedder. */
    public Stoa open(Durability durability) throws IOException {
        Path data = Files.createTempDirectory(Files.createDirectories(folder), "data");
        return Stoa.open(StoaConfig.load(ConfigSources.of(
                data,
                Map.of(
                        "STOA_SEARCH_EMBEDDER",
                        "off",
                        "STOA_STORAGE_DURABILITY",
                        durability.name().toLowerCase(Locale.ROOT)),
                Location.directory(data))));
    }

    /** The stores of a new data directory whose texts are sealed, without an embedder. */
    public Stoa sealed(Durability durability) throws IOException {
        Path data = Files.createTempDirectory(Files.createDirectories(folder), "data");
        Keysets.Created keys;
        try (Stoa first = Stoa.open(data)) {
            keys = first.counsel().keys().create(Principal.local());
        }
        return Stoa.open(StoaConfig.load(ConfigSources.of(
                data,
                Map.of(
                        "STOA_SEARCH_EMBEDDER",
                        "off",
                        "STOA_STORAGE_DURABILITY",
                        durability.name().toLowerCase(Locale.ROOT),
                        "STOA_ENCRYPTION_KEYSET",
                        "file:" + keys.keyset(),
                        "STOA_ENCRYPTION_INDEX_KEYSET",
                        "file:" + keys.indexKeyset()),
                Location.directory(data))));
    }

    /** The stores of a new data directory, with an embedder. */
    public Stoa reading(String embedder) throws IOException {
        Path data = Files.createTempDirectory(Files.createDirectories(folder), "data");
        return Stoa.open(StoaConfig.load(
                ConfigSources.of(data, Map.of("STOA_SEARCH_EMBEDDER", embedder), Location.directory(data))));
    }

    /** The stores of a PostgreSQL database, without an embedder. */
    public Stoa open(String url) {
        return Stoa.open(StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.postgres(url, folder))));
    }

    /** Writes so many drafts in portions; none may be refused. */
    public static <D, T> void fill(
            int count, IntFunction<D> draft, BiFunction<List<D>, Boolean, List<Bulk.Result<T>>> writer) {
        for (int from = 0; from < count; from += PORTION) {
            List<D> drafts = IntStream.range(from, Math.min(count, from + PORTION))
                    .mapToObj(draft)
                    .toList();
            for (Bulk.Result<T> result : writer.apply(drafts, true)) {
                if (result instanceof Bulk.Result.Refused<T> refused) {
                    throw new IllegalStateException("a draft was refused", refused.error());
                }
            }
        }
    }

    /** A number of rows as it stands in a name. */
    public static String rows(String what, int count) {
        return String.format(Locale.ROOT, "%s, %,d rows", what, count);
    }
}
