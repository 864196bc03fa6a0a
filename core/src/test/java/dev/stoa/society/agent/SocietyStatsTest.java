package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.RandomTown;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.run.RunRequest;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class SocietyStatsTest extends TownFixture {
    private Agents agents;

    @BeforeEach
    void open() {
        agents = town.agents();
    }

    private static SocietyStats.Tally tally(SocietyStats stats, String noun) {
        return Objects.requireNonNull(stats.nouns().get(noun), noun);
    }

    @Test
    void anEmptySocietyHasItsReservedAgentsAlone() {
        SocietyStats stats = agents.stats(Town.HUMAN);
        assertThat(stats.nouns().keySet())
                .containsExactly("agents", "channels", "messages", "runs", "tasks", "notes", "knowledge");
        assertThat(tally(stats, "agents")).isEqualTo(new SocietyStats.Tally(2, 2));
        stats.nouns().forEach((noun, tally) -> {
            if (!noun.equals("agents")) {
                assertThat(tally).as(noun).isEqualTo(new SocietyStats.Tally(0, 0));
            }
        });
        assertThat(stats.agents()).extracting(SocietyStats.Share::identity).containsExactly("human", "system");
        assertThat(stats.document()).containsEntry("topics", 0L).containsEntry("next", null);
    }

    @Test
    void whatIsArchivedOrHasEndedIsToldFromWhatIsLive() {
        Principal ana = town.agent("ana");
        Principal bo = town.agent("bo");
        town.clock().advance(Duration.ofSeconds(1));
        town.channels().create(ana, ChannelDraft.of("hall"));
        town.channels().create(ana, ChannelDraft.of("old"));
        town.messages().send(ana, "old", MessageDraft.of("once"));
        town.channels().archive(ana, "old");
        String gone = town.messages()
                .send(ana, "hall", MessageDraft.of("gone"))
                .message()
                .id();
        town.messages().send(ana, "hall", MessageDraft.of("stays"));
        town.messages().delete(ana, gone);
        town.runs()
                .start(
                        bo.with(Right.OPERATE),
                        RunRequest.of("ana", "x").in("hall").keep(true));
        RandomTown.workOff(town);
        town.runs().start(bo.with(Right.OPERATE), RunRequest.of("ana", "y"));
        town.notes().journal(bo, "one");
        town.notes().journal(bo, "two");
        town.knowledge().add(bo, FactDraft.of("a/b", "first"));
        String fact =
                town.knowledge().add(bo, FactDraft.of("a/c", "second")).value().id();
        town.knowledge().archive(bo, fact);
        town.clock().advance(Duration.ofSeconds(1));
        agents.describe(ana, "ana", "last");
        agents.archive(ana.with(Right.OPERATE), "bo");

        SocietyStats stats = agents.stats(bo);
        assertThat(tally(stats, "agents")).isEqualTo(new SocietyStats.Tally(4, 3));
        assertThat(tally(stats, "channels")).isEqualTo(new SocietyStats.Tally(2, 1));
        // The run that failed said so.
        assertThat(tally(stats, "messages")).isEqualTo(new SocietyStats.Tally(3, 2));
        assertThat(tally(stats, "runs")).isEqualTo(new SocietyStats.Tally(2, 2));
        assertThat(tally(stats, "tasks")).isEqualTo(new SocietyStats.Tally(2, 1));
        assertThat(tally(stats, "notes")).isEqualTo(new SocietyStats.Tally(2, 1));
        assertThat(tally(stats, "notes").archived()).isEqualTo(1);
        assertThat(tally(stats, "knowledge")).isEqualTo(new SocietyStats.Tally(2, 1));
        assertThat(stats.topics()).isEqualTo(1);
        assertThat(stats.domains()).isEqualTo(1);
        assertThat(stats.agents())
                .extracting(SocietyStats.Share::identity)
                .containsExactly("ana", "bo", "human", "system");
        assertThat(stats.agents().get(0).counts()).isEqualTo(new AgentCounts(2, 2, 2, 0, 0));
        assertThat(stats.agents().get(1).counts()).isEqualTo(new AgentCounts(0, 0, 0, 2, 2));
        assertThat(stats.agents().get(1).archivedAt()).isEqualTo(town.clock().instant());
        assertThat(agents.show(ana, "bo").document())
                .containsEntry("constitution", null)
                .containsEntry(
                        "counts", Map.of("runs", 0L, "executions", 0L, "messages", 0L, "notes", 0L, "knowledge", 2L));
    }

    @Test
    void nothingIsCountedThatTheActorCannotSee() {
        RandomTown.fill(town, 5, 120);
        for (Principal actor :
                List.of(Principal.as("ana"), Principal.as("eve"), Town.HUMAN, Principal.operator("local"))) {
            SocietyStats stats = agents.stats(actor);
            List<String> messages = town.values("SELECT message_id FROM messages WHERE deleted_at IS NULL");
            assertThat(tally(stats, "messages").total())
                    .as("messages of " + actor)
                    .isEqualTo(seen(actor, messages, town.messages()::get));
            assertThat(tally(stats, "channels").total())
                    .isEqualTo(seen(actor, town.values("SELECT channel_id FROM channels"), town.channels()::get));
            assertThat(tally(stats, "runs").total())
                    .isEqualTo(seen(actor, town.values("SELECT session_id FROM sessions"), town.runs()::get));
            assertThat(tally(stats, "tasks").total())
                    .isEqualTo(seen(actor, town.values("SELECT task_id FROM tasks"), town.tasks()::get));
            assertThat(tally(stats, "notes").total())
                    .isEqualTo(seen(actor, town.values("SELECT memory_id FROM memories"), town.notes()::get));
            for (SocietyStats.Share share : stats.agents()) {
                assertThat(agents.show(actor, share.agentId()).counts()).isEqualTo(share.counts());
            }
            assertThat(sum(stats, AgentCounts::messages))
                    .isEqualTo(tally(stats, "messages").total());
            assertThat(sum(stats, AgentCounts::runs))
                    .isEqualTo(tally(stats, "runs").total());
            assertThat(sum(stats, AgentCounts::notes))
                    .isEqualTo(tally(stats, "notes").total());
            assertThat(sum(stats, AgentCounts::knowledge))
                    .isEqualTo(tally(stats, "knowledge").total());
        }
        assertThat(tally(agents.stats(Principal.as("ana")), "notes").total())
                .isLessThan(tally(agents.stats(Principal.operator("local")), "notes")
                        .total());
    }

    private static long sum(SocietyStats stats, ToLongFunction<AgentCounts> count) {
        return stats.agents().stream()
                .map(SocietyStats.Share::counts)
                .mapToLong(count)
                .sum();
    }

    private static long seen(Principal actor, List<String> ids, BiFunction<Principal, String, ?> get) {
        return ids.stream()
                .filter(id -> {
                    try {
                        return get.apply(actor, id) != null;
                    } catch (NotFoundException hidden) {
                        return false;
                    }
                })
                .count();
    }
}
