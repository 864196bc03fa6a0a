package dev.stoa.testing;

import static java.util.stream.Collectors.joining;
import static org.junit.platform.commons.support.AnnotationSupport.findAnnotation;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips or fails what {@linkplain NeedsTool needs a tool} that is not there. Stateless. */
final class NeedsToolCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        // Of a class that needs something each test is asked for, too, and has no needs of its own.
        Tool[] needed = findAnnotation(context.getElement(), NeedsTool.class)
                .map(NeedsTool::value)
                .orElse(new Tool[0]);
        return evaluate(context.getDisplayName(), needed, Tool::isThere, System.getenv()::get);
    }

    static ConditionEvaluationResult evaluate(
            String test, Tool[] needed, Predicate<Tool> there, Function<String, @Nullable String> environment) {
        String missing =
                Stream.of(needed).filter(there.negate()).map(Tool::missing).collect(joining(", "));
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("all is there");
        }
        String reason = test + " needs " + missing;
        List<String> demands = List.of(needed).contains(Tool.CHROMIUM)
                ? List.of("STOA_REQUIRE_TOOLS", "STOA_REQUIRE_BROWSER")
                : List.of("STOA_REQUIRE_TOOLS");
        for (String name : demands) {
            String value = environment.apply(name);
            if (value != null && !value.isBlank()) {
                throw new IllegalStateException(reason + ", and " + name + " is set");
            }
        }
        System.out.println("SKIPPED: " + reason);
        return ConditionEvaluationResult.disabled(reason);
    }
}
