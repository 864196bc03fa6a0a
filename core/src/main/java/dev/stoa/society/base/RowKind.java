package dev.stoa.society.base;

/** The kinds of rows that can be named by an id. */
public enum RowKind {
    AGENT("agents", "agent_id", "agent", "list the agents"),
    RUN("sessions", "session_id", "run", "list the runs"),
    TASK("tasks", "task_id", "task", "list the tasks"),
    CHANNEL("channels", "channel_id", "channel", "list the channels"),
    MESSAGE("messages", "message_id", "message", "read the history of the channel"),
    NOTE("memories", "memory_id", "note", "list the notes"),
    KNOWLEDGE("knowledge", "knowledge_id", "knowledge", "query the knowledge");

    private final String table;
    private final String key;
    private final String text;
    private final String advice;

    RowKind(String table, String key, String text, String advice) {
        this.table = table;
        this.key = key;
        this.text = text;
        this.advice = advice;
    }

    public String table() {
        return table;
    }

    public String key() {
        return key;
    }

    /** What it is called in messages. */
    String text() {
        return text;
    }

    /** The advice to one who named none of them. */
    String advice() {
        return advice;
    }

    /** The SQL condition under which an actor sees a row. */
    public String visible(String alias, ResolvedPrincipal me) {
        return switch (this) {
            case AGENT, KNOWLEDGE -> Visibility.ALL;
            case RUN -> Visibility.run(alias, me);
            case TASK -> Visibility.task(alias, me);
            case CHANNEL -> Visibility.channel(alias, me);
            case MESSAGE -> Visibility.message(alias, me);
            case NOTE -> Visibility.note(alias, me);
        };
    }
}
