package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.StoaConfig;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.ProviderSettings;
import dev.stoa.engine.provider.Providers;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a debate takes is known before it runs. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
class EstimateTest {
    private static final List<Preset> PRESETS = List.of(Preset.VOTE, Preset.LADDER, Preset.ROUND_TABLE, Preset.CLASSIC);

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    @DisplayName("The run of a new debate keeps within the calls and the cost its preview named.")
    void theRunOfANewDebateKeepsWithinTheCallsAndTheCostItsPreviewNamed() throws Exception {
        Random random = new Random(19);
        for (Preset preset : PRESETS) {
            for (int run = 0; run < 8; run++) {
                keepsWithin(settings(random, preset, run), run % 4 == 3 ? Verdict.REJECT : Verdict.APPROVE);
            }
        }
    }

    /** Seats that move, disagree and, in some runs, fail; and settings that ask for more or fewer turns. */
    private static DebateRequest settings(Random random, Preset preset, int run) {
        boolean fails = run % 3 == 2;
        int seats = 2 + random.nextInt(5);
        DebateRequest request = DebateRequest.on("question " + run)
                .seed(run)
                .set("memory", false)
                .set("learn", false)
                .agents(IntStream.range(0, seats)
                        .mapToObj(seat -> Seat.of("s" + seat, "sim", "")
                                .params(Map.of(
                                        "accuracy", "0.5",
                                        "flip", "0.3",
                                        "failure", fails ? "0.3" : "0")))
                        .toList())
                .preset(preset)
                .topology(any(Topology.values(), random))
                .voting(any(VotingRule.values(), random))
                .decision(any(Decision.values(), random))
                .set("early_stop", random.nextBoolean())
                .set("clarify", random.nextBoolean());
        if (preset != Preset.VOTE) {
            request = request.rounds(2 + random.nextInt(2));
        }
        if (preset == Preset.LADDER || preset == Preset.CLASSIC) {
            request = request.set(
                    "coordination_protocol",
                    List.of("none", "cpde", "dpde", "adaptive").get(run % 4));
        }
        if (run % 2 == 1) {
            Phase gate = random.nextBoolean() ? Phase.PROPOSAL : Phase.CONVERGENCE;
            request = request.gates(List.of(gate)).set("redo_budget", random.nextInt(3));
        }
        return run % 5 == 4
                ? request.set("drafts", List.of(Map.of("agent", "s1", "answer", "A", "confidence", 0.5)))
                : request;
    }

    private void keepsWithin(DebateRequest request, Verdict verdict) throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        DebateEngine engine =
                engine(Providers.of(config(), Map.of(), ground.clock()).observedBy(asked -> calls.incrementAndGet()));
        Estimate estimate = engine.estimate(request, 0);
        DebateSession session = engine.run(request, "local", DebateListener.NONE);
        while (session.gate() != null) {
            ground.stoa().debate().gates().decide(session.gate().id(), verdict, "ann", "because");
            session = ground.row(session.id()).status().isTerminal()
                    ? engine.find(session.id())
                    : engine.resume(session.id(), DebateListener.NONE);
        }
        List<DebateTurn> turns = ground.turns(session.id());
        long tokens = turns.stream()
                .mapToLong(turn -> Objects.requireNonNull(turn.tokensIn()) + Objects.requireNonNull(turn.tokensOut()))
                .sum();
        String what = request.fields() + " " + estimate.document();
        assertThat(turns.size()).as(what).isLessThanOrEqualTo(Math.toIntExact(max(estimate.turns())));
        assertThat((long) calls.get()).as(what).isLessThanOrEqualTo(max(estimate.calls()));
        assertThat(tokens).as(what).isLessThanOrEqualTo(max(estimate.tokens()));
        assertThat(estimate.costUsd()).isEqualTo(new Estimate.Money(0, 0.0));
        assertThat(estimate.simulated()).isTrue();
        boolean smooth = turns.stream().allMatch(turn -> turn.error() == null)
                && session.row().status() == SessionRow.Status.COMPLETED;
        if (smooth) {
            assertThat(estimate.turns().holds(turns.size())).as(what).isTrue();
            assertThat(estimate.calls().holds(calls.get())).as(what + calls).isTrue();
            assertThat(estimate.tokens().holds(tokens)).as(what + tokens).isTrue();
        }
    }

    private static long max(Estimate.Span span) {
        return Objects.requireNonNull(span.max());
    }

    private static <T> T any(T[] all, Random random) {
        return all[random.nextInt(all.length)];
    }

    @Test
    void everyRoundRepairAndRetryCounts() throws Exception {
        for (Preset preset : PRESETS) {
            DebateRequest agreeing = Ground.request("q", "script", 3).preset(preset);
            ground.script().says((situation, call) -> null);
            Estimate estimate = ground.engine("e").estimate(agreeing.set("early_stop", false), 0);
            int turns = ground.turns(
                            ground.run(agreeing.set("early_stop", false)).row().id())
                    .size();
            assertThat(estimate.turns().holds(turns))
                    .as("%s %d", estimate, turns)
                    .isTrue();
        }
        ground.script().says((situation, call) -> {
            throw CallFailure.refused("it is away");
        });
        DebateRequest vote = Ground.request("q", "script", 3).preset(Preset.VOTE);
        int before = ground.script().calls().size();
        ground.run(vote);

        // Nobody answers: each of three seats is asked, and asked again; each may be tried thrice and mended once.
        assertThat(ground.script().calls().size() - before).isEqualTo(6);
        assertThat(ground.engine("e").estimate(vote, 0).calls()).isEqualTo(new Estimate.Span(3, 36L));
        assertThat(ground.engine("e")
                        .estimate(Ground.request("q", "sim", 3).preset(Preset.VOTE), 0)
                        .calls())
                .isEqualTo(new Estimate.Span(3, 6L));
    }

    @Test
    void moneyIsNamedWhereEveryPriceIsKnown() throws Exception {
        Files.writeString(folder.resolve("stoa.toml"), """
                [price."openai:m"]
                input = 2
                output = 8
                """);
        Scripted script = new Scripted();
        DebateEngine engine = engine(Providers.of(config(), Map.of("OPENAI_API_KEY", "k"), ground.clock())
                .with("openai", script));
        DebateRequest request = priced(3, "m").rounds(3).set("early_stop", false);
        Estimate estimate = engine.estimate(request, 0);
        DebateSession session = engine.run(request, "local", DebateListener.NONE);

        double cost = ground.turns(session.id()).stream()
                .mapToDouble(turn -> turn.costUsd() == null ? Double.NaN : turn.costUsd())
                .sum();
        Estimate.Money money = Objects.requireNonNull(estimate.costUsd());
        assertThat(cost).isPositive();
        assertThat(money.holds(cost)).as("%s %s", money, cost).isTrue();
        assertThat(estimate.calls().holds(script.calls().size())).isTrue();
        assertThat(estimate.simulated()).isFalse();

        Estimate.Money limited = Objects.requireNonNull(
                engine.estimate(request.set("max_cost_usd", 0.001), 0).costUsd());
        assertThat(limited.min()).isZero();
        assertThat(limited.max()).isLessThan(money.max());

        Estimate unknown = engine.estimate(priced(2, "m").agents(seats("m", "other")), 0);
        assertThat(unknown.costUsd()).isNull();
        assertThat(unknown.unpriced()).containsExactly("openai:other");
        assertThat(unknown.document()).containsEntry("cost_usd", null);
    }

    private static DebateRequest priced(int seats, String model) {
        return Ground.request("q", "openai", seats)
                .agents(seats(IntStream.range(0, seats).mapToObj(seat -> model).toArray(String[]::new)));
    }

    private static List<Seat> seats(String... models) {
        List<Seat> seats = new ArrayList<>();
        for (String model : models) {
            seats.add(Seat.of("s" + seats.size(), "openai", model));
        }
        return seats;
    }

    @Test
    void whatCreationRefusesIsRefusedAndNothingIsStored() {
        DebateEngine engine = ground.engine("e");

        assertThatThrownBy(() -> engine.estimate(Ground.request("q", "sim", 1), 0))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("agents");
        assertThatThrownBy(() -> engine.estimate(Ground.request("q", "nobody", 2), 0))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> engine.estimate(Ground.request("q", "sim", 2).preset(Preset.EXTERNAL), 0))
                .isInstanceOf(ConflictException.class);
        engine.estimate(Ground.request("q", "sim", 2), 0);

        assertThat(ground.stoa()
                        .debate()
                        .sessions()
                        .list(SessionFilter.all(), Page.Request.first())
                        .items())
                .isEmpty();
    }

    private StoaConfig config() {
        return StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.directory(folder)),
                ProviderSettings.module());
    }

    private DebateEngine engine(Providers providers) {
        return DebateEngine.over(
                        ground.stoa(), providers, ground.clock(), CodeRunner.create(false, List.of(folder)), "e")
                .beating(Duration.ofMillis(5));
    }
}
