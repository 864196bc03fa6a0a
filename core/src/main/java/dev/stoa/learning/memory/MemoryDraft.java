package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.json.Metadata;
import dev.stoa.learning.memory.Memory.TtlMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A memory to be added. Immutable; each method gives a changed copy. Every value is checked when it is given.
 *
 * @param id null for one that the store makes
 * @param trust the claimed trust; null for that of an agent
 * @param ttlMode what ends its life
 * @param ttlSeconds the length of a fixed life, else 0
 * @param replace whether other content under the id is archived instead of refused
 */
public record MemoryDraft(
        String content,
        @Nullable String id,
        String namespace,
        MemoryTier tier,
        double importance,
        double surprise,
        @Nullable Trust trust,
        @Nullable String origin,
        List<MemorySource> sources,
        TtlMode ttlMode,
        long ttlSeconds,
        Map<String, @Nullable Object> metadata,
        boolean replace) {
    /** The namespace of what simulated debates taught: no agent reads it, and no list, count or recall that does not ask. */
    public static final String SIMULATED = "simulated";

    /** The namespace that all may read. */
    public static final String SHARED = "shared";

    static final int LONGEST_NAMESPACE = 80;
    private static final int LONGEST = 65_536;
    private static final int LONGEST_ORIGIN = 2_048;
    private static final int MOST_SOURCES = 64;
    private static final long LONGEST_TTL = 315_360_000;
    // These stand in the place of an id in the addresses of the server.
    private static final List<String> TAKEN = List.of("recall", "consolidate", "cleanup", "tune", "stats");

    public MemoryDraft {
        Bounds.given("content", content);
        Bounds.given("namespace", namespace);
        Bounds.given("tier", tier);
        Bounds.given("sources", sources);
        Bounds.given("ttlMode", ttlMode);
        Bounds.given("metadata", metadata);
        Bounds.text("content", content, 1, LONGEST);
        if (id != null && TAKEN.contains(Bounds.id("id", id))) {
            throw Bounds.invalid("id " + id + " is the name of an operation", "choose another");
        }
        Bounds.id("namespace", namespace, LONGEST_NAMESPACE);
        importance = Bounds.unit("importance", importance);
        surprise = Bounds.unit("surprise_score", surprise);
        Bounds.textOrNull("origin", origin, 1, LONGEST_ORIGIN);
        sources = distinct(Bounds.size("sources", sources, 0, MOST_SOURCES), id);
        if (ttlMode == TtlMode.FIXED) {
            Bounds.whole("ttl", ttlSeconds, 1, LONGEST_TTL);
        }
        Metadata.write(metadata);
    }

    private static List<MemorySource> distinct(List<MemorySource> sources, @Nullable String id) {
        List<MemorySource> distinct = new ArrayList<>();
        for (MemorySource source : sources) {
            if (source.kind().equals(MemorySource.MEMORY) && source.id().equals(id)) {
                throw Bounds.invalid("memory " + id + " is named as its own source", "leave it out");
            }
            if (distinct.stream().noneMatch(source::isSameAs)) {
                distinct.add(source);
            }
        }
        return List.copyOf(distinct);
    }

    /** A memory of this text in the shared namespace and the slow tier. */
    public static MemoryDraft of(String content) {
        return new MemoryDraft(
                content,
                null,
                SHARED,
                MemoryTier.SLOW,
                0.5,
                0,
                null,
                null,
                List.of(),
                TtlMode.TIER,
                0,
                Map.of(),
                false);
    }

    public static MemoryDraft fromJson(JsonFields fields) {
        MemoryDraft draft = of(fields.text("content"))
                .namespace(fields.text("namespace", SHARED))
                .tier(MemoryTier.of(fields.text("tier", MemoryTier.SLOW.text())))
                .importance(fields.real("importance", 0.5))
                .surprise(fields.real("surprise_score", 0))
                .origin(fields.textOrNull("origin"))
                .sources(fields.objects("sources").stream()
                        .map(MemorySource::fromJson)
                        .toList())
                .metadata(fields.object("metadata"))
                .replace(fields.flag("replace", false));
        String id = fields.textOrNull("id");
        String trust = fields.textOrNull("trust");
        draft = id == null ? draft : draft.id(id);
        draft = trust == null ? draft : draft.trust(Trust.of(trust));
        draft = draft.ttl(fields.valueOrNull("ttl"));
        fields.end();
        return draft;
    }

    /** The life that a word or a number means: {@code tier}, {@code never}, or seconds. */
    private MemoryDraft ttl(@Nullable Object value) {
        return switch (value) {
            case null -> this;
            case Long seconds -> ttlSeconds(seconds);
            case String word -> ttl(word);
            default -> throw Bounds.invalid("field \"ttl\" is not tier, never or whole seconds", "send one of them");
        };
    }

    /** The life that a text means: {@code tier}, {@code never}, or a number of seconds. */
    public MemoryDraft ttl(String text) {
        return switch (text) {
            case "tier" -> living(TtlMode.TIER, 0);
            case "never" -> never();
            default -> {
                try {
                    yield ttlSeconds(Long.parseLong(text));
                } catch (NumberFormatException e) {
                    throw Bounds.invalid(
                            "ttl " + Bounds.shown(text) + " is not tier, never or whole seconds", "give one of them");
                }
            }
        };
    }

    public MemoryDraft id(String value) {
        return with(copy -> copy.id = value);
    }

    public MemoryDraft namespace(String value) {
        return with(copy -> copy.namespace = value);
    }

    public MemoryDraft tier(MemoryTier value) {
        return with(copy -> copy.tier = value);
    }

    public MemoryDraft importance(double value) {
        return with(copy -> copy.importance = value);
    }

    public MemoryDraft surprise(double value) {
        return with(copy -> copy.surprise = value);
    }

    public MemoryDraft trust(Trust value) {
        return with(copy -> copy.trust = value);
    }

    public MemoryDraft origin(@Nullable String value) {
        return with(copy -> copy.origin = value);
    }

    public MemoryDraft sources(List<MemorySource> value) {
        return with(copy -> copy.sources = value);
    }

    /** A lifetime in seconds, which use does not extend. */
    public MemoryDraft ttlSeconds(long seconds) {
        return living(TtlMode.FIXED, seconds);
    }

    /** A life that does not end by itself. */
    public MemoryDraft never() {
        return living(TtlMode.NEVER, 0);
    }

    private MemoryDraft living(TtlMode mode, long seconds) {
        return with(copy -> {
            copy.ttlMode = mode;
            copy.ttlSeconds = seconds;
        });
    }

    public MemoryDraft metadata(Map<String, @Nullable Object> value) {
        return with(copy -> copy.metadata = value);
    }

    public MemoryDraft replace(boolean value) {
        return with(copy -> copy.replace = value);
    }

    private MemoryDraft with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.draft();
    }

    /** The values of a draft while one of them is changed. */
    private static final class Copy {
        private final String content;
        private @Nullable String id;
        private String namespace;
        private MemoryTier tier;
        private double importance;
        private double surprise;
        private @Nullable Trust trust;
        private @Nullable String origin;
        private List<MemorySource> sources;
        private TtlMode ttlMode;
        private long ttlSeconds;
        private Map<String, @Nullable Object> metadata;
        private boolean replace;

        Copy(MemoryDraft draft) {
            this.content = draft.content;
            this.id = draft.id;
            this.namespace = draft.namespace;
            this.tier = draft.tier;
            this.importance = draft.importance;
            this.surprise = draft.surprise;
            this.trust = draft.trust;
            this.origin = draft.origin;
            this.sources = draft.sources;
            this.ttlMode = draft.ttlMode;
            this.ttlSeconds = draft.ttlSeconds;
            this.metadata = draft.metadata;
            this.replace = draft.replace;
        }

        MemoryDraft draft() {
            return new MemoryDraft(
                    content,
                    id,
                    namespace,
                    tier,
                    importance,
                    surprise,
                    trust,
                    origin,
                    sources,
                    ttlMode,
                    ttlSeconds,
                    metadata,
                    replace);
        }
    }
}
