package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.StoaException;
import dev.stoa.society.Dump;
import dev.stoa.society.RandomTown;
import dev.stoa.society.SocietyLaws;
import dev.stoa.society.Town;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Merges in societies that came about at random, against what a plain model makes of every row. */
@ParameterizedClass
@EnumSource(Dialect.class)
class MergeLawTest {
    private static final int DEEDS = 220;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void everyRowIsWhereTheModelHasIt() {
        Set<String> seen = new TreeSet<>();
        for (long seed = 1; seed <= 2; seed++) {
            try (Town town = Town.on(dialect, folder.resolve("town" + seed))) {
                RandomTown.fill(town, seed, DEEDS);
                for (String pair : List.of("ana bo", "eve fay", "bo cy", "di cy")) {
                    String[] names = pair.split(" ", -1);
                    compare(town, names[0], names[1], seen);
                }
                SocietyLaws.hold(town);
            }
        }
        assertThat(seen)
                .contains(
                        "both in bookmarks",
                        "both in channel_members",
                        "both in knowledge_reviews",
                        "both in mentions",
                        "both in note_shares",
                        "clone",
                        "idle run",
                        "key of messages",
                        "key of tasks",
                        "one in bookmarks",
                        "one in channel_members",
                        "one in knowledge_reviews",
                        "one in mentions",
                        "one in note_shares",
                        "own in knowledge_reviews",
                        "own in note_shares",
                        "stronger role",
                        "two journals",
                        "agent_aliases.agent_id",
                        "graph_entities.agent_id",
                        "graph_relations.agent_id",
                        "tasks.assignee_id",
                        "tasks.offered_to");
    }

    private static void compare(Town town, String first, String second, Set<String> seen) {
        town.clock().advance(Duration.ofMinutes(1));
        String from = town.agents().get(Town.HUMAN, first).id();
        String to = town.agents().get(Town.HUMAN, second).id();
        Map<String, List<Map<String, String>>> before = Dump.of(town.archive());
        MergeResult planned = town.agents().merge(Town.HUMAN, first, second, true);
        assertThat(Dump.lines(town.archive())).as("a rehearsal").isEqualTo(Dump.lines(before));

        MergeResult merge = town.agents().merge(Town.HUMAN, first, second, false);
        assertThat(merge.rows()).isEqualTo(planned.rows()).isEqualTo(counts(before, from));
        Map<String, List<Map<String, String>>> after = Dump.of(town.archive());
        String now = town.value("SELECT max(at) FROM feed WHERE kind = 'agent.merged'");
        Map<String, List<Map<String, String>>> expected = MergeModel.merged(before, from, to, now, seen);
        Map<String, List<String>> wanted = comparable(expected);
        Map<String, List<String>> found = comparable(after);
        wanted.forEach((table, rows) -> assertThat(found.get(table))
                .as(first + " " + second + " " + table)
                .isEqualTo(rows));
        assertThat(Objects.requireNonNull(after.get("feed"))).containsAll(Objects.requireNonNull(before.get("feed")));
    }

    /** The rows that name an agent, as its columns are listed. */
    private static Map<String, Long> counts(Map<String, List<Map<String, String>>> tables, String agent) {
        Map<String, Long> counts = new TreeMap<>();
        AgentColumns.ALL.forEach((table, columns) -> counts.put(
                table,
                Objects.requireNonNull(tables.get(table)).stream()
                        .filter(row -> columns.stream().anyMatch(column -> agent.equals(row.get(column))))
                        .count()));
        return counts;
    }

    /** The trust of knowledge is for the laws: it is what its sources and reviews make of it. */
    private static Map<String, List<String>> comparable(Map<String, List<Map<String, String>>> tables) {
        Map<String, List<Map<String, String>>> plain = new TreeMap<>(tables);
        plain.remove("feed");
        plain.put(
                "knowledge",
                Objects.requireNonNull(tables.get("knowledge")).stream()
                        .map(row -> {
                            Map<String, String> other = new TreeMap<>(row);
                            other.remove("trust");
                            return other;
                        })
                        .toList());
        return Dump.lines(plain);
    }

    @Test
    void aFailureInWhateverTableChangesNothing() {
        try (Town town = Town.on(dialect, folder)) {
            RandomTown.fill(town, 1, DEEDS / 3);
            Map<String, Long> rows = new TreeMap<>(
                    town.agents().merge(Town.HUMAN, "ana", "bo", true).rows());
            rows.putAll(Map.of("agents", 1L, "agent_aliases", 1L, "feed", 1L));
            rows.values().removeIf(number -> number == 0);
            assertThat(rows).hasSizeGreaterThan(9);
            Map<String, List<String>> before = Dump.lines(town.archive());
            for (String table : rows.keySet()) {
                breaking(town, table, true);
                assertThatThrownBy(() -> town.agents().merge(Town.HUMAN, "ana", "bo", false))
                        .as(table)
                        .isInstanceOf(StoaException.class);
                breaking(town, table, false);
                assertThat(Dump.lines(town.archive())).as(table).isEqualTo(before);
            }
            town.agents().merge(Town.HUMAN, "ana", "bo", false);
            SocietyLaws.hold(town);
        }
    }

    /** Lets every change of a table fail, or no more. */
    private void breaking(Town town, String table, boolean on) {
        town.archive().write(tx -> {
            if (dialect == Dialect.POSTGRES) {
                tx.update("CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE EXCEPTION ''broken''; END'");
                tx.update(
                        on
                                ? "CREATE TRIGGER broken BEFORE INSERT OR UPDATE OR DELETE ON " + table
                                        + " FOR EACH ROW EXECUTE FUNCTION broken()"
                                : "DROP TRIGGER broken ON " + table);
                return true;
            }
            for (String change : List.of("INSERT", "UPDATE", "DELETE")) {
                String name = "broken_" + change;
                tx.update(
                        on
                                ? "CREATE TRIGGER " + name + " BEFORE " + change + " ON " + table
                                        + " BEGIN SELECT RAISE(ABORT, 'broken'); END"
                                : "DROP TRIGGER " + name);
            }
            return true;
        });
    }
}
