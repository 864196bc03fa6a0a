package dev.stoa.server.mcp;

import dev.stoa.base.Added;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.search.text.PromptData;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.Society;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.MessageWait;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.message.ReceivedMessages;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.Tasks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tools over channels, messages, knowledge, notes and tasks. Thread-safe. */
final class SocietyTools {
    private static final int MESSAGES = 20;
    private static final int LONGEST_WAIT = 600;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Room for what a result says besides its messages. */
    private static final int BESIDES = 2_048;

    private static final String CREATED = "created";

    private final Backend backend;

    SocietyTools(Backend backend) {
        this.backend = backend;
    }

    private Society society() {
        return backend.stoa().society();
    }

    Tool sendMessage() {
        return Tool.of(
                new Tool.Label(
                        "send_message",
                        "Send a message",
                        "Post a message in a channel; agents that it mentions as @name are called."),
                Tool.Kind.ACTS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.id("channel", "Name or id of the channel.").must(),
                        Field.text("content", 1, 65_536, "The text.").must(),
                        Field.text("key", 1, 128, "One message for each key.")),
                Schemas.of("message_id", Schemas.TEXT, "seq", Schemas.WHOLE, "mentions", Schemas.OBJECTS),
                call -> {
                    JsonFields fields = call.fields();
                    String key = fields.textOrNull("key");
                    MessageDraft draft = MessageDraft.of(fields.text("content"))
                            .key(key == null ? null : IdempotencyKeys.ownedByPerson(call.by(), key))
                            .onBehalfOf(call.by().task());
                    return ToolResult.of(society()
                            .messages()
                            .send(call.by(), fields.text("channel"), draft)
                            .document());
                });
    }

    Tool readMessages() {
        return Tool.of(
                        new Tool.Label(
                                "read_messages",
                                "Read messages",
                                "Receive unread messages of others and mark them as read; without a channel, of any."),
                        Tool.Kind.ACTS,
                        Scope.WRITE_AGENT,
                        Shape.of(
                                Field.id("channel", "Name or id of the channel."),
                                Field.whole("limit", 1, 100, "Default 20."),
                                Field.flag("peek", "Leave them unread."),
                                Field.whole("from", 1, Integer.MAX_VALUE, "The first number, also of read ones."),
                                Field.whole("wait_seconds", 0, LONGEST_WAIT, "Wait for one (default: 0).")),
                        Schemas.of(
                                "channel",
                                Schemas.TEXT_OR_NULL,
                                "items",
                                Schemas.OBJECTS,
                                "unread",
                                Schemas.WHOLE,
                                "timed_out",
                                Schemas.FLAG),
                        this::read)
                .looking("peek")
                .within(Duration.ofSeconds(LONGEST_WAIT + 10));
    }

    private ToolResult read(ToolCall call) throws InterruptedException {
        JsonFields fields = call.fields();
        String channel = fields.textOrNull("channel");
        int limit = (int) fields.whole("limit", MESSAGES);
        boolean peek = fields.flag("peek", false);
        Long from = fields.wholeOrNull("from");
        long wait = fields.whole("wait_seconds", 0);
        if (from != null && channel == null) {
            throw McpError.params("from needs a channel");
        }
        if (channel == null || (wait > 0 && from == null)) {
            return taken(call, new MessageWait(channel, Duration.ofSeconds(wait), false, peek, limit));
        }
        ReceiveRequest how = new ReceiveRequest(limit, false, peek, from);
        int fitting = fitting(society().bookmarks().receive(call.by(), channel, how.peeking()), limit);
        return told(society().bookmarks().receive(call.by(), channel, how.limit(fitting)), fitting < limit);
    }

    /** Waits for messages, and takes those that fit into one result; others than those are not marked as read. */
    private ToolResult taken(ToolCall call, MessageWait wait) throws InterruptedException {
        long end = System.nanoTime() + wait.timeout().toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            ReceivedMessages seen = awaited(call, new MessageWait(wait.channel(), left, false, true, wait.limit()));
            if (seen.items().isEmpty()) {
                return told(seen, false);
            }
            int fitting = fitting(seen, wait.limit());
            ReceivedMessages received = society()
                    .bookmarks()
                    .await(
                            call.by(),
                            new MessageWait(seen.channelId(), Duration.ZERO, false, wait.peek(), fitting),
                            call.again());
            // Another that acts for the same agent may have been quicker.
            if (!received.items().isEmpty() || System.nanoTime() >= end) {
                return told(received, fitting < wait.limit());
            }
        }
    }

    /** How many messages may be received so that they fit into one result: one at least. */
    private static int fitting(ReceivedMessages seen, int limit) {
        long document = BESIDES;
        long text = BESIDES;
        int count = 0;
        for (Message message : seen.items()) {
            document += Json.write(message.document()).length() + 1;
            text += told(message).render().length();
            if (count > 0 && Math.max(document, text) > ToolResult.LARGEST) {
                return count;
            }
            count++;
        }
        return limit;
    }

    /** Everything that was received: what is marked as read must not be left out. */
    private static ToolResult told(ReceivedMessages received, boolean cut) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(received.waited());
        if (cut) {
            document.put("cut", true);
        }
        return ToolResult.told(
                LearningTools.text(
                        received.items().stream().map(SocietyTools::told).toList(),
                        received.unread() == 0 ? null : received.unread() + " more are unread"),
                document);
    }

    /** Waits, and tells every second for how long if that was asked for. */
    private ReceivedMessages awaited(ToolCall call, MessageWait wait) throws InterruptedException {
        if (!call.progress().isAsked()) {
            return society().bookmarks().await(call.by(), wait, call.again());
        }
        long seconds = wait.timeout().toSeconds();
        for (long waited = 0; ; waited++) {
            call.progress().tell((double) waited, (double) seconds, null);
            boolean last = waited + 1 >= seconds;
            Duration length = last ? wait.timeout().minusSeconds(waited) : SECOND;
            ReceivedMessages received = society()
                    .bookmarks()
                    .await(
                            call.by(),
                            new MessageWait(wait.channel(), length, false, wait.peek(), wait.limit()),
                            call.again());
            if (last || !received.timedOut()) {
                return received;
            }
        }
    }

    /** A message in the form in which it may enter a prompt. */
    static PromptData told(Message message) {
        return new PromptData(
                "message",
                message.id(),
                message.identity().equals(Principal.PERSON) ? Trust.HUMAN : Trust.AGENT,
                "#" + message.channel() + "/" + message.seq() + " by " + message.identity(),
                message.content() == null ? "(deleted)" : message.content());
    }

    Tool addKnowledge() {
        return Tool.of(
                new Tool.Label(
                        "add_knowledge",
                        "Add knowledge",
                        "State a fact in a domain for all agents; the same text again changes nothing."),
                Tool.Kind.SETS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.text("domain", 1, 200, "Such as database/postgres.")
                                .must(),
                        Field.text("content", 1, 32_768, "The statement.").must(),
                        Field.real("confidence", 0, 1, "How sure it is."),
                        Field.texts("sources", 20, "Each kind:reference, such as message:ID or url:…"),
                        Field.id("replaces", "The knowledge it takes the place of.")),
                Schemas.of("knowledge", Schemas.OBJECT, CREATED, Schemas.FLAG),
                call -> {
                    Added<Fact> added = society().knowledge().add(call.by(), FactDraft.fromJson(call.fields()));
                    return ToolResult.of(Json.object("knowledge", added.value().document(), CREATED, added.created()));
                });
    }

    Tool inbox() {
        return Tool.of(
                new Tool.Label("inbox", "Look into the inbox", "Show channels with unread messages, and offered work."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.NONE,
                Schemas.of("items", Schemas.OBJECTS, "offers", Schemas.OBJECTS),
                call -> ToolResult.of(society().bookmarks().inbox(call.by()).document()));
    }

    Tool claimTask() {
        return Tool.of(
                new Tool.Label(
                        "claim_task", "Claim a task", "Take a task, or without an id the next one that is offered."),
                Tool.Kind.ACTS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.id("task_id", "The task."),
                        Field.id("channel", "Only tasks of this channel."),
                        Field.whole("lease_seconds", 1, 86_400, "How long it is yours (default: 900).")),
                Schemas.of("task", Schemas.OBJECT_OR_NULL),
                call -> {
                    JsonFields fields = call.fields();
                    String task = fields.textOrNull("task_id");
                    Duration lease = Duration.ofSeconds(fields.whole("lease_seconds", Tasks.LEASE.toSeconds()));
                    Optional<TaskLease> claimed = task == null
                            ? society().tasks().claimNext(call.by(), fields.textOrNull("channel"), lease)
                            : Optional.of(society().tasks().claim(call.by(), task, lease));
                    return ToolResult.of(Json.object(
                            "task", claimed.map(held -> held.task().document()).orElse(null)));
                });
    }

    Tool finishTask() {
        return Tool.of(
                new Tool.Label("finish_task", "Finish a task", "Complete a claimed task, or say why it failed."),
                Tool.Kind.SETS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.id("task_id", "The task.").must(),
                        Field.text("output", 0, 65_536, "The result."),
                        Field.text("failed", 1, 4_000, "Why it failed, instead of a result."),
                        Field.whole(
                                "lease_token", 0, Integer.MAX_VALUE, "Token of the claim (default: the held one).")),
                Schemas.of("task", Schemas.OBJECT, "changed", Schemas.FLAG),
                call -> {
                    JsonFields fields = call.fields();
                    String task = fields.text("task_id");
                    String failed = fields.textOrNull("failed");
                    if (failed != null && fields.has("output")) {
                        throw McpError.params("a task is either done, with output, or failed");
                    }
                    Tasks tasks = society().tasks();
                    Long given = fields.wholeOrNull("lease_token");
                    long token = given == null ? tasks.held(call.by(), task).token() : given;
                    ChangeResult<Task> changed = failed == null
                            ? tasks.complete(call.by(), task, token, fields.textOrNull("output"))
                            : tasks.fail(call.by(), task, token, failed);
                    return ToolResult.of(Json.object("task", changed.value().document(), "changed", changed.changed()));
                });
    }

    Tool handOff() {
        return Tool.of(
                new Tool.Label(
                        "hand_off", "Hand work over", "Offer work to another agent, and announce it in a channel."),
                Tool.Kind.ACTS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.id("channel", "Name or id of the channel.").must(),
                        Field.id("to", "The agent.").must(),
                        Field.text("summary", 1, 4_000, "What is to be done.").must(),
                        Field.id("task_id", "A task that you hold (default: a new one)."),
                        Field.whole("lease_token", 0, Integer.MAX_VALUE, "Token of the claim.")),
                Schemas.of("message_id", Schemas.TEXT, "work_id", Schemas.TEXT),
                call -> {
                    Map<String, @Nullable Object> rest = new LinkedHashMap<>(call.arguments());
                    rest.remove("channel");
                    HandoffDraft draft = HandoffDraft.fromJson(JsonFields.of(rest))
                            .from(call.by().task());
                    return ToolResult.of(society()
                            .messages()
                            .handoff(call.by(), call.fields().text("channel"), draft)
                            .document());
                });
    }

    Tool writeNote() {
        return Tool.of(
                new Tool.Label("write_note", "Write a note", "Keep a note of one's own; others see it only if shared."),
                Tool.Kind.SETS,
                Scope.WRITE_AGENT,
                Shape.of(
                        Field.text("message", 1, 32_768, "The text.").must(),
                        Field.text("topic", 1, 80, "Default general."),
                        Field.flag("core", "Part of every prompt of the agent."),
                        Field.flag("public", "Readable by all agents."),
                        Field.texts("share_with", 100, "Agents that may read it.")),
                Schemas.of("note", Schemas.OBJECT, CREATED, Schemas.FLAG),
                call -> {
                    Added<Note> added = society().notes().add(call.by(), NoteDraft.fromJson(call.fields()));
                    return ToolResult.of(Json.object("note", added.value().document(), CREATED, added.created()));
                });
    }

    Tool searchContext() {
        return Tool.of(
                new Tool.Label(
                        "search_context",
                        "Search what was written",
                        "Search notes, knowledge, messages and tasks by words, best first."),
                Tool.Kind.READS,
                Scope.READ_AGENT,
                Shape.of(
                        Field.text("query", 1, 256, "Words to look for.").must(),
                        Field.texts("scopes", 4, "Of notes, knowledge, messages, tasks (default: all)."),
                        Field.id("channel", "Only of this channel."),
                        Field.text("domain", 1, 200, "Only of this domain."),
                        Field.whole("limit", 1, 100, "Default 10.")),
                Schemas.items(),
                call -> {
                    List<String> scopes = call.fields().texts("scopes");
                    if (scopes.contains(ContextQuery.Scope.FILES.text())) {
                        throw McpError.params("files are not searched here");
                    }
                    return ToolResult.of(society()
                            .context()
                            .search(call.by(), ContextQuery.fromJson(call.fields()))
                            .document());
                });
    }
}
