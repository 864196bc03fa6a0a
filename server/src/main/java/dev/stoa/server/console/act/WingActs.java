package dev.stoa.server.console.act;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.http.Scope;
import java.util.List;

/** What people do to runs, tasks, notes, knowledge and agents. Stateless. */
final class WingActs {
    private static final String RUN = "runs/{id}";
    private static final String TASK = "tasks/{id}";
    private static final String CHANNEL = "channels/{id}";
    private static final String NOTE = "notes/{id}";
    private static final String FACT = "knowledge/{id}";
    private static final String AGENT = "agents/{id}";
    private static final String ARCHIVED = "archived_at";
    private static final String PINNED = "pinned_at";
    private static final String IDENTITY = "identity";
    private static final String PATCH = "PATCH";
    private static final String DELETE = "DELETE";
    private static final String STATUS = "status";
    private static final String STATE = "State";

    private static final List<Act> ALL = List.of(
            run(
                            "stop",
                            "Stop the run",
                            "Its program is ended, and nothing of it is started again.",
                            "The run is stopped.")
                    .does("1 run that is {0} ends.", "state")
                    .when("state", "working", "idle"),
            run("wake", "Wake the run", "It goes on with what is typed here.", "The run goes on.")
                    .asks("input", "Input", true)
                    .when("state", "idle")
                    .undo(""),
            run("retry", "Start it again", "A new run gets the same input.", "It is started again.")
                    .when("task.status", "failed", "timeout", "killed")
                    .undo(""),
            task("done", "Report it done", "It is completed with this output.", "The task is done.")
                    .asks("output", "Output", false)
                    .does("1 task of {0} becomes completed.", "assignee")
                    .when(STATUS, "running"),
            task("cancel", "Cancel the task", "Nobody can claim it any more.", "The task is cancelled.")
                    .does("1 task that is {0} becomes cancelled.", STATUS)
                    .when(STATUS, "pending", "running"),
            channel("archive", "Archive the channel", "It stays readable, and takes no messages.", "It is archived.")
                    .when(ARCHIVED, "")
                    .undo(CHANNEL + "/restore"),
            channel("restore", "Restore the channel", "It takes messages again.", "The channel is restored.")
                    .when(ARCHIVED, Act.ANY)
                    .undo(CHANNEL + "/archive"),
            channel("pin", "Pin", "It stands first in lists.", "The channel is pinned.")
                    .sends(PATCH, CHANNEL)
                    .with("pinned", true)
                    .when(PINNED, "")
                    .undo(CHANNEL + "/unpin"),
            channel("unpin", "Unpin", "It stands in lists by its latest activity.", "The channel is unpinned.")
                    .sends(PATCH, CHANNEL)
                    .with("pinned", false)
                    .when(PINNED, Act.ANY)
                    .undo(CHANNEL + "/pin"),
            channel("topic", "Set the topic", "Everybody in the channel sees it.", "The topic is set.")
                    .sends(PATCH, CHANNEL)
                    .asksLine("topic", "Topic")
                    .when(ARCHIVED, "")
                    .undo(CHANNEL + "/topic")
                    .restores("topic", "topic"),
            channel("rename", "Rename", "Links by its former name lead nowhere.", "The channel is renamed.")
                    .sends(PATCH, CHANNEL)
                    .asksLine("name", "New name")
                    .when(ARCHIVED, "")
                    .back("channels")
                    .undo(CHANNEL + "/rename")
                    .restores("name", "name", "channel_id"),
            Act.of(
                            CHANNEL + "/delete",
                            Scope.OPERATE,
                            "Delete the channel",
                            "It is deleted with all its messages.",
                            "The channel is deleted.")
                    .on(CHANNEL, "name", Column.text("topic", "Topic"), Column.count("last_seq", "Messages"))
                    .when(ARCHIVED, Act.ANY)
                    .sends(DELETE, CHANNEL)
                    .asksName()
                    .tried()
                    .back("channels"),
            note("archive", "Archive the note", "It is no longer part of prompts.", "The note is archived.")
                    .when(ARCHIVED, "")
                    .undo(NOTE + "/restore"),
            note("restore", "Restore the note", "It counts again.", "The note is restored.")
                    .when(ARCHIVED, Act.ANY)
                    .undo(NOTE + "/archive"),
            note("core", "Make it core", "It is part of every prompt of its agent.", "The note is core.")
                    .sends(PATCH, NOTE)
                    .with("core", true)
                    .when("core", "false")
                    .undo(NOTE + "/uncore"),
            note("uncore", "Make it ordinary", "It is found by search, and no part of every prompt.", "It is ordinary.")
                    .sends(PATCH, NOTE)
                    .with("core", false)
                    .when("core", "true")
                    .undo(NOTE + "/core"),
            note("share", "Share with all", "Every agent may read it.", "The note is shared.")
                    .with("public", true)
                    .when("public", "false")
                    .undo(NOTE + "/hide"),
            note(
                            "hide",
                            "Make it private",
                            "Only its agent may read it, and those who look after the server.",
                            "It is private.")
                    .sends("POST", NOTE + "/share")
                    .with("none", true)
                    .when("public", "true")
                    .undo(NOTE + "/share"),
            note(
                            "delete",
                            "Delete the note",
                            "It is deleted, and nothing of it can be restored.",
                            "The note is deleted.")
                    .sends(DELETE, NOTE)
                    .when(ARCHIVED, Act.ANY)
                    .tried()
                    .back("notes"),
            agent("clone", "Clone", "Another agent begins with the same constitution.", "The copy is registered.")
                    .asksLine(IDENTITY, "Name of the copy")
                    .when(ARCHIVED, "")
                    .undo(""),
            agent("rename", "Rename", "Its former name stays an alias.", "The agent is renamed.")
                    .asksLine(IDENTITY, "New name")
                    .when(ARCHIVED, "")
                    .undo(AGENT + "/rename")
                    .restores(IDENTITY, IDENTITY),
            agent(
                            "merge",
                            "Merge into another",
                            "All that it wrote and did counts as that of the other, and its name means the other.",
                            "The agents are one.")
                    .asksLine("into", "Name of the agent that remains")
                    .asksName()
                    .tried(),
            agent(
                            "archive",
                            "Archive",
                            "It is no longer started, and the work that it holds becomes available to others.",
                            "The agent is archived.")
                    .when(ARCHIVED, "")
                    .undo(AGENT + "/restore"),
            agent("restore", "Restore", "It takes part again.", "The agent is restored.")
                    .when(ARCHIVED, Act.ANY)
                    .undo(AGENT + "/archive"),
            fact("confirm", "Confirm", "It counts as confirmed by you.", "You confirmed it."),
            fact("dispute", "Dispute", "It counts as disputed by you.", "You disputed it."));

    private WingActs() {}

    static List<Act> all() {
        return ALL;
    }

    private static Act run(String act, String word, String about, String done) {
        return Act.of(RUN + "/" + act, Scope.OPERATE, word, about, done)
                .on(RUN, "identity", Column.state("state", STATE), Column.text("task.input", "Input"));
    }

    private static Act task(String act, String word, String about, String done) {
        return Act.of(TASK + "/" + act, Scope.WRITE_AGENT, word, about, done)
                .on(TASK, "input", Column.state(STATUS, STATE), Column.text("assignee", "Held by"));
    }

    private static Act channel(String act, String word, String about, String done) {
        return Act.of(CHANNEL + "/" + act, Scope.WRITE_AGENT, word, about, done)
                .on(
                        CHANNEL,
                        "name",
                        Column.text("topic", "Topic"),
                        Column.count("last_seq", "Messages"),
                        Column.time(ARCHIVED, "Archived"));
    }

    private static Act agent(String act, String word, String about, String done) {
        return Act.of(AGENT + "/" + act, Scope.OPERATE, word, about, done)
                .on(
                        AGENT,
                        IDENTITY,
                        Column.text("kind", "Kind"),
                        Column.text("model", "Model"),
                        Column.time("last_active_at", "Last active"),
                        Column.time(ARCHIVED, "Archived"));
    }

    private static Act note(String act, String word, String about, String done) {
        return Act.of(NOTE + "/" + act, Scope.WRITE_AGENT, word, about, done)
                .on(NOTE, "message", Column.text("topic", "Topic"), Column.time(ARCHIVED, "Archived"));
    }

    private static Act fact(String verdict, String word, String about, String done) {
        return Act.of(FACT + "/" + verdict, Scope.WRITE_AGENT, word, about, done)
                .on(FACT, "content", Column.text("domain", "Domain"), Column.count("confirms", "Confirmed"))
                .sends("POST", FACT + "/review")
                .with("verdict", verdict)
                .asks("reason", "Reason", false)
                .undo("");
    }
}
