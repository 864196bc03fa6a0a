package dev.stoa.evolution.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Payload;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class NegotiationTest {
    private static final String SAYS = "{\"public_dialogue\": \"hm\"}";
    private static final String ENDORSES = "{\"propose_resolution\": true}";
    private static final String BROKEN = "not JSON";

    /** A scenario of two or three actors whose state has a number, a list, a text, a null and a table. */
    private static Scenario scenario(int actors, String more) {
        StringBuilder text = new StringBuilder("""
                schema = 1
                name = "plain"
                context = "A table."
                [state.variables]
                price = 5
                list = [1]
                word = "a"
                sub = {x = 1}
                subsidies = 2
                "__proto__" = {}
                [judge]
                rules = [{when = "agreed", score = 5}, {when = "true", score = "turns - 10"}]
                """);
        for (int i = 0; i < actors; i++) {
            text.append("[[actors]]\nid = \"a%d\"\nbrain = \"policy:scripted?script=[1]\"\n".formatted(i));
        }
        return ScenarioReader.toml("plain.toml", text + more);
    }

    private static Brain script(String... replies) {
        return (payload, random) -> new Reply.Text(replies[Math.min(payload.call(), replies.length - 1)], 7);
    }

    private static String changes(String path, Object value) {
        return Json.write(Json.object(
                "state_mutations",
                List.of(Json.object("action", "modify", "path", path, "value", value)),
                "propose_resolution",
                true));
    }

    private static EpisodeResult play(Scenario scenario, Brain... brains) {
        Negotiation negotiation = Negotiation.of(scenario);
        List<Participant> participants = new ArrayList<>();
        for (int i = 0; i < brains.length; i++) {
            participants.add(negotiation.primary("a" + i, brains[i]));
        }
        return negotiation.play(
                new EpisodePlan(participants, 1, scenario.limits().maxTurns()));
    }

    private static EpisodeResult golden(Negotiation negotiation) {
        Policy policy = Policy.parse("policy:concession?open=0.95&floor=0.2&pace=1&tradeoff=1");
        Brain brain = policy.brain(negotiation.grid(), List.of("left", "right"));
        return negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("left", brain), negotiation.primary("right", brain)), 1, 20));
    }

    private static Negotiation twoIssues() {
        return Negotiation.of(ScenarioReader.toml(
                "two.toml", Scenarios.text("two-issue-trade").replace("[0.20, 0.40]", "0.3")));
    }

    @Test
    void theGoldenEpisode() {
        EpisodeResult episode = golden(twoIssues());
        assertThat(episode.log().subList(0, 7))
                .extracting(entry -> entry.proposal().mutations().stream()
                        .map(StateMutation::value)
                        .toList()
                        .toString())
                .containsExactly("[10, 8]", "[3, 0]", "[10, 5]", "[6, 0]", "[10, 3]", "[9, 0]", "[10, 0]");
        assertThat(episode.log().getLast().proposal().mutations()).isEmpty();
        assertThat(episode.turns()).isEqualTo(8);
        assertThat(episode.shares()).extracting(EpisodeResult.Share::utility).containsExactly(.8, .8);
        assertThat(episode.shares()).extracting(EpisodeResult.Share::score).containsExactly(2, 2);
        assertThat(String.format(Locale.ROOT, "%.15f", episode.nashRatio())).isEqualTo("0.693842360995438");
        assertThat(String.format(Locale.ROOT, "%.15f", StrictMath.pow(.97, 6) * .5 / .62))
                .isEqualTo("0.671751616878226");
    }

    @Test
    void theKnownSeedDrawsTheKnownReservations() {
        Scenario scenario = Scenarios.get("split-100");
        Negotiation negotiation = Negotiation.of(scenario);
        List<Double> drawn = new ArrayList<>();
        Brain looks = (payload, random) -> {
            drawn.add(payload.you().reservation());
            return new Reply.Text("{\"abort_episode\": " + (payload.turn() == 1) + "}", 0);
        };
        negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("left", looks), negotiation.primary("right", looks)),
                Seeds.derive(42, 1, "trial", 0),
                20));
        assertThat(drawn).containsExactly(.24, .05);
    }

    @Test
    void anActorDoesNotAgreeAloneWhileItsOpponentIsSkipped() {
        EpisodeResult episode =
                play(scenario(2, "[limits]\npenalty_threshold = 10\n"), script(ENDORSES), script(BROKEN));
        assertThat(episode.reason()).isNotEqualTo(Reason.AGREEMENT);
        assertThat(episode.log().get(1).outcome()).isEqualTo("skipped");
    }

    @Test
    void twoOfThreeRequiredActorsDoNotAgree() {
        assertThat(play(scenario(3, ""), script(ENDORSES), script(ENDORSES), script(SAYS))
                        .reason())
                .isEqualTo(Reason.TIMEOUT);
        EpisodeResult all = play(scenario(3, ""), script(ENDORSES), script(ENDORSES), script(ENDORSES));
        assertThat(all.reason()).isEqualTo(Reason.AGREEMENT);
        assertThat(all.turns()).isEqualTo(3);
    }

    @Test
    void anEndorsementCountsForTheStateItSaw() {
        EpisodeResult agreed = play(scenario(2, ""), script(changes("price", 6)), script(ENDORSES));
        assertThat(agreed.reason()).isEqualTo(Reason.AGREEMENT);
        assertThat(agreed.log()).extracting(LogEntry::stateVersion).containsExactly(1L, 1L);
        EpisodeResult countered = play(scenario(2, ""), script(changes("price", 6), SAYS), script(changes("price", 7)));
        assertThat(countered.turns()).isGreaterThan(2);
        assertThat(countered.log().get(1).stateVersion()).isEqualTo(2);
    }

    @Test
    void aChangeThatChangesNothingRaisesNoVersion() {
        EpisodeResult same = play(scenario(2, ""), script(changes("price", 5.0)), script(ENDORSES));
        assertThat(same.log()).extracting(LogEntry::stateVersion).containsExactly(0L, 0L);
    }

    @Test
    void aCorruptedEpisodeBypassesTheJudge() {
        EpisodeResult episode = play(scenario(3, ""), script(SAYS), script(BROKEN), script(SAYS));
        assertThat(episode.reason()).isEqualTo(Reason.CORRUPTED);
        assertThat(episode.shares()).extracting(EpisodeResult.Share::score).containsExactly(0, -5, 0);
        assertThat(episode.log().get(1).attempts()).isEqualTo(3);
        assertThat(episode.log().get(1).violation()).contains("not a JSON object");
        assertThat(episode.shares().get(1).penalties()).isEqualTo(2);
    }

    @Test
    void theTokenLimitBypassesTheJudge() {
        EpisodeResult episode = play(scenario(2, "[limits]\nmax_episode_tokens = 20\n"), script(SAYS), script(SAYS));
        assertThat(episode.reason()).isEqualTo(Reason.TOKEN_LIMIT);
        assertThat(episode.turns()).isEqualTo(3);
        assertThat(episode.shares()).extracting(EpisodeResult.Share::score).containsExactly(-5, -5);
        assertThat(episode.minScore()).isEqualTo(-5);
    }

    @Test
    void anAbortIsJudged() {
        EpisodeResult episode = play(scenario(2, ""), script("{\"abort_episode\": true}"), script(SAYS));
        assertThat(episode.reason()).isEqualTo(Reason.ABORT_EPISODE);
        assertThat(episode.score("a0")).isEqualTo(-5);
        assertThat(episode.turns()).isEqualTo(1);
    }

    @Test
    void aJudgeThatOmitsAnActorFailsTheSlotAndDoesNotScoreZero() {
        Scenario scenario = scenario(2, "");
        Negotiation negotiation = Negotiation.of(scenario, ended -> new Judge.Judgement(Map.of("a0", 3), null), null);
        assertThatThrownBy(() -> negotiation.play(new EpisodePlan(
                        List.of(
                                negotiation.primary("a0", script(ENDORSES)),
                                negotiation.primary("a1", script(ENDORSES))),
                        1,
                        20)))
                .hasMessageContaining("a1 no score");
    }

    @Test
    void theJudgeSeesAllTurnsOfAHundredTurnEpisodeAndABrainFortyEntries() {
        Scenario scenario = scenario(2, "[limits]\nmax_turns = 100\n");
        List<Integer> seen = new ArrayList<>();
        List<Integer> shown = new ArrayList<>();
        Negotiation negotiation = Negotiation.of(
                scenario,
                ended -> {
                    seen.add(ended.log().size());
                    return new Judge.Judgement(Map.of("a0", 0, "a1", 0), null);
                },
                null);
        Brain brain = (payload, random) -> {
            shown.add(payload.transcript().size());
            return new Reply.Text(SAYS, 0);
        };
        negotiation.play(
                new EpisodePlan(List.of(negotiation.primary("a0", brain), negotiation.primary("a1", brain)), 1, 100));
        assertThat(seen).containsExactly(100);
        assertThat(shown.get(40)).isEqualTo(40);
        assertThat(shown.getLast())
                .as("forty and a line that counts the others")
                .isEqualTo(41);
    }

    @Test
    void anErrorNoteDoesNotAppearInAnotherTurnOrEpisode() {
        List<@Nullable String> notes = new ArrayList<>();
        Brain stumbles = (payload, random) -> {
            notes.add(payload.rejected());
            return new Reply.Text(payload.rejected() == null && payload.turn() == 0 ? BROKEN : SAYS, 0);
        };
        Scenario scenario = scenario(2, "[limits]\nmax_turns = 3\n");
        play(scenario, stumbles, script(SAYS));
        play(scenario, script(SAYS), stumbles);
        assertThat(notes).hasSize(4);
        assertThat(notes.get(0)).isNull();
        assertThat(notes.get(1)).contains("not a JSON object");
        assertThat(notes.get(2)).isNull();
        assertThat(notes.get(3)).isNull();
    }

    @Test
    void fiveActorsKeepFiveScores() {
        EpisodeResult episode =
                play(scenario(5, ""), script(SAYS), script(SAYS), script(SAYS), script(SAYS), script(SAYS));
        assertThat(episode.shares())
                .hasSize(5)
                .allSatisfy(share -> assertThat(share.score()).isEqualTo(5));
    }

    @ParameterizedTest
    @CsvSource({
        "price.x, leads through a number",
        "list.x, leads through a list",
        "word.x, leads through text",
        "nothing.x, leads through nothing",
        "nothing, is not there; use add",
        "price.., is not 1 to 8 names",
        "'', is not 1 to 8 names",
        "a.b.c.d.e.f.g.h.i, is not 1 to 8 names",
        "1x, is not 1 to 8 names",
        "list[0], is not 1 to 8 names",
        "word, 'holds text, not a number'"
    })
    void aPathThroughAScalarChangesNothing(String path, String violation) {
        EpisodeResult episode = play(scenario(2, "[limits]\nmax_turns = 2\n"), script(changes(path, 1)), script(SAYS));
        assertThat(episode.log().getFirst().violation()).contains(violation);
        assertThat(Json.canonical(episode.snapshot().get("variables")))
                .isEqualTo(Json.canonical(scenario(2, "").variables()));
    }

    @Test
    void protoIsAnOrdinaryKeyAndMissingMapsAreMade() {
        String adds = "{\"state_mutations\": [{\"action\": \"add\", \"path\": \"__proto__.polluted\", \"value\": 1},"
                + "{\"action\": \"add\", \"path\": \"new.deep.key\", \"value\": null},"
                + "{\"action\": \"modify\", \"path\": \"new.deep.key\", \"value\": \"x\"}]}";
        EpisodeResult episode = play(scenario(2, "[limits]\nmax_turns = 2\n"), script(adds), script(SAYS));
        assertThat(episode.log().getFirst().violation()).isNull();
        assertThat(Json.canonical(episode.snapshot().get("variables")))
                .contains("\"__proto__\":{\"polluted\":1}", "\"new\":{\"deep\":{\"key\":\"x\"}}");
    }

    @Test
    void theChangesOfATurnApplyAllOrNone() {
        String half = "{\"state_mutations\": [{\"action\": \"modify\", \"path\": \"price\", \"value\": 9},"
                + "{\"action\": \"modify\", \"path\": \"nothing\", \"value\": 1}]}";
        EpisodeResult episode = play(scenario(2, "[limits]\nmax_turns = 2\n"), script(half), script(SAYS));
        assertThat(Json.canonical(episode.snapshot().get("variables"))).contains("\"price\":5");
        assertThat(episode.log().getFirst().stateVersion()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"x\": 1}",
                "{\"public_dialogue\": 1}",
                "{\"propose_resolution\": \"yes\"}",
                "{\"state_mutations\": {}}",
                "{\"state_mutations\": [1]}",
                "{\"state_mutations\": [{\"action\": \"delete\", \"path\": \"price\", \"value\": 1}]}",
                "{\"state_mutations\": [{\"action\": \"modify\", \"path\": \"price\"}]}",
                "{\"state_mutations\": [{\"action\": \"modify\", \"path\": \"price\", \"value\": 1, \"y\": 2}]}",
                "{\"public_dialogue\": \"a\", \"public_dialogue\": \"b\"}",
                "{} {}",
                ""
            })
    void whatIsNoProposalCostsAnAttempt(String reply) {
        EpisodeResult episode = play(scenario(2, "[limits]\nmax_turns = 2\n"), script(reply, SAYS), script(SAYS));
        assertThat(episode.log().getFirst().attempts()).isEqualTo(2);
        assertThat(episode.log().getFirst().outcome()).isEqualTo("applied");
    }

    @Test
    void theBoundsOfAProposalHoldToTheCharacter() {
        Scenario scenario = scenario(2, "[limits]\nmax_turns = 2\n");
        assertThat(attempts(scenario, says("public_dialogue", 4_000))).isEqualTo(1);
        assertThat(attempts(scenario, says("public_dialogue", 4_001))).isEqualTo(2);
        assertThat(attempts(scenario, says("internal_monologue", 8_000))).isEqualTo(1);
        assertThat(attempts(scenario, says("internal_monologue", 8_001))).isEqualTo(2);
        assertThat(attempts(scenario, changes("word", "x".repeat((16 << 10) - 2))))
                .isEqualTo(1);
        assertThat(attempts(scenario, changes("word", "x".repeat((16 << 10) - 1))))
                .isEqualTo(2);
        assertThat(attempts(scenario, many(16))).isEqualTo(1);
        assertThat(attempts(scenario, many(17))).isEqualTo(2);
    }

    private static int attempts(Scenario scenario, String reply) {
        return play(scenario, script(reply, SAYS), script(SAYS))
                .log()
                .getFirst()
                .attempts();
    }

    private static String says(String field, int length) {
        return Json.write(Json.object(field, "x".repeat(length)));
    }

    private static String many(int count) {
        List<Object> mutations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            mutations.add(Json.object("action", "modify", "path", "price", "value", i));
        }
        return Json.write(Json.object("state_mutations", mutations));
    }

    @Test
    void permissionForSubDoesNotCoverSubsidies() {
        String only = "[limits]\nmax_turns = 2\n";
        Scenario scenario = ScenarioReader.json(Json.write(restricted(scenario(2, only), List.of("sub"))));
        assertThat(attempts(scenario, changes("sub.x", 2))).isEqualTo(1);
        assertThat(attempts(scenario, changes("subsidies", 3))).isEqualTo(2);
        assertThat(attempts(scenario, changes("price", 3))).isEqualTo(2);
    }

    private static Map<String, @Nullable Object> restricted(Scenario scenario, List<String> patterns) {
        Map<String, @Nullable Object> tree =
                new LinkedHashMap<>(dev.stoa.evolution.scenario.ScenarioDocument.of(scenario));
        List<Object> actors = new ArrayList<>();
        for (Object actor : (List<?>) java.util.Objects.requireNonNull(tree.get("actors"))) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            ((Map<?, ?>) actor).forEach((key, value) -> copy.put((String) key, value));
            copy.put("may_modify", patterns);
            actors.add(copy);
        }
        tree.put("actors", actors);
        return tree;
    }

    private static EpisodeResult withAgent(int actors, AgentSpec spec, Brain agent, int turns) {
        Scenario scenario = scenario(actors, "");
        Negotiation negotiation = Negotiation.of(scenario);
        List<Participant> participants = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            participants.add(negotiation.primary("a" + i, script(SAYS)));
        }
        participants.add(negotiation.created("helper_01", spec, agent));
        return negotiation.play(new EpisodePlan(participants, 1, turns));
    }

    private static AgentSpec spec(int every, List<String> allow, List<String> deny) {
        return new AgentSpec("helper", every, "policy:broker", List.of(), allow, deny, 1, "");
    }

    @ParameterizedTest
    @CsvSource({"2, 'a0 a1 helper_01 a0 a1 helper_01 a0'", "3, 'a0 a1 helper_01 a2 a0 helper_01 a1'"})
    void everyTwoMakesItSpeakWithTwoActorsAndWithThree(int actors, String speakers) {
        EpisodeResult episode = withAgent(actors, spec(2, List.of("sub"), List.of()), script(SAYS), 7);
        assertThat(String.join(
                        " ", episode.log().stream().map(LogEntry::actorId).toList()))
                .isEqualTo(speakers);
        assertThat(episode.shares().getLast().score()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"price, false", "subsidies, false", "sub.x, true", "sub.secret, false"})
    void aCreatedAgentDoesNotWriteAForbiddenPath(String path, boolean allowed) {
        EpisodeResult episode = withAgent(
                2,
                spec(1, List.of("sub"), List.of("sub.secret")),
                script("{\"state_mutations\": [{\"action\": \"" + (path.equals("sub.secret") ? "add" : "modify")
                        + "\", \"path\": \"" + path + "\", \"value\": 8}]}"),
                2);
        assertThat(episode.log().get(1).applied()).isEqualTo(allowed);
    }

    @Test
    void aDenialCoversWhatHoldsTheDeniedPath() {
        EpisodeResult episode = withAgent(
                2,
                spec(1, List.of("sub"), List.of("sub.x")),
                script("{\"state_mutations\": [{\"action\": \"modify\", \"path\": \"sub\", \"value\": {\"x\": 9}}]}"),
                2);
        assertThat(episode.log().get(1).violation()).contains("holds a path that is denied");
    }

    @Test
    void aCreatedAgentNeitherEndorsesNorAbortsNorEndsTheEpisodeByFailing() {
        for (String reply : List.of(ENDORSES, "{\"abort_episode\": true}", many(2), BROKEN)) {
            EpisodeResult episode = withAgent(2, spec(1, List.of("price"), List.of()), script(reply), 10);
            assertThat(episode.reason()).isEqualTo(Reason.TIMEOUT);
            assertThat(episode.log().stream()
                            .filter(entry -> entry.actorId().equals("helper_01"))
                            .count())
                    .as("passed over at the threshold")
                    .isEqualTo(2);
        }
    }

    @Test
    void aDesignIsRefusedBeforeAnythingIsPlayed() {
        assertThatThrownBy(() -> spec(0, List.of("sub"), List.of())).hasMessageContaining("every");
        assertThatThrownBy(() -> spec(1, List.of(), List.of())).hasMessageContaining("allow");
        assertThatThrownBy(() -> spec(1, List.of("nowhere"), List.of()).checkedFor(scenario(2, "")))
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> spec(1, List.of("*"), List.of()).checkedFor(scenario(2, "")))
                .hasMessageContaining("allow");
        assertThatThrownBy(() -> AgentSpec.read(Json.parseObject(
                        "{\"archetype_designed\": \"x\", \"every\": 1, \"brain\": \"b\", \"allow\": [\"sub\"],"
                                + " \"may_abort\": true}")))
                .hasMessageContaining("may_abort");
        AgentSpec good = spec(2, List.of("sub"), List.of());
        assertThat(AgentSpec.read(good.document())).isEqualTo(good);
    }

    @Test
    void aPayloadHoldsNothingPrivateOfAnother() {
        Negotiation negotiation = twoIssues();
        List<String> payloads = new ArrayList<>();
        Brain looks = (payload, random) -> {
            payloads.add(Json.write(payload.document()));
            return new Reply.Text(
                    "{\"internal_monologue\": \"secret of " + payload.you().id()
                            + "\", \"public_dialogue\": \"hello\"}",
                    0);
        };
        negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("left", looks), negotiation.primary("right", looks)), 1, 4));
        assertThat(payloads).hasSize(4).allSatisfy(text -> assertThat(text).doesNotContain("secret of"));
        assertThat(Json.parseObject(payloads.getLast()).keySet())
                .containsExactly(
                        "turn",
                        "max_turns",
                        "speaker",
                        "you",
                        "state",
                        "state_version",
                        "offers",
                        "transcript",
                        "environment",
                        "rejected");
        assertThat(payloads.getLast())
                .contains("\"weight\":0.8,\"better\":\"low\"")
                .doesNotContain("\"better\":\"high\"");
    }

    @Test
    void aReplayProvesAnEpisodeAndNamesTheTurnThatDiffers() {
        Negotiation negotiation = twoIssues();
        EpisodeResult episode = golden(negotiation);
        Replay.check(negotiation, episode, Map.of(), 20);
        List<LogEntry> forged = new ArrayList<>(episode.log());
        LogEntry sixth = forged.get(6);
        forged.set(
                6,
                new LogEntry(
                        sixth.turn(),
                        sixth.actorId(),
                        true,
                        1,
                        null,
                        forged.get(5).proposal(),
                        0,
                        sixth.stateVersion(),
                        sixth.environment()));
        assertThatThrownBy(() -> Replay.check(negotiation, with(episode, forged, episode.shares()), Map.of(), 20))
                .isInstanceOf(ReplayException.class)
                .hasMessageContaining("turn 6");
        assertThatThrownBy(() -> Replay.check(
                        negotiation, with(episode, episode.log().subList(0, 5), episode.shares()), Map.of(), 20))
                .hasMessageContaining("turn 5: the log ends");
        List<EpisodeResult.Share> better = episode.shares().stream()
                .map(share -> new EpisodeResult.Share(share.actorId(), true, 5, share.utility(), 0, 0))
                .toList();
        assertThatThrownBy(() -> Replay.check(negotiation, with(episode, episode.log(), better), Map.of(), 20))
                .hasMessageContaining("turn 7: the scores differ");
    }

    private static EpisodeResult with(EpisodeResult like, List<LogEntry> log, List<EpisodeResult.Share> shares) {
        return EpisodeResult.of(
                like.seed(), like.reason(), like.turns(), shares, like.nashRatio(), 0, null, like.snapshot(), log);
    }

    @Test
    void finishedTurnsAreFedBackAndNotAskedAgain() {
        Scenario scenario = scenario(2, "[limits]\nmax_turns = 6\n");
        EpisodeResult whole = play(scenario, script(changes("price", 6), SAYS), script(SAYS, changes("price", 8)));
        Negotiation negotiation = Negotiation.of(scenario);
        List<Integer> asked = new ArrayList<>();
        List<LogEntry> kept = new ArrayList<>();
        TurnJournal journal = new TurnJournal() {
            @Override
            public List<LogEntry> recorded() {
                return whole.log().subList(0, 3);
            }

            @Override
            public void finished(LogEntry entry) {
                kept.add(entry);
            }
        };
        Brain first = counting(asked, script(changes("price", 6), SAYS));
        Brain second = counting(asked, script(SAYS, changes("price", 8)));
        EpisodeResult resumed = negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("a0", first), negotiation.primary("a1", second)), 1, 6, journal));
        assertThat(resumed).isEqualTo(whole);
        assertThat(asked).containsExactly(3, 4, 5);
        assertThat(kept).isEqualTo(whole.log().subList(3, 6));
    }

    private static Brain counting(List<Integer> asked, Brain brain) {
        return (payload, random) -> {
            asked.add(payload.turn());
            return brain.propose(payload, random);
        };
    }

    @Test
    void tensionNewsAndHints() {
        String roles = """
                [roles]
                tension = "builtin"
                info = "builtin"
                capitalizer = "builtin"
                info_every = 2
                headlines = [{text = "rates rise", severity = 3}]
                """;
        Negotiation negotiation =
                Negotiation.of(ScenarioReader.toml("two.toml", Scenarios.text("two-issue-trade") + roles));
        List<Payload> shown = new ArrayList<>();
        Brain brain = Policy.parse("policy:concession?open=0.95&floor=0.2&pace=1")
                .brain(negotiation.grid(), List.of("left", "right"));
        Brain looks = (payload, random) -> {
            shown.add(payload);
            return brain.propose(payload, random);
        };
        EpisodeResult episode = negotiation.play(new EpisodePlan(
                List.of(negotiation.primary("left", looks), negotiation.primary("right", looks)), 1, 6));
        assertThat(episode.log().get(0).environment())
                .containsEntry("tension", 6)
                .containsEntry("headline", null);
        assertThat(episode.log().get(2).environment())
                .containsEntry("tension", 6)
                .containsEntry("headline", "rates rise");
        assertThat(shown.get(0).environment()).containsEntry("hint", "none");
        assertThat(shown.getLast().environment()).containsEntry("hint", "trade_issues");
        Replay.check(negotiation, episode, Map.of(), 6);
    }
}
