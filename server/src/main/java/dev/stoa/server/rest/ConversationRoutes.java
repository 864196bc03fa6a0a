package dev.stoa.server.rest;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.backup.Backup;
import dev.stoa.counsel.backup.ContextBackups;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationChange;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.ConversationRequest;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.Project;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.counsel.run.ModelRuns;
import dev.stoa.counsel.run.Run;
import dev.stoa.engine.upkeep.ErasedConversation;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversations, their messages and notes, and the projects that they belong to. */
final class ConversationRoutes {
    private static final Field PROJECT =
            Field.id("project", "Only conversations of this project; none for those without (default: all)");
    private static final Field UNREADABLE = Field.word(
            "unreadable", List.of("fail", "skip"), "What happens to texts that cannot be opened (default: fail)");
    private static final Field ORDER =
            Field.word("order", List.of("asc", "desc"), "Pass asc to read from the start (default: newest page first)");
    private static final int MOST_RUNS = 500;

    private final Backend backend;

    ConversationRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        return List.of(
                Route.post("projects", "project new", "Create a project.", Scope.WRITE, Repeat.KEPT)
                        .body(Field.text("name", 1, 200, "Name of the project.").must())
                        .errors("key_reused")
                        .handle(
                                Example.send("projects", "{\"name\":\"Leases\"}")
                                        .status(201),
                                this::newProject),
                Route.get("projects", "project list", "List projects, newest first.", Scope.READ)
                        .paged()
                        .handle(Example.get("projects"), this::projects),
                Route.post("conversations", "conversation new", "Begin a conversation.", Scope.WRITE, Repeat.KEPT)
                        .body(
                                Field.text("title", 1, 200, "Title (default: taken from the first question)"),
                                Field.id("project_id", "Project of the conversation."))
                        .errors("key_reused")
                        .handle(
                                Example.send("conversations", "{\"title\":\"Leases\"}")
                                        .status(201),
                                this::begin),
                Route.get("conversations", "conversation list", "List conversations, newest first.", Scope.READ)
                        .paged(
                                PROJECT,
                                Field.word(
                                        "order",
                                        List.of("created", "updated"),
                                        "Order; updated has one page (default: created)"),
                                UNREADABLE)
                        .handle(Example.get("conversations?limit=2"), this::list),
                Route.get("conversations/{id}", "conversation show", "Show a conversation.", Scope.READ)
                        .paged(ORDER, UNREADABLE)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("conversations/{conversation}"), this::show),
                Route.patch(
                                "conversations/{id}",
                                "conversation rename",
                                "Give a conversation another title, or move it to another project.",
                                Scope.WRITE,
                                Repeat.KEPT)
                        .body(
                                Field.text("title", 1, 200, "The new title."),
                                Field.id("project_id", "Id of the project, or none."))
                        .mark(Route.Mark.VERSIONED)
                        .errors("key_reused", "stale")
                        .handle(
                                Example.send("conversations/{conversation}", "{\"title\":\"Leases and fences\"}"),
                                this::edit),
                Route.get("conversations/search", "conversation search", "Find messages by their words.", Scope.READ)
                        .query(
                                Field.text("query", 1, 1_000, "Words to look for.")
                                        .must(),
                                PROJECT,
                                Field.id("conversation", "Only messages of this conversation."),
                                Field.word("role", MessageRole.values(), "Only messages of this role."),
                                Field.text("since", 10, 40, "Only messages from this time on."),
                                Field.text("until", 10, 40, "Only messages before this time."),
                                Field.whole("limit", 1, 500, "Maximum number of messages (default: 20)"))
                        .handle(Example.get("conversations/search?query=lease"), this::search),
                Route.get("conversations/{id}/messages", "message page", "Read messages of a conversation.", Scope.READ)
                        .paged(ORDER, UNREADABLE)
                        .handle(Example.get("conversations/{conversation}/messages"), this::messages),
                Route.post(
                                "conversations/{id}/messages",
                                "message append",
                                "Add a message to a conversation without asking.",
                                Scope.WRITE,
                                Repeat.KEPT)
                        .body(
                                Field.word("role", MessageRole.values(), "Who said it.")
                                        .must(),
                                Field.text("content", 1, 1_000_000, "The text.").must(),
                                Field.id("message_id", "Its id (default: generated)"))
                        .errors("key_reused", "conflict")
                        .handle(
                                Example.send(
                                                "conversations/{conversation}/messages",
                                                "{\"role\":\"user\",\"content\":\"What is a fence?\"}")
                                        .status(201),
                                this::append),
                Route.get("conversations/{id}/model-runs", "conversation runs", "List calls of models.", Scope.READ)
                        .query(Field.whole("limit", 1, MOST_RUNS, "Maximum number of items (default: 50)"))
                        .handle(
                                Example.get("conversations/{conversation}/model-runs"),
                                call -> runs(call, call.path("id"))),
                Route.get("model-runs", "model-run list", "List calls of models in a conversation.", Scope.READ)
                        .query(
                                Field.id("conversation", "The conversation.").must(),
                                Field.whole("limit", 1, MOST_RUNS, "Maximum number of items (default: 50)"))
                        .handle(
                                Example.get("model-runs?conversation={conversation}"),
                                call -> runs(call, call.query().text("conversation"))),
                Route.get("conversations/{id}/backups", "conversation backups", "List notes.", Scope.READ)
                        .paged()
                        .handle(Example.get("conversations/{conversation}/backups"), this::notes),
                Route.post(
                                "conversations/{id}/backups",
                                "conversation backup",
                                "Write the notes from which specialists go on.",
                                Scope.WRITE,
                                Repeat.NATURAL)
                        .mark(Route.Mark.ASKS)
                        .handle(Example.get("conversations/{conversation}/backups"), this::write),
                Route.post(
                                "conversations/backups",
                                "conversation sweep",
                                "Write notes wherever one is missing.",
                                Scope.OPERATE,
                                Repeat.NATURAL)
                        .mark(Route.Mark.ASKS)
                        .handle(Example.get("conversations/backups"), this::sweep),
                Route.post(
                                "conversations/{id}/messages/{message}/feedback",
                                "conversation feedback",
                                "Say whether an answer was right.",
                                Scope.ASK_PERSON,
                                Repeat.KEPT)
                        .body(Field.flag("accepted", "Whether the answer was right.")
                                .must())
                        .errors("key_reused", "not_an_answer")
                        .handle(
                                Example.send(
                                        "conversations/{conversation}/messages/{answer}/feedback",
                                        "{\"accepted\":true}"),
                                this::feedback),
                Route.post(
                                "conversations/{id}/erase",
                                "conversation erase",
                                "Erase all texts of a conversation permanently.",
                                Scope.ADMIN,
                                Repeat.STATE)
                        .body(
                                Field.flag("dry_run", "Count what would be erased without erasing it."),
                                Field.id("confirm", "The id of the conversation, to erase it."))
                        .mark(Route.Mark.VERSIONED)
                        .errors("stale")
                        .handle(Example.send("conversations/{conversation}/erase", "{\"dry_run\":true}"), this::erase));
    }

    private Counsel counsel() {
        return backend.stoa().counsel();
    }

    private Answer newProject(Call call) {
        KeyedWrite.Replayable<Project> made = Once.write(
                call,
                counsel(),
                "POST projects",
                counsel -> counsel.projects().create(call.by(), call.body().text("name")),
                Project::projectId,
                id -> counsel().projects().get(call.by(), id));
        return Once.answer(made.replayed(), Answer.created(made.value().document()));
    }

    private Answer projects(Call call) {
        return call.list(counsel().projects().list(call.by(), call.page()).map(Project::document));
    }

    private Answer begin(Call call) {
        ConversationDraft draft = new ConversationDraft(
                call.body().textOrNull("title"), call.body().textOrNull("project_id"));
        KeyedWrite.Replayable<Conversation> made = Once.write(
                call,
                counsel(),
                "POST conversations",
                counsel -> counsel.conversations().create(call.by(), draft),
                Conversation::conversationId,
                id -> counsel().conversations().get(call.by(), id));
        return Once.answer(
                made.replayed(),
                Answer.added(
                        true,
                        "conversations/" + made.value().conversationId(),
                        made.value().document()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        ConversationRequest request = new ConversationRequest(
                ProjectFilter.of(query.textOrNull("project")),
                call.page(),
                query.text("order", "created").equals("updated"),
                skips(query));
        return call.list(counsel().conversations().list(call.by(), request).map(Conversation::document));
    }

    private static boolean skips(JsonFields query) {
        return query.text("unreadable", "fail").equals("skip");
    }

    private static MessageRequest page(Call call) {
        String order = call.query().textOrNull("order");
        Page.Request page = call.page();
        return new MessageRequest(
                page.limit(),
                page.cursor(),
                order == null ? null : order.equals("asc") ? MessageRequest.Order.ASC : MessageRequest.Order.DESC,
                skips(call.query()));
    }

    private Answer show(Call call) {
        Conversation conversation = counsel().conversations().get(call.by(), call.path("id"));
        Page<Message> messages = counsel().messages().page(call.by(), conversation.conversationId(), page(call));
        Map<String, @Nullable Object> document = new LinkedHashMap<>(conversation.document());
        Answer page = call.list(messages.map(Message::document));
        if (page.document() instanceof Map<?, ?> list) {
            document.put("messages", list.get("items"));
            document.put("next", list.get("next"));
        }
        return Answer.ok(document).version(conversation.etag());
    }

    private Answer edit(Call call) {
        String title = call.body().textOrNull("title");
        String project = call.body().textOrNull("project_id");
        boolean none = ProjectFilter.NONE.equals(project);
        ConversationChange change = new ConversationChange(title, none ? null : project, none);
        String id = call.path("id");
        KeyedWrite.Replayable<Conversation> edited = Once.write(
                call,
                counsel(),
                "PATCH conversations/" + id,
                counsel -> counsel.conversations().onlyIf(call.expected()).change(call.by(), id, change),
                Conversation::conversationId,
                known -> counsel().conversations().get(call.by(), known));
        return Once.answer(
                edited.replayed(),
                Answer.ok(edited.value().document()).version(edited.value().etag()));
    }

    private Answer search(Call call) {
        JsonFields query = call.query();
        String role = query.textOrNull("role");
        String since = query.textOrNull("since");
        String until = query.textOrNull("until");
        return Answer.ok(counsel()
                .keywords()
                .search(
                        call.by(),
                        new KeywordSearch(
                                query.text("query"),
                                ProjectFilter.of(query.textOrNull("project")),
                                query.textOrNull("conversation"),
                                role == null ? null : MessageRole.of(role),
                                since == null ? null : Times.parse(since),
                                until == null ? null : Times.parse(until),
                                Math.toIntExact(query.whole("limit", KeywordSearch.DEFAULT_LIMIT))))
                .document());
    }

    private Answer messages(Call call) {
        return call.list(counsel()
                .messages()
                .page(call.by(), call.path("id"), page(call))
                .map(Message::document));
    }

    private Answer append(Call call) {
        JsonFields body = call.body();
        String conversation = call.path("id");
        MessageDraft draft = MessageDraft.of(conversation, MessageRole.of(body.text("role")), body.text("content"))
                .as(body.textOrNull("message_id"));
        KeyedWrite.Replayable<Message> added = Once.write(
                call,
                counsel(),
                "POST conversations/" + conversation + "/messages",
                counsel -> counsel.messages().append(call.by(), draft),
                Message::messageId,
                id -> counsel().messages().get(call.by(), id));
        return Once.answer(
                added.replayed(),
                Answer.added(
                        true,
                        "conversations/" + conversation + "/messages",
                        added.value().document()));
    }

    private Answer runs(Call call, String conversation) {
        int limit = Math.toIntExact(call.query().whole("limit", Page.Request.DEFAULT_LIMIT));
        return DebateRecordRoutes.whole(counsel().modelRuns().ofConversation(call.by(), conversation, limit).stream()
                .map(Run::document)
                .toList());
    }

    private Answer notes(Call call) {
        Page<Backup> page = counsel().contextBackups().list(call.by(), call.path("id"), call.page());
        return call.list(page.map(Backup::document), Map.of("failed", 0));
    }

    private Answer write(Call call) {
        return notes(
                counsel()
                        .contextBackups()
                        .write(
                                call.by(),
                                call.path("id"),
                                backend.work().engines().notes(call.by())),
                0);
    }

    private Answer sweep(Call call) {
        ContextBackups.Sweep sweep = counsel()
                .contextBackups()
                .sweep(call.by(), backend.work().engines().notes(call.by()));
        return notes(sweep.written(), sweep.failed());
    }

    private static Answer notes(List<Backup> notes, int failed) {
        return Answer.ok(
                Json.object("items", notes.stream().map(Backup::document).toList(), "next", null, "failed", failed));
    }

    private Answer feedback(Call call) {
        String message = call.path("message");
        KeyedWrite.Replayable<ModelRuns.Feedback> told = Once.write(
                call,
                counsel(),
                "POST messages/" + message + "/feedback",
                counsel -> counsel.modelRuns()
                        .feedback(
                                call.by(), call.path("id"), message, call.body().flag("accepted")),
                feedback -> feedback.outcome() + " " + (feedback.runId() == null ? "" : feedback.runId()),
                ConversationRoutes::feedback);
        return Once.answer(told.replayed(), Answer.ok(told.value().document()));
    }

    private static ModelRuns.Feedback feedback(String reference) {
        int blank = reference.indexOf(' ');
        String run = reference.substring(blank + 1);
        return new ModelRuns.Feedback(run.isEmpty() ? null : run, Double.parseDouble(reference.substring(0, blank)));
    }

    private Answer erase(Call call) {
        String id = call.path("id");
        if (call.body().flag("dry_run", false)) {
            return Answer.ok(
                    ErasedConversation.rehearse(backend.stoa(), call.by(), id).document());
        }
        if (!id.equals(call.body().textOrNull("confirm"))) {
            throw Bounds.invalid("confirm is not the id of the conversation", "send confirm, or dry_run: true");
        }
        return Answer.ok(ErasedConversation.erase(backend.stoa(), call.by(), id, call.expected())
                .document());
    }
}
