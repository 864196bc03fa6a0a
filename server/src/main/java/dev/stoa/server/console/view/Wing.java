package dev.stoa.server.console.view;

import java.util.List;

/** The parts of the console, with the pages that the navigation names. */
public enum Wing {
    DEBATES(
            "Debates",
            "d",
            new Entry("All", "/debates"),
            new Entry("New debate", "/debates/new"),
            new Entry("What debating was worth", "/debates/stats"),
            new Entry("Lessons", "/lessons"),
            new Entry("Wind tunnel", "/tunnel")),
    LEARNING(
            "Learning",
            "m",
            new Entry("Memory", "/memory"),
            new Entry("Moves", "/memory/transitions"),
            new Entry("Recall", "/memory/recall"),
            new Entry("Lineage", "/memory/graph"),
            new Entry("Consensus", "/consensus"),
            new Entry("Dissents", "/dissents"),
            new Entry("Proofs", "/proofs"),
            new Entry("Ratings", "/ratings"),
            new Entry("Critiques", "/critiques"),
            new Entry("Patterns", "/patterns"),
            new Entry("Reputation", "/reputation"),
            new Entry("Evidence", "/evidence"),
            new Entry("Breakers", "/breakers")),
    SOCIETY(
            "Society",
            "c",
            new Entry("Channels", "/channels"),
            new Entry("Inbox", "/inbox"),
            new Entry("Agents", "/agents"),
            new Entry("Runs", "/runs"),
            new Entry("Tasks", "/tasks"),
            new Entry("Notes", "/notes"),
            new Entry("Knowledge", "/knowledge"),
            new Entry("What was written", "/context")),
    COUNSEL(
            "Counsel",
            "a",
            new Entry("Ask", "/ask"),
            new Entry("Conversations", "/conversations"),
            new Entry("Projects", "/projects"),
            new Entry("Corrections", "/corrections"),
            new Entry("Assertions", "/assertions"),
            new Entry("Specialists", "/specialists"),
            new Entry("Audit", "/audit"),
            new Entry("Tokens", "/tokens"),
            new Entry("Keys", "/keys")),
    EVOLUTION(
            "Evolution",
            "e",
            new Entry("Runs", "/evolve"),
            new Entry("New run", "/evolve/new"),
            new Entry("Episodes", "/episodes"),
            new Entry("Created agents", "/created-agents")),
    OPERATIONS(
            "Operations",
            "o",
            new Entry("Health", "/ops"),
            new Entry("Doctor", "/ops/doctor"),
            new Entry("Archives", "/ops/archives"),
            new Entry("Backups", "/ops/backups"),
            new Entry("Jobs", "/ops/jobs"),
            new Entry("Metrics", "/ops/metrics"),
            new Entry("Configuration", "/ops/config"),
            new Entry("API", "/ops/api"));

    private final String word;
    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes no other
    private final List<Entry> entries;

    /** A page of the navigation. */
    public record Entry(String word, String path) {}

    Wing(String word, String key, Entry... entries) {
        this.word = word;
        this.key = key;
        this.entries = List.of(entries);
    }

    public String word() {
        return word;
    }

    /** The key that leads to it after {@code g}. */
    public String key() {
        return key;
    }

    public List<Entry> entries() {
        return entries;
    }

    /** Where it begins. */
    public String path() {
        return entries.getFirst().path();
    }
}
