package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Confirm.Kind;
import dev.stoa.server.http.Scope;
import java.util.List;

/** What people do to questions, conversations, corrections, specialists, the log, tokens and keys. Stateless. */
final class CounselActs {
    private static final String CONVERSATION = "conversations/{id}";
    private static final String MESSAGE = CONVERSATION + "/messages/{message}";
    private static final String CORRECTION = "corrections/{id}";
    private static final String SPECIALIST = "specialists/{id}";
    private static final String STATUS = "status";
    private static final String STATE = "State";
    private static final String REASON = "reason";
    private static final String WHY = "Reason";
    private static final String CLAIM = "claim";
    private static final String SUBJECT = "subject";
    private static final String AGAIN = "To go on, type";

    private static final List<Act> ALL = List.of(
            question("ask").withoutSubject().asks("project_id", "Project", false, Kind.LINE),
            question(CONVERSATION)
                    .on(CONVERSATION, "title", Column.count("message_count", "Messages"))
                    .names("conversation_id", "id")
                    .when("erased", "false"),
            Act.of(
                            CONVERSATION + "/queries/{query}/cancel",
                            Scope.ASK_PERSON,
                            "Cancel the question",
                            "Nobody is asked any more, and there is no answer. The question stays on record.",
                            "The question is cancelled.")
                    .on(CONVERSATION, "title")
                    .sends("POST", "queries/{query}/cancel")
                    .does("1 question ends without an answer.")
                    .back(CONVERSATION),
            feedback("accept", "It was right", true),
            feedback("reject", "It was wrong", false),
            Act.of(
                            MESSAGE + "/correct",
                            Scope.WRITE,
                            "Correct this",
                            "Answers are made with the correction from now on, and who gave this answer is rated down.",
                            "The correction holds from now on.")
                    .on(CONVERSATION, "title")
                    .sends("POST", "corrections")
                    .names("message_id", "message")
                    .asks(SUBJECT, "What it is about", true, Kind.LINE)
                    .asks(CLAIM, "What is true", true)
                    .back(CONVERSATION)
                    .leads("corrections/{id}")
                    .undo(""),
            Act.of(
                            CONVERSATION + "/rename",
                            Scope.WRITE,
                            "Rename",
                            "It is listed under another title.",
                            "The conversation is renamed.")
                    .on(CONVERSATION, "title", Column.count("message_count", "Messages"))
                    .sends("PATCH", CONVERSATION)
                    .asks("title", "Title", true, Kind.LINE)
                    .when("erased", "false")
                    .undo(CONVERSATION + "/rename")
                    .restores("title", "title"),
            Act.of(
                            CONVERSATION + "/erase",
                            Scope.ADMIN,
                            "Erase",
                            "All its texts are removed from the archive. Numbers, times and the audit log stay.",
                            "The conversation is erased.")
                    .on(CONVERSATION, "title", Column.count("message_count", "Messages"))
                    .tried()
                    .names("confirm", "id")
                    .again(AGAIN)
                    .when("erased", "false"),
            Act.of(
                            "corrections/new",
                            Scope.WRITE,
                            "Add a correction",
                            "Answers are made with it from now on.",
                            "The correction holds from now on.")
                    .withoutSubject()
                    .sends("POST", "corrections")
                    .asks(SUBJECT, "What it is about", true, Kind.LINE)
                    .asks(CLAIM, "What is true", true)
                    .asks("rejected", "What is not true", false)
                    .asks("domain", "Domain", false, Kind.LINE)
                    .asks("type", "Kind", false, Kind.CHOICE, "fact", "instruction", "preference")
                    .asks("pinned", "It never fades", false, Kind.FLAG)
                    .leads("corrections/{id}")
                    .undo(""),
            Act.of(
                            CORRECTION + "/edit",
                            Scope.WRITE,
                            "Edit the claim",
                            "A new correction takes its place; this one stays on record.",
                            "The correction is replaced.")
                    .on(CORRECTION, SUBJECT, Column.text(CLAIM, "Claim"), Column.state(STATUS, STATE))
                    .sends("PATCH", CORRECTION)
                    .asks(CLAIM, "What is true", true)
                    .when(STATUS, "proposed", "active")
                    .leads("corrections/{id}")
                    .undo(""),
            Act.of(
                            "specialists/new",
                            Scope.OPERATE,
                            "Add a specialist",
                            "Questions are put to it from now on.",
                            "The specialist is added.")
                    .withoutSubject()
                    .sends("POST", "specialists")
                    .asks("name", "Name", true, Kind.LINE)
                    .asks("model", "Model, as PROVIDER:MODEL", true, Kind.LINE)
                    .leads("specialists/{name}")
                    .undo(""),
            specialist(
                            "shadow",
                            "Try another model",
                            "Each question also goes to this model, and both are compared. Its answers are not given.",
                            "The model is tried in the shadow.")
                    .asks("model", "Model, as PROVIDER:MODEL", true, Kind.LINE)
                    .undo(SPECIALIST + "/unshadow"),
            specialist("unshadow", "End the comparison", "The model in the shadow is no longer asked.", "It has ended.")
                    .sends("POST", SPECIALIST + "/shadow")
                    .with("off", true)
                    .when("shadow_model", Act.ANY)
                    .undo(SPECIALIST + "/shadow")
                    .restores("model", "shadow_model"),
            specialist(
                            "promote",
                            "Promote the shadow",
                            "The model in the shadow answers from now on, and the present one is tried in its place."
                                    + " A rollback brings that back.",
                            "The model is promoted.")
                    .does("{0} answers, and {1} no longer does.", "shadow_model", "active_model")
                    .asks(REASON, WHY, false)
                    .asks("force", "Also without a passed gate, which needs a reason", false, Kind.FLAG)
                    .again(AGAIN)
                    .when("shadow_model", Act.ANY)
                    .undo(""),
            specialist(
                            "rollback",
                            "Roll back",
                            "The model before the last promotion answers again, and nothing is tried beside it.",
                            "The promotion is rolled back.")
                    .does("{0} no longer answers.", "active_model")
                    .asks(REASON, WHY, false)
                    .again(AGAIN),
            specialist("retire", "Retire", "It is no longer asked. What it answered stays on record.", "It is retired.")
                    .does("{0} no longer answers.", "active_model")
                    .again(AGAIN)
                    .when("state", "enabled"),
            Act.of(
                            "audit/checkpoint",
                            Scope.OPERATE,
                            "Sign the log",
                            "A signed checkpoint vouches for every entry there is now.",
                            "The log is signed.")
                    .withoutSubject()
                    .sends("POST", "audit/checkpoints")
                    .undo(""),
            Act.of(
                            "tokens/new",
                            Scope.ADMIN,
                            "Create a token",
                            "The next page shows the token, once. The first token closes the server to all who have none.",
                            "The token was created, and was shown once.")
                    .withoutSubject()
                    .sends("POST", "tokens")
                    .asks("label", "What it is for", false, Kind.LINE)
                    .asks(
                            "scopes",
                            "What it allows",
                            true,
                            Kind.MANY,
                            "read",
                            "ask",
                            "write=write, which includes read",
                            "operate=operate, which includes write and ask",
                            "admin=admin, which includes all",
                            "agent:=Only as the agent")
                    .asks(SUBJECT, "User whose conversations it opens", false, Kind.LINE)
                    .asks(
                            "expires_seconds",
                            "Expires",
                            false,
                            Kind.AMOUNT,
                            "2592000=after 30 days",
                            "86400=after a day",
                            "31536000=after a year",
                            "=never")
                    .shows("token-created")
                    .undo(""),
            Act.of(
                            "keys/rotate",
                            Scope.ADMIN,
                            "Add a key",
                            "What is stored from now on is sealed with it, and all the rest is sealed again.",
                            "The key is in use.")
                    .on("keys", "")
                    .when("items", Act.ANY)
                    .undo(""),
            Act.of(
                            "keys/{id}/retire",
                            Scope.ADMIN,
                            "Remove the key",
                            "It is removed from the keyset. That is refused while rows need it.",
                            "The key is removed.")
                    .among("keys", "key_id", "key_id", Column.count("rows", "Rows"))
                    .sends("DELETE", "keys/{id}")
                    .does("1 key that {0} rows need is removed.", "rows"),
            Act.of(
                            "projects/new",
                            Scope.WRITE,
                            "Create a project",
                            "Conversations can be kept together in it.",
                            "The project is created.")
                    .withoutSubject()
                    .sends("POST", "projects")
                    .asks("name", "Name", true, Kind.LINE)
                    .undo(""));

    private CounselActs() {}

    static List<Act> all() {
        return ALL;
    }

    private static Act question(String path) {
        return Act.of(
                        path,
                        Scope.ASK_PERSON,
                        "Ask",
                        "The specialists are asked. Question, answer and proof are stored.",
                        "The question is stored.")
                .sends("POST", "ask")
                .async()
                .asks("question", "Question", true)
                .asks("level", "Level", false, Kind.CHOICE, "balanced", "fast", "high", "maximum")
                .asks("field", "Field", false, Kind.LINE)
                .asks("debate", "Hold a debate in any case", false, Kind.FLAG)
                .back(path)
                .leads("conversations/{conversation_id}")
                .undo("");
    }

    private static Act feedback(String act, String word, boolean accepted) {
        return Act.of(
                        MESSAGE + "/" + act,
                        Scope.ASK_PERSON,
                        word,
                        "Who gave the answer is rated by it. What is said later counts.",
                        "Your feedback is stored.")
                .on(CONVERSATION, "title")
                .sends("POST", MESSAGE + "/feedback")
                .with("accepted", accepted)
                .back(CONVERSATION)
                .undo("");
    }

    private static Act specialist(String act, String word, String about, String done) {
        return Act.of(SPECIALIST + "/" + act, Scope.OPERATE, word, about, done)
                .on(
                        SPECIALIST,
                        "name",
                        Column.text("active_model", "Answers now"),
                        Column.text("shadow_model", "In the shadow"),
                        Column.count("gate.n", "Compared"),
                        Column.number("gate.mean", "Mean difference"),
                        Column.number("gate.bound", "Its lower bound"),
                        Column.flag("gate.passed", "Gate passed"));
    }
}
