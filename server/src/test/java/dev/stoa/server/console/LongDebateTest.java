package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class LongDebateTest {
    private static final int SEATS = 10;
    private static final int PORTION = 1_000;
    private static final int WINDOW = 200;
    private static final int TIMES = 20;
    private static final int MOST_TIMES = 100;
    private static final int COLD = 8;
    private static final int FAILED = 4_321;
    private static final int ELEMENTS = 6_000;
    private static final int BYTES = 50_000;

    /**
     * Twice the times are allowed. Windows are held against those of a short debate in the same moment, which what else
     * runs lengthens too; between the moments of two times what else runs may change.
     */
    private static final int BUSY = 2;

    /** The bars of a step in milliseconds: one like those before it, and the first one after a change. */
    private static final double WARM_STEP = 30;

    private static final double COLD_STEP = 150;

    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @TempDir
    Path folder;

    /** A debate that another program holds. */
    private static final class Held {
        private final List<Seat> seats = IntStream.range(0, SEATS)
                .mapToObj(i -> Seat.of("seat-" + i, "mine", "m-" + i))
                .toList();
        private final ExternalSession session;
        private int turns;

        Held(RunningServer server, int size) {
            DebateEngine engine = Engines.over(server.stoa(), Map.of(), InstantSource.system(), "test")
                    .debates();
            DebateRequest request = DebateRequest.on("A debate of " + size + " turns")
                    .preset(Preset.EXTERNAL)
                    .seed(1)
                    .agents(seats);
            session = engine.start(engine.create(request, "test").id(), "test");
            while (turns < size) {
                say(Math.min(PORTION, size - turns), turn -> turn < size - 20 && turn / SEATS % 3 == 0);
            }
        }

        void say(int more, IntPredicate north) {
            List<ExternalTurn> portion = new ArrayList<>();
            for (int end = turns + more; turns < end; turns++) {
                int step = turns / SEATS;
                ExternalTurn said = ExternalTurn.of(
                                step == 0 ? 1 : 2,
                                step == 0 ? Phase.PROPOSAL : Phase.CRITIQUE,
                                seats.get(turns % SEATS).agent())
                        .content("Step " + step + " of the way, as seen from seat " + turns % SEATS + ".")
                        .answer(north.test(turns) ? "north" : "south", 0.6);
                ExternalTurn placed = step == 0 ? said : said.at(0, step);
                portion.add(turns == FAILED ? failed(step, placed) : placed);
            }
            session.turns(portion);
        }

        private static ExternalTurn failed(int step, ExternalTurn placed) {
            return ExternalTurn.of(2, Phase.CRITIQUE, placed.moment().agent())
                    .at(0, step)
                    .status(TurnStatus.ERROR);
        }

        String page() {
            return "/debates/" + session.session();
        }
    }

    private static String html(RunningServer server, String address) {
        Reply reply = server.sendRaw("GET", address, null, "Accept", "text/html");
        assertThat(reply.status()).as(address).isEqualTo(200);
        return reply.raw().body();
    }

    private static Document page(RunningServer server, String address) {
        String html = html(server, address);
        Document page = Jsoup.parse(html);
        assertThat(page.getAllElements().size()).as("elements of %s", address).isLessThanOrEqualTo(ELEMENTS);
        assertThat(zipped(html)).as("bytes of %s", address).isLessThanOrEqualTo(BYTES);
        return page;
    }

    private static int zipped(String html) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(html.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    /**
     * How long the fastest of several takes, in milliseconds: what else the machine does makes a page slower, never
     * faster.
     *
     * @param passed by the clock, to be compared with others
     * @param used without the time in which this program waited for the processors; they are counted in ticks of 10 ms, so
     *     that it may be too small
     */
    private record Taken(double passed, double used) {
        static final Taken NOT_YET = new Taken(Double.MAX_VALUE, Double.MAX_VALUE);

        static Taken of(Runnable work) {
            long begin = System.nanoTime();
            long before = MACHINE.getProcessCpuTime();
            work.run();
            double passed = (System.nanoTime() - begin) / 1e6;
            return new Taken(passed, Math.min(passed, (MACHINE.getProcessCpuTime() - before) / 1e6));
        }

        Taken or(Taken other) {
            return new Taken(Math.min(passed, other.passed), Math.min(used, other.used));
        }

        boolean isLike(Taken brief) {
            return passed < BUSY * 1.5 * brief.passed;
        }
    }

    /** The fastest of each page. They take turns: a moment in which the machine is busy is one of all of them. */
    private static Taken[] fastest(RunningServer server, List<IntFunction<String>> pages) {
        Taken[] fastest = new Taken[pages.size()];
        Arrays.fill(fastest, Taken.NOT_YET);
        // The first ones run before the code is compiled.
        for (int n = 0; n < TIMES || (n < MOST_TIMES && !isWithin(fastest)); n++) {
            for (int i = 0; i < fastest.length; i++) {
                String address = pages.get(i).apply(n);
                fastest[i] = fastest[i].or(Taken.of(() -> html(server, address)));
            }
        }
        return fastest;
    }

    /** The place of a step among the pages that are timed. */
    private static final int STEP = 2;

    /** Whether a window and a step of a long debate take no longer than they may. */
    private static boolean isWithin(Taken[] fastest) {
        return Arrays.stream(fastest).skip(1).allMatch(each -> each.isLike(fastest[0]))
                && fastest[STEP].used() < BUSY * WARM_STEP;
    }

    /** The first step after a change, for which its new events are read. */
    private static Taken cold(RunningServer server, Held debate) {
        Taken fastest = Taken.NOT_YET;
        for (int n = 0; n < COLD; n++) {
            debate.say(1, turn -> false);
            fastest = fastest.or(Taken.of(() -> html(server, debate.page() + "?at=500")));
        }
        return fastest;
    }

    @Test
    @DisplayName("A debate of 10,000 turns opens, jumps to its last flip and scrubs within the bars.")
    void aDebateOf10000TurnsOpensJumpsToItsLastFlipAndScrubsWithinTheBars() {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            Held brief = new Held(server, 2 * WINDOW);
            Held held = new Held(server, 10_000);
            String lengthy = held.page();

            Document opened = page(server, lengthy);
            int events = Integer.parseInt(opened.select(".scrub [name=at]").attr("max"));
            assertThat(events).isGreaterThan(20_000);
            assertThat(opened.select(".minimap figcaption").text()).contains("10,000 turns", "on this page 1 to 200");

            String jump = opened.select("#to-turn a:contains(Last move)").attr("href");
            assertThat(jump).endsWith("?from=9801#turn-9980");
            assertThat(page(server, jump).select("#turn-9980 .flip").text()).contains("moved");
            String failure = opened.select("#to-turn a:contains(Last failure)").attr("href");
            assertThat(failure).endsWith("?from=" + (FAILED / WINDOW * WINDOW + 1) + "#turn-" + (FAILED + 1));
            assertThat(page(server, failure).select("#turn-" + (FAILED + 1)).text())
                    .contains("error");
            assertThat(opened.select("#to-round a").eachText()).containsExactly("1", "2");
            String round = opened.select("#to-round a").last().attr("href");
            assertThat(round).endsWith("?from=1#turn-" + (SEATS + 1));
            assertThat(page(server, round).select("#turn-" + (SEATS + 1))).hasSize(1);
            assertThat(opened.select("form#to-turn [name=from]").attr("max")).isEqualTo("10000");
            assertThat(page(server, lengthy + "?at=15000").select("output").text())
                    .contains("15000/" + events);

            String kind = lengthy + "?view=events&kind=turn_stored";
            Document stored = page(server, kind);
            assertThat(stored.select("tbody tr")).hasSize(WINDOW);
            String next = stored.select(".pager [rel=next]").attr("href");
            assertThat(next).startsWith(lengthy + "?").contains("kind=turn_stored", "view=events");
            Document further = page(server, next);
            assertThat(further.select("tbody th").eachText())
                    .hasSize(WINDOW)
                    .doesNotContainAnyElementsOf(stored.select("tbody th").eachText());
            assertThat(further.select(".pager a").first().attr("href"))
                    .isEqualTo(stored.select("#stage").attr("hx-get"));
            Document none = page(server, lengthy + "?view=events&kind=gate_opened");
            assertThat(none.select(".empty").text()).isEqualTo("None of the events 1 to 5000 fits the filters.");
            int looks = 1;
            while (!none.select(".pager [rel=next]").isEmpty()) {
                none = page(server, none.select(".pager [rel=next]").attr("href"));
                looks++;
            }
            assertThat(looks).isEqualTo((events + 4_999) / 5_000);
            assertThat(none.select(".empty").text()).isEqualTo("Nothing fits the filters.");

            // As much of a short debate as of the long one.
            List<IntFunction<String>> pages = List.of(
                    n -> brief.page() + "?from=" + (WINDOW + 1),
                    n -> lengthy + "?from=" + (WINDOW * (n % 40 + 1) + 1),
                    n -> lengthy + "?at=" + (15_001 + n),
                    n -> lengthy,
                    n -> jump.replaceFirst("#.*", ""));
            Taken[] taken = fastest(server, pages);
            List<String> what =
                    List.of("a short debate", "a window", "a step", "opening it", "the jump to the last flip");
            for (int i = 1; i < taken.length; i++) {
                Taken each = taken[i];
                assertThat(each.isLike(taken[0]))
                        .as("%s: %s, against %s", what.get(i), each, taken[0])
                        .isTrue();
            }
            assertThat(taken[STEP].used()).as("a step").isLessThan(BUSY * WARM_STEP);
            Taken firstOfFew = cold(server, brief);
            Taken firstOfMany = cold(server, held);
            assertThat(firstOfMany.isLike(firstOfFew))
                    .as("the first step after a change: %s, against %s of a short debate", firstOfMany, firstOfFew)
                    .isTrue();
            assertThat(firstOfMany.used()).as("the first step after a change").isLessThan(BUSY * COLD_STEP);
        }
    }
}
