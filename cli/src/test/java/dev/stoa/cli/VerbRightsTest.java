package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.engine.access.SurfaceRights;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** What every verb of the command line needs, as the one table for all ways in says it. */
@Tag("quick")
class VerbRightsTest {
    static Stream<String> verbs() {
        return all(Terminal.commands())
                .filter(command -> command.getSubcommands().isEmpty())
                .map(command -> command.getCommandSpec().qualifiedName(" ").substring("stoa ".length()));
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(VerbRightsTest::all));
    }

    @TestFactory
    Stream<DynamicTest> everyVerbDeclaresWhatItNeeds() {
        return verbs().map(verb -> DynamicTest.dynamicTest(
                verb, () -> assertThat(SurfaceRights.of(verb).right()).isNotNull()));
    }

    @Test
    void aVerbThatNothingDeclaresIsFound() {
        assertThatThrownBy(() -> SurfaceRights.of("agent promote"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("agent promote");
    }

    @Test
    void whatAgentsMayNotUse() {
        Principal eve = Principal.agentToken("eve");
        Map<Right, List<String>> refused = new TreeMap<>();
        verbs().filter(verb -> !Rights.has(eve, SurfaceRights.of(verb)))
                .sorted()
                .forEach(verb -> refused.merge(
                        SurfaceRights.of(verb).right(),
                        List.of(verb),
                        (some, more) ->
                                Stream.concat(some.stream(), more.stream()).toList()));
        assertThat(refused)
                .isEqualTo(Map.of(
                        Right.READ,
                        List.of(
                                "audit export",
                                "audit list",
                                "audit show",
                                "audit tail",
                                "conversation backups",
                                "conversation list",
                                "conversation search",
                                "conversation show",
                                "project list"),
                        Right.WRITE,
                        List.of(
                                "consensus supersede",
                                "conversation backup",
                                "conversation move",
                                "conversation new",
                                "conversation rename",
                                "correction add",
                                "correction confirm",
                                "correction edit",
                                "correction retire",
                                "critique add",
                                "critique resolve",
                                "evidence forget",
                                "evidence trust",
                                "memory demote",
                                "memory promote",
                                "memory restore",
                                "memory trust",
                                "prediction add",
                                "prediction resolve",
                                "project new",
                                "proof check",
                                "rating record"),
                        Right.ASK,
                        List.of(
                                "ask",
                                "conversation feedback",
                                "debate cancel",
                                "debate create",
                                "debate resume",
                                "debate run",
                                "tunnel laws",
                                "tunnel run"),
                        Right.OPERATE,
                        List.of(
                                "agent archive",
                                "agent clone",
                                "agent merge",
                                "agent register",
                                "agent rename",
                                "agent restore",
                                "agent update",
                                "audit checkpoint",
                                "audit verify",
                                "breaker reset",
                                "channel delete",
                                "consensus archive",
                                "consensus restore",
                                "critique cleanup",
                                "debate approve",
                                "debate delete",
                                "debate grade",
                                "debate learn",
                                "debate reject",
                                "doctor",
                                "evidence cleanup",
                                "evolve approve",
                                "evolve cancel",
                                "evolve observe",
                                "evolve reject",
                                "evolve replay",
                                "evolve resume",
                                "evolve retire",
                                "evolve run",
                                "init",
                                "key reseal",
                                "memory cleanup",
                                "memory consolidate",
                                "memory red-line",
                                "memory tune",
                                "migrate",
                                "prune",
                                "run retry",
                                "run start",
                                "run stop",
                                "run wake",
                                "run work",
                                "specialist add",
                                "specialist promote",
                                "specialist retire",
                                "specialist rollback",
                                "specialist shadow"),
                        Right.ADMIN,
                        List.of(
                                "backup",
                                "config",
                                "conversation erase",
                                "import",
                                "key create",
                                "key list",
                                "key retire",
                                "key rotate",
                                "move",
                                "restore",
                                "serve",
                                "token create",
                                "token list",
                                "token revoke")));
    }
}
