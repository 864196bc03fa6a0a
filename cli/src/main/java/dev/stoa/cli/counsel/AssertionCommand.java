package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.counsel.assertion.Assertion;
import dev.stoa.counsel.assertion.Policy;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code assertion}: the checks that answers pass. Used by one thread. */
@Command(
        name = "assertion",
        description = "Show the policies that answers must pass, and test a text against one.",
        addMethodSubcommands = false)
public final class AssertionCommand extends CommandGroup {
    @Command(
            name = "test",
            description = "Check a text as an answer would be checked, without storing anything; exits with 5 if a"
                    + " blocking assertion fails.")
    int test(
            @Parameters(
                            paramLabel = "TEXT",
                            arity = "0..1",
                            description = "Text to check; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(
                            names = "--policy",
                            paramLabel = "NAME",
                            description = "Policy to check by (default: the one for fields without their own)")
                    @Nullable
                    String policy) {
        String answer = main.exactText("the text", text, file);
        try (Stoa stoa = main.open()) {
            PolicyResult result = stoa.counsel().assertions().test(main.principal(), policy, answer);
            Columns columns = new Columns();
            for (PolicyResult.Result each : result.results()) {
                columns.row(
                        each.passed() ? "passed" : "failed",
                        each.level().text(),
                        each.name(),
                        each.message() == null ? "" : each.message());
            }
            List<String> lines = new ArrayList<>(columns.lines());
            lines.add(String.format(Locale.ROOT, "bonus %.2f", result.bonus())
                    + (result.gold() ? ", an example to learn from" : ""));
            main.print(result.document(), lines);
            return result.passed() ? 0 : ExitCode.VERIFICATION_FAILED;
        }
    }

    @Command(name = "list", description = "List the policies and their assertions.")
    void list() {
        try (Stoa stoa = main.open()) {
            List<Policy> policies = stoa.counsel().assertions().list(main.principal());
            Columns columns = new Columns();
            for (Policy policy : policies) {
                for (Assertion assertion : policy.assertions()) {
                    columns.row(
                            policy.name(),
                            policy.fields().isEmpty() ? "all fields" : String.join(",", policy.fields()),
                            assertion.name(),
                            assertion.check(),
                            assertion.level().text(),
                            assertion.parameters().isEmpty() ? "" : Json.write(assertion.parameters()));
                }
            }
            main.print(stoa.counsel().assertions().overview(main.principal()), columns.lines());
        }
    }
}
