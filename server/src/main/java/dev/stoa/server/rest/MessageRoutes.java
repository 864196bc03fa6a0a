package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.channel.PostResult;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.MessageWait;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said in channels, and what is still to be read. */
final class MessageRoutes {
    private static final int MOST_SECONDS = 600;
    private static final Field KEY =
            Field.text("client_key", 1, 128, "The key under which it is sent once (default: the Idempotency-Key)");
    private static final Field LIMIT = Field.whole("limit", 1, 500, "Maximum number of messages (default: 50)");
    private static final Field PEEK = Field.flag("peek", "Whether the messages stay unread.");

    static final Shape DRAFT = Shape.of(
            Field.text("content", 1, 65_536, "The text; a mention @agent starts that agent.")
                    .must(),
            KEY,
            Field.id("task_id", "The execution on whose behalf it is sent."));

    static final Shape HANDOFF = Shape.of(
            Field.id("to", "The agent that gets the work.").must(),
            Field.text("summary", 1, 4_000, "What is to be done, or was done so far.")
                    .must(),
            Field.id("task_id", "The work to hand over (default: new work)"),
            Field.whole("lease_token", 0, Long.MAX_VALUE, "The token of the claim; optional for who holds the work."),
            Field.id("from_task_id", "The execution on whose behalf it is handed over."),
            KEY);

    private final Backend backend;

    MessageRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "channels/{id}/messages",
                                "message send",
                                "Send a message to a channel.",
                                Scope.WRITE_AGENT,
                                Repeat.KEPT)
                        .body(DRAFT)
                        .errors("key_reused", "archived")
                        .handle(
                                Example.send("channels/{channel}/messages", "{\"content\":\"The build is green.\"}")
                                        .status(201),
                                this::send),
                Route.get(
                                "channels/{id}/messages",
                                "message history",
                                "List messages of a channel, deleted ones too, without marking them as read.",
                                Scope.READ_AGENT)
                        .paged(
                                Field.whole("before", 1, Long.MAX_VALUE, "Only messages before this number."),
                                Field.whole("after", 0, Long.MAX_VALUE, "Only messages after this number."))
                        .handle(Example.get("channels/{channel}/messages?limit=10"), this::history),
                Route.post(
                                "channels/{id}/receive",
                                "message recv",
                                "Receive the next unread messages of others; reading needs less if they stay unread.",
                                Scope.READ_AGENT,
                                Repeat.NONE)
                        .body(
                                LIMIT,
                                Field.flag("own", "Whether one's own messages count."),
                                PEEK,
                                Field.whole("from", 1, Long.MAX_VALUE, "The first message, read or unread."),
                                Field.real(
                                        "wait_seconds",
                                        0,
                                        MOST_SECONDS,
                                        "How long to wait for a message (default: not at all)"))
                        .mark(Route.Mark.WAITS)
                        .handle(Example.send("channels/{channel}/receive", "{\"limit\":10}"), this::receive),
                Route.get(
                                "inbox",
                                "message inbox",
                                "Show channels with unread messages, and offered work.",
                                Scope.READ_AGENT)
                        .handle(
                                Example.get("inbox"),
                                call -> Answer.ok(bookmarks().inbox(call.by()).document())),
                Route.post(
                                "inbox/wait",
                                "message wait",
                                "Wait for a message of another in any channel, and receive it.",
                                Scope.READ_AGENT,
                                Repeat.NONE)
                        .body(
                                Field.real("wait_seconds", 0, MOST_SECONDS, "How long to wait (default: 60)"),
                                Field.flag("mentions", "Whether only a mention of the acting agent counts."),
                                PEEK,
                                LIMIT)
                        .mark(Route.Mark.WAITS)
                        .handle(Example.send("inbox/wait", "{\"wait_seconds\":0}"), this::await),
                Route.post(
                                "channels/{id}/handoffs",
                                "message handoff",
                                "Offer work to another agent, and announce it in a channel.",
                                Scope.WRITE_AGENT,
                                Repeat.KEPT)
                        .body(HANDOFF)
                        .errors("key_reused", "archived", "lease_lost", "conflict")
                        .handle(
                                Example.send(
                                                "channels/{channel}/handoffs",
                                                "{\"to\":\"{agent}\",\"summary\":\"Read the log of yesterday.\"}")
                                        .status(201),
                                this::handoff),
                Route.delete(
                                "messages/{id}",
                                "message delete",
                                "Erase the text of a message; its number and id remain.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .handle(
                                Example.get("messages/{message}"),
                                call -> Answer.ok(Deletions.of(backend.stoa(), call.by())
                                        .message(call.path("id"))
                                        .document())));
    }

    private Messages messages() {
        return backend.stoa().society().messages();
    }

    private Bookmarks bookmarks() {
        return backend.stoa().society().bookmarks();
    }

    private static Answer posted(PostResult posted) {
        return RepeatedWrite.answer(posted.created(), Answer.created(posted.document()));
    }

    private Answer send(Call call) {
        MessageDraft draft = MessageDraft.fromJson(Fields.keyedByPerson(call, "client_key"));
        return posted(messages()
                .send(
                        call.by(),
                        call.path("id"),
                        draft.taskId() == null ? draft.onBehalfOf(call.by().task()) : draft));
    }

    private Answer handoff(Call call) {
        HandoffDraft draft = HandoffDraft.fromJson(Fields.keyedByPerson(call, "client_key"));
        return posted(messages()
                .handoff(
                        call.by(),
                        call.path("id"),
                        draft.execution() == null ? draft.from(call.by().task()) : draft));
    }

    private Answer history(Call call) {
        JsonFields query = call.query();
        Long before = query.wholeOrNull("before");
        Long after = query.wholeOrNull("after");
        Page.Request page = call.page();
        Long cursor = number(page.cursor());
        boolean onwards = after != null && before == null;
        return call.list(messages()
                .history(
                        call.by(),
                        call.path("id"),
                        cursor == null
                                ? new Messages.Range(before, after, page.limit())
                                : onwards
                                        ? new Messages.Range(null, cursor, page.limit())
                                        : new Messages.Range(cursor, after, page.limit()))
                .map(Message::document));
    }

    private static @Nullable Long number(@Nullable String cursor) {
        try {
            return cursor == null ? null : Long.valueOf(cursor);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(
                    "cursor " + Bounds.shown(cursor) + " is not from a page before", "use its next, or none");
        }
    }

    private Answer receive(Call call) throws InterruptedException {
        JsonFields body = call.body();
        double seconds = body.real("wait_seconds", 0);
        int limit = Fields.limit(body, Page.Request.DEFAULT_LIMIT);
        boolean peek = body.flag("peek", false);
        if (seconds == 0) {
            return Answer.ok(bookmarks()
                    .receive(
                            call.by(),
                            call.path("id"),
                            new ReceiveRequest(limit, body.flag("own", false), peek, body.wholeOrNull("from")))
                    .document());
        }
        if (body.has("own") || body.has("from")) {
            throw Bounds.invalid(
                    "who waits gets the next messages of others, so own and from mean nothing",
                    "leave them out, or leave out wait_seconds");
        }
        return Answer.ok(bookmarks()
                .await(call.by(), new MessageWait(call.path("id"), time(seconds), false, peek, limit), call::again)
                .waited());
    }

    private Answer await(Call call) throws InterruptedException {
        JsonFields body = call.body();
        double usual = MessageWait.DEFAULT.toSeconds();
        return Answer.ok(bookmarks()
                .await(
                        call.by(),
                        new MessageWait(
                                null,
                                time(body.real("wait_seconds", usual)),
                                body.flag("mentions", false),
                                body.flag("peek", false),
                                Fields.limit(body, Page.Request.DEFAULT_LIMIT)),
                        call::again)
                .waited());
    }

    private static Duration time(double seconds) {
        return Duration.ofMillis(Math.round(1_000 * seconds));
    }
}
