package dev.stoa.counsel.assertion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.StoaConfig;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.base.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTest {
    private static final Map<String, AssertionCheck> CHECKS = Policies.checks(List.of());

    @TempDir
    Path folder;

    private static Policy policy(double most, Assertion... assertions) {
        return new Policy("p", "1", List.of(), 2, most, List.of(assertions), CHECKS);
    }

    private static Assertion assertion(String check, AssertionLevel level, Map<String, Object> parameters) {
        return new Assertion(check, check, level, .05, parameters);
    }

    private static boolean passes(String check, Map<String, Object> parameters, String answer) {
        return policy(.3, assertion(check, AssertionLevel.SOFT, parameters))
                .evaluate(answer, CheckContext.NONE)
                .results()
                .getFirst()
                .passed();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            not_empty           | x                                                   | true
            not_empty           | '   '                                               | false
            json_valid          | {"a":[1,2]}                                         | true
            json_valid          | {"a":1,}                                            | false
            no_refusal          | The tower is 330 m high.                            | true
            no_refusal          | I’m sorry, but I can't help with that.              | false
            no_refusal          | I cannot assist with this request.                  | false
            no_refusal          | As an AI language model, I have no opinions.        | false
            no_refusal          | I can't help noticing that both are right. No: wait | false
            no_refusal          | Sorry is the hardest word; I can help.              | true
            no_pii              | Write to the office.                                | true
            no_pii              | Write to eve.x@mail.example.org.                    | false
            no_pii              | Pay with 4111 1111 1111 1111 now                    | false
            no_pii              | Order 4111 1111 1111 1112 is late                   | true
            no_pii              | His number is 078-05-1120.                          | false
            no_pii              | Call 000-12-3456 or 666-12-3456                     | true
            logical_consistency | The cat is black. The cat is not black.             | false
            logical_consistency | The cat is black, but the cat isn't black!          | false
            logical_consistency | The cat is black. The dog is not black.             | true
            logical_consistency | Tabs are bad. Tabs were not bad.                    | true""")
    void checksSeeWhatTheyAreFor(String check, String answer, boolean passes) {
        assertThat(passes(check, Map.of(), answer)).as(answer).isEqualTo(passes);
    }

    @Test
    void checksWithParametersHoldTheirBounds() {
        assertThat(passes("min_length", Map.of("length", 3L), "ab😀")).isTrue();
        assertThat(passes("min_length", Map.of("length", 4L), "ab😀")).isFalse();
        assertThat(passes("max_length", Map.of("length", 3L), "ab😀")).isTrue();
        assertThat(passes("max_length", Map.of("length", 2L), "ab😀")).isFalse();
        assertThat(passes("contains", Map.of("text", "Source"), "source: x")).isFalse();
        assertThat(passes("contains", Map.of("text", "Source", "ignore_case", true), "source: x"))
                .isTrue();
        assertThat(passes("not_contains", Map.of("text", "x"), "abc")).isTrue();
        assertThat(passes("not_contains", Map.of("text", "x"), "axc")).isFalse();
        assertThat(passes("regex", Map.of("pattern", "[0-9]+ m"), "330 m")).isTrue();
        assertThat(passes("regex", Map.of("pattern", "^[0-9]+ m$"), "about 330 m"))
                .isFalse();
        assertThat(passes("concise", Map.of("words", 2L), "two words")).isTrue();
        assertThat(passes("concise", Map.of("words", 2L), "three words here")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n```java\nx\n```\nb", "~~~\n```\n~~~", "inline ``` only", "````\n```\n````"})
    void closedFencesPass(String answer) {
        assertThat(passes("fences_closed", Map.of(), answer)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n```java\nx", "```\nx\n~~~", "````\nx\n```"})
    void openFencesFail(String answer) {
        assertThat(passes("fences_closed", Map.of(), answer)).isFalse();
    }

    @Test
    void anAnswerThatRepeatsWhatACorrectionRejectsIsSeen() {
        CheckContext context = new CheckContext(
                null,
                null,
                List.of(
                        new CheckContext.AppliedCorrection("k1", "The tower is 330 metres high", "It is 300 feet tall"),
                        new CheckContext.AppliedCorrection("k2", "Paris", "")));
        Policy policy = policy(.3, assertion("cross_session_match", AssertionLevel.SOFT, Map.of()));
        PolicyResult wrong = policy.evaluate("I think it is 300 feet tall.", context);
        assertThat(wrong.violated()).containsExactly("k1");
        assertThat(wrong.severity()).isEqualTo(.5);
        assertThat(wrong.results().getFirst().message()).doesNotContain("300");
        assertThat(policy.evaluate("Not 300 feet tall: the tower is 330 metres high.", context)
                        .violated())
                .isEmpty();
        assertThat(policy.evaluate("300 feet", context).violated()).isEmpty();
    }

    @Test
    void theBonusFollowsTheLevels() {
        Policy policy = policy(
                .30,
                new Assertion("i", "contains", AssertionLevel.INFO, .10, Map.of("text", "a")),
                new Assertion("s", "contains", AssertionLevel.SOFT, .08, Map.of("text", "b")),
                new Assertion("b", "contains", AssertionLevel.BLOCKING, .05, Map.of("text", "c")));
        PolicyResult all = policy.evaluate("abc", CheckContext.NONE);
        assertThat(all.bonus()).isCloseTo(.23, within(1e-12));
        assertThat(all.gold()).isTrue();
        assertThat(all.passed()).isTrue();
        PolicyResult none = policy.evaluate("-", CheckContext.NONE);
        assertThat(none.results()).map(PolicyResult.Result::bonusApplied).containsExactly(0.0, -.08, -.15);
        assertThat(none.bonus()).isCloseTo(-.23, within(1e-12));
        assertThat(none.blockingFailed()).containsExactly("b");
        assertThat(none.severity()).isEqualTo(.5);
        assertThat(none.retryMessage()).isEqualTo("- b: the answer must contain \"c\"");
        assertThat(policy.evaluate("abc", CheckContext.NONE, 1).gold()).isFalse();
        assertThat(policy(.3, assertion("not_empty", AssertionLevel.SOFT, Map.of()))
                        .evaluate("x", CheckContext.NONE)
                        .gold())
                .as("no info assertion")
                .isFalse();
    }

    @Test
    void aPolicyThatAsksForJsonBlocksWhatIsNoneAndChangesNothingElse() {
        Policy json = policy(.3, assertion("not_empty", AssertionLevel.BLOCKING, Map.of()))
                .json();
        assertThat(json.evaluate("no", CheckContext.NONE).blockingFailed()).containsExactly("json_valid");
        assertThat(json.evaluate("{}", CheckContext.NONE).bonus()).isEqualTo(.05);
        assertThat(json.json()).isSameAs(json);
        // One that only lowers the score stays, and its name with it.
        Policy soft = policy(.3, assertion("json_valid", AssertionLevel.SOFT, Map.of()));
        assertThat(soft.json().assertions())
                .extracting(Assertion::name)
                .containsExactly("json_valid", "json_valid.asked");
    }

    @Test
    void theBonusIsBoundedOnBothSides() {
        Assertion big = new Assertion("a", "not_empty", AssertionLevel.SOFT, 1, Map.of());
        assertThat(policy(.5, big).evaluate("x", CheckContext.NONE).bonus()).isEqualTo(.5);
        assertThat(policy(.5, big).evaluate("", CheckContext.NONE).bonus()).isEqualTo(-.30);
    }

    /** A check that a program adds. */
    private record Own(String name, ThrowingCheck body) implements AssertionCheck {
        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) throws Exception {
            return body.run();
        }
    }

    private interface ThrowingCheck {
        CheckResult run() throws Exception;
    }

    private static PolicyResult.Result own(ThrowingCheck body) {
        Policy policy = new Policy(
                "p",
                "1",
                List.of(),
                2,
                .3,
                List.of(Assertion.of("mine", AssertionLevel.BLOCKING)),
                Policies.checks(List.of(new Own("mine", body))));
        return policy.evaluate("secret", CheckContext.NONE).results().getFirst();
    }

    @Test
    void anOwnCheckThatThrowsOrTakesTooLongHasFailed() {
        assertThat(own(CheckResult::ok).passed()).isTrue();
        CountDownLatch never = new CountDownLatch(1);
        for (PolicyResult.Result failed : List.of(
                own(() -> {
                    throw new IllegalStateException("secret");
                }),
                own(() -> {
                    throw new StackOverflowError("secret");
                }),
                own(() -> {
                    never.await();
                    return CheckResult.ok();
                }))) {
            assertThat(failed.passed()).isFalse();
            assertThat(failed.ran()).isFalse();
            assertThat(failed.message()).isEqualTo("check could not run");
        }
    }

    @Test
    void aRegularExpressionThatNeverEndsIsStopped() {
        PolicyResult result = policy(.3, assertion("regex", AssertionLevel.BLOCKING, Map.of("pattern", "(a|aa)+\\1c")))
                .evaluate("a".repeat(60) + "b", CheckContext.NONE);
        assertThat(result.results().getFirst().message()).isEqualTo("check could not run");
        assertThat(result.passed()).isFalse();
    }

    @Test
    void wrongPoliciesAreRefusedWhenTheyAreMade() {
        assertThatThrownBy(() -> policy(.3, assertion("not_emty", AssertionLevel.SOFT, Map.of())))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("not_emty");
        assertThatThrownBy(() -> policy(.3, assertion("min_length", AssertionLevel.SOFT, Map.of())))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("length");
        assertThatThrownBy(() -> policy(.3, assertion("not_empty", AssertionLevel.SOFT, Map.of("x", 1L))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("unknown parameter x");
        assertThatThrownBy(() -> policy(.3, assertion("regex", AssertionLevel.SOFT, Map.of("pattern", "("))))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> policy(.51, assertion("not_empty", AssertionLevel.SOFT, Map.of())))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> new Assertion("a", "b", AssertionLevel.SOFT, 1.01, Map.of()))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> Policies.checks(List.of(new Own("regex", CheckResult::ok))))
                .isInstanceOf(InvalidException.class);
    }

    private Policies configured(String toml) throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), toml);
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        return Policies.of(config.values(), Fields.builtIn());
    }

    @Test
    void theDefaultPolicyHoldsWithoutConfiguration() throws IOException {
        Policy policy = configured("").forField("law");
        assertThat(policy.name()).isEqualTo("default");
        assertThat(policy.assertions())
                .map(each -> each.name() + " " + each.level().text())
                .containsExactly("not_empty blocking", "no_refusal soft", "cross_session_match soft");
    }

    @Test
    void aConfiguredPolicyIsAppliedToItsFields() throws IOException {
        Policies policies = configured("""
                [policy.careful]
                version = "2"
                fields = ["medicine", "law"]
                max_retries = 1
                max_total_bonus = 0.2
                assertions = [
                  { name = "cites", check = "contains", level = "blocking", bonus = 0.1, parameters = { text = "Source:" } },
                  { check = "no_pii", level = "info" },
                ]
                """);
        Policy law = policies.forField("law");
        assertThat(law.name()).isEqualTo("careful");
        assertThat(law.maxRetries()).isEqualTo(1);
        assertThat(law.evaluate("Source: x", CheckContext.NONE).bonus()).isCloseTo(.15, within(1e-12));
        assertThat(law.evaluate("none", CheckContext.NONE).blockingFailed()).containsExactly("cites");
        assertThat(policies.forField("art").name()).isEqualTo("default");
        assertThat(policies.all()).map(Policy::name).containsExactly("default", "careful");
        assertThatThrownBy(() -> policies.get("carefull")).isInstanceOf(InvalidException.class);
    }

    @Test
    void aPolicyForAllFieldsOrOneNamedDefaultReplacesTheBuiltInOne() throws IOException {
        String assertions = "assertions = [ { check = \"not_empty\", level = \"soft\" } ]\n";
        assertThat(configured("[policy.mine]\n" + assertions).forField("law").name())
                .isEqualTo("mine");
        Policies policies = configured("[policy.default]\n" + assertions);
        assertThat(policies.forField("law").assertions()).hasSize(1);
        assertThat(policies.all()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_retries = 4                                                            | max_retries
            max_total_bonus = 0.6                                                      | max_total_bonus
            fields = ["alchemy"]                                                       | alchemy
            assertions = [ { check = "x", level = "soft" } ]                           | check
            assertions = [ { check = "not_empty", level = "hard" } ]                   | level
            assertions = [ { check = "not_empty", level = "soft", bonus = 2 } ]        | bonus
            assertions = [ { check = "not_empty", level = "soft", boni = 2 } ]         | boni
            assertions = [ ]                                                           | assertions""")
    void wrongConfigurationsFailAtTheStart(String line, String named) {
        String rest =
                line.startsWith("assertions") ? "" : "assertions = [ { check = \"not_empty\", level = \"soft\" } ]\n";
        assertThatThrownBy(() -> configured("[policy.mine]\n" + line + "\n" + rest))
                .isInstanceOf(StoaException.class)
                .hasMessageContaining(named);
    }
}
