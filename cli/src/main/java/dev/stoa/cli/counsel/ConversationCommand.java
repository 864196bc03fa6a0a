package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.counsel.backup.Backup;
import dev.stoa.counsel.backup.ContextBackups;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.ConversationRequest;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.counsel.keyword.SearchResult;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.engine.upkeep.ErasedConversation;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code conversation}: what was asked and answered. Used by one thread. */
@Command(
        name = "conversation",
        description = "Begin, read, find and erase conversations, and keep notes of them.",
        addMethodSubcommands = false)
public final class ConversationCommand extends CommandGroup {
    private static final String ID = "Id of the conversation.";
    private static final String PROJECT = "Only conversations of this project; none for those without (default: all)";
    private static final int TITLE = 60;
    private static final int SHOWN = 2_000;

    @Command(name = "new", description = "Begin a conversation.")
    void create(
            @Parameters(
                            paramLabel = "TITLE",
                            arity = "0..1",
                            description = "Title, up to 200 characters (default: taken from the first question)")
                    @Nullable
                    String title,
            @Option(
                            names = "--project",
                            paramLabel = "ID",
                            description = "Project of the conversation (default: STOA_PROJECT, if it is set)")
                    @Nullable
                    String project) {
        String set = main.environment().variables().getOrDefault("STOA_PROJECT", "");
        String assigned = project != null ? project : set.isBlank() ? null : set;
        try (Stoa stoa = main.open()) {
            Conversation made =
                    stoa.counsel().conversations().create(main.principal(), new ConversationDraft(title, assigned));
            main.print(made.document(), List.of("conversation " + made.conversationId() + " begun"));
        }
    }

    @Command(name = "show", description = "Show a conversation: its newest messages, oldest first.")
    void show(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Mixin PageOptions paging,
            @Option(
                            names = "--order",
                            paramLabel = "ORDER",
                            description = "Pass asc to read from the start (default: the newest page first)")
                    @Nullable
                    String order,
            @Option(
                            names = "--unreadable",
                            paramLabel = "WHAT",
                            defaultValue = "fail",
                            description =
                                    "Pass skip to show messages that cannot be opened without their text (default:"
                                            + " ${DEFAULT-VALUE})")
                    String unreadable) {
        Page.Request page = paging.request();
        MessageRequest request = new MessageRequest(page.limit(), page.cursor(), order(order), skips(unreadable));
        try (Stoa stoa = main.open()) {
            Conversation conversation = stoa.counsel().conversations().get(main.principal(), id);
            Page<Message> messages = stoa.counsel().messages().page(main.principal(), id, request);
            Map<String, @Nullable Object> document = new LinkedHashMap<>(conversation.document());
            document.put(
                    "messages", messages.items().stream().map(Message::document).toList());
            document.put("next", messages.next());
            main.print(document, lines(conversation, messages));
        }
    }

    private static MessageRequest.@Nullable Order order(@Nullable String order) {
        if (order == null) {
            return null;
        }
        return Bounds.word("--order", order, List.of("asc", "desc")).equals("asc")
                ? MessageRequest.Order.ASC
                : MessageRequest.Order.DESC;
    }

    private static boolean skips(String unreadable) {
        return Bounds.word("--unreadable", unreadable, List.of("fail", "skip")).equals("skip");
    }

    private static List<String> lines(Conversation conversation, Page<Message> messages) {
        List<String> lines = new ArrayList<>();
        lines.add(
                conversation.erased()
                        ? "(erased)"
                        : Objects.requireNonNullElse(conversation.title(), "(title cannot be opened)"));
        for (Message message : messages.items()) {
            String content = message.content();
            String text = content != null
                    ? Screen.cut(content, SHOWN)
                    : message.unreadable() ? "(cannot be opened)" : "(erased)";
            lines.add(message.seq() + " " + message.role() + ": " + text);
        }
        if (messages.next() != null) {
            lines.add("more: --cursor " + messages.next());
        }
        return lines;
    }

    @Command(name = "list", description = "List conversations, newest first.")
    void list(
            @Option(names = "--project", paramLabel = "ID", description = PROJECT) @Nullable String project,
            @Option(
                            names = "--order",
                            paramLabel = "ORDER",
                            defaultValue = "created",
                            description =
                                    "Order: created, or updated for the last written first, which has one page (default:"
                                            + " ${DEFAULT-VALUE})")
                    String order,
            @Option(
                            names = "--unreadable",
                            paramLabel = "WHAT",
                            defaultValue = "fail",
                            description = "Pass skip to list conversations whose title cannot be opened (default:"
                                    + " ${DEFAULT-VALUE})")
                    String unreadable,
            @Mixin PageOptions paging) {
        boolean updated =
                Bounds.word("--order", order, List.of("created", "updated")).equals("updated");
        ConversationRequest request =
                new ConversationRequest(ProjectFilter.of(project), paging.request(), updated, skips(unreadable));
        try (Stoa stoa = main.open()) {
            Page<Conversation> page = stoa.counsel().conversations().list(main.principal(), request);
            Columns columns = new Columns();
            for (Conversation one : page.items()) {
                columns.row(
                        one.conversationId(),
                        Times.show(one.updatedAt()),
                        one.messageCount() + (one.messageCount() == 1 ? " message" : " messages"),
                        one.erased()
                                ? "(erased)"
                                : Screen.cut(Objects.requireNonNullElse(one.title(), "(cannot be opened)"), TITLE));
            }
            main.print(
                    Documents.page(page, Conversation::document),
                    page.items().isEmpty() ? List.of("no conversation was begun") : columns.lines());
        }
    }

    @Command(
            name = "feedback",
            description = "Say whether an answer was right, which the reliability of its author is measured by.")
    void feedback(
            @Parameters(paramLabel = "MESSAGE", description = "Message id of the answer.") String message,
            @Option(names = "--accepted", description = "The answer was right.") boolean accepted,
            @Option(names = "--rejected", description = "The answer was wrong.") boolean rejected) {
        if (accepted == rejected) {
            throw Bounds.invalid(
                    "--accepted and --rejected are " + (accepted ? "both given" : "both missing"), "give one of them");
        }
        try (Stoa stoa = main.open()) {
            ModelRuns.Feedback told = stoa.counsel().modelRuns().feedback(main.principal(), message, accepted);
            main.print(
                    told.document(),
                    List.of(
                            told.runId() == null
                                    ? "noted; a debate wrote the answer, so no specialist's results change"
                                    : "noted as " + (accepted ? "accepted" : "rejected") + " for run " + told.runId()));
        }
    }

    @Command(name = "rename", description = "Give a conversation another title.")
    void rename(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Parameters(paramLabel = "TITLE", description = "Title, up to 200 characters.") String title) {
        try (Stoa stoa = main.open()) {
            Conversation renamed = stoa.counsel().conversations().rename(main.principal(), id, title);
            main.print(renamed.document(), List.of("conversation " + id + " renamed"));
        }
    }

    @Command(name = "move", description = "Move a conversation to a project, or out of its project.")
    void move(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Parameters(paramLabel = "PROJECT", description = "Id of the project, or none.") String project) {
        String to = project.equals(ProjectFilter.NONE) ? null : project;
        try (Stoa stoa = main.open()) {
            Conversation moved = stoa.counsel().conversations().move(main.principal(), id, to);
            main.print(
                    moved.document(),
                    List.of("conversation " + id + (to == null ? " is in no project" : " moved to project " + to)));
        }
    }

    @Command(name = "search", description = "Find messages by their words, or by how words begin; best first.")
    void search(
            @Parameters(paramLabel = "QUERY", description = "Words to look for, up to 1,000 characters.") String query,
            @Option(names = "--project", paramLabel = "ID", description = PROJECT) @Nullable String project,
            @Option(names = "--conversation", paramLabel = "ID", description = "Only messages of this conversation.")
                    @Nullable
                    String conversation,
            @Option(names = "--role", paramLabel = "ROLE", description = "Only messages of user or of assistant.")
                    @Nullable
                    String role,
            @Option(names = "--since", paramLabel = "TIME", description = "Only messages from this time on.") @Nullable
                    String since,
            @Option(names = "--until", paramLabel = "TIME", description = "Only messages before this time.") @Nullable
                    String until,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "" + KeywordSearch.DEFAULT_LIMIT,
                            description = "Maximum number of messages, 1 to 500 (default: ${DEFAULT-VALUE})")
                    int limit) {
        KeywordSearch search = new KeywordSearch(
                query,
                ProjectFilter.of(project),
                conversation,
                role == null ? null : MessageRole.of(role),
                since == null ? null : Times.parse(since),
                until == null ? null : Times.parse(until),
                limit);
        try (Stoa stoa = main.open()) {
            SearchResult result = stoa.counsel().keywords().search(main.principal(), search);
            main.print(result.document(), lines(result));
        }
    }

    private static List<String> lines(SearchResult result) {
        Columns columns = new Columns();
        result.items()
                .forEach(hit -> columns.row(
                        hit.conversationId(),
                        Times.show(hit.createdAt()),
                        hit.role(),
                        hit.snippet().text()));
        List<String> lines = new ArrayList<>(columns.lines());
        if (lines.isEmpty()) {
            lines.add("no message was found");
        }
        if (!result.ignored().isEmpty()) {
            lines.add("ignored, too common: " + String.join(" ", result.ignored()));
        }
        if (result.pending() > 0) {
            lines.add(result.pending() + " messages are not indexed yet; search again");
        }
        return lines;
    }

    @Command(
            name = "backup",
            description =
                    "Write the notes from which specialists go on: of one conversation, or wherever one is missing. A"
                            + " specialist with a model writes its own.")
    void backup(
            @Parameters(paramLabel = "ID", arity = "0..1", description = ID) @Nullable String id,
            @Option(
                            names = "--all",
                            description = "All conversations at rest for an hour without a note of everything said.")
                    boolean all) {
        if (all == (id != null)) {
            throw Bounds.invalid(
                    all ? "both a conversation and --all are given" : "neither a conversation nor --all is given",
                    "give one of both");
        }
        try (Stoa stoa = main.open()) {
            ContextBackups backups = stoa.counsel().contextBackups();
            NoteAuthor author = main.engines(stoa).notes(main.principal());
            if (id != null) {
                print(new Page<>(backups.write(main.principal(), id, author), null), 0);
                return;
            }
            ContextBackups.Sweep sweep = backups.sweep(main.principal(), author);
            print(new Page<>(sweep.written(), null), sweep.failed());
        }
    }

    private void print(Page<Backup> page, int failed) {
        List<Backup> notes = page.items();
        Columns columns = new Columns();
        notes.forEach(note -> columns.row(
                note.backupId(),
                note.specialist(),
                note.trigger(),
                "thread " + note.threadNumber(),
                "up to message " + note.coversSeq(),
                note.valid() ? "valid" : "stale"));
        List<String> lines = new ArrayList<>(notes.isEmpty() ? List.of("no note") : columns.lines());
        if (page.next() != null) {
            lines.add("more: --cursor " + page.next());
        }
        if (failed > 0) {
            lines.add(failed + " could not be written; the log says why");
        }
        main.print(
                Json.object(
                        "items", notes.stream().map(Backup::document).toList(), "next", page.next(), "failed", failed),
                lines);
    }

    @Command(name = "backups", description = "List the notes of a conversation, newest first.")
    void backups(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin PageOptions page) {
        try (Stoa stoa = main.open()) {
            print(stoa.counsel().contextBackups().list(main.principal(), id, page.request()), 0);
        }
    }

    @Command(
            name = "erase",
            description = "Erase all texts of a conversation permanently. Its rows, ids and numbers stay.")
    void erase(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--dry-run", description = "Count what would be erased without erasing it.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            ErasedConversation rehearsed = ErasedConversation.rehearse(stoa, main.principal(), id);
            if (dryRun) {
                main.print(rehearsed.document(), List.of("would erase " + sum(rehearsed.counts())));
                return;
            }
            if (!yes) {
                main.confirm("Erase conversation " + id + ", " + sum(rehearsed.counts()) + "?");
            }
            ErasedConversation erased = ErasedConversation.erase(stoa, main.principal(), id);
            ErasureText.print(
                    main,
                    erased.document(),
                    List.of("conversation " + id + " erased: " + sum(erased.counts())),
                    Objects.requireNonNull(erased.left()));
        }
    }

    private static String sum(Map<String, Long> counts) {
        return counts.getOrDefault("messages", 0L) + " messages, "
                + counts.getOrDefault("message_keywords", 0L) + " keywords, "
                + counts.getOrDefault("context_backups", 0L) + " notes, "
                + counts.getOrDefault("model_runs", 0L) + " replies, "
                + counts.getOrDefault("corrections", 0L) + " corrections, details of "
                + counts.getOrDefault("audit_log", 0L) + " audit entries";
    }
}
