package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.server.console.act.Keys;
import dev.stoa.server.console.counsel.AnswerView;
import dev.stoa.server.console.counsel.Talk;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions, and the conversations in which they are answered. Stateless. */
final class CounselPages {
    private static final int TITLE = 120;
    private static final List<String> QUESTION = List.of("question", "level", "field", "project_id", "debate");

    private static final List<Column> CONVERSATIONS = List.of(
            link("title", "Conversation", "conversations", "conversation_id"),
            count("message_count", "Messages"),
            text("user_id", "By"),
            flag("erased", "Erased"),
            time("updated_at", "Changed"));
    private static final List<Column> NOTES = List.of(
            text("specialist", "Specialist"),
            text("trigger", "Because of"),
            flag("valid", "Covers all"),
            text("backup_text", "Note"),
            time("created_at", "Written"));

    private CounselPages() {}

    static List<Page> pages() {
        return List.of(
                page(
                        "ask",
                        "ask",
                        List.of("question", "level", "field", "project_id", "debate", "preview", "key"),
                        CounselPages::ask),
                page("conversations", "conversations", List.of("q", "project", "cursor"), CounselPages::conversations),
                page("conversations/{id}", "conversation", List.of("answer", "cursor"), CounselPages::conversation),
                page("projects", "projects", List.of("cursor"), CounselPages::projects));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.COUNSEL, Scope.READ, queries, maker);
    }

    private static String given(Asked asked, String name) {
        @Nullable String value = asked.query(name);
        return value == null ? "" : value;
    }

    private static View ask(Asked asked) throws Exception {
        List<Doc> projects = asked.read("projects", "projects?limit=100").docs("items");
        List<Doc> newest =
                asked.read("newest", "conversations?limit=5&unreadable=skip").docs("items");
        Map<String, String> typed = new LinkedHashMap<>();
        QUESTION.forEach(name -> typed.put(name, given(asked, name)));
        String question = given(asked, "question");
        Doc plan = Doc.EMPTY;
        if (asked.query("preview") != null && !question.isEmpty()) {
            Map<String, @Nullable Object> body = new LinkedHashMap<>(Map.of("question", question, "dry_run", true));
            List.of("level", "field", "project_id").forEach(name -> {
                if (asked.query(name) != null) {
                    body.put(name, given(asked, name));
                }
            });
            plan = asked.triedAsk("plan", "ask", body);
        }
        return View.of("ask", "Ask")
                .command("ask" + (question.isEmpty() ? "" : " " + Lists.quoted(question)))
                .with("typed", typed)
                .with("plan", plan)
                .with("fields", new AnswerView(plan).fields())
                .with("projects", projects)
                .with("columns", CONVERSATIONS)
                .with("newest", newest)
                .with("needs", asked.needs(Scope.ASK_PERSON))
                .with("key", Keys.fresh());
    }

    private static View conversations(Asked asked) throws Exception {
        String words = given(asked, "q");
        Here here = new Here("/conversations", Map.of()).with("q", words).with("project", given(asked, "project"));
        Here api = new Here(words.isEmpty() ? "conversations" : "conversations/search", Map.of())
                .with("project", given(asked, "project"));
        Doc found = asked.read(
                "conversations",
                words.isEmpty()
                        ? api.with("unreadable", "skip")
                                .with("cursor", given(asked, "cursor"))
                                .href()
                        : api.with("query", words).href());
        return View.of("conversations", "Conversations")
                .command(words.isEmpty() ? "conversation list" : "conversation search " + Lists.quoted(words))
                .with("here", here)
                .with("words", words)
                .with("project", given(asked, "project"))
                .with("projects", asked.read("projects", "projects?limit=100").docs("items"))
                .with("columns", CONVERSATIONS)
                .with("found", found)
                .with(
                        "next",
                        words.isEmpty() && found.has("next")
                                ? here.with("cursor", found.raw("next")).href()
                                : "");
    }

    private static View projects(Asked asked) throws Exception {
        Here here = new Here("/projects", Map.of());
        Doc found = asked.read(
                "projects",
                new Here("projects", Map.of())
                        .with("cursor", given(asked, "cursor"))
                        .href());
        return View.of("projects", "Projects")
                .command("project list")
                .with("items", found.docs("items"))
                .with(
                        "next",
                        found.has("next")
                                ? here.with("cursor", found.raw("next")).href()
                                : "");
    }

    private static View conversation(Asked asked) throws Exception {
        String address = "conversations/" + asked.segment("id");
        String cursor = given(asked, "cursor");
        String read = new Here(address, Map.of("unreadable", "skip"))
                .with("cursor", cursor)
                .href();
        Doc conversation = asked.read("conversation", read);
        Here here = new Here(Links.to("conversations", asked.id("id")), Map.of()).with("cursor", cursor);
        Talk talk = Talk.of(conversation.docs("messages"), given(asked, "answer"), here);
        AnswerView last = cursor.isEmpty() ? query(asked, "last", talk.last()) : AnswerView.NONE;
        if (talk.last().has("query_id") && !last.isGoing()) {
            // It may have been answered since the messages were read.
            conversation = asked.read("conversation", read);
            talk = Talk.of(conversation.docs("messages"), given(asked, "answer"), here);
            last = talk.last().has("query_id") ? last : AnswerView.NONE;
        }
        String title = conversation.text("title", TITLE);
        return View.titled("conversation", title.isEmpty() ? conversation.text("conversation_id", TITLE) : title)
                .below("Conversations", "/conversations")
                .command("conversation show " + Lists.quoted(asked.id("id")))
                .with("doc", conversation)
                .with("talk", talk)
                .with("here", here)
                .with("chosen", asked.query("answer") != null)
                .with("answer", query(asked, "answer", talk.shown()))
                .with("last", last)
                .with("notes", asked.tried("notes", address + "/backups").docs("items"))
                .with("columns", NOTES)
                .with(
                        "older",
                        conversation.has("next")
                                ? here.with("cursor", conversation.raw("next")).href()
                                : "")
                .with("needs", asked.needs(Scope.ASK_PERSON))
                .with("corrects", asked.needs(Scope.WRITE))
                .with("key", Keys.fresh());
    }

    /** The question of a message with its proof; none if that cannot be read. */
    private static AnswerView query(Asked asked, String name, Doc message) throws Exception {
        return message.has("query_id")
                ? new AnswerView(asked.tried(name, "queries/" + Links.encoded(message.raw("query_id"))))
                : AnswerView.NONE;
    }
}
