package dev.stoa.server.console.view;

import dev.stoa.server.console.text.Language;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Two debates side by side. Immutable.
 *
 * @param settings the settings that differ
 * @param turns what was said, aligned by round, phase and seat; the first 200 turns of each
 */
public record CompareView(Side a, Side b, List<Setting> settings, List<Pair> turns) {
    public CompareView {
        settings = List.copyOf(settings);
        turns = List.copyOf(turns);
    }

    /** One of them; without an id if none is chosen. */
    public record Side(String id, Doc debate, List<Doc> turns) {
        public Side {
            turns = List.copyOf(turns);
        }

        public boolean isChosen() {
            return !id.isEmpty();
        }
    }

    /** A setting as each has it. */
    public record Setting(String name, String a, String b) {}

    /** What the same seat said in the same place of each; without fields where it said nothing. */
    public record Pair(String place, String seat, Doc a, Doc b) {}

    public static CompareView of(Side a, Side b) {
        return new CompareView(a, b, a.isChosen() && b.isChosen() ? settings(a, b) : List.of(), pairs(a, b));
    }

    public boolean isComplete() {
        return a.isChosen() && b.isChosen();
    }

    private static List<Setting> settings(Side a, Side b) {
        Map<String, String> ofA = a.debate().doc("config").shown();
        Map<String, String> ofB = b.debate().doc("config").shown();
        TreeSet<String> names = new TreeSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        List<Setting> settings = new ArrayList<>();
        for (String name : names) {
            String left = ofA.getOrDefault(name, "");
            String right = ofB.getOrDefault(name, "");
            if (!left.equals(right)) {
                settings.add(new Setting(States.word(name), left, right));
            }
        }
        return settings;
    }

    private static List<Pair> pairs(Side a, Side b) {
        Map<List<String>, Doc> ofA = byPlace(a);
        Map<List<String>, Doc> ofB = byPlace(b);
        Map<List<String>, Doc> all = new LinkedHashMap<>(ofA);
        ofB.forEach(all::putIfAbsent);
        return all.keySet().stream()
                .map(key -> new Pair(
                        key.getFirst(),
                        key.getLast(),
                        ofA.getOrDefault(key, Doc.EMPTY),
                        ofB.getOrDefault(key, Doc.EMPTY)))
                .sorted((x, y) -> Long.compare(round(x), round(y)))
                .toList();
    }

    private static long round(Pair pair) {
        return pair.a().has("round") ? pair.a().whole("round") : pair.b().whole("round");
    }

    private static Map<List<String>, Doc> byPlace(Side side) {
        Map<List<String>, Doc> turns = new LinkedHashMap<>();
        side.turns()
                .forEach(turn -> turns.put(
                        List.of(
                                Language.t("round {0}", turn.whole("round")) + ", " + Lanes.phase(turn),
                                turn.text("agent_id", 40)),
                        turn));
        return turns;
    }
}
