package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Bulk;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Predictions, their end and what they say about their makers, on both backends. */
@Tag("quick")
class PredictionsTest extends RatingFixture {
    private Prediction add(String event, String predictor, String winner, double confidence) {
        return predictions
                .add(PredictionDraft.of(event, predictor, winner, confidence))
                .value();
    }

    private void workedExample() {
        add("e1", "ana", "x", 0.9);
        add("e2", "ana", "x", 0.8);
        add("e3", "ana", "x", 0.7);
        add("e4", "ana", "x", 0.6);
        for (String event : List.of("e1", "e2", "e4")) {
            predictions.resolve(event, Result.winner("x"));
        }
        predictions.resolve("e3", Result.winner("y"));
    }

    @Test
    void theWorkedExample() {
        workedExample();
        Calibration calibration = predictions.of("ana", null);
        assertThat(calibration.n()).isEqualTo(4);
        assertThat(calibration.correct()).isEqualTo(3);
        assertThat(calibration.brier()).isCloseTo(0.175, within(1e-9));
        assertThat(calibration.logLoss()).isCloseTo(0.510825624, within(1e-9));
        assertThat(calibration.ece()).isCloseTo(0.35, within(1e-9));
        assertThat(calibration.weight()).isCloseTo(1 + 0.5 * (1 - 0.175 / 0.25) * 4 / 24, within(1e-9));
        assertThat(calibration.buckets().get(7).n()).isOne();
        assertThat(calibration.buckets().get(7).accuracy()).isZero();
        assertThat(calibration.buckets().get(1).meanConfidence()).isNull();
        assertThat(predictions.of("ana", "general").brier()).isCloseTo(0.175, within(1e-9));
        assertThat(predictions.of("ana", "math").n()).isZero();
        assertThat(ratings.show("ana").calibration()).isEqualTo(calibration);
    }

    @Test
    void aPredictionReplacesTheEarlierOneWhileTheEventIsOpen() {
        Prediction first = add("e", "ana", "x", 0.9);
        clock.advance(Duration.ofMinutes(1));
        Added<Prediction> second =
                predictions.add(PredictionDraft.of("e", "ana", "y", 0.6).domain("Math"));
        assertThat(second.created()).isFalse();
        assertThat(second.value().id()).isEqualTo(first.id());
        assertThat(second.value().createdAt()).isEqualTo(clock.instant());
        assertThat(second.value().domain()).isEqualTo("math");
        predictions.resolve("e", Result.winner("y"));
        assertThat(predictions.of("ana", "math").correct()).isOne();
        assertThat(predictions.of(List.of("nobody", "ana"), "math"))
                .containsOnly(
                        Map.entry("nobody", predictions.of("nobody", "math")),
                        Map.entry("ana", predictions.of("ana", "math")));
        assertThat(predictions.of(List.of("ana"), null)).containsEntry("ana", predictions.of("ana", null));
        assertThat(predictions.of("ana", null).n()).isOne();
    }

    @Test
    void severalAgentsAreToldTheSameTogetherAsEachAlone() {
        for (int event = 0; event < 12; event++) {
            add("e" + event, "ana", event % 3 == 0 ? "x" : "y", 0.5 + event / 30.0);
            predictions.add(PredictionDraft.of("e" + event, "bo", "x", 0.9 - event / 30.0)
                    .domain(event % 2 == 0 ? "math" : "art"));
            predictions.resolve("e" + event, Result.winner(event % 4 == 0 ? "y" : "x"));
        }
        for (String domain : Arrays.asList(null, "general", "math", "art")) {
            Map<String, Calibration> together = predictions.of(List.of("bo", " ana ", "nobody"), domain);
            assertThat(together).containsOnlyKeys("bo", " ana ", "nobody");
            together.forEach((agent, calibration) ->
                    assertThat(calibration).as(agent + " in " + domain).isEqualTo(predictions.of(agent, domain)));
        }
        assertThat(predictions.of(List.of(), "math")).isEmpty();
    }

    @Test
    void afterTheEndOnlyWhatCountedCanBeGivenAgain() {
        add("e", "ana", "x", 0.9);
        predictions.resolve("e", Result.winner("x"));
        Added<Prediction> again = predictions.add(PredictionDraft.of("e", "ana", "x", 0.9));
        assertThat(again.created()).isFalse();
        assertThat(again.value().outcome()).isTrue();
        for (PredictionDraft other : List.of(
                PredictionDraft.of("e", "ana", "y", 0.9),
                PredictionDraft.of("e", "ana", "x", 0.8),
                PredictionDraft.of("e", "ana", "x", 0.9).domain("math"),
                PredictionDraft.of("e", "bea", "x", 0.9))) {
            assertThatThrownBy(() -> predictions.add(other))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("event e is resolved already");
        }
        assertThat(predictions.of("ana", null).n()).isOne();
    }

    @Test
    @DisplayName("Resolving twice must count once")
    void aResultIsFinal() {
        add("e", "ana", "x", 0.9);
        add("e", "bea", "y", 0.6);
        assertThat(predictions.resolve("e", Result.winner("x"))).isEqualTo(new Resolution("e", "x", false, 2, false));
        Calibration before = predictions.of("ana", null);
        assertThat(predictions.resolve("e", Result.winner("x"))).isEqualTo(new Resolution("e", "x", false, 2, true));
        assertThat(predictions.of("ana", null)).isEqualTo(before);
        assertThatThrownBy(() -> predictions.resolve("e", Result.winner("y")))
                .isInstanceOf(ConflictException.class)
                .hasMessage("event e is resolved already, won by x");
        assertThatThrownBy(() -> predictions.resolve("e", Result.voided())).isInstanceOf(ConflictException.class);
        assertThat(predictions.of("bea", null).brier()).isCloseTo(0.36, within(1e-12));
    }

    @Test
    void aVoidEventScoresNothingAndIsClosed() {
        add("e", "ana", "x", 0.9);
        assertThat(predictions.resolve("e", Result.voided())).isEqualTo(new Resolution("e", null, true, 1, false));
        assertThat(predictions.resolve("e", Result.voided()).duplicate()).isTrue();
        assertThat(predictions.of("ana", null).n()).isZero();
        assertThatThrownBy(() -> predictions.resolve("e", Result.winner("x")))
                .hasMessage("event e is resolved already, as void");
        assertThatThrownBy(() -> add("e", "ana", "y", 0.9)).isInstanceOf(ConflictException.class);
    }

    @Test
    void anEventWithoutPredictionsIsClosedToo() {
        assertThat(predictions.resolve("e", Result.winner("x")).resolved()).isZero();
        assertThatThrownBy(() -> add("e", "ana", "x", 0.5)).isInstanceOf(ConflictException.class);
    }

    @Test
    @DisplayName("Votes must leave calibration untouched; an agent without predictions must have weight 1")
    void onlyResolvedPredictionsChangeACalibration() {
        workedExample();
        Calibration before = predictions.of("ana", null);
        for (int i = 0; i < 5; i++) {
            ratings.record(draft("d" + i, "ana", i, "bea", 2).votes(Map.of("ana", "X", "bea", "Y")));
        }
        add("open", "ana", "x", 0.99);
        assertThat(predictions.of("ana", null)).isEqualTo(before);
        assertThat(predictions.of("bea", null).weight()).isEqualTo(1);
        assertThat(predictions.of("bea", null).brier()).isNull();
        assertThat(predictions.of("nobody", "math").weight()).isEqualTo(1);
    }

    @Test
    void aPredictorWithoutARatingGetsOne() {
        add("e", "new", "x", 0.5);
        assertThat(ratings.show("new").elo()).isEqualTo(1500);
        assertThat(ratings.show("new").debatesCount()).isZero();
    }

    @Test
    void manyAtOnce() {
        List<Bulk.Result<Added<Prediction>>> added = predictions.addAll(
                List.of(PredictionDraft.of("e1", "ana", "x", 0.9), PredictionDraft.of("e2", "ana", "x", 0.8)), true);
        assertThat(added).allMatch(Bulk.Result.Done.class::isInstance);
        predictions.resolve("e1", Result.winner("x"));
        List<Result.OfEvent> ended =
                List.of(new Result.OfEvent("e1", Result.winner("y")), new Result.OfEvent("e2", Result.winner("x")));
        assertThat(predictions.resolveAll(ended, true)).hasSize(2);
        assertThat(predictions.of("ana", null).n()).isOne();
        assertThat(predictions.resolveAll(ended, false).getFirst()).isInstanceOf(Bulk.Result.Refused.class);
        assertThat(predictions.of("ana", null).n()).isEqualTo(2);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> PredictionDraft.of("e e", "ana", "x", 0.5)).hasMessageContaining("tournament_id");
        assertThatThrownBy(() -> PredictionDraft.of("e", " ", "x", 0.5)).hasMessageContaining("predictor_agent");
        assertThatThrownBy(() -> PredictionDraft.of("e", "ana", "", 0.5)).hasMessageContaining("predicted_winner");
        assertThatThrownBy(() -> PredictionDraft.of("e", "ana", "x", 1.1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("confidence 1.1 is not within 0 to 1");
        assertThatThrownBy(() -> PredictionDraft.of("e", "ana", "x", Double.NaN))
                .hasMessageContaining("confidence");
        assertThatThrownBy(() -> Result.of("x", true)).hasMessage("a void event has no winner");
        assertThatThrownBy(() -> Result.of(null, false)).hasMessage("neither a winner nor void is given");
    }

    @Test
    void draftsAreReadFromJsonAndDocumentsWritten() {
        PredictionDraft draft = PredictionDraft.fromJson(JsonFields.of(Json.parseObject(
                "{\"tournament_id\":\"e\",\"predictor_agent\":\"ana\",\"predicted_winner\":\"x\",\"confidence\":1}")));
        assertThat(Json.write(predictions.add(draft).value().document())).isEqualTo("""
                {"id":1,"tournament_id":"e","predictor_agent":"ana","predicted_winner":"x","confidence":1.0,\
                "created_at":"2026-11-15T08:30:00.000Z","domain":"general","outcome":null,"simulated":false}""");
        Result.OfEvent ended = Result.OfEvent.fromJson(JsonFields.of(Json.object("tournament_id", "e", "winner", "x")));
        assertThat(Json.write(predictions.resolve(ended.event(), ended.result()).document()))
                .isEqualTo("{\"event\":\"e\",\"winner\":\"x\",\"void\":false,\"resolved\":1,\"duplicate\":false}");
        assertThat(predictions.add(draft).value().document()).containsEntry("outcome", 1);
        assertThat(Json.write(predictions.of("ana", null).document()))
                .startsWith("{\"agent_name\":\"ana\",\"domain\":null,\"n\":1,\"correct\":1,\"brier\":0.0,")
                .contains("\"buckets\":[{\"lo\":0.0,\"hi\":0.1,\"n\":0,\"mean_confidence\":null,\"accuracy\":null},");
    }
}
