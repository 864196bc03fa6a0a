package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of lists that have grown, beside the same pages of a site with few rows. */
class GrownListsTest {
    private static final Principal ME = Principal.local();
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");
    private static final List<String> PAGES = List.of("/memory", "/memory/newest", "/channels/hall", "/channels");
    private static final int FEW = 1_000;
    private static final int PORTION = 500;
    private static final int TIMES = 20;
    private static final double MOST = 1.3;

    /** Times are those of a quiet machine; what another does beside it may double them. */
    private static final int BUSY = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path small;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path large;

    /** How many rows the grown lists have. */
    int many() {
        return 10_000;
    }

    private static RunningServer site(Path folder, int rows) {
        RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS);
        Stoa stoa = server.stoa();
        stoa.society().channels().create(ME, ChannelDraft.of("hall"));
        for (int i = 0; i < rows; i += PORTION) {
            List<String> words = IntStream.range(i, Math.min(rows, i + PORTION))
                    .mapToObj(n -> "Till " + n + " of gate " + n % 7 + " restarts at noon")
                    .toList();
            stoa.learning()
                    .memories()
                    .as(ME)
                    .addAll(words.stream().map(MemoryDraft::of).toList(), false);
            words.forEach(word -> stoa.society().messages().send(ME, "hall", MessageDraft.of(word)));
        }
        return server;
    }

    private static double millis(RunningServer server, String page) {
        long begin = System.nanoTime();
        Reply reply = server.sendRaw("GET", page, null, "Accept", "text/html");
        double taken = (System.nanoTime() - begin) / 1e6;
        assertThat(reply.status()).as(page).isEqualTo(200);
        return taken;
    }

    /** The two sites take turns, so that a machine that is disturbed disturbs both. */
    @Test
    void aPageOfAGrownListIsAsFastAsThatOfAShortOne() {
        try (RunningServer few = site(small, FEW);
                RunningServer many = site(large, many())) {
            for (String page : PAGES) {
                double[] fastest = new double[2];
                Arrays.fill(fastest, Double.MAX_VALUE);
                for (int i = 0; i < TIMES; i++) {
                    fastest[0] = Math.min(fastest[0], millis(few, page));
                    fastest[1] = Math.min(fastest[1], millis(many, page));
                }
                assertThat(fastest[1])
                        .as("%s over %,d rows, against %.1f ms over %,d", page, many(), fastest[0], FEW)
                        .isLessThan(BUSY * MOST * fastest[0]);
            }
        }
    }
}
