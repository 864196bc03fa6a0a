package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.json.JsonFields;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Repeat;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDetail;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteFilter;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.note.Notes;
import java.util.ArrayList;
import java.util.List;

/** What agents keep for themselves. */
final class NoteRoutes {
    private static final int CHAIN = 200;
    private static final int SHARES = 100;

    private static final Field MESSAGE =
            Field.text("message", 1, 32_768, "The text.").must();

    static final Shape DRAFT = Shape.of(
            MESSAGE,
            Field.text("topic", 1, 80, "Its topic (default: general)"),
            Field.flag("core", "Whether it is part of every prompt of the agent."),
            Field.flag("public", "Whether all agents may read it."),
            Field.texts("share_with", SHARES, "Agents that may read it."),
            Fields.trust("trust", "The most trust that it has (default: that of its author)"),
            Field.text("source", 1, 40, "Where it comes from, one word (default: manual)"),
            Field.text("code_anchors", 1, 32_768, "Places in code, stored as given."),
            Field.id("bridge_channel", "The channel that it belongs to."));

    static final Shape REPLACE = Shape.of(
            Field.texts("olds", 1, 50, "The notes that are replaced.").must(),
            MESSAGE,
            Field.text("topic", 1, 80, "Its topic (default: the common one of the replaced notes)"),
            Field.text("note", 1, 2_000, "Why they are replaced."),
            Field.flag("core", "Whether it is core (default: if one of the replaced notes is)"));

    private final Backend backend;

    NoteRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(reading());
        routes.addAll(adding());
        routes.addAll(changing());
        return routes;
    }

    private List<Route> reading() {
        return List.of(
                Route.get("notes", "note list", "List notes: core ones first, then the newest.", Scope.READ_AGENT)
                        .paged(
                                Field.id("agent", "Who wrote them (default: the acting agent)"),
                                Field.text("topic", 1, 80, "Only notes of this topic."),
                                Field.flag("core", "Whether only core notes are listed."),
                                Field.whole("days", 1, 36_500, "Only notes changed within this number of days."),
                                Field.flag("archived", "Whether archived notes are listed instead."))
                        .handle(Example.get("notes"), this::list),
                Route.get(
                                "notes/{id}",
                                "note show",
                                "Show a note with its earlier texts and the most similar notes.",
                                Scope.READ_AGENT)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("notes/{note}"), this::show),
                Route.get(
                                "notes/{id}/chain",
                                "note chain",
                                "Show the notes that a note replaced and those that replaced it.",
                                Scope.READ_AGENT)
                        .query(Field.whole("limit", 1, 1_000, "Maximum number of other notes (default: 200)"))
                        .handle(
                                Example.get("notes/{note}/chain"),
                                call -> Answer.ok(
                                        notes().chain(call.by(), call.path("id"), Fields.limit(call.query(), CHAIN))
                                                .document())));
    }

    private List<Route> adding() {
        return List.of(
                Route.post("notes", "note add", "Add a note.", Scope.WRITE_AGENT, Repeat.NATURAL)
                        .body(DRAFT)
                        .errors("limit")
                        .handle(
                                Example.send("notes", "{\"message\":\"The nightly job needs 4 GB.\"}")
                                        .status(201),
                                call -> added(notes().add(call.by(), NoteDraft.fromJson(call.body())))),
                Route.post(
                                "notes/replace",
                                "note replace",
                                "Replace several notes by a new one.",
                                Scope.WRITE_AGENT,
                                Repeat.NONE)
                        .body(REPLACE)
                        .errors("conflict")
                        .handle(
                                Example.send(
                                                "notes/replace",
                                                "{\"olds\":[\"{note}\"],\"message\":\"The nightly job needs 8 GB.\"}")
                                        .status(201),
                                this::replace),
                Route.post(
                                "notes/journal",
                                "note journal",
                                "Write the journal of the agent; the text before is kept as history.",
                                Scope.WRITE_AGENT,
                                Repeat.NONE)
                        .body(MESSAGE)
                        .handle(
                                Example.send("notes/journal", "{\"message\":\"Half of the logs are read.\"}")
                                        .status(201),
                                call -> added(
                                        notes().journal(call.by(), call.body().text("message")))));
    }

    private List<Route> changing() {
        return List.of(
                Route.patch(
                                "notes/{id}",
                                "note edit",
                                "Change the text or topic of a note, or whether it is core.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Field.text("message", 1, 32_768, "Its new text."),
                                Field.text("topic", 1, 80, "Its new topic."),
                                Field.flag("core", "Whether it is part of every prompt of the agent."))
                        .errors("conflict", "limit", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.send("notes/{note}", "{\"core\":true}"), this::edit),
                Route.post(
                                "notes/{id}/share",
                                "note share",
                                "Set which agents may read a note.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Field.texts("with", SHARES, "Agents that may read it too."),
                                Field.flag("public", "Whether all agents may read it."),
                                Field.flag("none", "Whether it becomes private."))
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("notes/{note}/share", "{\"public\":true}"),
                                call -> changed(edited(call)
                                        .share(call.by(), call.path("id"), NoteSharing.fromJson(call.body())))),
                Route.post("notes/{id}/archive", "note archive", "Archive a note.", Scope.WRITE_AGENT, Repeat.STATE)
                        .body()
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("notes/{note}/archive", "{}"),
                                call -> changed(edited(call).archive(call.by(), call.path("id")))),
                Route.post(
                                "notes/{id}/restore",
                                "note restore",
                                "Restore an archived note.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body()
                        .errors("conflict", "limit", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("notes/{archived_note}/restore", "{}"),
                                call -> changed(edited(call).restore(call.by(), call.path("id")))),
                Route.delete("notes/{id}", "note delete", "Delete a note.", Scope.WRITE_AGENT, Repeat.STATE)
                        .query(Fields.DRY_RUN)
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.get("notes/{note}"),
                                call -> Answer.ok(Deletions.of(backend.stoa(), call.by())
                                        .onlyIf(call.expected())
                                        .note(call.path("id"), call.query().flag("dry_run", false))
                                        .document())));
    }

    private Notes notes() {
        return backend.stoa().society().notes();
    }

    /** The notes, each of which is changed only as the request expects it. */
    private Notes edited(Call call) {
        return notes().onlyIf(call.expected());
    }

    private static Answer added(Added<Note> added) {
        Note note = added.value();
        return Answer.added(
                added.created(), "notes/" + note.id(), Fields.with(note.document(), "created", added.created()));
    }

    private static Answer changed(ChangeResult<Note> result) {
        return Answer.ok(Fields.with(result.value().document(), "changed", result.changed()));
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        Long days = query.wholeOrNull("days");
        NoteFilter filter = new NoteFilter(
                query.textOrNull("agent"),
                query.textOrNull("topic"),
                query.flag("core", false),
                days == null ? null : (Integer) Math.toIntExact(days),
                query.flag("archived", false),
                call.page());
        return call.list(notes().list(call.by(), filter).map(Note::document));
    }

    private Answer edit(Call call) {
        JsonFields body = call.body();
        return changed(edited(call)
                .edit(
                        call.by(),
                        call.path("id"),
                        body.textOrNull("message"),
                        body.textOrNull("topic"),
                        body.flagOrNull("core")));
    }

    private Answer show(Call call) {
        NoteDetail detail = notes().show(call.by(), call.path("id"));
        return Answer.ok(detail.document()).version(detail.note().etag());
    }

    private Answer replace(Call call) {
        JsonFields body = call.body();
        List<String> olds = body.texts("olds");
        return added(notes().replace(call.by(), olds, NoteSynthesis.fromJson(body)));
    }
}
