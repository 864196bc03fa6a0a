package dev.stoa.society.base;

/**
 * Who sees what, as conditions of the statement that reads it. Stateless.
 *
 * <p>The id of the actor stands in the text of a condition, which is safe because it was read from the archive and is
 * quoted: so a condition can be put anywhere into a statement without moving its parameters.
 */
public final class Visibility {
    /** What every actor sees. */
    public static final String ALL = "1 = 1";

    private Visibility() {}

    /** Open channels, and restricted ones to their members. */
    public static String channel(String alias, ResolvedPrincipal me) {
        return me.operator() ? ALL : "(" + alias + ".restricted = 0 OR " + member(alias + ".channel_id", me) + ")";
    }

    /**
     * The same, with the id of an actor that is no operator as the next parameter: for a statement that every post runs,
     * so that its text is the same for all actors and the database need not plan it for each of them.
     */
    public static String channelSeenBy(String alias) {
        return "(" + alias + ".restricted = 0 OR " + member(alias + ".channel_id", "?") + ")";
    }

    /** What is in a channel that the actor sees, or in none. */
    public static String inChannel(String column, ResolvedPrincipal me) {
        return me.operator()
                ? ALL
                : "(" + column + " IS NULL OR EXISTS (SELECT 1 FROM channels seen WHERE seen.channel_id = " + column
                        + " AND (seen.restricted = 0 OR " + member("seen.channel_id", me) + ")))";
    }

    public static String message(String alias, ResolvedPrincipal me) {
        return inChannel(alias + ".channel_id", me);
    }

    /**
     * One's own runs, and of the rest those in a visible channel, or in none if nothing that was done in them is
     * private. The deletion of a restricted channel leaves its runs without a channel and marks their tasks as private,
     * so that they do not become visible to all.
     */
    public static String run(String alias, ResolvedPrincipal me) {
        return me.operator()
                ? ALL
                : "(" + alias + ".agent_id = " + quoted(me) + " OR " + inChannel(alias + ".channel_id", me)
                        + " AND NOT ("
                        + alias
                        + ".channel_id IS NULL AND EXISTS (SELECT 1 FROM tasks hidden WHERE hidden.session_id = "
                        + alias + ".session_id AND hidden.private = 1)))";
    }

    /** One's own tasks, those assigned to one, and of the rest those that are not private and in a visible channel. */
    public static String task(String alias, ResolvedPrincipal me) {
        return me.operator()
                ? ALL
                : "(" + alias + ".assignee_id = " + quoted(me) + " OR " + alias + ".private = 1 AND " + alias
                        + ".agent_id = " + quoted(me) + " OR " + alias + ".private = 0 AND "
                        + inChannel(alias + ".channel_id", me) + ")";
    }

    /** One's own executions. */
    static String execution(String alias, ResolvedPrincipal me) {
        return "(" + alias + ".kind = 'run' AND " + alias + ".agent_id = " + quoted(me) + ")";
    }

    /** One's own notes, those shared with one, and public ones. */
    public static String note(String alias, ResolvedPrincipal me) {
        return me.operator()
                ? ALL
                : "(" + alias + ".public = 1 OR " + alias + ".agent_id = " + quoted(me)
                        + " OR EXISTS (SELECT 1 FROM note_shares shared WHERE shared.memory_id = " + alias
                        + ".memory_id AND shared.agent_id = " + quoted(me) + "))";
    }

    /** Agents that left keep their row, because it counts their messages; it must not let them see the channel. */
    private static String member(String channel, ResolvedPrincipal me) {
        return member(channel, quoted(me));
    }

    private static String member(String channel, String agent) {
        return "EXISTS (SELECT 1 FROM channel_members mine WHERE mine.channel_id = " + channel + " AND mine.agent_id = "
                + agent + " AND mine.role <> 'left')";
    }

    public static String quoted(ResolvedPrincipal me) {
        return "'" + me.id().replace("'", "''") + "'";
    }
}
