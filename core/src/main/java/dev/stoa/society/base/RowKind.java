package dev.stoa.society.base;

/** The kinds of rows that somebody can name by an id. */
public enum RowKind {
    AGENT("agents", "agent_id", "agent", "agent list"),
    RUN("sessions", "session_id", "run", "run list"),
    TASK("tasks", "task_id", "task", "task list"),
    CHANNEL("channels", "channel_id", "channel", "channel list"),
    MESSAGE("messages", "message_id", "message", "message history"),
    NOTE("memories", "memory_id", "note", "note list"),
    KNOWLEDGE("knowledge", "knowledge_id", "knowledge", "knowledge query '*'");

    private final String table;
    private final String key;
    private final String text;
    private final String verb;

    RowKind(String table, String key, String text, String verb) {
        this.table = table;
        this.key = key;
        this.text = text;
        this.verb = verb;
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

    /** The command that lists them. */
    String verb() {
        return verb;
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
