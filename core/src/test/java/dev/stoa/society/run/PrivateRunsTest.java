package dev.stoa.society.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class PrivateRunsTest extends TownFixture {
    private static final RunFilter ALL = RunFilter.all();

    private Principal ana;
    private Principal bo;
    private Principal eve;

    @BeforeEach
    void open() {
        ana = town.agent("ana");
        bo = town.agent("bo");
        eve = town.agent("eve");
    }

    private Run done(String channel) {
        Run run = town.runs()
                .start(
                        ana.with(Right.OPERATE),
                        RunRequest.of("bo", "the secret").in(channel));
        Execution execution = town.executions()
                .claim("here/1/0", Duration.ofSeconds(60), Plans.PLAIN)
                .orElseThrow();
        town.executions().finish(execution, Execution.Outcome.completed("the answer", true));
        return run;
    }

    private List<String> listed(Principal by) {
        return town.runs().list(by, ALL, Page.Request.first(10)).items().stream()
                .map(Run::id)
                .toList();
    }

    @Test
    void whatWasRunInARestrictedChannelStaysPrivateWhenTheChannelIsDeleted() {
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo("bo"));
        Run run = done("den");
        town.channels().delete(ana.with(Right.OPERATE), "den", false);

        for (Principal other : List.of(eve, Town.HUMAN)) {
            assertThat(listed(other)).isEmpty();
            for (String ref : List.<String>of(run.id(), run.shortId(), Objects.requireNonNull(run.taskId()))) {
                assertThatThrownBy(() -> town.runs().logs(other, ref)).isInstanceOf(NotFoundException.class);
                assertThatThrownBy(() -> town.runs().get(other, ref)).isInstanceOf(NotFoundException.class);
                assertThatThrownBy(() -> town.runs().execution(other, ref)).isInstanceOf(NotFoundException.class);
            }
        }
        for (Principal may : List.of(bo, Principal.operator("local"))) {
            assertThat(listed(may)).containsExactly(run.id());
            assertThat(town.runs().execution(may, run.id()).output()).isEqualTo("(deleted)");
            assertThat(town.runs().logs(may, run.id()).output()).isEqualTo("(deleted)");
        }
    }

    @Test
    void whatWasRunWhereEverybodySawItStaysVisible() {
        town.channels().create(ana, ChannelDraft.of("lab"));
        Run run = done("lab");
        town.channels().delete(ana.with(Right.OPERATE), "lab", false);
        assertThat(listed(eve)).containsExactly(run.id());
        assertThat(town.runs().logs(eve, run.id()).output()).isEqualTo("(deleted)");
    }

    @Test
    void whoeverIsRemovedWhileItRunsGoesOnElsewhere() {
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo("bo"));
        town.channels().create(ana, ChannelDraft.of("lab"));
        Run run = town.runs()
                .start(ana.with(Right.OPERATE), RunRequest.of("bo", "go").in("den"));
        String task = Objects.requireNonNull(run.taskId());
        assertThat(town.executions().claim("here/1/0", Duration.ofSeconds(60), Plans.PLAIN))
                .isPresent();
        town.archive().write(tx -> tx.update("DELETE FROM channel_members WHERE agent_id = ?", run.agentId()));
        assertThat(town.messages()
                        .send(bo, "lab", new MessageDraft("I am out", null, task))
                        .message()
                        .taskId())
                .isEqualTo(task);
        Run child = town.runs()
                .start(bo.with(Right.OPERATE), RunRequest.of("eve", "help").from(task));
        assertThat(town.runs().execution(eve, child.id()).parentTaskId()).isEqualTo(task);
        for (String other : List.of("nothing", Objects.requireNonNull(child.taskId()))) {
            assertThatThrownBy(() -> town.messages().send(bo, "lab", new MessageDraft("x", null, other)))
                    .isInstanceOf(InvalidException.class);
            assertThatThrownBy(() -> town.runs()
                            .start(
                                    bo.with(Right.OPERATE),
                                    RunRequest.of("eve", "help").from(other)))
                    .isInstanceOf(InvalidException.class);
        }
    }

    @Test
    void aVisibleRunDoesNotShowAnExecutionThatIsNot() {
        Run run = town.runs().start(ana.with(Right.OPERATE), RunRequest.of("bo", "the secret"));
        town.channel("den", true, ana);
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE tasks SET channel_id = (SELECT channel_id FROM channels) WHERE session_id = ?",
                        run.id()));
        assertThat(listed(eve)).containsExactly(run.id());
        assertThatThrownBy(() -> town.runs().execution(eve, run.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> town.runs().logs(eve, run.id())).isInstanceOf(NotFoundException.class);
    }
}
