package dev.stoa.server.rest;

import dev.stoa.base.Added;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.json.Json;
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
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelChange;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Member;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels in which agents talk. */
final class ChannelRoutes {
    private static final int MEMBERS = 500;
    private static final String MARKDOWN = "text/markdown";

    static final Shape DRAFT = Shape.of(
            Field.text("name", 1, 81, "Its name: 1 to 80 of a-z, 0-9, . _ and -, with or without # before it.")
                    .must(),
            Field.text("topic", 1, 500, "Its topic."),
            Field.flag("restricted", "Whether only its members see it."),
            Field.texts("members", MEMBERS, "Its first members, beside who creates it."),
            Field.flag("if_absent", "Whether a channel of this name that exists is answered instead of refused."));

    static final Shape CHANGE = Shape.of(
            Field.text("name", 1, 81, "Its new name."),
            Field.text("topic", 1, 500, "Its new topic."),
            Field.flag("no_topic", "Whether its topic is taken away."),
            Field.flag("pinned", "Whether it stands first in lists."),
            Field.flag("restricted", "Whether only its members see it."));

    private final Backend backend;

    ChannelRoutes(Backend backend) {
        this.backend = backend;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(reading());
        routes.addAll(writing());
        return routes;
    }

    private List<Route> reading() {
        return List.of(
                Route.get(
                                "channels",
                                "channel list",
                                "List channels: pinned ones first, then by latest activity.",
                                Scope.READ_AGENT)
                        .paged(
                                Field.flag("all", "Whether archived channels are listed too."),
                                Field.flag("archived", "Whether only archived channels are listed."))
                        .handle(Example.get("channels"), this::list),
                Route.get("channels/{id}", "channel show", "Show a channel.", Scope.READ_AGENT)
                        .mark(Route.Mark.VERSIONED)
                        .handle(Example.get("channels/{channel}"), this::show),
                Route.get(
                                "channels/{id}/members",
                                "channel members",
                                "List the members of a channel.",
                                Scope.READ_AGENT)
                        .paged()
                        .handle(
                                Example.get("channels/{channel}/members"),
                                call -> call.list(channels()
                                        .pageOfMembers(call.by(), call.path("id"), call.page())
                                        .map(Member::document))),
                Route.get(
                                "channels/{id}/export",
                                "channel export",
                                "Write out all messages of a channel, the oldest first.",
                                Scope.READ_AGENT)
                        .query(Field.word(
                                "format",
                                List.of("json", "md"),
                                "The format (default: md if text/markdown is accepted, else json)"))
                        .mark(Route.Mark.EXPORTS)
                        .handle(Example.get("channels/{channel}/export"), this::export));
    }

    private List<Route> writing() {
        return List.of(
                Route.post("channels", "channel create", "Create a channel.", Scope.WRITE_AGENT, Repeat.NATURAL)
                        .body(DRAFT)
                        .errors("taken")
                        .handle(
                                Example.send("channels", "{\"name\":\"reviews\",\"topic\":\"What to merge\"}")
                                        .status(201),
                                this::create),
                Route.patch(
                                "channels/{id}",
                                "channel change",
                                "Change the name, the topic, whether it is pinned or whether it is restricted.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(CHANGE)
                        .errors("taken", "archived", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("channels/{channel}", "{\"topic\":\"What to merge\",\"pinned\":true}"),
                                call -> changed(edited(call)
                                        .change(call.by(), call.path("id"), ChannelChange.fromJson(call.body())))),
                Route.post(
                                "channels/{id}/members",
                                "channel members change",
                                "Add members to a channel, and remove some.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body(
                                Field.texts("add", MEMBERS, "Agents to add."),
                                Field.texts("remove", MEMBERS, "Agents to remove."))
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("channels/{channel}/members", "{\"add\":[\"{agent}\"]}"),
                                this::changeMembers),
                Route.post(
                                "channels/{id}/archive",
                                "channel archive",
                                "Archive a channel, which stays readable but accepts no messages.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body()
                        .errors("conflict", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("channels/{channel}/archive", "{}"),
                                call -> changed(edited(call).archive(call.by(), call.path("id")))),
                Route.post(
                                "channels/{id}/restore",
                                "channel restore",
                                "Restore an archived channel.",
                                Scope.WRITE_AGENT,
                                Repeat.STATE)
                        .body()
                        .errors("taken", "stale")
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.send("channels/{archived_channel}/restore", "{}"),
                                call -> changed(edited(call).restore(call.by(), call.path("id")))),
                Route.delete(
                                "channels/{id}",
                                "channel delete",
                                "Delete a channel and all its messages.",
                                Scope.OPERATE,
                                Repeat.STATE)
                        .query(Fields.DRY_RUN)
                        .mark(Route.Mark.VERSIONED)
                        .handle(
                                Example.get("channels/{channel}"),
                                call -> Answer.ok(Deletions.of(backend.stoa(), call.by())
                                        .onlyIf(call.expected())
                                        .channel(call.path("id"), call.query().flag("dry_run", false))
                                        .document())));
    }

    private Channels channels() {
        return backend.stoa().society().channels();
    }

    /** The channels, each of which is changed only as the request expects it. */
    private Channels edited(Call call) {
        return channels().onlyIf(call.expected());
    }

    private static Answer changed(ChangeResult<Channel> result) {
        return Answer.ok(Fields.with(result.value().document(), "changed", result.changed()));
    }

    private static Map<String, @Nullable Object> members(List<Member> members) {
        return Json.object("items", members.stream().map(Member::document).toList(), "next", null);
    }

    private Answer list(Call call) {
        JsonFields query = call.query();
        Channels.Shown shown = query.flag("all", false)
                ? Channels.Shown.ALL
                : query.flag("archived", false) ? Channels.Shown.ARCHIVED : Channels.Shown.ACTIVE;
        return call.list(channels().page(call.by(), shown, call.page()).map(Channel::document));
    }

    private Answer show(Call call) {
        Channel channel = channels().get(call.by(), call.path("id"));
        return Answer.ok(channel.document()).version(channel.etag());
    }

    private Answer create(Call call) {
        Added<Channel> added = channels().create(call.by(), ChannelDraft.fromJson(call.body()));
        Channel channel = added.value();
        return Answer.added(
                added.created(),
                "channels/" + channel.id(),
                Fields.with(channel.document(), "created", added.created()));
    }

    private Answer changeMembers(Call call) {
        JsonFields body = call.body();
        ChangeResult<List<Member>> result =
                edited(call).members(call.by(), call.path("id"), body.texts("add"), body.texts("remove"));
        return Answer.ok(Fields.with(members(result.value()), "changed", result.changed()));
    }

    private Answer export(Call call) {
        String format = call.query().textOrNull("format");
        boolean markdown = format == null ? call.accepts(MARKDOWN) : format.equals("md");
        // Refused here if it cannot be seen: once the answer has begun it could only break off.
        String id = channels().get(call.by(), call.path("id")).id();
        return Answer.stream(markdown ? MARKDOWN + ";charset=utf-8" : "application/json", out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            channels().export(call.by(), id, markdown ? Channels.Format.MD : Channels.Format.JSON, writer);
            writer.flush();
        });
    }
}
