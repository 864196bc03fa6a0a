package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;

/** The projects of users. Thread-safe. To another user a project does not exist. */
public final class Projects {
    private static final int LONGEST_NAME = 200;
    private static final String COLUMNS = "p.project_id, p.seq, p.user_id, p.name, p.key_id, p.created_at";

    private final CounselContext context;

    private Projects(CounselContext context) {
        this.context = context;
    }

    public static Projects over(CounselContext context) {
        return new Projects(context);
    }

    /** Makes a project. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN, agents = false)
    public Project create(Principal by, String name) {
        Rights.check(by);
        String checked = Bounds.text("name", name, 1, LONGEST_NAME);
        return context.write(by, (tx, now) -> {
            Project made =
                    new Project(context.ids().next(), tx.next("projects"), CounselContext.user(by), checked, now);
            Seal.RowSeal seal = context.seal().row();
            tx.update(
                    "INSERT INTO projects (project_id, user_id, name, created_at, seq, key_id) VALUES (?, ?, ?, ?, ?, ?)",
                    made.projectId(),
                    made.userId(),
                    seal.text(SealedColumn.PROJECT, made.projectId(), "", checked),
                    now,
                    made.seq(),
                    seal.keyId());
            return made;
        });
    }

    /** The projects of a user, the newest first; an operator sees those of all. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Page<Project> list(Principal by, Page.Request request) {
        List<Project> rows = context.read(
                by,
                (tx, now) -> tx.list(
                        "SELECT " + COLUMNS + " FROM projects p WHERE p.seq < ? AND (p.user_id = ? OR ?)"
                                + " ORDER BY p.seq DESC LIMIT ?",
                        this::map,
                        request.after(Long.MAX_VALUE),
                        CounselContext.user(by),
                        by.operator(),
                        request.limit() + 1));
        return request.of(rows, Project::seq);
    }

    /** One project of a user. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Project get(Principal by, String id) {
        return context.read(by, (tx, now) -> get(tx, by, id));
    }

    /** One project of a user, inside a unit of work. */
    public Project get(Tx tx, Principal by, String id) {
        return tx.one(
                        "SELECT " + COLUMNS + " FROM projects p WHERE p.project_id = ? AND (p.user_id = ? OR ?)",
                        this::map,
                        Bounds.id("project", id),
                        CounselContext.user(by),
                        by.operator())
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "project " + Bounds.shown(id) + " does not exist", "list the projects"));
    }

    private Project map(Row row) {
        return new Project(
                row.text(1),
                row.number(2),
                row.text(3),
                context.seal().open(SealedColumn.PROJECT, row.text(1), "", row.text(4), row.numberOrNull(5)),
                row.instant(6));
    }
}
