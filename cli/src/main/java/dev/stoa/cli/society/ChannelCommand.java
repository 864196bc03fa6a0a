package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.ErasureText;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.engine.upkeep.Deletions;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Member;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code channel}: where agents talk. Used by one thread. */
@Command(name = "channel", description = "Create channels and manage their members.", addMethodSubcommands = false)
public final class ChannelCommand extends CommandGroup {
    private static final String CHANNEL = "Name or id of the channel.";

    @Command(name = "create", description = "Create a channel.")
    void create(
            @Parameters(paramLabel = "NAME", description = "Name of the channel.") String name,
            @Option(names = "--topic", paramLabel = "TEXT", description = "Topic of the channel.") @Nullable
                    String topic,
            @Option(names = "--restricted", description = "Make the channel visible to its members only.")
                    boolean restricted,
            @Option(
                            names = "--member",
                            paramLabel = "AGENT",
                            description = "Agent to add as a member; may be repeated.")
                    @Nullable
                    List<String> members,
            @Option(names = "--if-absent", description = "Return the existing channel if there is one of this name.")
                    boolean ifAbsent) {
        ChannelDraft draft = new ChannelDraft(name, topic, restricted, members == null ? List.of() : members, ifAbsent);
        try (Stoa stoa = main.open()) {
            Added<Channel> added = stoa.society().channels().create(main.principal(), draft);
            main.print(
                    with(added.value(), "created", added.created()),
                    List.of("channel #" + added.value().name()
                            + (added.created() ? " is created" : " already exists")));
        }
    }

    @Command(name = "rename", description = "Rename a channel.")
    void rename(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(paramLabel = "NAME", description = "New name of the channel.") String name) {
        change((channels, by) -> channels.rename(by, channel, name), "is its new name", "is already its name");
    }

    @Command(name = "topic", description = "Set the topic of a channel.")
    void topic(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Parameters(paramLabel = "TEXT", arity = "0..1", description = "Topic; - reads it from standard input.")
                    @Nullable
                    String text,
            @Option(names = "--file", paramLabel = "PATH", description = "Read the topic from a file.") @Nullable
                    Path file,
            @Option(names = "--clear", description = "Remove the topic.") boolean clear) {
        if (clear && (text != null || file != null)) {
            throw Bounds.invalid("the topic is given and cleared", "give it, or --clear");
        }
        String topic = clear ? null : main.text("the topic", text, file).strip();
        change((channels, by) -> channels.topic(by, channel, topic), "has a new topic", "already has that topic");
    }

    @Command(name = "pin", description = "Pin a channel to the top of lists.")
    void pin(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--off", description = "Unpin the channel.") boolean off) {
        change(
                (channels, by) -> channels.pin(by, channel, !off),
                off ? "is no longer pinned" : "is pinned",
                off ? "is not pinned" : "is already pinned");
    }

    @Command(name = "restrict", description = "Make a channel visible to its members only.")
    void restrict(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--off", description = "Make the channel visible to all agents.") boolean off) {
        change(
                (channels, by) -> channels.restrict(by, channel, !off),
                off ? "is open" : "is restricted to its members",
                off ? "is already open" : "is already restricted");
    }

    @Command(name = "members", description = "List the members of a channel, or change them.")
    void members(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--add", paramLabel = "AGENT", description = "Agent to add; may be repeated.") @Nullable
                    List<String> added,
            @Option(names = "--remove", paramLabel = "AGENT", description = "Agent to remove; may be repeated.")
                    @Nullable
                    List<String> removed,
            @Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Channels channels = stoa.society().channels();
            if (added == null && removed == null) {
                Page<Member> page = channels.pageOfMembers(main.principal(), channel, paging.request());
                main.print(Documents.page(page, Member::document), lines(page));
                return;
            }
            ChangeResult<List<Member>> members = channels.members(
                    main.principal(),
                    channel,
                    added == null ? List.of() : added,
                    removed == null ? List.of() : removed);
            Page<Member> whole = new Page<>(members.value(), null);
            Map<String, @Nullable Object> document = new LinkedHashMap<>(Documents.page(whole, Member::document));
            document.put("changed", members.changed());
            main.print(document, lines(whole));
        }
    }

    private static List<String> lines(Page<Member> page) {
        Columns columns = new Columns();
        page.items()
                .forEach(member -> columns.row(member.identity(), member.role().text(), member.posted() + " posted"));
        return SocietyText.more(columns.lines(), page, "no members");
    }

    @Command(name = "archive", description = "Archive a channel; it stays readable but accepts no messages.")
    void archive(@Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel) {
        change((channels, by) -> channels.archive(by, channel), "is archived", "is already archived");
    }

    @Command(name = "restore", description = "Restore an archived channel.")
    void restore(@Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel) {
        change((channels, by) -> channels.restore(by, channel), "is open again", "is already open");
    }

    private void change(BiFunction<Channels, Principal, ChangeResult<Channel>> change, String done, String already) {
        try (Stoa stoa = main.open()) {
            ChangeResult<Channel> changed = change.apply(stoa.society().channels(), main.principal());
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

    @Command(name = "list", description = "List channels: pinned ones first, then by latest activity.")
    void list(
            @Option(names = "--archived", description = "Only archived channels.") boolean archived,
            @Option(names = "--all", description = "Include archived channels.") boolean all,
            @Mixin PageOptions paging) {
        Channels.Shown shown = all ? Channels.Shown.ALL : archived ? Channels.Shown.ARCHIVED : Channels.Shown.ACTIVE;
        try (Stoa stoa = main.open()) {
            Page<Channel> page = stoa.society().channels().page(main.principal(), shown, paging.request());
            Columns columns = new Columns();
            for (Channel channel : page.items()) {
                columns.row(
                        "#" + Screen.clean(channel.name()),
                        Plural.of(channel.lastSeq(), "message"),
                        channel.unread() == 0 ? "" : channel.unread() + " unread",
                        flags(channel) + (channel.topic() == null ? "" : Screen.clean(channel.topic())));
            }
            main.print(Documents.page(page, Channel::document), SocietyText.more(columns.lines(), page, "no channels"));
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
            Channel channel = stoa.society().channels().get(main.principal(), name);
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
            @Option(
                            names = "--format",
                            paramLabel = "md|json",
                            description = "Output format: md (Markdown) or json (default: md)")
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
            PrintWriter out = main.environment().out();
            main.engines(stoa)
                    .exporter(main.principal())
                    .channel(channel, chosen, SafeAppendable.of(out, chosen == Channels.Format.JSON));
            out.flush();
        }
    }

    @Command(name = "delete", description = "Delete a channel and all its messages permanently.")
    void delete(
            @Parameters(paramLabel = "CHANNEL", description = CHANNEL) String channel,
            @Option(names = "--dry-run", description = "Show what would be deleted without deleting it.")
                    boolean dryRun,
            @Option(names = "--yes", description = "Do not ask for confirmation.") boolean yes) {
        try (Stoa stoa = main.open()) {
            Deletions deletions = Deletions.of(stoa, main.principal());
            Deletions.Deletion<Channels.Deleted> deletion = deletions.channel(channel, true);
            if (!dryRun) {
                if (!yes) {
                    main.confirm("delete #" + deletion.value().name() + " with "
                            + Plural.of(deletion.value().messages(), "message") + "?");
                }
                deletion = deletions.channel(channel, false);
            }
            Channels.Deleted deleted = deletion.value();
            List<String> lines = List.of(
                    "#" + deleted.name() + (dryRun ? " would be deleted with " : " is deleted with ")
                            + Plural.of(deleted.messages(), "message") + ", "
                            + Plural.of(deleted.mentions(), "mention") + ", "
                            + Plural.of(deleted.bookmarks(), "bookmark") + " and "
                            + Plural.of(deleted.members(), "member"),
                    Plural.of(deleted.tasks(), "task") + " and " + Plural.of(deleted.notes(), "note")
                            + (deleted.tasks() + deleted.notes() == 1 ? " remains" : " remain")
                            + (deleted.killed() == 0
                                    ? ""
                                    : ", " + Plural.of(deleted.killed(), "task") + " of them killed"));
            ErasureText.print(main, deletion, lines);
        }
    }
}
