package dev.stoa.server.jobs;

import dev.stoa.engine.demo.Demo;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the demo in beside the requests, and then lets something happen in it at once and every two minutes. Thread-safe. What could
 * not be filled in is left out: it is not begun a second time.
 */
public final class DemoJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoJob.class);
    private static final Duration SCENE = Duration.ofMinutes(2);

    private final Demo demo;
    private final CompletableFuture<Demo> filled = new CompletableFuture<>();
    private final Background background;

    private DemoJob(Demo demo, InstantSource clock) {
        this.demo = demo;
        this.background =
                Background.start(List.of(new Job("demo", Duration.ZERO, SCENE, this::next)), clock, (job, time) -> {});
    }

    /** Begins to fill it in. */
    public static DemoJob start(Demo demo, InstantSource clock) {
        return new DemoJob(demo, clock);
    }

    private void next() throws InterruptedException {
        if (!filled.isDone()) {
            fill();
        }
        if (!filled.isCompletedExceptionally()) {
            demo.goOn();
        }
    }

    private void fill() throws InterruptedException {
        try {
            demo.fill();
            filled.complete(demo);
            LOG.info("the demo is filled in");
        } catch (RuntimeException e) {
            filled.completeExceptionally(e);
            throw e;
        }
    }

    /** Waits until it is filled in, and throws what prevented that. */
    public void awaitFilled() {
        filled.join();
    }

    @Override
    public void close() {
        background.close();
    }
}
