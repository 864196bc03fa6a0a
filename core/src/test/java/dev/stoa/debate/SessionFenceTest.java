package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.external.ExternalFixture;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionWriter;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Two runners of one session alive at once: only the one of the later epoch writes. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class SessionFenceTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ExternalFixture place;
    private String id;
    private SessionWriter older;

    @BeforeEach
    void open() {
        place = new ExternalFixture(dialect, folder);
        id = place.create(DebateRequest.on("Which store shall we use?")
                .seed(1)
                .agents(Stream.of("ana", "bo", "cy")
                        .map(name -> Seat.of(name, "sim", "m-" + name))
                        .toList()));
        older = open("older");
    }

    @AfterEach
    void close() {
        place.close();
    }

    private SessionWriter open(String runner) {
        return place.sessions.open(id, runner, ExternalFixture.SETTINGS);
    }

    private SessionRow row() {
        return place.sessions.get(id).row();
    }

    private static void fenced(ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("fenced"));
    }

    @Test
    void aRunnerWhoseLeaseWasTakenOverWritesNothing() {
        place.clock.advance(Duration.ofSeconds(31));
        SessionWriter newer = open("newer");
        SessionRow taken = row();
        assertThat(newer.epoch()).isEqualTo(older.epoch() + 1);

        // The clock goes on, so that even a renewal without events would show in the row.
        place.clock.advance(Duration.ofSeconds(3));
        List<ThrowingCallable> writes =
                List.of(older::renew, older::keep, () -> older.attach(Context.blank(3)), () -> older.fail("given up"));
        for (ThrowingCallable write : writes) {
            fenced(write);
            assertThat(row()).isEqualTo(taken);
        }

        newer.attach(Context.blank(3));
        assertThat(row().leaseUntil()).isEqualTo(place.clock.instant().plusSeconds(30));
        assertThat(row().eventCount()).isEqualTo(taken.eventCount() + 1);
    }

    @Test
    void aRunnerThatGivesItsLeaseBackTooLateDoesNotGiveBackAnothers() {
        place.clock.advance(Duration.ofSeconds(31));
        SessionWriter newer = open("newer");
        SessionRow taken = row();

        older.release();

        assertThat(row()).isEqualTo(taken);
        newer.renew();
        assertThatThrownBy(() -> open("third"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is run by newer");
    }

    @Test
    void aRunnerThatJustWroteIsToldAtOnceThatAnotherHoldsTheSession() {
        // Given back and taken again within the ten seconds in which a runner would not renew.
        older.release();
        SessionWriter newer = open("newer");

        newer.keep();
        fenced(older::keep);
    }
}
