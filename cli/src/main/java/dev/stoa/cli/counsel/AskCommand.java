package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.cli.console.InterruptGuard;
import dev.stoa.cli.console.Invocation;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Query;
import dev.stoa.engine.counsel.AnsweringEngine;
import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.engine.counsel.Plan;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.DocumentFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command {@code ask}: a question, answered by many models and put on record. Used by one thread. */
@Command(name = "ask", description = "Ask a question and get one answer with its proof.")
public final class AskCommand implements Callable<Integer> {
    private static final int MOST_GIVEN = 200;

    /** Stands for the documents of a dry run. */
    private static final String UNSTORED = "unstored";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private Invocation main;

    @Parameters(
            paramLabel = "QUESTION",
            arity = "0..1",
            description = "Question to answer; - reads it from standard input.")
    private @Nullable String question;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            defaultValue = "balanced",
            description =
                    "How much is done for the answer: fast, balanced, high or maximum (default:" + " ${DEFAULT-VALUE})")
    private String level = "balanced";

    @Option(
            names = "--evidence",
            paramLabel = "PATH",
            split = ",",
            description = "Files and folders that readers of documents quote from, separated by commas.")
    private List<Path> evidence = new ArrayList<>();

    @Option(
            names = "--agents",
            paramLabel = "SPEC",
            split = ",",
            description = "Agents to ask, each as name=provider:model?key=value&… or the name of a registered agent"
                    + " (default: the enabled specialists, else readers of the stored documents, else five simulated"
                    + " agents)")
    private List<String> agents = new ArrayList<>();

    @Option(names = "--conversation", paramLabel = "ID", description = "Conversation to ask in (default: a new one)")
    private @Nullable String conversation;

    @Option(
            names = "--project",
            paramLabel = "ID",
            description = "Project of a new conversation (default: STOA_PROJECT)")
    private @Nullable String project;

    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "Session whose earlier fields guide the routing (default: that of the conversation)")
    private @Nullable String session;

    @Option(
            names = "--field",
            paramLabel = "FIELD",
            description = "Field of the question, such as law or medicine (default: found by its words)")
    private @Nullable String field;

    @Option(names = "--dry-run", description = "Show what would be sent to whom; nothing is written or called.")
    private boolean dryRun;

    @Option(
            names = "--resume",
            paramLabel = "QUERY",
            arity = "0..1",
            fallbackValue = "",
            description =
                    "Continue an interrupted query, or show the answer of a finished one (default: the newest that"
                            + " was interrupted)")
    private @Nullable String resume;

    @Override
    public Integer call() {
        if (resume != null && question != null) {
            throw Bounds.invalid("both a question and --resume are given", "give one of them");
        }
        AtomicReference<String> begun = new AtomicReference<>("");
        try (InterruptGuard guard = main.longRunning();
                Stoa stoa = main.openToSearch()) {
            AnsweringEngine engine = main.engines(stoa).answers();
            Principal me = main.principal();
            if (dryRun) {
                return planned(engine.plan(me, request(stoa)));
            }
            AskAnswer answer = resume != null
                    ? engine.resume(me, interrupted(stoa, me, resume), (step, query) -> begun.set(query.queryId()))
                    : engine.ask(me, request(stoa), (step, query) -> begun.set(query.queryId()));
            main.print(answer.document(), AnswerText.lines(answer));
            if (answer.notices().contains("simulated") && agents.isEmpty() && resume == null) {
                main.say("no documents and no agents are there, so simulated agents drew the answer;"
                        + " give --evidence PATH or --agents SPEC,… for real ones");
            }
            main.environment().out().flush();
            compare(engine, me, answer);
            return 0;
        } catch (InterruptedException e) {
            return main.interrupted(
                    "the question is interrupted and kept", "go on with stoa ask --resume " + begun.get());
        }
    }

    /** The query that is to go on. */
    private static String interrupted(Stoa stoa, Principal me, String named) {
        if (!named.isEmpty()) {
            return named;
        }
        List<Query> open = stoa.counsel().queries().open(me);
        if (open.isEmpty()) {
            throw new NotFoundException("not_found", "no query was interrupted", "ask a question");
        }
        return open.getLast().queryId();
    }

    /** The answer is given: what goes wrong afterwards is said, and changes neither it nor the exit code. */
    private void compare(AnsweringEngine engine, Principal me, AskAnswer answer) {
        try {
            engine.shadow(me, answer.query().queryId());
        } catch (StoaException e) {
            main.say("no shadow was compared: " + e.getMessage());
        } catch (InterruptedException e) {
            // The command ends here: there is nothing left that the interrupt could stop.
            main.say("interrupted while shadows were compared; the answer is stored");
        }
    }

    private AskRequest request(Stoa stoa) {
        String asked = main.text("question", question).strip();
        String set = main.environment().variables().getOrDefault("STOA_PROJECT", "");
        String within = project == null && conversation == null && !set.isBlank() ? set : project;
        return new AskRequest(
                null,
                asked,
                Level.of(level),
                conversation,
                within,
                session,
                field,
                agents,
                documents(stoa),
                false,
                null);
    }

    /** The documents are stored, so that the answer can be traced to them; for a dry run they are only looked for. */
    private List<String> documents(Stoa stoa) {
        List<Path> paths = evidence.stream().map(main::resolve).toList();
        if (dryRun) {
            long files = paths.stream()
                    .mapToLong(path -> DocumentFiles.below(path).files().size())
                    .sum();
            // That there are documents decides who would be asked; they get their ids when they are stored.
            return files == 0 ? List.of() : List.of(UNSTORED);
        }
        return GivenDocuments.store(
                        stoa.learning().evidence().as(main.principal()),
                        paths,
                        skipped -> main.say("skipped: " + skipped.error().getMessage()))
                .stream()
                // All are stored, and what has to do with the question is found among them.
                .limit(MOST_GIVEN)
                .toList();
    }

    private int planned(Plan plan) {
        List<String> lines = new ArrayList<>();
        lines.add("field " + plan.field());
        plan.panel()
                .forEach(member -> lines.add((member.spare() ? "if they do not agree: " : "ask: ") + member.specialist()
                        + " = " + member.model()));
        JsonFields.of(plan.document()).objects("prompts").forEach(prompt -> lines.addAll(AnswerText.prompt(prompt)));
        main.print(plan.document(), lines);
        return 0;
    }
}
