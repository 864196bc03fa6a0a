package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds of the rows of every table. */
@Tag("quick")
@OnBothDatabases
class SocietyRowsTest extends TownFixture {
    @Test
    @DisplayName("Times must be UTC and of one form in every table; ids must increase when the clock stands still or"
            + " steps back; the suffix % must resolve to nothing, an ambiguous one must list candidates.")
    void timesHaveOneFormIdsGrowAndEndingsAreExact() {
        RandomTown.fill(town, 3, 120);
        times();
        ids();
        endings();
    }

    private void times() {
        Set<String> written = new TreeSet<>();
        Map<String, List<String>> tables = Dump.columns(town.archive());
        // Which version the archive has is the storage's own, in a form that all archives share.
        tables.remove("_schema_versions");
        tables.forEach((table, columns) -> columns.stream()
                .filter(column -> column.matches("at|.*_at|timestamp|idle_since"))
                .forEach(column -> {
                    if (dialect == Dialect.POSTGRES) {
                        assertThat(town.value("SELECT data_type FROM information_schema.columns WHERE table_schema ="
                                        + " current_schema() AND table_name = '" + table + "' AND column_name = '"
                                        + column + "'"))
                                .as(table + "." + column)
                                .isEqualTo("timestamp with time zone");
                    }
                    List<String> values =
                            town.values("SELECT " + column + " FROM " + table + " WHERE " + column + " IS NOT NULL");
                    if (!values.isEmpty()) {
                        written.add(table + "." + column);
                    }
                    if (dialect == Dialect.SQLITE) {
                        assertThat(values)
                                .as(table + "." + column)
                                .allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}"));
                    }
                }));
        assertThat(written)
                .contains(
                        "agents.last_active_at",
                        "feed.at",
                        "memories.timestamp",
                        "messages.deleted_at",
                        "search_docs.at",
                        "sessions.idle_since",
                        "tasks.completed_at",
                        "tasks.lease_expires_at");
        // The clock of a test stands in January, in UTC, whatever the zone of the machine is.
        assertThat(town.value("SELECT min(at) FROM feed").replace(' ', 'T')).startsWith("2026-01-01T00:00:00");
    }

    private void ids() {
        Principal ana = Principal.as("ana");
        List<String> ids = new ArrayList<>();
        for (Duration step : List.of(Duration.ZERO, Duration.ofHours(-1), Duration.ZERO, Duration.ofMillis(-1))) {
            town.clock().advance(step);
            ids.add(town.notes()
                    .add(ana, NoteDraft.of("n" + ids.size()))
                    .value()
                    .id());
            ids.add(town.messages()
                    .send(ana, "hall", MessageDraft.of("m"))
                    .message()
                    .id());
            ids.add(town.tasks().add(ana, WorkDraft.of("w")).value().id());
            ids.add(town.knowledge()
                    .add(ana, FactDraft.of("ids", "k" + ids.size()))
                    .value()
                    .id());
            ids.add(town.agents()
                    .register(Town.HUMAN, AgentDraft.of("n" + ids.size(), "sim:"))
                    .value()
                    .id());
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().allMatch(id -> id.length() == 36);
    }

    private void endings() {
        Map<String, BiFunction<Principal, String, ?>> nouns = Map.of(
                "agents.agent_id", town.agents()::get,
                "sessions.session_id", town.runs()::get,
                "tasks.task_id", town.tasks()::get,
                "channels.channel_id", town.channels()::get,
                "messages.message_id", town.messages()::get,
                "memories.memory_id", town.notes()::get,
                "knowledge.knowledge_id", town.knowledge()::get);
        nouns.forEach((noun, get) -> {
            String table = noun.substring(0, noun.indexOf('.'));
            String key = noun.substring(noun.indexOf('.') + 1);
            String id = town.value("SELECT max(" + key + ") FROM " + table);
            assertThat(get.apply(Principal.operator("local"), id.substring(28)))
                    .as(noun)
                    .isEqualTo(get.apply(Principal.operator("local"), id));
            for (String ref : List.of("%", "%%%%%%%%", "________", id.substring(29), "%" + id.substring(28))) {
                assertThatThrownBy(() -> get.apply(Principal.operator("local"), ref))
                        .as(noun + " " + ref)
                        .isInstanceOf(NotFoundException.class);
            }
        });
        String first = town.value("SELECT max(knowledge_id) FROM knowledge");
        String second = "00000000-0000-7000-8000-0000" + first.substring(28);
        town.archive()
                .write(tx -> tx.update(
                        "INSERT INTO knowledge (knowledge_id, domain, agent_id, content, seq)"
                                + " SELECT ?, domain, agent_id, content, seq FROM knowledge WHERE knowledge_id = ?",
                        second,
                        first));
        assertThatThrownBy(() -> town.knowledge().get(Town.HUMAN, first.substring(28)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(first)
                .hasMessageContaining(second)
                .satisfies(e -> assertThat(((ConflictException) e).code()).isEqualTo("ambiguous"));
    }
}
