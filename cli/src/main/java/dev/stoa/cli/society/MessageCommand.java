package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.json.Json;
import dev.stoa.society.channel.MentionState;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.channel.PostResult;
import dev.stoa.society.message.ErasedMessage;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.Inbox;
import dev.stoa.society.message.MessageWait;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.message.ReceivedMessages;
import dev.stoa.society.work.WorkOffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code message}: what is said in channels, and what is still to be read. Used by one thread. */
@Command(name = "message", description = "Send messages and receive those of others.", addMethodSubcommands = false)
public final class MessageCommand extends CommandGroup {
    private static final String CHANNEL = "Name or id of the channel.";
    private static final String LIMIT = "Maximum number of results, 1 to 500 (default: ${DEFAULT-VALUE})";

    @Command(name = "send", description = "Send a message to a channel; a mention @agent starts that agent.")
    void send(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(
                            paramLabel = "TEXT",
                            arity = "0..1",
                            description = "Text of the message; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(
                            names = "--key",
                            paramLabel = "KEY",
                            description = "Idempotency key; the message is sent once per key.")
                    @Nullable
                    String key) {
        MessageDraft draft = new MessageDraft(main.text("the text", text, file), key, main.task());
        try (Stoa stoa = main.open()) {
            PostResult posted = stoa.society().messages().send(main.principal(), channel, draft);
            main.print(posted.document(), posted(stoa, posted));
        }
    }

    private static List<String> posted(Stoa stoa, PostResult posted) {
        Message message = posted.message();
        List<String> lines = new ArrayList<>();
        lines.add((posted.created() ? "message " : "already sent as message ") + message.seq() + " in #"
                + message.channel() + " (" + message.id() + ")");
        message.mentions()
                .forEach(mention -> lines.add("@" + mention.identity() + " " + state(mention.state())
                        + (mention.reason() == null ? "" : ": " + mention.reason())));
        posted.unknownMentions().forEach(name -> lines.add("@" + name + ": no such agent"));
        if (posted.workId() != null) {
            lines.add("task " + posted.workId() + " is offered");
        }
        boolean queued = posted.created()
                && message.mentions().stream().anyMatch(mention -> mention.state() == MentionState.STARTED);
        return queued ? QueueText.of(stoa, lines.toArray(String[]::new)) : lines;
    }

    /** What a mention led to; an execution begins only when a worker takes it. */
    private static String state(MentionState state) {
        return state == MentionState.STARTED ? "queued" : state.text();
    }

    @Command(name = "recv", description = "Receive the next unread messages of others and mark them as read.")
    void recv(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = LIMIT) int limit,
            @Option(names = "--own", description = "Include own messages.") boolean own,
            @Option(names = "--peek", description = "Leave the messages unread.") boolean peek,
            @Option(names = "--from", paramLabel = "N", description = "First message number, read or unread.") @Nullable
                    Long from) {
        try (Stoa stoa = main.open()) {
            ReceivedMessages received = stoa.society()
                    .bookmarks()
                    .receive(main.principal(), channel, new ReceiveRequest(limit, own, peek, from));
            main.print(received.document(), received(received));
        }
    }

    private static List<String> received(ReceivedMessages received) {
        List<String> lines = new ArrayList<>();
        received.items().forEach(message -> lines.addAll(lines(message)));
        String name = Screen.clean(String.valueOf(received.channel()));
        if (received.timedOut()) {
            lines.add("timed out, no new message");
        } else if (received.closed()) {
            lines.add("#" + name + " is closed");
        } else if (received.items().isEmpty()) {
            lines.add("nothing new in #" + name);
        }
        if (received.unread() > 0) {
            lines.add(received.unread() + " unread");
        }
        return lines;
    }

    private static List<String> lines(Message message) {
        List<String> lines = new ArrayList<>();
        String head = "[" + message.seq() + "] " + Screen.clean(message.identity()) + ": ";
        if (message.content() == null) {
            return List.of(head + "(deleted)");
        }
        message.content()
                .lines()
                .forEach(line -> lines.add((lines.isEmpty() ? head : "    ") + TerminalText.line(line)));
        return lines;
    }

    @Command(
            name = "history",
            description = "Show messages of a channel, including deleted ones, without marking them as read.")
    void history(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--before", paramLabel = "N", description = "Only messages before this number.") @Nullable
                    Long before,
            @Option(names = "--after", paramLabel = "N", description = "Only messages after this number.") @Nullable
                    Long after,
            @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = LIMIT) int limit) {
        try (Stoa stoa = main.open()) {
            Page<Message> page = stoa.society()
                    .messages()
                    .history(main.principal(), channel, new Messages.Range(before, after, limit));
            List<String> lines = new ArrayList<>();
            page.items().forEach(message -> lines.addAll(lines(message)));
            if (page.next() != null) {
                lines.add("more with --" + (after != null && before == null ? "after " : "before ") + page.next());
            }
            main.print(
                    Json.object(
                            "items",
                            page.items().stream().map(Message::document).toList(),
                            "next",
                            page.next()),
                    lines.isEmpty() ? List.of("no messages") : lines);
        }
    }

    @Command(name = "inbox", description = "Show channels with unread messages, and offered work.")
    void inbox() {
        try (Stoa stoa = main.open()) {
            Inbox inbox = stoa.society().bookmarks().inbox(main.principal());
            Columns columns = new Columns();
            for (Inbox.Item item : inbox.items()) {
                columns.row(
                        "#" + Screen.clean(item.channel()),
                        item.unread() + " unread",
                        item.mentions() == 0 ? "" : item.mentions() + " for you");
            }
            for (WorkOffer offer : inbox.offers()) {
                columns.row(
                        "task",
                        offer.taskId(),
                        Screen.clean(offer.input().lines().findFirst().orElse("")));
            }
            List<String> lines =
                    columns.lines().stream().map(String::stripTrailing).toList();
            main.print(inbox.document(), lines.isEmpty() ? List.of("the inbox is empty") : lines);
        }
    }

    @Command(name = "wait", description = "Wait for a message of another agent and receive it.")
    int await(
            @Parameters(
                            paramLabel = "CHANNEL",
                            arity = "0..1",
                            description = "Name or id of a channel (default: any channel)")
                    @Nullable
                    String channel,
            @Option(
                            names = "--timeout",
                            paramLabel = "SECONDS",
                            defaultValue = "60",
                            description = "Maximum seconds to wait, 0 to 600 (default: ${DEFAULT-VALUE})")
                    int seconds,
            @Option(names = "--mentions", description = "Only messages that mention the acting agent.")
                    boolean mentions,
            @Option(names = "--peek", description = "Leave the messages unread.") boolean peek) {
        MessageWait wait =
                new MessageWait(channel, Duration.ofSeconds(seconds), mentions, peek, Page.Request.DEFAULT_LIMIT);
        main.showWarnings();
        try (Stoa stoa = main.open()) {
            ReceivedMessages received = stoa.society().bookmarks().await(main.principal(), wait);
            main.print(received.waited(), received(received));
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return main.interrupted("the wait was interrupted", "wait again; nothing that came is lost");
        }
    }

    @Command(name = "handoff", description = "Offer work to another agent, and announce it in a channel.")
    void handoff(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(paramLabel = "AGENT", description = "Agent that receives the offer.") String agent,
            @Parameters(
                            paramLabel = "TEXT",
                            arity = "0..1",
                            description = "Description of the work; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the text from a file.") @Nullable
                    Path file,
            @Option(
                            names = "--task",
                            paramLabel = "TASK",
                            description = "Id of a task to hand over (default: a new task)")
                    @Nullable
                    String task,
            @Option(
                            names = "--token",
                            paramLabel = "N",
                            description = "Token of the claim; optional for the agent that holds the task.")
                    @Nullable
                    Long token) {
        HandoffDraft handoff =
                new HandoffDraft(agent, main.text("the text", text, file).strip(), task, token, main.task());
        try (Stoa stoa = main.open()) {
            PostResult posted = stoa.society().messages().handoff(main.principal(), channel, handoff);
            main.print(posted.document(), posted(stoa, posted));
        }
    }

    @Command(name = "delete", description = "Erase a message's text permanently; its number and id remain.")
    void delete(@Parameters(paramLabel = "MESSAGE", description = "Id of the message.") String message) {
        try (Stoa stoa = main.open()) {
            Deletions.Deletion<ErasedMessage> deletion =
                    Deletions.of(stoa, main.principal()).message(message);
            ErasedMessage erased = deletion.value();
            ErasureText.print(
                    main,
                    deletion,
                    List.of("message " + erased.message().seq() + " of #"
                            + erased.message().channel() + (erased.changed() ? " is deleted" : " was deleted")));
        }
    }
}
