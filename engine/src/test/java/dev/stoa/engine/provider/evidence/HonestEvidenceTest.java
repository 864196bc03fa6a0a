package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What an agent that quotes may say of what it quotes. */
class HonestEvidenceTest {
    private static final String TRADE_NAMES =
            "Trademarks. This License does not grant permission to use the trade names, trademarks, service marks, or"
                    + " product names of the Licensor, except as required for describing the origin of the Work.";
    private static final String FEES = "You may charge a reasonable copying fee for any distribution of this Package."
            + " You may charge any fee you choose for support of this Package. You may not charge a fee for this"
            + " Package itself.";
    private static final String GRANTS = "It grants permission to use trade names";
    private static final String GRANTS_NOT = "It does not grant permission to use trade names";

    private static Map<String, @Nullable Object> draft(
            Strategy strategy, String question, List<String> options, String... texts) {
        Corpus corpus = Texts.corpus(Embedder.hashing(64), texts);
        return Json.parseObject(
                EvidenceAgent.of(corpus, strategy, question, options).draft());
    }

    /** The label of the answer; null if there is none. */
    private static @Nullable String answer(Strategy strategy, String question, List<String> options, String... texts) {
        Object key = draft(strategy, question, options, texts).get("option");
        return key == null ? null : options.get(((String) key).charAt(0) - 'A');
    }

    private static @Nullable String lexical(String question, List<String> options, String... texts) {
        return answer(Strategy.LEXICAL, question, options, texts);
    }

    private static String reasoning(Map<String, @Nullable Object> draft) {
        return String.valueOf(draft.get("reasoning"));
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    @DisplayName("A claim is checked against its own quotation before it is stated")
    void whatTheQuotationDeniesIsNotStated(Strategy strategy) {
        String question = "Does the Apache License grant permission to use the trade names of the Licensor?";

        assertThat(answer(strategy, question, List.of(GRANTS, GRANTS_NOT), TRADE_NAMES, FEES))
                .isEqualTo(GRANTS_NOT);
        assertThat(answer(strategy, question, List.of(GRANTS_NOT, GRANTS), TRADE_NAMES, FEES))
                .isEqualTo(GRANTS_NOT);
    }

    @Test
    @DisplayName("Contradicted support counts for the other side or not at all")
    void contradictedSupportCountsForTheOtherSide() {
        EvidenceAgent agent = EvidenceAgent.of(
                Texts.corpus(Embedder.off(), TRADE_NAMES, FEES),
                Strategy.LEXICAL,
                "Does the License grant permission to use trade names?",
                List.of(GRANTS, GRANTS_NOT));
        String reviews = agent.review(List.of(Option.of(0, GRANTS), Option.of(1, GRANTS_NOT)));

        assertThat(reviews).startsWith("{\"reviews\":[{\"clarity\":0,");
        assertThat(agent.critique(List.of(Option.of(0, GRANTS)), 1)).contains("contradicted: " + GRANTS);
        assertThat(agent.support("The License does grant permission to use the trade names of the Licensor"))
                .satisfies(support -> assertThat(support.value()).isZero())
                .satisfies(support -> assertThat(support.contradicted()).isTrue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "May I charge a fee for support of the Package?|yes|no|yes",
                "May I charge a fee for support of the Package?|false|true|true",
                "May I charge a fee for this Package itself?|yes|no|no",
                "May I charge a fee for this Package itself?|allowed|forbidden|forbidden",
                "Is it forbidden to charge a fee for this Package itself?|yes|no|yes",
                "Am I not allowed to charge a fee for this Package itself?|yes|no|yes",
            })
    @DisplayName(
            "Yes and no and their like are answered by the polarity of the best sentence, never by finding the word")
    void yesAndNoAreAnsweredByPolarity(String question, String one, String other, String right) {
        assertThat(lexical(question, List.of(one, other), FEES, "No. Yes. No, no. The answer is no."))
                .isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Files are never removed.|Are files removed?|no",
                "No file is removed.|Are files removed?|no",
                "Nothing prevents the removal of files.|Is the removal of files prevented?|no",
                "The tool refuses to remove files.|Does the tool remove files?|no",
                "Removing files is prohibited.|Is removing files allowed?|no",
                "Files cannot be removed.|Can files be removed?|no",
                "You must not remove files.|May I remove files?|no",
                "You must remove files.|Must I remove files?|yes",
                "You may remove files.|Must I remove files?|no",
                "Files need not be removed.|Do files have to be removed?|no",
                "Files are removed unless the option keep is given.|Are files removed?|yes",
                "Files are removed unless the option keep is given.|Are files removed if the option keep is given?|no",
                "Files are removed, except in cases of an error.|Are files removed in cases of an error?|no",
                "Files are not removed, but in cases of an error.|Are files removed in cases of an error?|yes",
                "Soldiers shall not be quartered in a house without the consent of the owner.|May soldiers be quartered"
                        + " in a house without the consent of the owner?|no",
                "Soldiers shall not be quartered in a house without the consent of the owner.|May soldiers be quartered"
                        + " in a house with the consent of the owner?|yes",
                "The license is non-exclusive.|Is the license exclusive?|no",
                "The limiter is disabled by default.|Is the limiter enabled by default?|no",
                "The tool is no law firm and does not provide legal services.|Does the tool provide legal services?|no",
                "No State shall enter into a treaty; coin money; emit bills.|May a State coin money?|no",
                "You may act on your own behalf, not on behalf of a contributor.|May I act on behalf of a contributor?|no",
                "Files, whether or not they are old, are removed.|Are old files removed?|yes",
                "Files, including but not limited to old ones, are removed.|Are files removed?|yes",
            })
    @DisplayName("Negation, except, unless, only if and modal verbs of question and sentence are compared")
    void polarityOfQuestionAndSentenceIsCompared(String text, String question, String right) {
        assertThat(lexical(question, List.of("yes", "no"), text)).isEqualTo(right);
    }

    @Test
    @DisplayName("If polarity cannot be decided, the seat abstains and says so")
    void undecidablePolarityIsSaid() {
        Map<String, @Nullable Object> draft = draft(
                Strategy.LEXICAL,
                "Does the backup server copy the old tapes?",
                List.of("yes", "no"),
                "A warning is shown if the backup server copies the old tapes.");

        assertThat(draft).containsEntry("abstain", true);
        assertThat(reasoning(draft)).contains("whether it affirms or denies it cannot be decided");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    @DisplayName("The order of the options changes nothing")
    void theOrderOfTheOptionsChangesNothing(Strategy strategy) {
        String papers = "The default level is 6. Level 9 needs 65 megabytes. Level 3 is fast, and 1 is the fastest.";
        List<List<String>> asked = List.of(
                List.of("1", "3", "6", "9"),
                List.of("Level 6 is the default", "Level 9 is the default", "Level 3 is the default"),
                List.of("yes", "no"),
                List.of("It is 6", "It is not 6"));
        for (List<String> options : asked) {
            String first = answer(strategy, "Which level is the default?", options, papers, FEES);
            List<String> rotated = new ArrayList<>(options);
            for (int i = 0; i < options.size(); i++) {
                Collections.rotate(rotated, 1);
                assertThat(answer(strategy, "Which level is the default?", rotated, papers, FEES))
                        .isEqualTo(first);
                assertThat(answer(strategy, "Which level is the default?", rotated.reversed(), papers, FEES))
                        .isEqualTo(first);
            }
        }
        assertThat(answer(strategy, "Which level is the default?", asked.getFirst(), papers))
                .isIn("6", strategy == Strategy.CONTRARIAN || strategy == Strategy.SKEPTIC ? null : "6");
    }

    @Test
    @DisplayName("A tie is a tie and is said to be one")
    void aTieIsSaidToBeOne() {
        List<String> options = List.of("Redis", "Memcached");
        Map<String, @Nullable Object> draft = draft(
                Strategy.LEXICAL,
                "Which cache do we use?",
                options,
                "As a cache we use Redis.",
                "As a cache we use Memcached.");

        assertThat(draft).containsEntry("abstain", true);
        assertThat(reasoning(draft)).startsWith("A tie: A and B are supported alike");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    @DisplayName("A question whose words the passage does not cover is not answered")
    void whatIsNotCoveredIsNotAnswered(Strategy strategy) {
        for (String question : List.of(
                "Does the Package encrypt passwords of customers?",
                "How many days has the Licensor to answer a letter of complaint?")) {
            Map<String, @Nullable Object> draft =
                    draft(strategy, question, List.of("yes", "no"), TRADE_NAMES, FEES, "Keys are kept in a safe.");
            assertThat(draft).as(question).containsEntry("abstain", true);
            assertThat(reasoning(draft)).contains("No sentence covers the question");
        }
    }

    @Test
    @DisplayName("Confidence comes from margin and coverage, not from the absence of a rival")
    void confidenceComesFromMarginAndCoverage() {
        String question = "May I charge a fee for support of the Package?";
        List<String> options = List.of("yes", "no");
        String says = "You may charge a fee for support of the Package.";
        String beside = "Cats sleep. Dogs bark. Birds sing.";
        double clear = sure(question, options, says, beside);
        double rivalled = sure(question, options, says, "You may not charge a fee for the Package.", beside);
        double thin = sure(question, options, "You may charge a fee for support.", "The Package is big.", beside);

        assertThat(rivalled).isLessThan(clear);
        assertThat(thin).as("no rival, but less of the question covered").isLessThan(clear);
    }

    private static double sure(String question, List<String> options, String... texts) {
        Map<String, @Nullable Object> draft = draft(Strategy.LEXICAL, question, options, texts);
        assertThat(draft).containsKey("confidence");
        return ((Number) Objects.requireNonNull(draft.get("confidence"))).doubleValue();
    }

    @Test
    @DisplayName("Headings and boxed lines support nothing alone")
    void headingsSupportNothingAlone() {
        String question = "Does the tool give a warranty of fitness?";
        List<String> options = List.of("yes", "no");

        assertThat(lexical(question, options, "# The Tool: Warranty of Fitness\n\nCats sleep all day."))
                .isNull();
        assertThat(lexical(question, options, "WARRANTY OF FITNESS OF THE TOOL\n\nCats sleep all day."))
                .isNull();
        assertThat(lexical(question, options, """
                ***************************************
                *                                     *
                *  Tool Warranty of Fitness           *
                *                                     *
                ***************************************

                Cats sleep all day.""")).isNull();
        assertThat(lexical(question, options, """
                ***************************************
                *  The tool gives no warranty of any  *
                *  kind, and none of fitness.         *
                ***************************************
                """))
                .as("what stands in a box is a text like any other")
                .isEqualTo("no");
    }

    @Test
    @DisplayName("A sentence is matched, not a window that holds several options")
    void neighboursDoNotAnswer() {
        String text = "The north till takes cards. The south till takes coins. The east till takes notes.";

        assertThat(lexical("Which till takes coins?", List.of("north", "south", "east"), text))
                .isEqualTo("south");
    }

    @Test
    @DisplayName("The quotation shows the words that matter")
    void aLongQuotationIsCutAroundTheWordsThatMatter() {
        String text = "It is provided, " + "however it may be called and whoever asks for it, ".repeat(12)
                + "that the moon is made of green cheese.";
        Map<String, @Nullable Object> draft =
                draft(Strategy.LEXICAL, "Is the moon made of green cheese?", List.of("yes", "no"), text);

        assertThat(reasoning(draft)).contains("moon is made of green cheese").contains("“… ");
        assertThat(reasoning(draft).length()).isLessThan(600);
    }

    @Test
    @DisplayName("The skeptic searches for the contrary and is silent where it finds it")
    void theSkepticSearchesForTheContrary() {
        String[] papers = {
            "We ask to ship the release on Friday, by noon.",
            "Nobody should ship a release on Friday.",
            "The canteen opens at noon."
        };
        String question = "Should we ship the release on Friday?";
        Map<String, @Nullable Object> skeptic = draft(Strategy.SKEPTIC, question, List.of("yes", "no"), papers);

        assertThat(draft(Strategy.LEXICAL, question, List.of("yes", "no"), papers))
                .containsKey("option");
        assertThat(skeptic).containsEntry("abstain", true);
    }
}
