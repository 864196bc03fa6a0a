package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.Tombstone;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.GateRow;
import dev.stoa.engine.upkeep.ErasureReport;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs that read the record of one debate. Used by one thread. */
final class DebateRecordCommands {
    private DebateRecordCommands() {}

    /** A verb about one debate. */
    abstract static class OfOne implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String id;

        @Override
        public void run() {
            try (Stoa stoa = debate.open()) {
                DebateSession session =
                        stoa.debate().sessions().as(debate.main().principal()).get(id);
                show(debate.main(), stoa, session);
            }
        }

        abstract void show(Invocation main, Stoa stoa, DebateSession session);

        static <T> void print(
                Invocation main,
                Page<T> page,
                Function<T, Map<String, @Nullable Object>> document,
                List<String> lines) {
            main.paint(
                    Json.object("items", page.items().stream().map(document).toList(), "next", page.next()),
                    RecordText.more(lines, page.next()));
        }
    }

    /** A verb about a part of a debate that can be long. */
    abstract static class Paged extends OfOne {
        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private PageOptions paging;

        Page.Request request() {
            return paging.request();
        }
    }

    /** {@code debate turns}. */
    @Command(name = "turns", description = "List the turns of a debate in the order of the protocol.")
    static final class Turns extends Paged {
        @Option(names = "--prompts", description = "Also show the prompt of each turn.")
        private boolean prompts;

        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            Page<DebateTurn> page = stoa.debate().turns().as(main.principal()).page(session.id(), request());
            print(
                    main,
                    page,
                    turn -> turn.document(prompts),
                    RecordText.turns(Screen.of(main.environment()), session, page.items(), prompts));
        }
    }

    /** {@code debate ballots}. */
    @Command(name = "ballots", description = "List the ballots of a debate: drafts, rounds, then the deciding ballots.")
    static final class Ballots extends Paged {
        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            Page<BallotRow> page = stoa.debate().ballots().as(main.principal()).page(session.id(), request());
            print(main, page, BallotRow::document, RecordText.ballots(page.items()));
        }
    }

    /** {@code debate gates}. */
    @Command(name = "gates", description = "List the gates of a debate.")
    static final class Gates extends Paged {
        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            Page<GateRow> page = stoa.debate().gates().as(main.principal()).page(session.id(), request());
            print(main, page, GateRow::document, RecordText.gates(page.items()));
        }
    }

    /** {@code debate versions}. */
    @Command(name = "versions", description = "List the versions of the code with their test results.")
    static final class Versions extends Paged {
        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            Page<CodeVersion> page =
                    stoa.debate().versions().as(main.principal()).page(session.id(), request());
            print(main, page, CodeVersion::document, RecordText.versions(page.items()));
        }
    }

    /** {@code debate events}. */
    @Command(name = "events", description = "List the events of a debate; each has the hash of the previous one.")
    static final class Events extends Paged {
        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "Only events of this kind, such as tally_made; 5,000 events are looked at for a page.")
        private @Nullable String kind;

        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            Page.Request request = request();
            DebateEvents events = stoa.debate().events().as(main.principal());
            Page<DebateEvent> page = kind == null
                    ? request.of(events.after(session.id(), request.after(0), request.limit() + 1), DebateEvent::seq)
                    : events.ofKind(session.id(), kind, 0, request);
            print(main, page, DebateEvent::document, RecordText.events(page.items()));
        }
    }

    /** {@code debate delete}. */
    @Command(
            name = "delete",
            description = "Delete a finished debate with its whole record; a tombstone with its last hash remains.")
    static final class Delete extends OfOne {
        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, which the tombstone keeps.")
        private @Nullable String reason;

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        @Override
        void show(Invocation main, Stoa stoa, DebateSession session) {
            if (!yes) {
                main.confirm("Delete debate " + session.id() + " with its whole record?");
            }
            Tombstone tombstone = main.engines(stoa).acts(main.principal()).deleteDebate(session.id(), reason);
            ErasureText.print(
                    main,
                    tombstone.document(),
                    List.of("debate " + session.id() + " is deleted; its tombstone remains"),
                    ErasureReport.ofDebate(stoa, session.id()));
        }
    }
}
