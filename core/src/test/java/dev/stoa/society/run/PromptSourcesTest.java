package dev.stoa.society.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class PromptSourcesTest extends TownFixture {
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private PromptParts told() {
        Plans.Seen plan = new Plans.Seen();
        assertThat(town.executions().claim("here/1/0", Duration.ofSeconds(60), plan))
                .isPresent();
        return Objects.requireNonNull(plan.parts);
    }

    @Test
    void openWorkIsWhatIsHeldAndWhatIsOfferedWhereTheAgentSeesIt() {
        town.channel("den", true, ana, bo);
        town.tasks().add(ana, WorkDraft.of("held"));
        town.tasks().claimNext(bo, Duration.ofMinutes(5));
        town.tasks().add(ana, WorkDraft.of("offered").offeredTo("bo").priority(7));
        town.tasks().add(ana, WorkDraft.of("hidden").offeredTo("bo").in("den"));
        town.tasks().add(ana, WorkDraft.of("anybody's"));
        town.archive().write(tx -> tx.update("DELETE FROM channel_members"));
        town.runs().start(Town.HUMAN, RunRequest.of("bo", "go"));
        assertThat(told().openWork()).extracting(Task::input).containsExactly("offered", "held");
    }

    @Test
    void notesAreThoseOfTheAgentAndOfThisWeek() {
        town.notes().add(bo, NoteDraft.of("old", "sums"));
        town.clock().advance(Duration.ofDays(8));
        IntStream.range(0, 6).forEach(i -> town.notes().add(bo, NoteDraft.of("note " + i, "sums")));
        town.notes().add(bo, NoteDraft.of("core", "sums").core(true));
        town.notes().add(ana, NoteDraft.of("hers", "sums"));
        town.notes().add(ana, NoteDraft.of("hers too", "sums").core(true));
        town.notes().journal(bo, "day one");
        town.runs().start(Town.HUMAN, RunRequest.of("bo", "go"));
        PromptParts told = told();
        assertThat(told.recentNotes())
                .containsExactly("sums: note 5", "sums: note 4", "sums: note 3", "sums: note 2", "sums: note 1");
        assertThat(told.coreNotes()).containsExactly("sums: core");
        assertThat(told.journal()).isEqualTo("day one");
    }

    @Test
    void ofVeryManyMessagesTheNewestAreCovered() {
        town.channel("lab", false);
        IntStream.rangeClosed(1, 203).forEach(i -> town.messages().send(ana, "lab", MessageDraft.of("@bo " + i)));
        String last = town.value("SELECT message_id FROM messages WHERE seq = 203");
        town.messages().delete(ana, last);
        PromptParts told = told();
        assertThat(told.covered()).hasSize(200);
        assertThat(told.covered().getFirst().content()).isEqualTo("@bo 3");
        assertThat(told.covered().getLast().content()).isEqualTo("@bo 202");
    }
}
