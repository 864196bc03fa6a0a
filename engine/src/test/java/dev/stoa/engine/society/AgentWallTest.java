package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.AccessToken;
import dev.stoa.engine.code.WalledView;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When a wall stands, and what it refuses to show. How it holds is told where the server and the command line are. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class AgentWallTest {
    private static final WallServer SERVER = new WallServer("http://127.0.0.1:1", () -> false);

    @TempDir
    Path folder;

    private Camp camp;

    @BeforeEach
    void open() {
        camp = Camp.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        camp.close();
    }

    private Task run(AgentWall wall, String agent, String input) throws InterruptedException {
        Run run = camp.stoa()
                .society()
                .runs()
                .start(Camp.HUMAN, RunRequest.of(agent, input).raw(true));
        camp.worker(new ProcessBox(false), wall).workOff(1);
        return camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
    }

    private AgentWall standing() {
        return new AgentWall(camp.stoa(), SERVER, WalledView::works);
    }

    private List<AccessToken> tokens() {
        return camp.stoa()
                .counsel()
                .tokens()
                .list(Principal.operator("test"), Page.Request.first(50))
                .items();
    }

    @Test
    void withoutUserNamespacesNothingIsStartedAndNoTokenIsMade() throws InterruptedException {
        camp.agent("eve", "touch started", "wall = true");
        AgentWall none = new AgentWall(camp.stoa(), SERVER, () -> false);
        Task task = run(none, "eve", "x");
        assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(task.error())
                .startsWith("precondition: command eve has a wall, and this system lets no user namespace")
                .contains("user.max_user_namespaces", "start the server with its first token");
        assertThat(task.pid()).isNull();
        assertThat(tokens()).isEmpty();
        assertThatThrownBy(() -> camp.worker(new ProcessBox(false), none).check(Camp.HUMAN, "eve"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    @NeedsTool(Tool.NAMESPACES)
    void whatWouldShowTheDataDirectoryOrAHomeIsRefused() throws Exception {
        Path outside = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-shown"));
        Files.writeString(outside.resolve("readable"), "may be read");
        Files.createSymbolicLink(outside.resolve("link"), folder);
        for (String shown : List.of(
                folder.toString(),
                Objects.requireNonNull(folder.getParent()).toString(),
                outside.resolve("link").toString(),
                WalledView.home().toString(),
                "/",
                "relative")) {
            String name = "a" + Integer.toUnsignedString(shown.hashCode());
            camp.agent(name, "", "argv = [\"sh\"]", "wall = true", "show = [\"" + shown + "\"]");
            assertThat(run(standing(), name, "echo x").error())
                    .as(shown)
                    .startsWith("provider.command." + name + ".show: ");
        }
        camp.agent("eve", "", "argv = [\"sh\"]", "wall = true", "show = [\"" + outside.resolve("readable") + "\"]");
        camp.configure("[society]\nworkdirs = [\".\"]");
        String all = "cat " + outside.resolve("readable") + "; ls -A " + folder;
        assertThat(run(standing(), "eve", all).output()).isEqualTo("may be readagents\n");
        for (String workdir : List.of(".", "agents")) {
            String name = "w" + workdir.length();
            camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of(name, "command:eve?workdir=" + workdir));
            assertThat(run(standing(), name, "echo x").error())
                    .contains("workdir")
                    .contains("would show");
        }
        camp.agent("lost", "", "argv = [\"no-such-program\"]", "wall = true");
        assertThat(run(standing(), "lost", "x").error()).contains("cannot start lost", "no-such-program");
        assertThat(tokens()).isNotEmpty().allMatch(token -> token.revokedAt() != null && token.expiresAt() != null);
    }

    @Test
    void anExecutionIsHeldWhileItsWorkerLivesAndNoLonger() {
        camp.agent("eve", "cat");
        ExecutionQueue queue = camp.stoa().society().executions();
        Execution.Plan plan = new Execution.Plan() {
            @Override
            public int retries(String model) {
                return 0;
            }

            @Override
            public String prompt(PromptParts parts) {
                return "x";
            }
        };
        Execution execution =
                queue.start(Camp.HUMAN, RunRequest.of("eve", "x"), "host/1/1", Duration.ofMinutes(1), plan);
        String task = execution.task().id();
        assertThat(queue.isHeld(task)).isTrue();
        camp.alter("UPDATE tasks SET lease_expires_at = started_at");
        assertThat(queue.isHeld(task)).isFalse();
        queue.renew(execution, Duration.ofMinutes(1));
        assertThat(queue.isHeld(task)).isTrue();
        queue.finish(execution, Execution.Outcome.completed("done", false));
        assertThat(queue.isHeld(task)).isFalse();
        assertThat(queue.isHeld("no such")).isFalse();
    }
}
