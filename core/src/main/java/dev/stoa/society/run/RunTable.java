package dev.stoa.society.run;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads runs within a unit of work. Stateless. */
public final class RunTable {
    private static final String SELECT = "SELECT " + Run.COLUMNS + " FROM " + Run.TABLES + " WHERE ";

    private RunTable() {}

    public static Run get(Tx tx, String id) {
        return tx.one(SELECT + "r.session_id = ?", Run::of, id)
                .orElseThrow(() -> new NotFoundException("not_found", "no run " + id, "see stoa run list"));
    }

    static Run seen(Tx tx, ResolvedPrincipal me, String ref) {
        return get(tx, References.row(tx, RowKind.RUN, me, ref));
    }

    /** The run of an agent in a channel that has not ended. */
    static Optional<Run> live(Tx tx, String agent, String channel) {
        return tx.one(SELECT + "r.agent_id = ? AND r.channel_id = ? AND r.ended_at IS NULL", Run::of, agent, channel);
    }

    /** The runs of an agent that have not ended. */
    public static List<Run> living(Tx tx, String agent) {
        return tx.list(SELECT + "r.agent_id = ? AND r.ended_at IS NULL ORDER BY r.seq", Run::of, agent);
    }

    /** The runs that wait to be woken. */
    static List<Run> idle(Tx tx) {
        return tx.list(SELECT + "r.ended_at IS NULL AND r.idle_since IS NOT NULL ORDER BY r.seq", Run::of);
    }

    /** The newest first. */
    static Page<Run> list(Tx tx, ResolvedPrincipal me, RunFilter filter, Page.Request page) {
        StringBuilder sql = new StringBuilder(SELECT + "r.seq < ? AND " + Visibility.run("r", me));
        List<@Nullable Object> values = new ArrayList<>(List.of(page.after(Long.MAX_VALUE)));
        if (filter.agent() != null) {
            sql.append(" AND r.agent_id = ?");
            values.add(References.agent(tx, filter.agent()));
        }
        if (filter.channel() != null) {
            sql.append(" AND r.channel_id = ?");
            values.add(References.channel(tx, me, filter.channel()));
        }
        if (filter.live()) {
            sql.append(" AND r.ended_at IS NULL");
        }
        sql.append(" ORDER BY r.seq DESC LIMIT ").append(page.limit() + 1);
        return page.of(tx.list(sql.toString(), Run::of, values.toArray()), Run::seq);
    }
}
