package dev.stoa.engine.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Panels and experiments as somebody writes them. */
class ExperimentTest {
    @Test
    void aPanelIsSoManyOfAKind() {
        SimPanel panel = SimPanel.parse("3xsim:?accuracy=.7&conformity=.1");
        assertThat(panel.seats()).extracting(Seat::agent).containsExactly("a0", "a1", "a2");
        assertThat(panel.params()).extracting(SimParams::accuracy).containsExactly(0.7, 0.7, 0.7);
        assertThat(panel.params()).extracting(SimParams::family).containsExactly("a0", "a1", "a2");
        assertThat(SimPanel.parse("sim:").seats()).hasSize(1);
    }

    @Test
    void kindsAndNamesMayBeMixed() {
        SimPanel panel = SimPanel.parse("2xsim:?accuracy=.9, eve=sim:?faulty=1&role=moderator , sim:?family=x");
        assertThat(panel.seats()).extracting(Seat::agent).containsExactly("a0", "a1", "eve", "a3");
        assertThat(panel.params()).extracting(SimParams::faulty).containsExactly(false, false, true, false);
        assertThat(panel.seats().get(2).role()).isEqualTo("moderator");
        assertThat(panel.params().getLast().family()).isEqualTo("x");
        assertThat(panel.seats().getLast().family()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "17xsim:|seats 17 is not within 1 to 16",
                "0xsim:|seats 0 is not within",
                "9xsim:,8xsim:|panel has 17 entries",
                "ana=openai:gpt-5|unknown provider",
                "ana|is not name=provider:model",
                "''|is not name=provider:model",
                "5xsim:?acuracy=.6|parameter \"acuracy\" is none of",
                "5xsim:?accuracy=2|accuracy 2 is not within 0 to 1",
                "5xsim:?failure=.1|no call is made that could fail",
                "5xsim:?latency_ms=5|no call is made that could fail",
            })
    void aPanelThatCannotBeIsRefused(String text, String message) {
        assertThatThrownBy(() -> SimPanel.parse(text))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFileHasARunForEachExperiment() {
        List<Experiment> experiments = ExperimentFile.parse("""
                [[run]]
                panel = "5xsim:?conformity=.1"
                preset = ["ladder", "round-table"]

                [[run]]
                panel = ["3xsim:", "ana=sim:,bo=sim:"]
                preset = "vote"
                topology = "chain"
                voting = ["plurality", "condorcet"]
                rounds = [1, 3]
                threshold = 0.9
                decision = "lead"
                early_stop = false
                questions = 500
                options = 3
                seed = 7
                """);
        assertThat(experiments).hasSize(2);
        Experiment first = experiments.getFirst();
        assertThat(first.presets()).containsExactly(Preset.LADDER, Preset.ROUND_TABLE);
        assertThat(first.questions()).isEqualTo(2_000);
        assertThat(first.options()).isEqualTo(4);
        assertThat(first.seed()).isEqualTo(1);
        assertThat(first.votings()).containsExactly(VotingRule.WEIGHTED);
        assertThat(first.earlyStop()).isTrue();
        Experiment second = experiments.getLast();
        assertThat(second.panels()).extracting(SimPanel::text).containsExactly("3xsim:", "ana=sim:,bo=sim:");
        assertThat(second.topologies()).containsExactly(Topology.CHAIN);
        assertThat(second.rounds()).containsExactly(1, 3);
        assertThat(second.thresholds()).containsExactly(0.9);
        assertThat(second.decision()).isEqualTo(Decision.LEAD);
        assertThat(second.earlyStop()).isFalse();
        assertThat(List.of(second.questions(), second.options())).containsExactly(500, 3);
        assertThat(second.seed()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "presets = 'vote'|there is no field \"run[0].presets\"|did you mean preset?",
                "preset = 'votes'|preset \"votes\" is none of|did you mean vote?",
                "preset = 'external'|external has no rules|choose another",
                "rounds = 'two'|rounds \"two\" is no whole number|write it like 3",
                "rounds = 2.5|rounds \"2.5\" is no whole number|write it like 3",
                "threshold = 'x'|threshold \"x\" is no number|write it like 0.75",
                "questions = 0|questions 0 is not within 1 to 1,000,000|choose one that is",
                "questions = 4294967297|questions 4294967297 is not within 1 to 1,000,000|choose one that is",
                "options = 27|options 27 is not within 2 to 26|choose one that is",
                "seed = -1|seed -1 is not within|choose one that is",
                "early_stop = 1|is not true or false|send true or false",
                "preset = |line 2:|write it as TOML",
            })
    void aFileThatCannotBeReadIsRefused(String line, String message, String hint) {
        assertThatThrownBy(() -> ExperimentFile.parse("[[run]]\n" + line))
                .isInstanceOfSatisfying(
                        InvalidException.class, e -> assertThat(e.hint()).contains(hint))
                .hasMessageContaining(message);
    }

    @Test
    void aFileWithoutARunOrWithOtherTablesIsRefused() {
        assertThatThrownBy(() -> ExperimentFile.parse("")).hasMessageContaining("[[run]] has 0 entries");
        assertThatThrownBy(() -> ExperimentFile.parse("[[runs]]\nseed = 1"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("there is no field \"runs\"");
    }

    @Test
    void boundsOfADebateHoldBeforeAnythingRuns() {
        assertThatThrownBy(() -> Tunnel.create()
                        .run(ExperimentFile.experiment(JsonFields.of(Json.object("rounds", List.of(13))))))
                .hasMessageContaining("rounds 13 is not within 1 to 12");
        assertThatThrownBy(() ->
                        Tunnel.create().run(ExperimentFile.experiment(JsonFields.of(Json.object("threshold", 0.4)))))
                .hasMessageContaining("threshold 0.4 is not within 0.5 to 1");
        assertThatThrownBy(() ->
                        Tunnel.create().run(ExperimentFile.experiment(JsonFields.of(Json.object("panel", "sim:")))))
                .hasMessageContaining("agents has 1 entries");
    }
}
