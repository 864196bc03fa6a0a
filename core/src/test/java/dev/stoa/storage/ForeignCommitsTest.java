package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.CapturedLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ForeignCommitsTest {
    @Test
    void anObserverThatBreaksIsWarnedOfAndOpenedAgain() throws Exception {
        AtomicInteger openings = new AtomicInteger();
        CountDownLatch noticed = new CountDownLatch(1);
        ForeignCommits.Opening opening = () -> {
            boolean first = openings.incrementAndGet() == 1;
            return new ForeignCommits.Observer() {
                @Override
                public boolean observe(long millis) throws Exception {
                    if (first) {
                        throw new IllegalStateException("the connection is lost");
                    }
                    new CountDownLatch(1).await(); // until it is closed, which interrupts it
                    return false;
                }

                @Override
                public void close() {}
            };
        };
        try (CapturedLog log = CapturedLog.of(ForeignCommits.class);
                ForeignCommits.Watch watch = ForeignCommits.start("notebook", 1, opening, noticed::countDown)) {
            assertThat(log.awaitWarning())
                    .isEqualTo("commits of other processes to archive notebook cannot be observed now");
            assertThat(noticed.await(30, TimeUnit.SECONDS))
                    .as("what was committed meanwhile is looked for")
                    .isTrue();
        }
        assertThat(openings).hasValue(2);
    }
}
