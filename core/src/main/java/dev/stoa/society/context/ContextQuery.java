package dev.stoa.society.context;

import dev.stoa.base.Bounds;
import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.index.SearchIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A question to everything that was written. Immutable.
 *
 * @param text plain words; nothing in it is syntax
 * @param agent only what this agent wrote
 * @param channel only what belongs to this channel
 * @param domain only knowledge of these domains
 * @param since a time, or how long ago as {@code 30m}, {@code 12h}, {@code 7d}
 * @param until likewise; both are included
 * @param archived whether what was put away is found too
 * @param allWords whether a hit has every word, not just one
 */
public record ContextQuery(
        String text,
        Set<Scope> scopes,
        @Nullable String agent,
        @Nullable String channel,
        @Nullable DomainPattern domain,
        @Nullable String since,
        @Nullable String until,
        @Nullable Trust minTrust,
        boolean archived,
        boolean allWords,
        Order order,
        int limit) {
    /** How many hits there are if nobody says how many. */
    public static final int DEFAULT_LIMIT = 10;

    private static final int LONGEST = 256;
    private static final int MOST = 100;
    private static final Pattern AGO = Pattern.compile("([0-9]{1,6})([mhd])");

    /** What is searched. */
    public enum Scope {
        NOTES(SearchIndex.Kind.NOTE),
        KNOWLEDGE(SearchIndex.Kind.KNOWLEDGE),
        MESSAGES(SearchIndex.Kind.MESSAGE),
        TASKS(SearchIndex.Kind.TASK),
        FILES(SearchIndex.Kind.FILE);

        private final SearchIndex.Kind kind;

        Scope(SearchIndex.Kind kind) {
            this.kind = kind;
        }

        SearchIndex.Kind kind() {
            return kind;
        }

        /** The word by which it is asked for. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The scope of a word that somebody gave. */
        public static Scope of(String text) {
            List<String> known = Arrays.stream(values()).map(Scope::text).toList();
            return valueOf(Bounds.word("scope", text, known).toUpperCase(Locale.ROOT));
        }
    }

    /** In which order hits are shown; which they are does not depend on it. */
    public enum Order {
        RANK,
        TIME;

        /** The order of a word that somebody gave. */
        public static Order of(String text) {
            return valueOf(Bounds.word("order", text, List.of("rank", "time")).toUpperCase(Locale.ROOT));
        }
    }

    public ContextQuery {
        Bounds.text("query", text, 1, LONGEST);
        Bounds.size("scopes", scopes, 1, Scope.values().length);
        Bounds.whole("limit", limit, 1, MOST);
        scopes = Set.copyOf(scopes);
        moment(since, Instant.EPOCH);
        moment(until, Instant.EPOCH);
    }

    /** The best ten hits of all that members write. */
    public static ContextQuery of(String text) {
        return new ContextQuery(
                text,
                EnumSet.complementOf(EnumSet.of(Scope.FILES)),
                null,
                null,
                null,
                null,
                null,
                null,
                false,
                false,
                Order.RANK,
                DEFAULT_LIMIT);
    }

    public static ContextQuery fromJson(JsonFields fields) {
        ContextQuery base = of(fields.text("query"));
        List<String> scopes = fields.texts("scopes");
        String domain = fields.textOrNull("domain");
        String trust = fields.textOrNull("min_trust");
        ContextQuery query = new ContextQuery(
                base.text,
                scopes.isEmpty() ? base.scopes : scopes(scopes),
                fields.textOrNull("agent"),
                fields.textOrNull("channel"),
                domain == null ? null : DomainPattern.of(domain),
                fields.textOrNull("since"),
                fields.textOrNull("until"),
                trust == null ? null : Trust.of(trust),
                fields.flag("archived", false),
                fields.flag("all_words", false),
                Order.of(fields.text("order", "rank")),
                (int) Bounds.whole("limit", fields.whole("limit", DEFAULT_LIMIT), 1, MOST));
        fields.end();
        return query;
    }

    /** The scopes of words that somebody gave. */
    public static Set<Scope> scopes(List<String> words) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        words.forEach(word -> scopes.add(Scope.of(word)));
        return scopes;
    }

    /** The same in these scopes alone. */
    public ContextQuery in(Scope first, Scope... more) {
        return new ContextQuery(
                text,
                EnumSet.of(first, more),
                agent,
                channel,
                domain,
                since,
                until,
                minTrust,
                archived,
                allWords,
                order,
                limit);
    }

    /** The same with at most so many hits. */
    public ContextQuery limit(int most) {
        return new ContextQuery(
                text, scopes, agent, channel, domain, since, until, minTrust, archived, allWords, order, most);
    }

    /** The same, with what was put away. */
    public ContextQuery archived(boolean too) {
        return new ContextQuery(
                text, scopes, agent, channel, domain, since, until, minTrust, too, allWords, order, limit);
    }

    /** The same for hits that have every word. */
    public ContextQuery allWords(boolean all) {
        return new ContextQuery(
                text, scopes, agent, channel, domain, since, until, minTrust, archived, all, order, limit);
    }

    /** The same in another order. */
    public ContextQuery order(Order other) {
        return new ContextQuery(
                text, scopes, agent, channel, domain, since, until, minTrust, archived, allWords, other, limit);
    }

    /** The time that a text means at a moment. */
    static @Nullable Instant moment(@Nullable String text, Instant now) {
        if (text == null) {
            return null;
        }
        Matcher ago = AGO.matcher(text);
        if (!ago.matches()) {
            return Times.parse(text);
        }
        long number = Long.parseLong(ago.group(1));
        return now.minus(
                switch (ago.group(2)) {
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(Math.min(number, 36_500));
                });
    }
}
