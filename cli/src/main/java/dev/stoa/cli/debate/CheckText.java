package dev.stoa.cli.debate;

import dev.stoa.cli.console.Screen;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import java.util.stream.Stream;

/** What a check found, in a line for people: what could not be tested is said with its reason. Stateless. */
final class CheckText {
    private static final int LONGEST_REASON = 160;

    private CheckText() {}

    static String of(CheckResult check) {
        long untested = check.tests().stream().filter(test -> !test.ran()).count();
        String status = check.status() == CheckStatus.UNKNOWN
                ? "could not be tested"
                : check.status().text();
        StringBuilder line = new StringBuilder(check.checker()).append(' ').append(status);
        if (check.status() != CheckStatus.UNKNOWN && untested > 0) {
            line.append(", ")
                    .append(untested)
                    .append(" of ")
                    .append(check.tests().size())
                    .append(" could not be tested");
        }
        String reason = reason(check);
        return reason.isBlank() ? line.toString() : line + ": " + Screen.cut(reason, LONGEST_REASON);
    }

    private static String reason(CheckResult check) {
        if (check.tests().isEmpty()) {
            Object output =
                    check.status() == CheckStatus.UNKNOWN ? check.detail().get("output") : null;
            return output == null ? "" : output.toString().strip().replaceAll("\\s*\\R\\s*", "; ");
        }
        // What could not be tested is rarer than what failed, and says more.
        return Stream.concat(
                        check.tests().stream().filter(test -> !test.ran()),
                        check.tests().stream().filter(test -> test.failed()))
                .findFirst()
                .map(test -> test.name() + ", " + (test.message() == null ? test.status() : test.message()))
                .orElse("");
    }
}
