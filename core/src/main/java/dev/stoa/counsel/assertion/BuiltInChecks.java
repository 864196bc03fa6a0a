package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The checks that are always there. Stateless. */
final class BuiltInChecks {
    private static final int LONGEST = 1_000_000;
    private static final int CONCISE_WORDS = 200;
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern REFUSAL =
            Pattern.compile("^\\W*(?:i(?:'m| am)? (?:very |truly |so )?(?:sorry|afraid)\\b[^.!?]{0,40}?)?\\W*(?:but )?"
                    + "(?:as an? (?:ai|artificial intelligence|language model)\\b"
                    + "|i (?:can(?:no|')t|can not|am unable to|am not able to|won't|will not|must decline to)"
                    + " (?:help|assist|answer|comply|provide|do that|fulfil)"
                    + "|i'm (?:unable|not able) to (?:help|assist|answer|comply|provide|do that|fulfil))");

    /** Whether an answer is one JSON value. */
    static final AssertionCheck JSON = new Plain("json_valid", (answer, p, c) -> json(answer));

    private BuiltInChecks() {}

    /** All of them. */
    static List<AssertionCheck> all() {
        return List.of(
                new Plain("not_empty", (answer, p, c) -> CheckResult.of(!answer.isBlank(), "the answer is empty")),
                new Length("min_length", true),
                new Length("max_length", false),
                new Contains("contains", true),
                new Contains("not_contains", false),
                new Regex(),
                JSON,
                new Plain("fences_closed", (answer, p, c) -> Fences.check(answer)),
                new Plain("no_refusal", (answer, p, c) -> refusal(answer)),
                new Plain("no_pii", (answer, p, c) -> personal(answer)),
                new Concise(),
                new Plain("logical_consistency", (answer, p, c) -> LogicalConsistency.check(answer)),
                new Plain("cross_session_match", (answer, p, c) -> CorrectionMatch.check(answer, c.corrections())));
    }

    /** A check without parameters. */
    private record Plain(String name, AssertionCheckBody body) implements QuickCheck {
        @Override
        public void accept(CheckParameters parameters) {
            parameters.only();
        }

        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) {
            return body.check(answer, parameters, context);
        }
    }

    @FunctionalInterface
    private interface AssertionCheckBody {
        CheckResult check(String answer, CheckParameters parameters, CheckContext context);
    }

    /** The length of an answer, which has a bound on one side. */
    private record Length(String name, boolean least) implements QuickCheck {
        @Override
        public void accept(CheckParameters parameters) {
            parameters.only("length");
            bound(parameters);
        }

        private static int bound(CheckParameters parameters) {
            return parameters.whole("length", 1, LONGEST);
        }

        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) {
            int bound = bound(parameters);
            int length = answer.codePointCount(0, answer.length());
            return CheckResult.of(
                    least ? length >= bound : length <= bound,
                    "the answer has " + length + " characters; at " + (least ? "least " : "most ") + bound
                            + " are wanted");
        }
    }

    private record Contains(String name, boolean wanted) implements QuickCheck {
        @Override
        public void accept(CheckParameters parameters) {
            parameters.only("text", "ignore_case");
            parameters.text("text");
            parameters.flag("ignore_case");
        }

        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) {
            String text = parameters.text("text");
            boolean found = parameters.flag("ignore_case")
                    ? answer.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))
                    : answer.contains(text);
            return CheckResult.of(
                    found == wanted, "the answer must " + (wanted ? "contain " : "not contain ") + Bounds.shown(text));
        }
    }

    private record Regex() implements AssertionCheck {
        @Override
        public String name() {
            return "regex";
        }

        @Override
        public void accept(CheckParameters parameters) {
            parameters.only("pattern");
            try {
                Pattern.compile(parameters.text("pattern"));
            } catch (PatternSyntaxException e) {
                throw Bounds.invalid(
                        "parameter pattern is no regular expression: " + e.getDescription() + " at character "
                                + Math.max(0, e.getIndex()),
                        "correct it");
            }
        }

        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) {
            Pattern pattern = Pattern.compile(parameters.text("pattern"));
            return CheckResult.of(
                    pattern.matcher(new InterruptibleText(answer)).find(),
                    "the answer must match " + Bounds.shown(pattern.pattern()));
        }
    }

    private record Concise() implements QuickCheck {
        @Override
        public String name() {
            return "concise";
        }

        @Override
        public void accept(CheckParameters parameters) {
            parameters.only("words");
            most(parameters);
        }

        private static int most(CheckParameters parameters) {
            return parameters.whole("words", 1, LONGEST, CONCISE_WORDS);
        }

        @Override
        public CheckResult check(String answer, CheckParameters parameters, CheckContext context) {
            int most = most(parameters);
            long words = SPACE.splitAsStream(answer.strip())
                    .filter(word -> !word.isEmpty())
                    .count();
            return CheckResult.of(words <= most, "the answer has " + words + " words; at most " + most + " are wanted");
        }
    }

    private static CheckResult json(String answer) {
        try {
            Json.parse(answer);
            return CheckResult.ok();
        } catch (StoaException e) {
            // The message of the parser may quote what it read.
            return CheckResult.failed("the answer is not one JSON value");
        }
    }

    private static CheckResult refusal(String answer) {
        String start = answer.substring(0, Math.min(300, answer.length()))
                .replace('\u2019', '\'')
                .toLowerCase(Locale.ROOT);
        return CheckResult.of(!REFUSAL.matcher(start).find(), "the answer refuses; answer the question");
    }

    private static CheckResult personal(String answer) {
        String kind = PersonalData.kind(answer);
        return kind == null ? CheckResult.ok() : CheckResult.failed("the answer holds " + kind + "; leave it out");
    }
}
