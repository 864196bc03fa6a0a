package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.engine.society.ThisProcess;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Which of several processes goes on with a query that was interrupted. */
final class AskLeaseTest extends AskFixture {
    private void interrupted() {
        AskRequest request =
                AskRequest.of("How many legs has a dog?").agents(agents("a")).as("q");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> hall.engine().ask(ME, request, (step, query) -> {
                    throw new IllegalStateException("killed");
                }));
    }

    private void held(String owner, Instant until) throws Exception {
        hall.execute("UPDATE queries SET owner = '" + owner + "', lease = " + until.getEpochSecond());
    }

    private int recovered() throws InterruptedException {
        return hall.engine().recover(ME);
    }

    @Test
    void whatOneProcessGoesOnWithAnotherLeavesAlone() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        hall.says("a", call -> {
            asked.countDown();
            answer.await();
            return reply("It has four.", "4", 90);
        });
        interrupted();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> {
            try {
                return recovered();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        asked.await();
        try (AskHall other = AskHall.at(dialect, folder, hall.url()).says("a", reply("It has five.", "5", 90))) {
            assertThat(other.engine().recover(ME)).isZero();
            assertThat(other.calls()).isEmpty();
        } finally {
            answer.countDown();
        }
        assertThat(first.get()).isEqualTo(1);
        assertThat(hall.calls()).hasSize(1);
        assertThat(hall.engine().show(ME, "q")).containsEntry("answer", "It has four.");
    }

    @Test
    void aLeaseIsRespectedUntilItHasEnded() throws Exception {
        hall.says("a", reply("It has four.", "4", 90));
        interrupted();
        held("elsewhere/1/0/x", Instant.now().plusSeconds(50));
        assertThat(recovered()).isZero();
        held(ThisProcess.here().holder() + "/x", Instant.now().plusSeconds(50));
        assertThat(recovered()).isZero();
        held("elsewhere/1/0/x", Instant.now().minusSeconds(1));
        assertThat(recovered()).isEqualTo(1);
    }

    @Test
    void aQueryOfAProcessOfThisHostThatIsGoneIsTakenAtOnce() throws Exception {
        hall.says("a", reply("It has four.", "4", 90));
        interrupted();
        held(ThisProcess.here().host() + "/999999999/0/x", Instant.now().plusSeconds(50));
        assertThat(recovered()).isEqualTo(1);
    }

    @Test
    void aQueryThatIsWorkedOnDoesNotEndAsInterrupted() throws Exception {
        hall.says("a", reply("It has four.", "4", 90));
        interrupted();
        hall.execute("UPDATE queries SET created_at = created_at - 1000");
        held("elsewhere/1/0/x", Instant.now().plusSeconds(50));
        assertThat(recovered()).isZero();
        assertThat(hall.rows("SELECT state FROM queries")).containsExactly("received");
        held("elsewhere/1/0/x", Instant.now().minusSeconds(1));
        assertThat(recovered()).isZero();
        assertThat(hall.rows("SELECT state, error FROM queries")).containsExactly("failed|interrupted");
    }
}
