package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;

/** Tells of commits since it was opened, by this process or another. Used by one thread. */
public interface Commits extends AutoCloseable {
    /** Waits for a commit since the opening or the last wait; false if none came in time. */
    boolean await(Duration most) throws InterruptedException;

    @Override
    void close();

    /** The commits of the archives of debates and of the society. */
    static Commits of(Stoa stoa) {
        CommitSignal.Watch society = stoa.society().feed().watch();
        CommitSignal.Watch debates = stoa.debate().events().watch();
        return new Commits() {
            @Override
            public boolean await(Duration most) throws InterruptedException {
                boolean news = society.await(most);
                return debates.await(Duration.ZERO) || news;
            }

            @Override
            public void close() {
                society.close();
                debates.close();
            }
        };
    }
}
