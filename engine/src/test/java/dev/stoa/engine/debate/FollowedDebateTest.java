package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A reader who asks after every commit how a debate stands. */
@OnBothDatabases
class FollowedDebateTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void eachStepOfADebateThatRunsIsWhatAReaderOfTheWholeRecordSees() throws Exception {
        for (Play play : List.of(Play.CLASSIC, Play.LADDER, Play.CODE)) {
            Path place = Files.createDirectories(folder.resolve(play.name()));
            try (Ground ground = Ground.on(dialect, place);
                    Site site = ground.site();
                    Archive archive = site.open(DebateArchive.SCHEMA)) {
                play.stage(ground);
                Follower follower = new Follower(ground, archive);
                String id = ground.engine("runner")
                        .run(play.request(), "test", follower)
                        .id();
                follower.compare(id);
                assertThat(follower.compared).as(play.name()).isGreaterThan(10);
            }
        }
    }

    private static final class Follower implements DebateListener {
        private final Ground ground;
        private final Archive archive;
        private final Replay kept;
        private String session = "";
        private int compared;

        Follower(Ground ground, Archive archive) {
            this.ground = ground;
            this.archive = archive;
            this.kept = ground.stoa().debate().replay();
        }

        private void compare(String id) {
            int events = ground.stoa().debate().events().all(id).size();
            // The whole record is read by one who has not asked before.
            Replay fresh = Replay.over(archive);
            List<StateReport> all = IntStream.rangeClosed(1, events)
                    .mapToObj(seq -> fresh.stateAt(id, seq))
                    .toList();
            assertThat(IntStream.rangeClosed(1, events)
                            .mapToObj(seq -> kept.stateAt(id, seq))
                            .toList())
                    .isEqualTo(all);
            compared++;
        }

        @Override
        public void opened(String opened, DebateRecord record) {
            session = opened;
            compare(session);
        }

        @Override
        public void calling(DebateRecord record, List<Slot> slots) {
            compare(session);
        }

        @Override
        public void stored(DebateRecord record, Turn turn) {
            compare(session);
        }

        @Override
        public void measured(DebateRecord record, Step.Measure step) {
            compare(session);
        }

        @Override
        public void checked(DebateRecord record, Step.Check step) {
            compare(session);
        }

        @Override
        public void counted(DebateRecord record, CountRecord counted) {
            compare(session);
        }
    }
}
