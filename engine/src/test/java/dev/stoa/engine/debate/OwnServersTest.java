package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.Diagnosis;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Databases;
import dev.stoa.testing.PostgresPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers: one for the debates, one for the ratings, and one for the other archives. */
class OwnServersTest {
    @TempDir
    private Path folder;

    private PostgresPair common;
    private PostgresPair debates;
    private PostgresPair ratings;
    private Ground ground;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(Databases.asked(Dialect.POSTGRES));
        common = PostgresPair.lonely(Files.createDirectory(folder.resolve("common")));
        debates = PostgresPair.lonely(Files.createDirectory(folder.resolve("debates")));
        ratings = PostgresPair.lonely(Files.createDirectory(folder.resolve("ratings")));
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("stoa.toml"), """
                [postgres]
                connect_timeout_seconds = 2

                [postgres.archive]
                debate = "%s"
                rating = "%s"
                """.formatted(
                        debates.primaryUrl("postgres"), ratings.primaryUrl("postgres")));
        ground =
                Ground.at(Dialect.POSTGRES, data, common.primaryUrl("postgres")).borrowed();
    }

    @AfterEach
    void stop() {
        if (ground != null) {
            ground.close();
        }
        for (PostgresPair server : new PostgresPair[] {common, debates, ratings}) {
            if (server != null) {
                server.close();
            }
        }
    }

    private static DebateRequest request(String topic) {
        return Ground.request(topic, "sim", 3).set("learn", true);
    }

    private List<String> waiting() {
        return ground.stoa().debate().outbox().due(100).stream()
                .map(OutboxRow::target)
                .toList();
    }

    @Test
    @DisplayName("If one of three servers is down, its wing says so, the others work, and what waits for it is applied"
            + " afterwards.")
    void aServerThatIsDownTakesNothingAlongButItsArchive() throws Exception {
        String first = ground.run(request("Which store?")).id();
        ground.engine("runner").learn();
        Stoa stoa = ground.stoa();
        assertThat(stoa.learning().ratings().match(first).debateId()).isEqualTo(first);

        ratings.killPrimary();
        assertThatThrownBy(() -> stoa.learning().ratings().match(first))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.code()).isEqualTo("unreachable"));
        stoa.learning().memories().add(MemoryDraft.of("the common server works").id("m1"));
        String second = ground.run(request("Which store now?")).id();
        ground.engine("runner").learn();
        assertThat(stoa.learning().consensus().show(second).id()).isEqualTo(second);
        ground.clock().advance(Duration.ofMinutes(10));
        assertThat(waiting()).contains("match").doesNotContain("consensus", "memory");
        List<Checkup> checkups = diagnosis().checkups();
        assertThat(checkups)
                .filteredOn(Checkup::unexamined)
                .extracting(checkup -> checkup.schema().name())
                .containsExactly("rating");

        ratings.restartPrimary();
        ground.engine("runner").learn();
        assertThat(waiting()).doesNotContain("match");
        assertThat(stoa.learning().ratings().match(second).debateId()).isEqualTo(second);
        assertThat(diagnosis().checkups()).noneMatch(Checkup::unexamined);
    }

    private Diagnosis diagnosis() {
        return ArchiveCare.of(ground.stoa().config(), ground.clock()).examine(false, false, UpkeepListener.NONE);
    }
}
