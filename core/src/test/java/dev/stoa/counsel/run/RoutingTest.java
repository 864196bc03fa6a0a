package dev.stoa.counsel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class RoutingTest {
    private static final Fields FIELDS = Fields.builtIn();
    private static final Routing ROUTING = Routing.over(FIELDS, Embedder.off());

    private static Distribution session(Map<String, Double> shares) {
        return Distribution.of(FIELDS, shares);
    }

    @Test
    void threeTermsOfSoftwareAndOneOfLawAreThreeFifthsAndOneFifth() {
        Distribution routed = ROUTING.of("Does the copyright hold for code in a python function?", null);

        assertThat(routed.named()).hasSize(3);
        assertThat(routed.named().get("software_engineering")).isCloseTo(.6, within(1e-15));
        assertThat(routed.named().get("law")).isCloseTo(.2, within(1e-15));
        assertThat(routed.named().get("general")).isCloseTo(.2, within(1e-15));
        assertThat(routed.domain().path()).isEqualTo("technical/software_engineering");
        assertThat(routed.governing().name()).isEqualTo("law");
    }

    @Test
    void aLongerWordBelongsToAKeywordOfFourLettersButNotToAShorterOne() {
        assertThat(ROUTING.of("compiled", null).domain().name()).isEqualTo("general");
        assertThat(ROUTING.of("compiled", null).named()).containsEntry("software_engineering", .5);
        assertThat(ROUTING.of("lawn", null).named()).isEqualTo(Map.of("general", 1.0));
        assertThat(ROUTING.of("code code code", null).named()).containsEntry("software_engineering", .5);
    }

    @Test
    void highStakesFieldsAreRaisedToTheShareFromWhichTheirFloorsHold() {
        // A question about nothing keeps .4 of general; the session says the rest.
        Distribution before = session(Map.of("software_engineering", 1.0 - 1 / 6.0, "law", 1 / 6.0));
        Distribution routed = ROUTING.of("code code sql? and then", before);
        assertThat(routed.named().get("law")).isEqualTo(.15);
        assertThat(routed.named().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void theWorkedExampleOfRaising() {
        // 0.4 p + 0.6 previous = software .6, law .1, general .3, for a question without any keyword
        Distribution before = session(ordered("software_engineering", 1.0, "law", 1 / 6.0, "general", -1 / 6.0));
        Distribution routed = ROUTING.of("hello", before);

        assertThat(routed.named().get("software_engineering")).isCloseTo(.566666666666667, within(1e-15));
        assertThat(routed.named().get("law")).isEqualTo(.15);
        assertThat(routed.named().get("general")).isCloseTo(.283333333333333, within(1e-15));
    }

    private static Map<String, Double> ordered(String a, double x, String b, double y, String c, double z) {
        Map<String, Double> shares = new java.util.LinkedHashMap<>();
        shares.put(a, x);
        shares.put(b, y);
        shares.put(c, z);
        return shares;
    }

    @Test
    void fieldsThatHaveNextToNothingAreDropped() {
        Distribution before = session(Map.of("art", .03, "general", .97));

        assertThat(ROUTING.of("hello", before).named())
                .containsOnlyKeys("general")
                .containsValue(1.0);
    }

    @Test
    void aFieldThatIsSaidIsTheOnlyOne() {
        assertThat(ROUTING.forced("medicine").named()).isEqualTo(Map.of("medicine", 1.0));
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> ROUTING.forced("medecine"))
                .withMessageContaining("medecine")
                .satisfies(e -> assertThat(e.hint()).hasValue("did you mean medicine?"));
    }

    @Test
    void withoutAKeywordTheMeaningDecidesIfThereIsAnEmbedder() {
        Routing meaning = Routing.over(FIELDS, Embedder.hashing(256));
        Distribution routed = meaning.of("surgeries", null);

        assertThat(routed.named().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void everyDistributionSumsToOneAndNoHighStakesFieldIsBelowItsShare() {
        List<String> words = FIELDS.all().stream()
                .flatMap(field -> field.keywords().stream())
                .toList();
        SplittableRandom random = new SplittableRandom(7);
        Distribution session = null;
        for (int i = 0; i < 2_000; i++) {
            String question = random.ints(random.nextInt(12), 0, words.size())
                    .mapToObj(words::get)
                    .collect(Collectors.joining(" "));
            Distribution routed = ROUTING.of(question, random.nextBoolean() ? session : null);
            double sum = 0;
            for (Map.Entry<Field, Double> entry : routed.shares().entrySet()) {
                sum += entry.getValue();
                if (entry.getKey().highStakes()) {
                    assertThat(entry.getValue()).isGreaterThanOrEqualTo(.15);
                }
            }
            assertThat(sum).as(question).isCloseTo(1, within(1e-9));
            session = routed;
        }
    }

    @Test
    void highStakesFieldsHaveTheSameNameInTableFloorsAndLabel() {
        List<String> high =
                FIELDS.all().stream().filter(Field::highStakes).map(Field::name).toList();

        assertThat(high).containsExactly("surgery", "medicine", "aviation", "law", "finance");
        for (String name : high) {
            Distribution routed = ROUTING.of(FIELDS.get(name).keywords().getFirst() + " code python java sql", null);
            assertThat(routed.governing().name()).isEqualTo(name);
        }
    }

    @Test
    void aRowWhoseWeightsDoNotSumToOneIsRefused() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> new Field("cooking", "society", false, .5, .3, .1, .5, .5, 1, .1, "C", List.of()))
                .withMessageContaining("cooking");
        Field cooking = new Field("cooking", "society", false, .5, .3, .2, .5, .5, 1, .1, "C", List.of("recipe"));
        assertThat(Routing.over(Fields.with(List.of(cooking)), Embedder.off())
                        .of("recipes", null)
                        .named())
                .containsEntry("cooking", .5);
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> Fields.with(List.of(cooking, cooking)));
    }
}
