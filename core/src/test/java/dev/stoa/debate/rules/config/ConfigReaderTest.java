package dev.stoa.debate.rules.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("quick")
class ConfigReaderTest {
    private static final List<Map<String, @Nullable Object>> THREE = Play.agents("", "", "");

    private static DebateConfig read(Object... settings) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("topic", "what?");
        request.put("agents", THREE);
        for (int i = 0; i < settings.length; i += 2) {
            request.put(String.valueOf(settings[i]), settings[i + 1]);
        }
        return ConfigReader.read(request, "session-1", "me", () -> 42);
    }

    private static List<Map<String, @Nullable Object>> agents(int count) {
        return Play.agents(Collections.nCopies(count, "").toArray(new String[0]));
    }

    private static Map<String, @Nullable Object> agent(String name, String provider) {
        Map<String, @Nullable Object> agent = new LinkedHashMap<>();
        agent.put("name", name);
        agent.put("provider", provider);
        return agent;
    }

    private static List<String> words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "option " + i).toList();
    }

    static Stream<Arguments> refused() {
        Object code = Map.of("language", "java", "tests", List.of());
        return Stream.of(
                Arguments.of("topic is blank", List.of("topic", " \n")),
                Arguments.of("topic has 20,001 characters; at most 20,000", List.of("topic", "x".repeat(20_001))),
                Arguments.of("agents has 1 entries; 2 to 16", List.of("agents", agents(1))),
                Arguments.of("agents has 17 entries; 2 to 16", List.of("agents", agents(17))),
                Arguments.of("agents has 0 entries; 1 to 16", List.of("agents", List.of(), "preset", "vote")),
                Arguments.of("agents has \"a\" twice", List.of("agents", List.of(agent("a", "x"), agent("a", "y")))),
                Arguments.of(
                        "agent \"a b\" is not 1 to 64 of A-Z a-z 0-9 . _ -",
                        List.of("agents", List.of(agent("a b", "x"), agent("b", "x")))),
                Arguments.of(
                        "is not 1 to 64 of", List.of("agents", List.of(agent("a".repeat(65), "x"), agent("b", "x")))),
                Arguments.of("preset \"laddr\" is none of ladder, classic, vote", List.of("preset", "laddr")),
                Arguments.of("topology_type \"ring\" is none of", List.of("topology_type", "ring")),
                Arguments.of("\"raft\" is none of cpde, dpde, adaptive", List.of("coordination_protocol", "raft")),
                Arguments.of(
                        "coordination_protocol \"cpde\" is given, but preset vote has no critique phase",
                        List.of("coordination_protocol", "cpde", "preset", "vote")),
                Arguments.of(
                        "coordination_protocol \"dpde\" is given, but preset round-table",
                        List.of("coordination_protocol", "dpde", "preset", "round-table")),
                Arguments.of("voting_method \"lottery\" is none of", List.of("voting_method", "lottery")),
                Arguments.of("rounds 0 is not within 1 to 12", List.of("rounds", 0)),
                Arguments.of("rounds 13 is not within 1 to 12", List.of("rounds", 13)),
                Arguments.of("rounds 2 is not within 1 to 1", List.of("rounds", 2, "preset", "vote")),
                Arguments.of("threshold 0.49 is not within 0.5 to 1", List.of("threshold", 0.49)),
                Arguments.of("threshold 1.01 is not within 0.5 to 1", List.of("threshold", 1.01)),
                Arguments.of("decision \"dice\" is none of vote, lead", List.of("decision", "dice")),
                Arguments.of("quorum 0 is not within 1 to 3", List.of("quorum", 0)),
                Arguments.of("quorum 4 is not within 1 to 3", List.of("quorum", 4)),
                Arguments.of("options has 1 entries; 2 to 26", List.of("options", words(1))),
                Arguments.of("options has 27 entries; 2 to 26", List.of("options", words(27))),
                Arguments.of("options has 201 characters", List.of("options", List.of("a", "b".repeat(201)))),
                Arguments.of("options is blank", List.of("options", List.of("a", " "))),
                Arguments.of("options \"Yes\" and \"yes.\" are the same", List.of("options", List.of("Yes", "yes."))),
                Arguments.of("truth has 8,001 characters", List.of("truth", "x".repeat(8_001))),
                Arguments.of("truth is blank", List.of("truth", "")),
                Arguments.of("gates names review, which this debate does not run", List.of("gates", List.of("review"))),
                Arguments.of(
                        "gates names critique, which this debate does not run",
                        List.of("gates", List.of("critique"), "rounds", 1)),
                Arguments.of(
                        "gates names self_evolvement, which",
                        List.of("gates", List.of("self_evolvement"), "preset", "classic")),
                Arguments.of("phase \"lunch\" is none of", List.of("gates", List.of("lunch"))),
                Arguments.of(
                        "gate_policy \"hope\" is none of wait, approve, reject, fail", List.of("gate_policy", "hope")),
                Arguments.of("gate_timeout_s 0 is not within 1 to 2,592,000", List.of("gate_timeout_s", 0)),
                Arguments.of("gate_timeout_s 2592001 is not within", List.of("gate_timeout_s", 2_592_001)),
                Arguments.of("redo_budget -1 is not within 0 to 5", List.of("redo_budget", -1)),
                Arguments.of("redo_budget 6 is not within 0 to 5", List.of("redo_budget", 6)),
                Arguments.of("timeout_s 0 is not within 1 to 86,400", List.of("timeout_s", 0)),
                Arguments.of("timeout_s 86401 is not within", List.of("timeout_s", 86_401)),
                Arguments.of("call_timeout_s 0 is not within 1 to 3,600", List.of("call_timeout_s", 0)),
                Arguments.of("call_timeout_s 3601 is not within", List.of("call_timeout_s", 3_601)),
                Arguments.of("max_parallel 0 is not within 1 to 64", List.of("max_parallel", 0)),
                Arguments.of("max_parallel 65 is not within 1 to 64", List.of("max_parallel", 65)),
                Arguments.of("max_tokens 0 is not", List.of("max_tokens", 0)),
                Arguments.of("max_cost_usd 0 is not", List.of("max_cost_usd", 0)),
                Arguments.of("domain \"a b\" is not 1 to 64 of a-z 0-9 . _ : -", List.of("domain", "a b")),
                Arguments.of("domain", List.of("domain", "x".repeat(65))),
                Arguments.of("seed -1 is not within", List.of("seed", -1)),
                Arguments.of("debate_id has 256 characters; at most 255", List.of("debate_id", "x".repeat(256))),
                Arguments.of("initiated_by has 256 characters", List.of("initiated_by", "x".repeat(256))),
                Arguments.of("reflexion_attempts -1 is not within 0 to 3", List.of("reflexion_attempts", -1)),
                Arguments.of("reflexion_attempts 4 is not within 0 to 3", List.of("reflexion_attempts", 4)),
                Arguments.of("drafts names \"zoe\"", List.of("drafts", List.of(Map.of("agent", "zoe", "answer", "x")))),
                Arguments.of(
                        "drafts has two answers of \"a0\"",
                        List.of(
                                "drafts",
                                List.of(Map.of("agent", "a0", "answer", "x"), Map.of("agent", "a0", "answer", "y")))),
                Arguments.of(
                        "drafts.answer has 8,001 characters",
                        List.of("drafts", List.of(Map.of("agent", "a0", "answer", "x".repeat(8_001))))),
                Arguments.of(
                        "drafts.confidence 2 is not within 0 to 1",
                        List.of("drafts", List.of(Map.of("agent", "a0", "answer", "x", "confidence", 2)))),
                Arguments.of("mood", List.of("drafts", List.of(Map.of("agent", "a0", "answer", "x", "mood", "good")))),
                Arguments.of(
                        "drafts are given, but another engine writes the turns",
                        List.of("preset", "external", "drafts", List.of(Map.of("agent", "a0", "answer", "x")))),
                Arguments.of(
                        "gates are given, but no gate opens in an external debate",
                        List.of("preset", "external", "gates", List.of("proposal"))),
                Arguments.of(
                        "mood",
                        List.of(
                                "agents",
                                List.of(
                                        Map.of("name", "a", "provider", "x", "mood", "good"),
                                        Map.of("name", "b", "provider", "x")))),
                Arguments.of("seed", List.of("seed", "9223372036854775808")),
                Arguments.of("early_stop", List.of("early_stop", "yes")),
                Arguments.of("colour", List.of("colour", "red")),
                Arguments.of(
                        "code.language \"cobol\" is none of java, python, command",
                        List.of("code", Map.of("language", "cobol", "tests", List.of()))),
                Arguments.of(
                        "agent s is sim, which cannot write code",
                        List.of("code", code, "agents", List.of(agent("s", "sim"), agent("t", "x")))),
                Arguments.of(
                        "agent e is evidence, which cannot write code",
                        List.of("code", code, "agents", List.of(agent("e", "evidence"), agent("t", "x")))),
                Arguments.of(
                        "options are given, but in a debate about code every version is one",
                        List.of("code", code, "options", words(2))));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsOutOfBoundsIsRefusedByName(String message, List<Object> settings) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> read(settings.toArray()))
                .withMessageContaining(message);
    }

    static Stream<List<Object>> accepted() {
        return Stream.of(
                List.of("topic", "x".repeat(20_000)),
                List.of("agents", agents(16)),
                List.of("agents", agents(1), "preset", "vote"),
                List.of("agents", agents(2), "preset", "external"),
                List.of("rounds", 12, "threshold", 0.5, "quorum", 3),
                List.of("rounds", 1, "threshold", 1, "quorum", 1),
                List.of("options", words(26), "truth", "x".repeat(8_000)),
                List.of("options", List.of("a", "b".repeat(200))),
                List.of("gates", List.of("convergence", "proposal"), "gate_policy", "fail"),
                List.of("gates", List.of("dehallucination"), "clarify", true),
                List.of("gates", List.of("self_evolvement"), "preset", "classic", "check", "judge"),
                List.of("gate_timeout_s", 2_592_000, "redo_budget", 0, "timeout_s", 86_400, "call_timeout_s", 3_600),
                List.of("max_parallel", 64, "max_tokens", 1, "max_cost_usd", 0.01, "seed", Long.MAX_VALUE),
                List.of("coordination_protocol", "none", "preset", "vote"),
                List.of("preset", "classic", "coordination_protocol", "none"),
                List.of("drafts", List.of(Map.of("agent", "a1", "answer", "x"))),
                List.of("options", words(2), "drafts", List.of(Map.of("agent", "a1", "answer", "Option 1."))),
                List.of("evidence", List.of("e1", "e2"), "domain", "law", "initiated_by", "zoe", "debate_id", "d"),
                List.of("early_stop", false, "anonymous", false, "memory", false, "learn", false, "show_tally", true),
                List.of(
                        "code",
                        Map.of("language", "java", "tests", List.of(Map.of("name", "t", "hidden", true, "body", "x")))),
                List.of(
                        "agents",
                        List.of(
                                Seat.of("s", "sim", "m")
                                        .params(Map.of("accuracy", ".9"))
                                        .document(),
                                agent("b", "x"))));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void aStoredConfigurationReadsBackEqual(List<Object> settings) {
        DebateConfig config = read(settings.toArray());
        assertThat(ConfigReader.stored(config.document())).isEqualTo(config);
        DebateConfig parsed = ConfigReader.stored(Json.parseObject(Json.write(config.document())));
        assertThat(parsed).isEqualTo(config);
        assertThat(parsed.sha256()).isEqualTo(config.sha256());
    }

    @Test
    void whatIsNotSaidHasItsDefault() {
        DebateConfig config = read();
        assertThat(config.preset()).isEqualTo(Preset.LADDER);
        assertThat(config.topology()).isEqualTo(Topology.GRAPH_MESH);
        assertThat(config.protocol()).isNull();
        assertThat(config.voting()).isEqualTo(VotingRule.WEIGHTED);
        assertThat(List.of(config.rounds(), config.quorum(), config.redoBudget(), config.reflexionAttempts()))
                .containsExactly(2, 2, 1, 2);
        assertThat(config.threshold()).isEqualTo(0.75);
        assertThat(List.of(config.gateTimeoutSeconds(), config.timeoutSeconds(), config.callTimeoutSeconds()))
                .containsExactly(1_800, 600, 60);
        assertThat(config.maxParallel()).isEqualTo(8);
        assertThat(config.seed()).isEqualTo(42);
        assertThat(List.of(config.debateId(), config.initiatedBy(), config.domain()))
                .containsExactly("session-1", "me", "general");
        assertThat(Stream.of(config.earlyStop(), config.anonymous(), config.memory(), config.learn()))
                .containsOnly(true);
        assertThat(Stream.of(config.showConfidence(), config.showTally(), config.clarify()))
                .containsOnly(false);
    }

    @Test
    void defaultsFollowThePresetAndTheSizeOfThePanel() {
        List<String> defaults = new ArrayList<>();
        for (String preset : List.of("vote", "ladder", "classic", "round-table")) {
            DebateConfig config = read("preset", preset, "agents", agents(5));
            Protocol protocol = config.protocol();
            defaults.add(preset + " " + config.rounds() + " "
                    + config.topology().text() + " " + (protocol == null ? "none" : protocol.text()));
        }
        assertThat(defaults)
                .containsExactly(
                        "vote 1 tree none",
                        "ladder 2 tree none",
                        "classic 1 tree adaptive",
                        "round-table 3 graph_mesh none");
        assertThat(IntStream.of(1, 2, 3, 4, 5, 16)
                        .map(seats ->
                                read("preset", "vote", "agents", agents(seats)).quorum()))
                .containsExactly(1, 2, 2, 2, 3, 8);
        assertThat(read("agents", agents(4)).topology()).isEqualTo(Topology.GRAPH_MESH);
    }

    @Test
    void gatesAreASetInTheOrderOfTheProtocol() {
        assertThat(read("preset", "classic", "gates", List.of("convergence", "critique", "convergence"))
                        .gates())
                .isEqualTo(Set.of(Phase.CRITIQUE, Phase.CONVERGENCE))
                .containsExactly(Phase.CRITIQUE, Phase.CONVERGENCE);
    }
}
