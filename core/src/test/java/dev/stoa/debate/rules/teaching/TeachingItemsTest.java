package dev.stoa.debate.rules.teaching;

import static dev.stoa.debate.rules.Script.against;
import static dev.stoa.debate.rules.Script.answer;
import static dev.stoa.debate.rules.Script.because;
import static dev.stoa.debate.rules.Script.keeps;
import static dev.stoa.debate.rules.Script.risks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.Script;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Claim;
import dev.stoa.debate.rules.reply.ParsedReply.Concern;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class TeachingItemsTest {
    /**
     * Three rounds of a ladder: ana holds A, bo and cy hold B; in the second round ana and bo criticise each other; in
     * the third ana goes over to B because of what bo said. Turns 1-3, 4-6, 7-9.
     */
    private static Script ladder() {
        return new Script("Which store shall we use?", "ana", "bo", "cy")
                .with("rounds", 3)
                .with("domain", "storage")
                .says(1, "ana", answer("Redis", 0.6))
                .says(
                        1,
                        "bo",
                        answer("Postgres", 0.8)
                                .withReasoning(
                                        "it is there",
                                        List.of(new Claim("it keeps what it was given", List.of("ev1", "made-up")))))
                .says(1, "cy", answer("postgres", 0.7))
                .says(2, "ana", against(1, "it is slow", answer("Redis", 0.6)))
                .says(2, "bo", against(0, "it loses what was written", bo()))
                .says(2, "cy", keeps(answer("postgres", 0.7)))
                .says(3, "ana", keeps(because(answer("Postgres", 0.65), "5.1")))
                .says(3, "bo", keeps(bo()))
                .says(3, "cy", keeps(risks(answer("postgres", 0.7), "an outage of the only server", "it costs money")))
                .block("evidence", "ev1", Trust.UNTRUSTED, 0.5)
                .block("evidence", "ev1", Trust.UNTRUSTED, 0.75)
                .block("evidence", "ev2", Trust.UNTRUSTED, 0.9)
                .block("memory", "m1", Trust.AGENT, null)
                .block("memory", "m2", Trust.AGENT, null);
    }

    private static ParsedReply.Position bo() {
        return answer("Postgres", 0.8)
                .withReasoning(
                        "it is there", List.of(new Claim("it keeps what it was given", List.of("ev1", "made-up"))));
    }

    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return Json.parseObject(Json.canonical(value));
    }

    private static List<Map<String, @Nullable Object>> maps(@Nullable Object value) {
        List<Map<String, @Nullable Object>> maps = new ArrayList<>();
        ((Collection<?>) Objects.requireNonNull(value)).forEach(one -> maps.add(map(one)));
        return maps;
    }

    @Test
    void rowsComeInTheOrderInWhichTheyAreTold() {
        Script graded =
                ladder().with("truth", "Postgres").seat(1, "profile", "p7").play();
        assertThat(graded.rows().stream().map(row -> row.target() + " " + row.itemKey()))
                .containsExactly(
                        "consensus s1",
                        "match s1",
                        "predictions.add s1:ana",
                        "predictions.add s1:bo",
                        "predictions.add s1:cy",
                        "predictions.resolve s1",
                        "critiques s1",
                        "evidence s1",
                        "outcomes s1",
                        "memory s1",
                        "profile_outcome s1:p7");
        assertThat(ladder().play().rows().stream().map(OutboxItem::target))
                .containsExactly("consensus", "match", "critiques", "evidence", "outcomes", "memory");
    }

    @Test
    void rowsAreTheSameEveryTimeAndHaveACanonicalForm() {
        Script script = ladder().with("truth", "Postgres").play();
        List<String> once =
                script.rows().stream().map(row -> Json.canonical(row.payload())).toList();
        List<String> again = ladder().with("truth", "Postgres").play().rows().stream()
                .map(row -> Json.canonical(row.payload()))
                .toList();
        assertThat(again).isEqualTo(once);
    }

    @Test
    void aDebateThatIsNotToTeachHasNoRows() {
        Script silent = ladder().with("learn", false).with("truth", "Redis").play();
        assertThat(silent.rows()).isEmpty();
        assertThat(TeachingItems.gradeRows(
                        silent.record(), silent.outcome(), "s1", new Grade("Redis", 0, false, "human")))
                .isEmpty();
    }

    @Test
    void aConsensusHasWhoAgreedWhatWasClaimedAndWhatItRestsOn() {
        Map<String, @Nullable Object> row = ladder().play().row("consensus");
        assertThat(row)
                .containsEntry("id", "s1")
                .containsEntry("topic", "Which store shall we use?")
                .containsEntry("conclusion", "Postgres")
                .containsEntry("domain", "storage")
                .containsEntry("participants", List.of("ana", "bo", "cy"))
                .containsEntry("agreeing", List.of("ana", "bo", "cy"))
                .containsEntry("abstaining", List.of())
                .containsEntry("key_claims", List.of("it keeps what it was given"))
                .containsEntry("evidence", List.of("ev1"))
                .containsEntry("trust", "confirmed");
        assertThat(map(row.get("metadata"))).containsEntry("decision", "agreed").containsEntry("simulated", false);
    }

    @Test
    void dissentsHaveARealRiskWarningAndAnAbstention() {
        Script script = ladder();
        // Who says nothing when asked abstains.
        Script abstaining = new Script("Which store shall we use?", "ana", "bo", "cy", "dee")
                .with("preset", "vote")
                .says(1, "ana", risks(answer("Postgres", 0.9), "an outage of the only server", "it costs money"))
                .says(1, "bo", answer("Postgres", 0.9))
                .says(1, "cy", answer("Redis", 0.8).withReasoning("it is faster", List.of()));
        assertThat(maps(abstaining.play().row("consensus").get("dissents")))
                .extracting(dissent ->
                        dissent.get("agent_id") + " " + dissent.get("dissent_type") + " " + dissent.get("content"))
                .containsExactly(
                        "ana risk_warning an outage of the only server",
                        "ana minor_quibble it costs money",
                        "cy fundamental_disagreement it is faster",
                        "dee abstention abstained");
        assertThat(abstaining.row("consensus")).containsEntry("abstaining", List.of("dee"));
        assertThat(maps(script.play().row("consensus").get("dissents")))
                .extracting(dissent -> dissent.get("dissent_type"))
                .containsExactly("risk_warning", "minor_quibble");
    }

    @Test
    void concernsOfBallotsAreDissents() {
        Script voting = new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .with("voting_method", "borda")
                .says(1, "ana", answer("Postgres", 0.9))
                .says(1, "bo", answer("Redis", 0.6))
                .says(
                        1,
                        "ana",
                        new Vote(0, 0.9, List.of(0, 1), null, List.of(new Concern("a race condition", 0.3)), List.of()))
                .says(1, "bo", new Vote(0, 0.6, List.of(0, 1), null, List.of(), List.of()));
        assertThat(maps(voting.play().row("consensus").get("dissents")))
                .extracting(dissent -> dissent.get("agent_id") + " " + dissent.get("dissent_type"))
                .containsExactly("ana edge_case_concern");
    }

    @Test
    void trustFollowsWhatSettledIt() {
        assertThat(ladder().play().row("consensus")).containsEntry("trust", "confirmed");
        assertThat(leading().play().row("consensus")).containsEntry("trust", "agent");
        assertThat(leading().with("truth", "Postgres").play().row("consensus")).containsEntry("trust", "confirmed");
        assertThat(ladder().with("truth", "Redis").play().row("consensus")).containsEntry("trust", "agent");
        assertThat(ladder().seat(2, "sim", "").play().row("consensus"))
                .as("one simulated seat is enough")
                .containsEntry("trust", "untrusted");
    }

    private static Script leading() {
        return new Script("Which store?", "ana", "bo", "cy")
                .with("preset", "vote")
                .says(1, "ana", answer("Postgres", 0.6))
                .says(1, "bo", answer("Postgres", 0.6))
                .says(1, "cy", answer("Redis", 0.6));
    }

    @Test
    void withoutAWinnerTheLeadingOptionsAreNamed() {
        Script tie = new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .says(1, "ana", answer("Postgres", 0.5))
                .says(1, "bo", answer("Redis", 0.5))
                .play();
        assertThat(tie.row("consensus"))
                .containsEntry("conclusion", "no agreement: A: Postgres; B: Redis")
                .containsEntry("agreeing", List.of())
                .containsEntry("trust", "agent");
        assertThat(tie.rows().stream().map(OutboxItem::target))
                .as("nobody judged the drafts")
                .doesNotContain("match");
    }

    @Test
    void textsAreCutToWhatTheArchivesTake() {
        String topic = "why " + "x".repeat(2_500);
        Script script = new Script(topic, "ana", "bo")
                .with("preset", "vote")
                .says(1, "ana", answer("Postgres", 0.9))
                .says(1, "bo", answer("Postgres", 0.9))
                .play();
        assertThat(script.row("consensus").get("topic")).isEqualTo(topic.substring(0, 2_000));
        assertThat(map(script.row("critiques").get("debate"))).containsEntry("task", topic);
        assertThat(script.row("memory").get("content")).isEqualTo(topic.substring(0, 2_000) + "\nPostgres");
        assertThat(TextCut.to("  \uD83D\uDE00\uD83D\uDE00\uD83D\uDE00", 2)).isEqualTo("\uD83D\uDE00\uD83D\uDE00");
    }

    @Test
    void theDraftsCompeteAndThePanelJudgesWhereNobodyElseCan() {
        Map<String, @Nullable Object> match = ladder().play().row("match");
        assertThat(match)
                .containsEntry("debate_id", "s1")
                .containsEntry("participants", List.of("ana", "bo", "cy"))
                .containsEntry("judge", "panel")
                .containsEntry("rated", true)
                .containsEntry("domain", "storage");
        assertThat(map(match.get("scores"))).isEqualTo(Map.of("ana", 0L, "bo", 1L, "cy", 1L));
        assertThat(map(match.get("votes"))).isEqualTo(Map.of("ana", "B", "bo", "B", "cy", "B"));
        assertThat(maps(match.get("critiques")))
                .containsExactly(
                        Map.of("from", "ana", "to", "bo", "accepted", false),
                        Map.of("from", "bo", "to", "ana", "accepted", true));
        assertThat(maps(match.get("position_changes")))
                .containsExactly(Map.of("agent", "ana", "after", "bo"), Map.of("agent", "ana", "after", "cy"));
    }

    @Test
    void aKnownTruthJudgesDraftsAgainstTheWholePanel() {
        Map<String, @Nullable Object> match =
                ladder().with("truth", "redis").play().row("match");
        assertThat(match).containsEntry("judge", "truth").containsEntry("rated", true);
        assertThat(map(match.get("scores"))).isEqualTo(Map.of("ana", 1L, "bo", 0L, "cy", 0L));
    }

    @Test
    void aPanelMatchCanBeLeftUnrated() {
        Script script = ladder().play();
        TeachingSettings truth = new TeachingSettings(false);
        assertThat(Script.only(TeachingItems.rows(script.record(), script.outcome(), "s1", null, truth), "match"))
                .containsEntry("rated", false);
        Grade given = new Grade("Redis", 0, false, "given");
        assertThat(Script.only(TeachingItems.rows(script.record(), script.outcome(), "s1", given, truth), "match"))
                .containsEntry("rated", true);
    }

    @Test
    void oneDraftIsNoMatch() {
        Script alone = new Script("Which store?", "ana", "bo", "cy")
                .with("preset", "vote")
                .with("quorum", 1)
                .with("truth", "Postgres")
                .says(1, "ana", answer("Postgres", 0.9))
                .play();
        assertThat(alone.rows().stream().map(OutboxItem::target))
                .containsExactly("consensus", "predictions.add", "predictions.resolve", "critiques", "memory");
    }

    @Test
    void predictionsAreTheDraftsAndTheTruthResolvesThem() {
        List<OutboxItem> rows = ladder().with("truth", "Postgres").play().rows();
        assertThat(rows.stream()
                        .filter(row -> row.target().equals("predictions.add"))
                        .map(OutboxItem::payload))
                .extracting(row -> row.get("predictor_agent") + " " + row.get("predicted_winner") + " "
                        + row.get("confidence") + " " + row.get("domain") + " " + row.get("tournament_id"))
                .containsExactly("ana A 0.6 storage s1", "bo B 0.8 storage s1", "cy B 0.7 storage s1");
        assertThat(Script.only(rows, "predictions.resolve")).isEqualTo(Map.of("tournament_id", "s1", "winner", "B"));
        assertThat(ladder().with("truth", "MySQL").play().row("predictions.resolve"))
                .containsEntry("winner", "none");
    }

    @Test
    void ofSeveralAnswersThatPassEachHasWon() {
        Script coding = new Script("add", "ana", "bo", "cy")
                .with("preset", "vote")
                .with("reflexion_attempts", 0)
                .with(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(Map.of("name", "t1", "hidden", false, "body", "x"))))
                .says(1, "ana", Script.code("return b+a", 0.3))
                .says(1, "bo", Script.code("return a+b", 0.9))
                .says(1, "cy", Script.code("return 0", 0.9))
                .checks(turn -> Script.tests(turn, Map.of("t1", turn.seat() < 2)))
                .play();
        assertThat(coding.grade()).isEqualTo(new Grade(null, 1, true, "tests"));
        assertThat(coding.rows().stream()
                        .filter(row -> row.target().equals("predictions.add"))
                        .map(OutboxItem::payload))
                .extracting(row -> row.get("predictor_agent") + " " + row.get("predicted_winner"))
                .containsExactly("ana B", "bo B", "cy C");
        assertThat(map(coding.row("match").get("scores"))).isEqualTo(Map.of("ana", 1L, "bo", 1L, "cy", 0L));
        assertThat(coding.row("match")).containsEntry("judge", "tests");
    }

    @Test
    void critiquesHaveKeysTargetsAndWhatThePanelMadeOfThem() {
        Map<String, @Nullable Object> row = ladder().play().row("critiques");
        assertThat(maps(row.get("critiques")))
                .extracting(made -> made.get("critique_key") + " " + made.get("agent") + " " + made.get("target_agent")
                        + " " + made.get("issues") + " " + made.get("suggestions") + " " + made.get("severity") + " "
                        + made.get("expected_usefulness"))
                .containsExactly(
                        "s1:4:1 ana bo [it is slow] [cure: it is slow] 0.6 0.9",
                        "s1:5:1 bo ana [it loses what was written] [cure: it loses what was written] 0.6 0.9");
        assertThat(maps(row.get("resolutions")))
                .as("ana was moved by the second and its new answer won; bo saw the first, did not move, and won")
                .containsExactly(
                        Map.of("critique_key", "s1:4:1", "led_to_improvement", false),
                        Map.of("critique_key", "s1:5:1", "led_to_improvement", true));
        assertThat(map(row.get("proposals"))).isEqualTo(Map.of("ana", false, "bo", true, "cy", true));
        assertThat(map(row.get("debate")))
                .containsEntry("id", "s1")
                .containsEntry("final_answer", "Postgres")
                .containsEntry("consensus_reached", true)
                .containsEntry("rounds_used", 3L)
                .containsEntry("grounded_verdict", Map.of());
    }

    @Test
    void whatNobodyCitedAndDidNotWinIsLeftOpenUntilAGrade() {
        // Nobody says that it was moved: of the criticism of Redis, which lost, nobody can tell what it did.
        Script open = ladder().says(3, "ana", keeps(answer("Postgres", 0.65))).play();
        assertThat(maps(open.row("critiques").get("resolutions")))
                .containsExactly(Map.of("critique_key", "s1:4:1", "led_to_improvement", false));

        Grade right = Grading.of(open.record(), new Truth.Answer("Postgres"));
        List<OutboxItem> late = TeachingItems.gradeRows(open.record(), open.outcome(), "s1", right);
        assertThat(late.stream().map(row -> row.target() + " " + row.itemKey()))
                .as("no second match, and only what was left open")
                .containsExactly(
                        "predictions.add s1:ana",
                        "predictions.add s1:bo",
                        "predictions.add s1:cy",
                        "predictions.resolve s1",
                        "critiques s1:grade");
        assertThat(maps(Script.only(late, "critiques").get("resolutions")))
                .as("ana went from wrong to right after it")
                .containsExactly(Map.of("critique_key", "s1:5:1", "led_to_improvement", true));
        assertThat(map(map(Script.only(late, "critiques").get("debate")).get("grounded_verdict")))
                .containsEntry("correct", true)
                .containsEntry("true_option", "B");

        Grade wrong = Grading.of(open.record(), new Truth.Answer("Redis"));
        assertThat(maps(Script.only(TeachingItems.gradeRows(open.record(), open.outcome(), "s1", wrong), "critiques")
                        .get("resolutions")))
                .containsExactly(Map.of("critique_key", "s1:5:1", "led_to_improvement", false));
    }

    @Test
    void theTruthOverrulesWhatWasCited() {
        assertThat(maps(ladder().with("truth", "Redis").play().row("critiques").get("resolutions")))
                .as("ana was talked out of the right answer")
                .containsExactly(
                        Map.of("critique_key", "s1:4:1", "led_to_improvement", false),
                        Map.of("critique_key", "s1:5:1", "led_to_improvement", false));
    }

    @Test
    void aCitationOfWhatWasNotSeenProvesNothing() {
        Script guessed = ladder().says(2, "cy", keeps(because(answer("postgres", 0.7), "5.1")))
                .says(3, "ana", keeps(answer("Postgres", 0.65)))
                .play();
        assertThat(maps(guessed.row("critiques").get("resolutions")))
                .extracting(made -> made.get("critique_key"))
                .containsExactly("s1:4:1");
    }

    @Test
    void moreTestsPassedAreAnImprovement() {
        Script coding = new Script("add", "ana", "bo")
                .with("rounds", 3)
                .with("reflexion_attempts", 0)
                .with(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of("name", "t1", "hidden", false, "body", "x"),
                                        Map.of("name", "t2", "hidden", false, "body", "y"),
                                        Map.of("name", "t3", "hidden", true, "body", "z"))))
                .says(1, "ana", Script.code("one", 0.5))
                .says(1, "bo", Script.code("none", 0.5))
                .says(2, "ana", against(1, "handles nothing", Script.code("one", 0.5)))
                .says(2, "bo", against(0, "handles too little", Script.code("none", 0.5)))
                .says(3, "ana", keeps(Script.code("two", 0.5)))
                .says(3, "bo", keeps(Script.code("none", 0.5)))
                .checks(turn -> {
                    String code = Objects.requireNonNull(
                            Objects.requireNonNull(turn.position()).code());
                    int passed = List.of("none", "one", "two").indexOf(code);
                    return Script.tests(turn, Map.of("t1", passed > 0, "t2", passed > 1, "t3", false));
                })
                .play();
        assertThat(coding.grade()).as("the hidden test fails").isEqualTo(new Grade(null, -1, false, "tests"));
        assertThat(maps(coding.row("critiques").get("resolutions")))
                .containsExactly(
                        Map.of("critique_key", "s1:3:1", "led_to_improvement", false),
                        Map.of("critique_key", "s1:4:1", "led_to_improvement", true));
    }

    @Test
    void onlyCitedEvidenceThatWasAttachedIsLinked() {
        assertThat(maps(ladder().play().row("evidence").get("links")))
                .containsExactly(Map.of(
                        "evidence_id",
                        "ev1",
                        "debate_id",
                        "s1",
                        "round_number",
                        1L,
                        "relevance_score",
                        0.75,
                        "used_in_consensus",
                        true));
        assertThat(leading().play().rows().stream().map(OutboxItem::target)).doesNotContain("evidence", "outcomes");
    }

    @Test
    void memoriesSucceedWithTheGradeElseWithTheAgreement() {
        assertThat(ladder().play().row("outcomes"))
                .isEqualTo(Map.of("key", "s1", "success", true, "memories", List.of("m1", "m2")));
        assertThat(ladder().with("truth", "Redis").play().row("outcomes")).containsEntry("success", false);
        Script two = leading().block("memory", "m1", Trust.AGENT, null);
        assertThat(two.play().row("outcomes"))
                .as("two of three are at least 3/5")
                .containsEntry("success", true);
    }

    @Test
    void aMemoryIsKeptTheLongerTheMoreAgreed() {
        assertThat(ladder().play().row("memory"))
                .containsEntry("id", "debate:s1")
                .containsEntry("content", "Which store shall we use?\nPostgres")
                .containsEntry("tier", "slow")
                .containsEntry("importance", 0.3 + 0.6)
                .containsEntry("consensus", "s1")
                .containsEntry("evidence", List.of("ev1"));
        assertThat(leading().play().row("memory"))
                .containsEntry("tier", "medium")
                .containsEntry("importance", 0.3 + 0.6 * 2 / 3);
    }

    @Test
    void theFirstSeatOfAProfileIsObservedByItsDraft() {
        Script script = ladder().with("truth", "Redis")
                .seat(0, "profile", "p1")
                .seat(1, "profile", "p2")
                .seat(2, "profile", "p2")
                .play();
        assertThat(script.rows().stream().filter(row -> row.target().equals("profile_outcome")))
                .extracting(row -> row.itemKey() + " " + row.payload().get("correct") + " "
                        + row.payload().get("confidence") + " " + row.payload().get("agent"))
                .containsExactly("s1:p1 true 0.6 ana", "s1:p2 false 0.8 bo");
        assertThat(ladder().seat(0, "profile", "p1").play().rows().stream().map(OutboxItem::target))
                .as("nobody knows the truth")
                .doesNotContain("profile_outcome");
    }

    @Test
    void ofAResultThatIsJustWrongOnlyItsOwnDraftsAreKnown() {
        Script script = ladder().play();
        Grade wrong = Grading.of(script.record(), new Truth.Wrong());
        List<OutboxItem> late = TeachingItems.gradeRows(script.record(), script.outcome(), "s1", wrong);
        assertThat(late.stream().map(OutboxItem::itemKey)).containsExactly("s1:bo", "s1:cy", "s1", "s1:grade");
        assertThat(Script.only(late, "predictions.resolve")).containsEntry("winner", "none");
    }

    @Test
    void whatChanceHadAPartInIsMarkedAndTeachesNothingOfWhatItWasShown() {
        Script script = ladder().with("truth", "Postgres")
                .seat(0, "profile", "p1")
                .seat(2, "sim", "")
                .play();
        assertThat(script.rows().stream().map(OutboxItem::target))
                .containsExactly(
                        "consensus",
                        "match",
                        "predictions.add",
                        "predictions.add",
                        "predictions.add",
                        "predictions.resolve",
                        "critiques",
                        "memory");
        for (String target : List.of("match", "memory")) {
            assertThat(script.row(target)).as(target).containsEntry("simulated", true);
            assertThat(ladder().play().row(target)).as(target).doesNotContainKey("simulated");
        }
        assertThat(map(script.row("critiques").get("debate"))).containsEntry("simulated", true);
        assertThat(script.row("match")).containsEntry("debate_id", "s1");
        assertThat(script.rows().stream().filter(row -> row.target().equals("predictions.add")))
                .allSatisfy(row -> assertThat(row.payload()).containsEntry("simulated", true));
        assertThat(script.row("predictions.resolve")).doesNotContainKey("simulated");
    }

    @Test
    void aLateGradeTeachesProfilesToo() {
        Script script = ladder().seat(0, "profile", "p1").play();
        Grade right = Grading.of(script.record(), new Truth.Answer("Postgres"));
        assertThat(Script.only(
                        TeachingItems.gradeRows(script.record(), script.outcome(), "s1", right), "profile_outcome"))
                .containsEntry("profile_id", "p1")
                .containsEntry("correct", false);
    }

    @Test
    void anElectedDraftWasAGoodProposalUnlessItIsKnownToBeWrong() {
        assertThat(map(ladder().with("truth", "Postgres")
                        .play()
                        .row("critiques")
                        .get("proposals")))
                .isEqualTo(Map.of("ana", false, "bo", true, "cy", true));
        assertThat(map(ladder().with("truth", "Redis").play().row("critiques").get("proposals")))
                .isEqualTo(Map.of("ana", false, "bo", false, "cy", false));
    }

    @Test
    void whatWasToBeCheckedAndCouldNotBeIsNothingToRemember() {
        Script unchecked = ladder().with("check", "true").play();
        assertThat(unchecked.grade()).isNull();
        assertThat(unchecked.rows().stream().map(OutboxItem::target))
                .containsExactly("consensus", "critiques", "evidence");
        assertThat(unchecked.row("consensus")).containsEntry("trust", "agent");
        Grade said = Grading.of(unchecked.record(), new Truth.Answer("Postgres"));
        assertThat(
                        TeachingItems.rows(
                                        unchecked.record(),
                                        unchecked.outcome(),
                                        "s1",
                                        said,
                                        TeachingSettings.defaults())
                                .stream()
                                .map(OutboxItem::target))
                .as("unless a person knows")
                .contains("match", "outcomes", "memory");
    }

    @Test
    void criticismOfAnOwnAnswerOrOfOneThatNobodyGaveIsBetweenNobody() {
        Script script = new Script("Which store?", "ana", "bo")
                .with("options", List.of("Redis", "Postgres", "MySQL"))
                .says(1, "ana", ParsedReply.Position.choosing(0, 0.6))
                .says(1, "bo", ParsedReply.Position.choosing(1, 0.8))
                .says(2, "ana", against(2, "nobody knows it", ParsedReply.Position.choosing(0, 0.6)))
                .says(2, "bo", against(1, "it is slow", ParsedReply.Position.choosing(1, 0.8)))
                .play();
        assertThat(maps(script.row("critiques").get("critiques")))
                .extracting(made -> made.get("agent") + " " + made.get("target_agent"))
                .containsExactly("ana null", "bo bo");
        assertThat(maps(script.row("critiques").get("resolutions")))
                .as("of an answer that nobody gave nobody can tell")
                .extracting(made -> made.get("critique_key"))
                .doesNotContain("s1:3:1");
        assertThat(maps(script.row("match").get("critiques"))).isEmpty();
    }
}
