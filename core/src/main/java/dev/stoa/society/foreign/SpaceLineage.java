package dev.stoa.society.foreign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which note of an import replaced which, from pointers that go both ways and need not agree. Not thread-safe. Every
 * note has one successor at most and none is its own, whatever the pointers say.
 */
final class SpaceLineage {
    /**
     * What a note says of others.
     *
     * @param supersedes ids, joined by commas
     */
    record Claim(
            String id,
            @Nullable String supersededBy,
            @Nullable String supersedes) {
        List<String> olds() {
            return supersedes == null
                    ? List.of()
                    : Arrays.stream(supersedes.split(","))
                            .map(String::strip)
                            .filter(old -> !old.isEmpty())
                            .distinct()
                            .toList();
        }
    }

    /** That one note replaced another. */
    record Link(String newId, String oldId) {}

    private final Predicate<String> exists;
    private final Function<String, @Nullable String> stored;
    private final Map<String, String> successors = new LinkedHashMap<>();
    private final List<String> dropped = new ArrayList<>();

    /**
     * Starts from what there is.
     *
     * @param exists whether there will be a note of an id
     * @param stored the successor that a note has here already
     */
    SpaceLineage(Predicate<String> exists, Function<String, @Nullable String> stored) {
        this.exists = exists;
        this.stored = stored;
    }

    /**
     * The links that notes claim, those to one note in the order in which it names the others. Where two notes
     * contradict each other the old one is right.
     */
    List<Link> links(List<Claim> claims) {
        for (Claim claim : claims) {
            if (claim.supersededBy() != null) {
                link(claim.supersededBy().strip(), claim.id());
            }
        }
        for (Claim claim : claims) {
            claim.olds().forEach(old -> link(claim.id(), old));
        }
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        for (Claim claim : claims) {
            for (String old : claim.olds()) {
                if (claim.id().equals(successors.get(old))) {
                    ordered.computeIfAbsent(claim.id(), id -> new ArrayList<>()).add(old);
                }
            }
        }
        successors.forEach((old, by) -> {
            List<String> olds = ordered.computeIfAbsent(by, id -> new ArrayList<>());
            if (!olds.contains(old)) {
                olds.add(old);
            }
        });
        List<Link> links = new ArrayList<>();
        ordered.forEach((by, olds) -> olds.forEach(old -> links.add(new Link(by, old))));
        return links;
    }

    private void link(String by, String old) {
        String pointer = "note " + old + " to " + by + ": ";
        String known = successor(old);
        if (by.equals(known)) {
            return;
        }
        if (!exists.test(by) || !exists.test(old)) {
            dropped.add(pointer + (exists.test(by) ? old : by) + " is not there");
        } else if (known != null) {
            dropped.add(pointer + "it says that " + known + " replaced it");
        } else if (reaches(by, old)) {
            dropped.add(pointer + "they would go round in a circle");
        } else {
            successors.put(old, by);
        }
    }

    private @Nullable String successor(String id) {
        String successor = successors.get(id);
        return successor == null ? stored.apply(id) : successor;
    }

    private boolean reaches(String from, String to) {
        Map<String, Boolean> passed = new HashMap<>();
        for (String at = from; at != null && passed.put(at, true) == null; at = successor(at)) {
            if (at.equals(to)) {
                return true;
            }
        }
        return false;
    }

    /** The pointers that were not followed, and why. */
    List<String> dropped() {
        return dropped;
    }
}
