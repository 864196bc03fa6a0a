package dev.stoa.server.console.learn;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.chart.Layers;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was made from what, with the trust of each as a word. Used by one thread. */
public final class Lineage {
    private static final List<String> TRUST = List.of("untrusted", "agent", "confirmed", "human");
    private static final int LABEL = 28;
    private static final int READS = 60;

    private final Map<String, Layers.Node> nodes = new LinkedHashMap<>();
    private final Map<List<String>, Layers.Edge> edges = new LinkedHashMap<>();

    /** Reads an address of the API. */
    @FunctionalInterface
    public interface Reader {
        Doc read(String name, String address) throws Exception;
    }

    /** The trust of a memory as it is shown: never more than that of what it was made from. */
    public static String trust(Doc memory) {
        int least = rank(memory.raw("trust"));
        for (Doc source : memory.docs("sources")) {
            least = Math.min(least, rank(source.raw("trust")));
        }
        return TRUST.get(least);
    }

    /** What is unknown is trusted least. */
    private static int rank(String word) {
        return Math.max(0, TRUST.indexOf(word));
    }

    private static Tone tone(String trust) {
        return switch (trust) {
            case "untrusted" -> Tone.BAD;
            case "confirmed" -> Tone.GOOD;
            case "human" -> Tone.ACCENT;
            default -> Tone.PLAIN;
        };
    }

    /** The page of a source; null if its kind has none. */
    public static @Nullable String page(String kind, String id) {
        return switch (kind) {
            case "memory" -> Links.to("memory", id);
            case "evidence" -> Links.to("evidence", id);
            case "consensus" -> Links.to("consensus", id);
            default -> null;
        };
    }

    /** Memories with what they were made from. */
    public static Layers of(List<Doc> memories) {
        Lineage lineage = new Lineage();
        memories.stream().filter(memory -> !memory.docs("sources").isEmpty()).forEach(lineage::add);
        // What stands in the list itself is better known than as a source.
        memories.forEach(lineage::name);
        return lineage.chart();
    }

    /**
     * What something was made from, and what was made of it, as far as 60 requests go.
     *
     * @param root as {@code memory:ID}
     */
    public static Layers around(String root, Reader reader) throws Exception {
        int mark = root.indexOf(':');
        if (mark < 1) {
            throw Bounds.invalid("root is no KIND:ID", "give one such as memory:ID");
        }
        String kind = root.substring(0, mark);
        String id = root.substring(mark + 1);
        Lineage lineage = new Lineage();
        int reads = 0;
        Set<String> seen = new LinkedHashSet<>();
        Deque<List<String>> above = new ArrayDeque<>(List.of(List.of(kind, id)));
        while (!above.isEmpty() && reads < READS / 2) {
            List<String> next = above.removeFirst();
            if (next.getFirst().equals("memory") && seen.add(next.getLast())) {
                Doc memory = reader.read("memory:" + next.getLast(), "memories/" + Links.encoded(next.getLast()))
                        .doc("memory");
                reads++;
                if (memory.has("id")) {
                    lineage.add(memory);
                    memory.docs("sources").forEach(source -> above.add(List.of(source.raw("kind"), source.raw("id"))));
                }
            }
        }
        Deque<List<String>> below = new ArrayDeque<>(List.of(List.of(kind, id)));
        Set<List<String>> asked = new LinkedHashSet<>();
        while (!below.isEmpty() && reads < READS) {
            List<String> next = below.removeFirst();
            if (asked.add(next)) {
                String source = String.join(":", next);
                List<Doc> made = reader.read("made:" + source, "memories?source=" + Links.encoded(source) + "&limit=50")
                        .docs("items");
                reads++;
                for (Doc memory : made) {
                    lineage.add(memory);
                    below.add(List.of("memory", memory.raw("id")));
                }
            }
        }
        return lineage.chart();
    }

    private void add(Doc memory) {
        String key = "memory:" + memory.raw("id");
        String trust = trust(memory);
        name(memory);
        nodes.putIfAbsent(key, node(key, memory.text("content", LABEL), trust, page("memory", memory.raw("id"))));
        for (Doc source : memory.docs("sources")) {
            String from = source.raw("kind") + ":" + source.raw("id");
            nodes.putIfAbsent(
                    from,
                    node(
                            from,
                            source.text("kind", LABEL) + " " + source.text("id", LABEL),
                            TRUST.get(rank(source.raw("trust"))),
                            page(source.raw("kind"), source.raw("id"))));
            boolean caps = TRUST.get(rank(source.raw("trust"))).equals(trust);
            edges.putIfAbsent(List.of(from, key), new Layers.Edge(from, key, caps, caps ? "caps its trust" : ""));
        }
    }

    /** Gives a node that was only known as a source its own words. */
    private void name(Doc memory) {
        String key = "memory:" + memory.raw("id");
        nodes.computeIfPresent(
                key, (known, before) -> node(key, memory.text("content", LABEL), trust(memory), before.href()));
    }

    private static Layers.Node node(String key, String words, String trust, @Nullable String href) {
        return new Layers.Node(key, trust + ": " + words, tone(trust), Plain.of(key, 160), href);
    }

    private Layers chart() {
        return new Layers("What was made from what", new ArrayList<>(nodes.values()), new ArrayList<>(edges.values()));
    }
}
