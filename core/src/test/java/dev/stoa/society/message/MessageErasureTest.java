package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.channel.ReadingTask;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskFilter;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class MessageErasureTest extends TownFixture {
    private static final String SECRET = "hunter2zyx";

    private static final Execution.Plan PLAN = new Execution.Plan() {
        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts parts) {
            StringBuilder prompt = new StringBuilder();
            parts.messages()
                    .forEach(said ->
                            prompt.append("[" + said.seq() + "] " + said.identity() + "\n| " + said.content() + "\n"));
            return prompt.toString();
        }
    };

    private Messages messages;
    private Principal bo;

    @BeforeEach
    void open() {
        messages = town.messages();
        town.agent("ana");
        bo = town.agent("bo");
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
        assertThat(town.violations()).isEmpty();
    }

    private Message tell(String text) {
        return messages.send(Town.HUMAN, "lab", MessageDraft.of(text)).message();
    }

    private List<String> remains() {
        return Remains.of(SECRET, dialect, folder, town.archive());
    }

    private static Execution.Outcome failed(String printed) {
        return Execution.Outcome.failed("exit 1", false).of(1, printed, printed, false);
    }

    @Test
    void afterDeletingAMessageItsBytesAreInNoFileAndNoRow() {
        for (int i = 0; i < 40; i++) {
            tell("filler number " + i + " " + "word ".repeat(i));
        }
        Message secret = tell("@ana the password is " + SECRET);
        assertThat(remains()).isNotEmpty();

        messages.delete(Town.HUMAN, secret.id());

        assertThat(remains()).isEmpty();
    }

    @Test
    void aWaitingExecutionOfADeletedMessageEndsAndNobodySeesTheText() {
        Message secret = tell("@ana the password is " + SECRET);
        messages.delete(Town.HUMAN, secret.id());

        assertThat(town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN))
                .isEmpty();
        for (Principal reader : List.of(Town.HUMAN, Principal.as("ana"), bo)) {
            assertThat(town.context().search(reader, ContextQuery.of(SECRET)).items())
                    .isEmpty();
            Page<Task> tasks = town.tasks()
                    .list(reader, TaskFilter.open().kind(TaskKind.RUN).all(true), Page.Request.first(50));
            assertThat(tasks.items()).noneMatch(task -> task.input().contains(SECRET));
        }
        assertThat(town.values("SELECT status FROM tasks")).containsExactly("killed");
        assertThat(town.values("SELECT reason FROM mentions")).containsExactly("deleted");
        // The agent can be mentioned again at once.
        tell("@ana are you there");
        assertThat(town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN))
                .isPresent();
    }

    @Test
    void aWaitingExecutionOfSeveralMessagesIsLeftWithTheOthers() {
        Message secret = tell("@ana the password is " + SECRET);
        Message other = tell("@ana and what time is it");
        messages.delete(Town.HUMAN, secret.id());

        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        assertThat(execution.task().input()).isEqualTo("@ana and what time is it");
        assertThat(execution.task().triggerMessageId()).isEqualTo(other.id());
        assertThat(execution.prompt()).doesNotContain(SECRET);
        assertThat(remains()).isEmpty();
    }

    @Test
    void thePromptAndTheAnswerOfAnExecutionLoseTheTextToo() {
        Message secret = tell("@ana the password is " + SECRET);
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        assertThat(execution.prompt()).contains(SECRET);
        Task done = town.executions().finish(execution, Execution.Outcome.completed("it is " + SECRET, true));
        messages.delete(Town.HUMAN, secret.id());
        assertThat(remains()).as("the answer is a message of its own").isNotEmpty();

        messages.delete(
                Town.HUMAN, town.value("SELECT reply_message_id FROM tasks WHERE task_id = '" + done.id() + "'"));

        assertThat(remains()).isEmpty();
    }

    @Test
    void aDeletedMessageNamesTheTasksThatHaveReadItAndTheirAnswers() {
        Message secret = tell("@ana the password is " + SECRET);
        Message other = tell("@ana and keep it");
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        Task done = town.executions().finish(execution, Execution.Outcome.completed("it is " + SECRET, true));
        String answer = town.value("SELECT reply_message_id FROM tasks WHERE task_id = '" + done.id() + "'");
        tell("@ana say more");
        Execution second =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        ReadingTask first = new ReadingTask(done.id(), answer, null);
        ReadingTask reading =
                new ReadingTask(second.task().id(), null, second.task().sessionId());

        assertThat(messages.delete(Town.HUMAN, secret.id()).readers()).containsExactlyInAnyOrder(first, reading);
        assertThat(messages.delete(Town.HUMAN, secret.id()).readers())
                .as("deleted before")
                .isEmpty();
        // Its prompt is gone with the first message, and it has read the second all the same.
        assertThat(messages.delete(Town.HUMAN, other.id()).readers()).contains(first);
        messages.delete(Town.HUMAN, answer);
        town.executions().finish(second, Execution.Outcome.completed("no", true));
        assertThat(remains()).isEmpty();
    }

    @Test
    void aTaskWhosePromptIsNoLongerStoredIsNamedIfTheMessageStartedIt() {
        Message secret = tell("@ana the password is " + SECRET);
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        Task done = town.executions().finish(execution, Execution.Outcome.completed("I see", true));
        town.archive().write(tx -> tx.update("UPDATE tasks SET prompt = NULL"));

        assertThat(messages.delete(Town.HUMAN, secret.id()).readers())
                .extracting(ReadingTask::id)
                .containsExactly(done.id());
    }

    @Test
    void aMessageThatAProgramEchoedIsGoneFromItsErrorsToo() {
        Message secret = tell("@ana the password is " + SECRET);
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        town.executions().finish(execution, failed("echo: @ana the password is " + SECRET));
        assertThat(remains()).isNotEmpty();

        assertThat(messages.delete(Town.HUMAN, secret.id()).readers()).isEmpty();

        assertThat(remains()).isEmpty();
    }

    @Test
    void whatAProgramPrintedInADeletedChannelIsGoneWithIt() {
        tell("@ana the password is " + SECRET);
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        town.executions().finish(execution, failed("it was " + SECRET));
        town.channels().delete(Town.HUMAN, "lab", false);

        assertThat(remains()).isEmpty();
    }

    @Test
    void aDeletedChannelCountsTheHandedOffWorkThatItEndedAndNamesWhatWasBegun() {
        messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("bo", "use " + SECRET));
        TaskLease begun = town.tasks().claimNext(bo, Duration.ofMinutes(1)).orElseThrow();
        town.tasks().complete(begun, "did use it");
        messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("bo", "use it again"));
        tell("@ana look");
        Channels.Deleted deleted = town.channels().delete(Town.HUMAN, "lab", false);

        assertThat(deleted.killed())
                .as("executions of bo and ana, and the second work")
                .isEqualTo(3);
        assertThat(deleted.readers())
                .containsExactly(new ReadingTask(begun.task().id(), null, null));
    }

    @Test
    void theWorkOfADeletedHandoffIsCancelledAndBlank() {
        Message handoff = messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("bo", "use " + SECRET))
                .message();
        messages.delete(Town.HUMAN, handoff.id());

        assertThat(remains()).isEmpty();
        assertThat(town.values("SELECT status FROM tasks WHERE kind = 'work'")).containsExactly("killed");
    }

    @Test
    void afterDeletingAChannelItsBytesAreInNoFileAndNoRow() {
        tell("@ana the password is " + SECRET);
        Execution execution =
                town.executions().claim("here/1/1", Duration.ofMinutes(1), PLAN).orElseThrow();
        town.executions().finish(execution, Execution.Outcome.completed("it is " + SECRET, true));
        tell("@ana again " + SECRET);
        town.channels().delete(Town.HUMAN, "lab", false);

        assertThat(remains()).isEmpty();
    }

    @Test
    void theWorkThatWasHandedOffInADeletedChannelIsCancelledAndBlank() {
        messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("bo", "use " + SECRET));
        town.tasks().add(Town.HUMAN, WorkDraft.of("sweep the lab").in("lab"));
        town.channels().delete(Town.HUMAN, "lab", false);

        assertThat(remains()).isEmpty();
        assertThat(town.values("SELECT status || ' ' || input FROM tasks WHERE kind = 'work' ORDER BY seq"))
                .containsExactly(
                        "killed " + town.value("SELECT input FROM tasks WHERE status = 'killed'"),
                        "pending sweep the lab");
    }
}
