package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.base.Trust;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.engine.provider.Call;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.DissentQuery;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.learning.critique.Critique;
import dev.stoa.learning.critique.PatternQuery;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonFilter;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.rating.BoardQuery;
import dev.stoa.learning.rating.Match;
import dev.stoa.learning.rating.Standing;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates in which chance has a seat, beside real ones in the same archives. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class SimulationStaysSimulationTest {
    private static final String TOPIC = "Which store shall the payment service use?";
    private static final Page.Request ALL = Page.Request.first(100);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
        ground.script().says(SimulationStaysSimulationTest::said);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    private Stoa stoa() {
        return ground.stoa();
    }

    /** Two for Postgres and one for Redis, who warns; all name one lesson. */
    private static @Nullable String said(Situation situation, Call call) {
        boolean other = call.agent().equals("s2");
        return switch (situation.slot().kind()) {
            case POSITION ->
                Json.write(Map.of(
                        "answer",
                        other ? "Redis" : "Postgres",
                        "confidence",
                        0.8,
                        "reasoning",
                        other ? "an outage of the only server is a danger" : "it keeps data"));
            case CRITIQUE ->
                Json.write(Map.of(
                        "critiques",
                        List.of(Map.of(
                                "target", "A", "issue", "Missing failover for the payment store", "severity", 0.7))));
            case BALLOT ->
                Json.write(Map.of(
                        "vote",
                        other ? "B" : "A",
                        "confidence",
                        0.8,
                        "reason",
                        other ? "an outage of the only server is a danger" : "it keeps data",
                        "lessons",
                        List.of(Map.of(
                                "category",
                                "architecture",
                                "title",
                                "Name the failover first",
                                "problem",
                                "the payment store had no standby",
                                "solution",
                                "plan a standby before choosing a store"))));
            default -> null;
        };
    }

    /** Three real seats, and one of chance if the debate is to be simulated. */
    private String debate(boolean simulated, boolean memory) throws InterruptedException {
        List<Seat> seats = new ArrayList<>(IntStream.range(0, 3)
                .mapToObj(seat -> Seat.of("s" + seat, "script", "m" + seat))
                .toList());
        if (simulated) {
            seats.add(Seat.of("chance", "sim", ""));
        }
        String id = ground.run(DebateRequest.on(TOPIC)
                        .seed(1)
                        .agents(seats)
                        .preset(Preset.CLASSIC)
                        .set("coordination_protocol", "none")
                        .set("memory", memory))
                .row()
                .id();
        stoa().debate().grades().grade(id, new Truth.Answer("Postgres"), "ana");
        ground.engine("learner").learn();
        assertThat(stoa().debate().outbox().counts(id).dead()).isZero();
        return id;
    }

    private String prompts(String id) {
        return stoa().debate().turns().page(id, ALL).items().stream()
                .map(DebateTurn::prompt)
                .collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName(
            "What a simulated debate teaches is marked simulated in every archive it reaches, with trust untrusted")
    void whatASimulatedDebateTeachesIsMarkedInEveryArchive() throws InterruptedException {
        String id = debate(true, true);

        Consensus consensus = stoa().learning().consensus().show(id);
        assertThat(consensus.simulated()).isTrue();
        assertThat(consensus.trust()).isEqualTo(Trust.UNTRUSTED);
        Memory memory = stoa().learning().memories().show("debate:" + id);
        assertThat(memory.namespace()).isEqualTo(MemoryDraft.SIMULATED);
        assertThat(memory.trust()).isEqualTo(Trust.UNTRUSTED);
        Match match = stoa().learning().ratings().match(id);
        assertThat(match.simulated()).isTrue();
        assertThat(match.eloChanges()).isEmpty();
        List<Critique> critiques = stoa().learning().critiques().list(id, ALL).items();
        assertThat(critiques).isNotEmpty().allMatch(Critique::simulated);
        List<Lesson> lessons = stoa().learning()
                .lessons()
                .list(LessonFilter.all().session(id), ALL)
                .items();
        assertThat(lessons).isNotEmpty().allMatch(Lesson::simulated);
        assertThat(lessons).extracting(Lesson::trust).containsOnly(Trust.UNTRUSTED);
        ground.proves(id);
    }

    @Test
    @DisplayName("What a simulated debate teaches never enters the prompt of a debate with any real seat")
    void whatASimulatedDebateTeachesNeverEntersAPrompt() throws InterruptedException {
        debate(true, true);
        assertThat(prompts(debate(false, true)))
                .doesNotContain("[conclusion ", "[dissent ", "[lesson ", "[memory ", "[pattern ");
        assertThat(prompts(debate(false, true))).contains("[conclusion ", "[lesson les_");
    }

    @Test
    @DisplayName("What a simulated debate teaches is in no board, calibration or statistic unless asked for")
    void whatASimulatedDebateTeachesIsCountedOnRequestOnly() throws InterruptedException {
        String id = debate(true, true);
        nothing();

        assertThat(board(Simulated.ONLY)).contains("s0", "s2", "chance");
        assertThat(stoa().learning()
                        .predictions()
                        .of("s0", null, Simulated.ONLY)
                        .n())
                .isEqualTo(1);
        assertThat(stoa().learning().ratings().matches(Simulated.ONLY, ALL).items())
                .hasSize(1);
        assertThat(stoa().learning().consensus().list(null, Simulated.ONLY, ALL).items())
                .hasSize(1);
        assertThat(stoa().learning().consensus().find(TopicQuery.of(TOPIC).simulated(Simulated.ONLY)))
                .hasSize(1);
        assertThat(stoa().learning()
                        .memories()
                        .list(null, null, Simulated.INCLUDE, ALL)
                        .items())
                .hasSize(1);
        assertThat(stoa().learning().memories().stats(Simulated.ONLY).total()).isEqualTo(1);
        assertThat(stoa().learning().memories().recall(RecallQuery.query(TOPIC).simulated(Simulated.INCLUDE)))
                .hasSize(1);
        assertThat(stoa().learning().critiques().list(null, Simulated.ONLY, ALL).items())
                .isNotEmpty();
        assertThat(stoa().learning()
                        .lessons()
                        .list(LessonFilter.all().simulated(Simulated.ONLY), ALL)
                        .items())
                .isNotEmpty();
        assertThat(stoa().learning()
                        .lessons()
                        .statistics(Simulated.ONLY)
                        .debate()
                        .sessions())
                .isEqualTo(1);
        assertThat(sessions(Simulated.ONLY)).containsExactly(id);
        assertThat(sessions(Simulated.EXCLUDE)).isEmpty();

        String real = debate(false, true);
        assertThat(board(Simulated.EXCLUDE)).contains("s0").doesNotContain("chance");
        assertThat(board(Simulated.INCLUDE)).contains("s0", "chance");
        assertThat(stoa().learning().predictions().of("s0", null).n()).isEqualTo(1);
        assertThat(stoa().learning()
                        .predictions()
                        .of("s0", null, Simulated.INCLUDE)
                        .n())
                .isEqualTo(2);
        assertThat(sessions(Simulated.EXCLUDE)).containsExactly(real);
        assertThat(stoa().learning().lessons().statistics().debate().sessions()).isEqualTo(1);
        assertThat(stoa().learning().lessons().list(LessonFilter.all(), ALL).items())
                .as("a real debate makes real what chance had said first")
                .isNotEmpty()
                .noneMatch(Lesson::simulated);
    }

    /** Every question that does not ask for what is simulated. */
    private void nothing() {
        assertThat(board(Simulated.EXCLUDE)).isEmpty();
        assertThat(stoa().learning().predictions().of("s0", null).n()).isZero();
        assertThat(stoa().learning().ratings().matches(ALL).items()).isEmpty();
        assertThat(stoa().learning().ratings().bradleyTerry(null).games()).isZero();
        assertThat(stoa().learning().ratings().elo("s0", null)).isEqualTo(1_500);
        assertThat(stoa().learning().consensus().list(null, ALL).items()).isEmpty();
        assertThat(stoa().learning().consensus().find(TopicQuery.of(TOPIC))).isEmpty();
        assertThat(stoa().learning()
                        .consensus()
                        .dissents(DissentQuery.all(), ALL)
                        .items())
                .isEmpty();
        assertThat(stoa().learning().memories().list(null, null, ALL).items()).isEmpty();
        assertThat(stoa().learning().memories().recall(RecallQuery.query(TOPIC)))
                .isEmpty();
        assertThat(stoa().learning().memories().stats().total()).isZero();
        assertThat(stoa().learning().critiques().list(null, ALL).items()).isEmpty();
        assertThat(stoa().learning().patterns().top(PatternQuery.query("failover")))
                .isEmpty();
        assertThat(stoa().learning().reputation().voteWeight("s0")).isEqualTo(1);
        assertThat(stoa().learning().lessons().list(LessonFilter.all(), ALL).items())
                .isEmpty();
        assertThat(stoa().learning().lessons().statistics().debate().sessions()).isZero();
        assertThat(stoa().learning().lessons().statistics().debatesByStatus()).isEmpty();
    }

    @Test
    void aSimulatedDebateSaysNothingAboutTheLessonsAndMemoriesItIsShown() throws InterruptedException {
        debate(false, true);
        Lesson before = stoa().learning()
                .lessons()
                .list(LessonFilter.all(), ALL)
                .items()
                .getFirst();
        Memory memory =
                stoa().learning().memories().list(null, null, ALL).items().getFirst();

        String id = debate(true, true);

        assertThat(prompts(id)).contains("[lesson " + before.id(), "[conclusion ");
        Lesson after = stoa().learning().lessons().get(before.id());
        assertThat(after.uses()).isEqualTo(before.uses());
        assertThat(after.seenCount()).isEqualTo(before.seenCount());
        assertThat(after.simulated()).isFalse();
        assertThat(stoa().learning().memories().show(memory.id()).successCount())
                .isEqualTo(memory.successCount());
        assertThat(stoa().learning().memories().show(memory.id()).failureCount())
                .isEqualTo(memory.failureCount());
    }

    @Test
    void simulatedAnswersHaveNamesThatCannotBeTakenForKeys() throws InterruptedException {
        DebateSession session = ground.run(Ground.request("q0", "sim", 5));
        assertThat(session.options()).isNotEmpty();
        for (OptionRow option : session.options()) {
            assertThat(option.label()).matches("simulated answer [1-4]");
            assertThat(Options.chosen(List.of(), option.label())).isNegative();
        }
    }

    private List<String> board(Simulated simulated) {
        return stoa().learning().ratings().board(BoardQuery.best().simulated(simulated)).stream()
                .map(Standing::agentName)
                .toList();
    }

    private List<String> sessions(Simulated simulated) {
        return stoa().debate().sessions().list(SessionFilter.all().withSimulated(simulated), ALL).items().stream()
                .map(session -> session.row().id())
                .toList();
    }
}
