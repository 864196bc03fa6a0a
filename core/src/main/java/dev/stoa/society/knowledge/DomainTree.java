package dev.stoa.society.knowledge;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much is known in a domain and below. Immutable.
 *
 * @param name its last part; empty at the root of all
 * @param count the live rows of exactly this domain
 * @param total those and all below
 */
public record DomainTree(String name, String path, long count, long total, List<DomainTree> children) {
    public DomainTree {
        children = List.copyOf(children);
    }

    /** The tree of domains with their counts. */
    static DomainTree of(Map<String, Long> counts) {
        Branch root = new Branch();
        counts.forEach((domain, count) -> {
            Branch branch = root;
            for (String part : domain.split("/", -1)) {
                branch = branch.children.computeIfAbsent(part, ignored -> new Branch());
            }
            branch.count += count;
        });
        return root.tree("", "");
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name",
                name,
                "path",
                path,
                "count",
                count,
                "total",
                total,
                "children",
                children.stream().map(DomainTree::document).toList());
    }

    private static final class Branch {
        private final SortedMap<String, Branch> children = new TreeMap<>();
        private long count;

        private DomainTree tree(String name, String path) {
            List<DomainTree> below = children.entrySet().stream()
                    .map(child -> child.getValue()
                            .tree(child.getKey(), path.isEmpty() ? child.getKey() : path + "/" + child.getKey()))
                    .toList();
            long total = count + below.stream().mapToLong(DomainTree::total).sum();
            return new DomainTree(name, path, count, total, below);
        }
    }
}
