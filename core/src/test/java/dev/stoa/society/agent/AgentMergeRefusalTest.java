package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.society.Dump;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class AgentMergeRefusalTest extends TownFixture {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private Agents agents;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        agents = town.agents();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private MergeResult merge() {
        return agents.merge(Town.HUMAN, "ana", "bo", false);
    }

    private static void conflict(Throwable e) {
        assertThat(((ConflictException) e).code()).isEqualTo("conflict");
    }

    @Test
    void whatCannotBeMergedIsAConflictAndChangesNothing() {
        agents.rename(Town.HUMAN, "ana", "anna");
        agents.register(Town.HUMAN, AgentDraft.person("eve"));
        Map<String, List<String>> before = Dump.lines(town.archive());
        Map<String, String> refused = new TreeMap<>(Map.of(
                "ana anna", "anna cannot be merged with itself",
                "ana human", "agent human is reserved and cannot be merged",
                "human ana", "agent human is reserved and cannot be merged",
                "system bo", "agent system is reserved and cannot be merged",
                "eve bo", "eve is of kind human and bo of kind agent"));
        refused.forEach((pair, message) -> {
            String[] names = pair.split(" ", -1);
            for (boolean dryRun : new boolean[] {true, false}) {
                assertThatThrownBy(() -> agents.merge(Town.HUMAN, names[0], names[1], dryRun))
                        .hasMessageContaining(message)
                        .satisfies(AgentMergeRefusalTest::conflict);
            }
        });
        assertThatThrownBy(() -> agents.merge(Town.HUMAN, "nobody", "bo", false))
                .isInstanceOf(NotFoundException.class);
        assertThat(Dump.lines(town.archive())).isEqualTo(before);

        agents.archive(Town.HUMAN, "bo");
        assertThatThrownBy(this::merge)
                .hasMessageContaining("agent bo is archived")
                .satisfies(AgentMergeRefusalTest::conflict);
        agents.restore(Town.HUMAN, "bo");
        for (Principal busy : List.of(ana, bo)) {
            Run run = town.runs().start(Town.HUMAN, RunRequest.of(busy.identity(), "x"));
            assertThatThrownBy(this::merge)
                    .hasMessageContaining(" is pending")
                    .satisfies(AgentMergeRefusalTest::conflict);
            Execution execution =
                    town.executions().claim("here/1/0", LEASE, Plans.PLAIN).orElseThrow();
            before = Dump.lines(town.archive());
            assertThatThrownBy(this::merge)
                    .hasMessageContaining(" is running")
                    .satisfies(e -> assertThat(((ConflictException) e).hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains(run.shortId())));
            assertThat(Dump.lines(town.archive())).isEqualTo(before);
            town.executions().finish(execution, Execution.Outcome.completed("done", false));
        }
        assertThat(merge().agent().identity()).isEqualTo("bo");
    }

    @Test
    void everyColumnThatNamesAnAgentIsKnown() {
        Map<String, TreeSet<String>> named = new TreeMap<>();
        Dump.columns(town.archive())
                .forEach((table, columns) -> columns.stream()
                        .filter(column -> column.matches("agent_id|assignee_id|offered_to|cloned_from"))
                        .forEach(column -> named.computeIfAbsent(table, name -> new TreeSet<>())
                                .add(column)));
        references().forEach(reference -> {
            String[] parts = reference.split(" ", -1);
            named.computeIfAbsent(parts[0], name -> new TreeSet<>()).add(parts[1]);
        });
        named.remove("feed");
        named.computeIfAbsent("agents", name -> new TreeSet<>()).remove("agent_id");
        Map<String, TreeSet<String>> known = new TreeMap<>();
        AgentColumns.ALL.forEach((table, columns) -> known.put(table, new TreeSet<>(columns)));
        assertThat(known).isEqualTo(named);
    }

    private List<String> references() {
        return town.values(dialect.pick("""
                SELECT m.name || ' ' || f."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
                WHERE m.type = 'table' AND f."table" = 'agents'""", """
                SELECT c.conrelid::regclass || ' ' || a.attname FROM pg_constraint c
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
                WHERE c.contype = 'f' AND c.confrelid = 'agents'::regclass"""));
    }
}
