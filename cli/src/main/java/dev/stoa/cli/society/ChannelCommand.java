package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Screen;
import dev.stoa.json.Json;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Member;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code channel}: where agents talk. Used by one thread. */
@Command(name = "channel", description = "Create channels, and say who belongs to them.")
public final class ChannelCommand extends CommandGroup {
    private static final String CHANNEL = "A channel, by name or id.";

    @Command(name = "create", description = "Create a channel.")
    void create(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--topic", paramLabel = "TEXT", description = "What it is about.") @Nullable String topic,
            @Option(names = "--restricted", description = "Only its members see it.") boolean restricted,
            @Option(names = "--member", paramLabel = "AGENT", description = "Who belongs to it; may be repeated.")
                    @Nullable
                    List<String> members,
            @Option(names = "--if-absent", description = "One that is there already is the answer.") boolean ifAbsent) {
        ChannelDraft draft = new ChannelDraft(name, topic, restricted, members == null ? List.of() : members, ifAbsent);
        try (Stoa stoa = main.open()) {
            Added<Channel> added = stoa.society().channels().create(main.actor(), draft);
            main.print(
                    with(added.value(), "created", added.created()),
                    List.of("channel #" + added.value().name() + (added.created() ? " is created" : " was there")));
        }
    }

    @Command(name = "rename", description = "Give a channel another name.")
    void rename(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(paramLabel = "NAME") String name) {
        change((channels, by) -> channels.rename(by, channel, name), "is its name", "was its name");
    }

    @Command(name = "topic", description = "Say what a channel is about.")
    void topic(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = "The topic; - for standard input.") @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read it from a file.") @Nullable Path file,
            @Option(names = "--clear", description = "It is about nothing any more.") boolean clear) {
        if (clear && (text != null || file != null)) {
            throw Bounds.invalid("the topic is given and cleared", "give it, or --clear");
        }
        String topic = clear ? null : main.text("the topic", text, file).strip();
        change((channels, by) -> channels.topic(by, channel, topic), "has its topic", "had that topic");
    }

    @Command(name = "pin", description = "Let a channel stand first in lists.")
    void pin(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--off", description = "No more.") boolean off) {
        change(
                (channels, by) -> channels.pin(by, channel, !off),
                off ? "is pinned no more" : "is pinned",
                off ? "was not pinned" : "was pinned");
    }

    @Command(name = "restrict", description = "Let only members see a channel.")
    void restrict(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--off", description = "Let everybody see it again.") boolean off) {
        change(
                (channels, by) -> channels.restrict(by, channel, !off),
                off ? "is open" : "is restricted to its members",
                off ? "was open" : "was restricted");
    }

    @Command(name = "members", description = "List who belongs to a channel, or say who does.")
    void members(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--add", paramLabel = "AGENT", description = "Who belongs to it; may be repeated.")
                    @Nullable
                    List<String> added,
            @Option(names = "--remove", paramLabel = "AGENT", description = "Who belongs to it no more.") @Nullable
                    List<String> removed) {
        try (Stoa stoa = main.open()) {
            boolean changing = added != null || removed != null;
            ChangeResult<List<Member>> members = changing
                    ? stoa.society()
                            .channels()
                            .members(
                                    main.actor(),
                                    channel,
                                    added == null ? List.of() : added,
                                    removed == null ? List.of() : removed)
                    : new ChangeResult<>(stoa.society().channels().members(main.actor(), channel), false);
            Columns columns = new Columns();
            members.value()
                    .forEach(member ->
                            columns.row(member.identity(), member.role().text(), member.posted() + " posted"));
            Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object(
                    "items", members.value().stream().map(Member::document).toList(), "next", null));
            if (changing) {
                document.put("changed", members.changed());
            }
            main.print(document, members.value().isEmpty() ? List.of("nobody belongs to it") : columns.lines());
        }
    }

    @Command(name = "archive", description = "Close a channel: it can be read and not posted to.")
    void archive(@Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel) {
        change((channels, by) -> channels.archive(by, channel), "is archived", "was archived");
    }

    @Command(name = "restore", description = "Open an archived channel again.")
    void restore(@Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel) {
        change((channels, by) -> channels.restore(by, channel), "is open again", "was open");
    }

    private void change(BiFunction<Channels, Principal, ChangeResult<Channel>> change, String done, String already) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Channel> changed = change.apply(stoa.society().channels(), main.actor());
            main.print(
                    with(changed.value(), "changed", changed.changed()),
                    List.of("#" + changed.value().name() + " " + (changed.changed() ? done : already)));
        }
    }

    private static Map<String, @Nullable Object> with(Channel channel, String field, boolean value) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(channel.document());
        document.put(field, value);
        return document;
    }

    @Command(name = "list", description = "List the channels: pinned ones first, then where something happened last.")
    void list(
            @Option(names = "--archived", description = "Only archived ones.") boolean archived,
            @Option(names = "--all", description = "Archived ones too.") boolean all) {
        Channels.Shown shown = all ? Channels.Shown.ALL : archived ? Channels.Shown.ARCHIVED : Channels.Shown.ACTIVE;
        try (Stoa stoa = main.open()) {
            List<Channel> channels = stoa.society().channels().list(main.actor(), shown);
            Columns columns = new Columns();
            for (Channel channel : channels) {
                columns.row(
                        "#" + Screen.clean(channel.name()),
                        channel.lastSeq() + " messages",
                        channel.unread() == 0 ? "" : channel.unread() + " unread",
                        flags(channel) + (channel.topic() == null ? "" : Screen.clean(channel.topic())));
            }
            main.print(
                    Json.object(
                            "items", channels.stream().map(Channel::document).toList(), "next", null),
                    channels.isEmpty() ? List.of("no channel is there") : columns.lines());
        }
    }

    private static String flags(Channel channel) {
        return (channel.pinnedAt() == null ? "" : "(pinned) ")
                + (channel.restricted() ? "(restricted) " : "")
                + (channel.isLive() ? "" : "(archived) ");
    }

    @Command(name = "show", description = "Show a channel.")
    void show(@Parameters(paramLabel = "CHANNEL", description = CHANNEL) String name) {
        try (Stoa stoa = main.open()) {
            Channel channel = stoa.society().channels().get(main.actor(), name);
            Columns columns = new Columns().row("channel", "#" + channel.name() + " " + flags(channel));
            if (channel.topic() != null) {
                columns.row("topic", Screen.clean(channel.topic()));
            }
            columns.row("messages", channel.lastSeq())
                    .row("unread", channel.unread())
                    .row(
                            "role",
                            channel.role() == null ? "none" : channel.role().text())
                    .row("id", channel.id());
            main.print(
                    channel.document(),
                    columns.lines().stream().map(String::stripTrailing).toList());
        }
    }

    @Command(name = "export", description = "Print all messages of a channel, oldest first.")
    void export(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--format", paramLabel = "md|json", description = "Markdown, or JSON; default md.")
                    @Nullable
                    String format) {
        if (format != null) {
            Bounds.word("--format", format, List.of("md", "json"));
        }
        if (main.json() && "md".equals(format)) {
            throw Bounds.invalid("--json and --format md contradict each other", "leave one out");
        }
        Channels.Format chosen = main.json()
                ? Channels.Format.JSON
                : format == null ? Channels.Format.MD : Channels.Format.valueOf(format.toUpperCase(Locale.ROOT));
        try (Stoa stoa = main.open()) {
            stoa.society()
                    .channels()
                    .export(main.actor(), channel, chosen, main.around().out());
            main.around().out().flush();
        }
    }

    @Command(name = "delete", description = "Delete a channel and all that was said there, for ever.")
    void delete(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--dry-run", description = "Only say what would go.") boolean dryRun,
            @Option(names = "--yes", description = "Do not ask.") boolean yes) {
        try (Stoa stoa = main.open()) {
            Channels.Deleted planned = stoa.society().channels().delete(main.actor(), channel, true);
            if (!dryRun && !yes) {
                main.confirm("delete #" + planned.name() + " with " + planned.messages() + " messages?");
            }
            Channels.Deleted deleted =
                    dryRun ? planned : stoa.society().channels().delete(main.actor(), channel, false);
            Map<String, @Nullable Object> document = new LinkedHashMap<>(deleted.document());
            document.put("dry_run", dryRun);
            main.print(
                    document,
                    List.of(
                            "#" + deleted.name() + (dryRun ? " would go with " : " is gone with ") + deleted.messages()
                                    + " messages, " + deleted.mentions() + " mentions, " + deleted.bookmarks()
                                    + " bookmarks and " + deleted.members() + " members",
                            deleted.tasks() + " tasks and " + deleted.notes() + " notes live on"
                                    + (deleted.killed() == 0 ? "" : ", " + deleted.killed() + " of them killed")));
        }
    }
}
