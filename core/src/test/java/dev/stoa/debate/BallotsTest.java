package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** In which order ballots come back, which must not depend on the backend. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class BallotsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private String session;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        session = new DebateFixture(archive, clock).running();
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void stagesRoundsAndTurnsDecideAndWhoTookNoTurnComesLastByName() {
        put("final", 2, 0, "ana", 9);
        put("round", 2, 0, "bo", null);
        put("round", 2, 0, "Zoe", null);
        put("round", 2, 0, "ana", 7);
        put("round", 2, 0, "cy", 6);
        put("round", 2, 1, "bo", 8);
        put("draft", 1, 0, "dee", null);
        put("draft", 1, 0, "cy", 2);
        put("draft", 1, 0, "ana", 1);

        assertThat(names(Ballots.over(archive).all(session)))
                .containsExactly(
                        "draft ana",
                        "draft cy",
                        "draft dee",
                        "round cy",
                        "round ana",
                        "round Zoe",
                        "round bo",
                        "round bo",
                        "final ana");
        assertThat(names(Ballots.over(archive).of(session, Stage.ROUND)))
                .containsExactly("round cy", "round ana", "round Zoe", "round bo", "round bo");
    }

    private static List<String> names(List<BallotRow> ballots) {
        return ballots.stream()
                .map(ballot -> ballot.stage().text() + " " + ballot.agentId())
                .toList();
    }

    private void put(String stage, int round, int attempt, String agent, @Nullable Integer turn) {
        archive.write(tx -> tx.update("""
                INSERT INTO debate_ballots (session_id, stage, round, attempt, agent_id, turn_seq, choice, valid, counted)
                VALUES (?, ?, ?, ?, ?, ?, NULL, 0, 0)""", session, stage, round, attempt, agent, turn));
    }
}
