package dev.stoa.server.console.learn;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What agents are to each other, each in its row to each other in its column. Immutable.
 *
 * @param rows none if no two of them met
 */
public record Relations(List<String> agents, List<Row> rows) {
    /** Nothing is shown. */
    public static final Relations NONE = new Relations(List.of(), List.of());

    /** What the page of one agent shows of each other. */
    public static final List<Column> COLUMNS = List.of(
            Column.link("against", "Agent", "ratings", "against"),
            Column.state("relationship.label", "Relationship"),
            Column.number("relationship.rivalry", "Rivalry"),
            Column.number("relationship.alliance", "Alliance"),
            Column.number("influence", "Its influence on the other"),
            Column.number("influenced", "Influence of the other on it"),
            Column.count("relationship.debates", "Debates"));

    public Relations {
        agents = List.copyOf(agents);
        rows = List.copyOf(rows);
    }

    /**
     * An agent.
     *
     * @param others what it is to each of the agents; without fields for itself and for one it did not meet
     */
    public record Row(String agent, List<Doc> others) {
        public Row {
            others = List.copyOf(others);
        }
    }

    /** The relationships of agents, by their pairs as the API gives them. */
    public static Relations of(List<String> agents, List<Doc> pairs) {
        Map<List<String>, Doc> met = new HashMap<>();
        agents.forEach(agent ->
                of(agent, pairs).forEach(other -> met.put(List.of(agent, other.raw("against")), other)));
        List<Row> rows = new ArrayList<>();
        for (String agent : met.isEmpty() ? List.<String>of() : agents) {
            rows.add(new Row(
                    agent,
                    agents.stream()
                            .map(other -> met.getOrDefault(List.of(agent, other), Doc.EMPTY))
                            .toList()));
        }
        return new Relations(agents, rows);
    }

    /** What one agent is to those it met: a pair with the name of the other and the influence of both. */
    public static List<Doc> of(String agent, List<Doc> pairs) {
        List<Doc> others = new ArrayList<>();
        for (Doc pair : pairs) {
            boolean first = pair.raw("agent_a").equals(agent);
            if ((first || pair.raw("agent_b").equals(agent)) && pair.whole("relationship.debates") > 0) {
                others.add(pair.and("against", pair.raw(first ? "agent_b" : "agent_a"))
                        .and("influence", pair.real(influence(first)))
                        .and("influenced", pair.real(influence(!first))));
            }
        }
        return others;
    }

    private static String influence(boolean first) {
        return first ? "relationship.influence_a_on_b" : "relationship.influence_b_on_a";
    }
}
