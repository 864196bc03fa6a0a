package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.UnavailableException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Whoever holds a debate may be interrupted at any moment, also while a store is asked. */
@OnBothDatabases
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class InterruptionTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void anInterruptedDebateIsGivenBackAndGoesOnAsIfNothingHadBeen() throws InterruptedException {
        isGivenBack(false);
    }

    @Test
    void anInterruptThatBreaksTheConnectionDuringACommitGivesTheDebateBackToo() throws InterruptedException {
        isGivenBack(true);
    }

    private void isGivenBack(boolean breaking) throws InterruptedException {
        DebateRequest request = Ground.request("q1", "sim", 3).set("memory", true);
        String undisturbed = ground.outcome(ground.run(request).row().id());
        for (String moment : List.of("opened", "calling", "stored", "measured", "counted")) {
            String id = ground.engine("runner").create(request, "local").row().id();
            Interrupter interrupter = new Interrupter(moment, breaking);
            assertThatThrownBy(() -> ground.engine("runner").resume(id, interrupter))
                    .as(moment)
                    .isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).as(moment).isFalse();
            SessionRow row = ground.row(id);
            assertThat(row.status()).as(moment).isEqualTo(SessionRow.Status.RUNNING);
            assertThat(row.leaseUntil()).as(moment).isNull();

            ground.resume(id);
            assertThat(ground.outcome(id)).as(moment).isEqualTo(undisturbed);
            assertThat(ground.row(id).recoveries()).as("it is no crash").isZero();
            ground.proves(id);
        }
    }

    /** Interrupts its thread once, at a moment. */
    private static final class Interrupter implements DebateListener {
        private final String moment;
        private final boolean breaking;
        private boolean done;

        /**
         * One that interrupts at this moment.
         *
         * @param breaking whether an archive is asked then, by a virtual thread, whose connection an interrupt closes
         */
        Interrupter(String moment, boolean breaking) {
            this.moment = moment;
            this.breaking = breaking;
        }

        private void at(String now) {
            if (!done && now.equals(moment)) {
                done = true;
                Thread.currentThread().interrupt();
                if (breaking) {
                    throw new UnavailableException("outcome_unknown", "the connection was lost during a commit", null);
                }
            }
        }

        @Override
        public void opened(String id, DebateRecord record) {
            at("opened");
        }

        @Override
        public void calling(DebateRecord record, List<Slot> slots) {
            at("calling");
        }

        @Override
        public void stored(DebateRecord record, Turn turn) {
            at("stored");
        }

        @Override
        public void measured(DebateRecord record, Step.Measure step) {
            at("measured");
        }

        @Override
        public void counted(DebateRecord record, CountRecord counted) {
            at("counted");
        }
    }
}
