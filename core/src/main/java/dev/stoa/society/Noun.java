package dev.stoa.society;

/** The kinds of rows that somebody can name by an id. */
enum Noun {
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

    Noun(String table, String key, String text, String verb) {
        this.table = table;
        this.key = key;
        this.text = text;
        this.verb = verb;
    }

    String table() {
        return table;
    }

    String key() {
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
    String visible(String alias, Me me) {
        return switch (this) {
            case AGENT, KNOWLEDGE -> Sight.ALL;
            case RUN -> Sight.run(alias, me);
            case TASK -> Sight.task(alias, me);
            case CHANNEL -> Sight.channel(alias, me);
            case MESSAGE -> Sight.message(alias, me);
            case NOTE -> Sight.note(alias, me);
        };
    }
}
