package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.base.Times;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.console.Verbs;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code debate}: debates, their record and what is done with it. Used by one thread. */
@Command(
        name = "debate",
        description = "Run debates, inspect their records, replay and grade them.",
        addMethodSubcommands = false)
@Verbs({
    DebateRunCommand.Run.class,
    DebateRunCommand.Create.class,
    DebateRunCommand.Resume.class,
    DebateRecordCommands.Turns.class,
    DebateRecordCommands.Ballots.class,
    DebateRecordCommands.Gates.class,
    DebateRecordCommands.Events.class,
    DebateRecordCommands.Delete.class,
    DebateRecordCommands.Versions.class,
    DebateGateCommands.Approve.class,
    DebateGateCommands.Reject.class,
    DebateProofCommands.Replay.class,
    DebateVerifyCommand.class,
    DebateProofCommands.Grade.class,
    DebateLearnCommands.Lessons.class,
    DebateLearnCommands.Learn.class,
    DebateLearnCommands.Stats.class
})
public final class DebateCommand extends CommandGroup {
    /** The stores, after the gates whose time is over were settled. */
    Stoa open() {
        Stoa stoa = main.open();
        stoa.debate().gates().expireDue();
        return stoa;
    }

    @Command(name = "show", description = "Show a debate: its question, status and outcome.")
    void show(@Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.") String id) {
        try (Stoa stoa = open()) {
            DebateSession session =
                    stoa.debate().sessions().as(main.principal()).get(id);
            main.paint(
                    session.document(),
                    SessionText.whole(Screen.of(main.environment()), session, VerdictSources.of(stoa, session)));
        }
    }

    @Command(name = "list", description = "List debates in the order of their creation.")
    void list(
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            description =
                                    "Only debates with this status: pending, running, paused, completed, failed or cancelled.")
                    @Nullable
                    String status,
            @Option(names = "--domain", paramLabel = "DOMAIN", description = "Only debates of this domain.") @Nullable
                    String domain,
            @Option(names = "--preset", paramLabel = "PRESET", description = "Only debates of this preset.") @Nullable
                    String preset,
            @Option(
                            names = "--correct",
                            arity = "1",
                            paramLabel = "true|false",
                            description = "Only debates graded correct (true) or wrong (false).")
                    @Nullable
                    Boolean correct,
            @Option(names = "--min-consensus", paramLabel = "X", description = "Minimum consensus, 0 to 1.") @Nullable
                    Double consensus,
            @Option(
                            names = "--from",
                            paramLabel = "TIME",
                            description = "Only debates created at or after this time (RFC 3339).")
                    @Nullable
                    String from,
            @Option(
                            names = "--to",
                            paramLabel = "TIME",
                            description = "Only debates created before this time (RFC 3339).")
                    @Nullable
                    String to,
            @Option(
                            names = "--agent",
                            paramLabel = "NAME",
                            description = "Only debates in which this agent has a seat.")
                    @Nullable
                    String agent,
            @Option(
                            names = "--words",
                            paramLabel = "WORDS",
                            description = "Only debates whose question has all these words; the last may be the"
                                    + " beginning of one.")
                    @Nullable
                    String words,
            @Option(names = "--debate-id", paramLabel = "ID", description = "Only sessions of the debate with this id.")
                    @Nullable
                    String debateId,
            @Option(
                            names = "--simulated",
                            paramLabel = "exclude|include|only",
                            defaultValue = "include",
                            description = "Whether to list debates with a simulated seat: exclude, include or only"
                                    + " (default: ${DEFAULT-VALUE})")
                    String simulated,
            @Mixin PageOptions paging) {
        SessionFilter filter = new SessionFilter(
                status == null ? null : status(status),
                domain,
                preset == null ? null : Preset.of(preset).text(),
                correct,
                consensus == null ? null : (Double) Bounds.real("--min-consensus", consensus, 0, 1),
                from == null ? null : Times.parse(from),
                to == null ? null : Times.parse(to),
                agent,
                words,
                debateId,
                Simulated.of(simulated));
        try (Stoa stoa = open()) {
            Page<DebateSession> page =
                    stoa.debate().sessions().as(main.principal()).list(filter, paging.request());
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(DebateSession::document).toList(),
                            "next",
                            page.next()),
                    SessionText.list(page.items(), page.next()));
        }
    }

    private static SessionRow.Status status(String text) {
        List<String> words = Arrays.stream(SessionRow.Status.values())
                .map(SessionRow.Status::text)
                .toList();
        return SessionRow.Status.valueOf(Bounds.word("--status", text, words).toUpperCase(Locale.ROOT));
    }

    @Command(name = "cancel", description = "Cancel a debate immediately, even if another process runs it.")
    void cancel(
            @Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.") String id) {
        try (Stoa stoa = open()) {
            DebateSession session = stoa.debate()
                    .sessions()
                    .as(main.principal())
                    .cancel(id, main.principal().name());
            main.print(session.document(), List.of("debate " + session.id() + " is cancelled"));
        }
    }
}
