package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class ChannelsTest extends TownFixture {
    private Channels channels;
    private Messages messages;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        channels = town.channels();
        messages = town.messages();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    @Test
    void aChannelIsCreatedOnce() {
        Added<Channel> lab = channels.create(ana, ChannelDraft.of("#Lab").about("what we try"));
        assertThat(lab.created()).isTrue();
        assertThat(lab.value().document())
                .containsEntry("name", "lab")
                .containsEntry("topic", "what we try")
                .containsEntry("restricted", false)
                .containsEntry("last_seq", 0L)
                .containsEntry("unread", 0L)
                .containsEntry("last_seen_seq", 0L)
                .containsEntry("role", "owner")
                .containsEntry("archived_at", null)
                .containsEntry("pinned_at", null)
                .containsKeys("channel_id", "created_at")
                .hasSize(11);
        for (String ref :
                List.of("lab", "#lab", "LAB", lab.value().id(), lab.value().id().substring(28))) {
            assertThat(channels.get(bo, ref).id()).as(ref).isEqualTo(lab.value().id());
        }
        assertThat(channels.get(bo, "lab").role()).isNull();
        assertThatThrownBy(() -> channels.create(bo, ChannelDraft.of("lab")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("channel #lab is taken")
                .satisfies(e -> assertThat(((StoaException) e).code()).isEqualTo("taken"));
        Added<Channel> again = channels.create(bo, ChannelDraft.of("lab").ifAbsent(true));
        assertThat(again.created()).isFalse();
        assertThat(again.value().id()).isEqualTo(lab.value().id());
        channels.archive(ana, "lab");
        assertThatThrownBy(() -> channels.create(bo, ChannelDraft.of("lab").ifAbsent(true)))
                .hasMessageContaining("archived")
                .satisfies(e ->
                        assertThat(((StoaException) e).hint()).get().asString().contains("restore channel lab"));
    }

    @Test
    void namesAndTopicsHaveBounds() {
        for (String name : List.of("", "#", "##a", "a b", "-a", ".a", "_a", "é", "a/b", "a".repeat(81))) {
            assertThatThrownBy(() -> ChannelDraft.of(name)).as(name).isInstanceOf(InvalidException.class);
        }
        channels.create(ana, ChannelDraft.of("a".repeat(80)).about("t".repeat(500)));
        channels.create(ana, ChannelDraft.of("0._-"));
        String id = channels.get(ana, "0._-").id();
        assertThatThrownBy(() -> ChannelDraft.of("#" + id)).hasMessageContaining("has the form of an id");
        assertThatThrownBy(() -> channels.rename(ana, "0._-", id)).hasMessageContaining("has the form of an id");
        assertThatThrownBy(() -> ChannelDraft.of("x").about("t".repeat(501)))
                .hasMessageContaining("topic has 501 characters; at most 500");
        assertThatThrownBy(() -> channels.get(ana, "%")).isInstanceOf(NotFoundException.class);
        ChannelDraft draft = ChannelDraft.fromJson(JsonFields.of(Json.parseObject(
                "{\"name\":\"#X\",\"topic\":\"t\",\"restricted\":true,\"members\":[\"bo\"],\"if_absent\":true}")));
        assertThat(draft).isEqualTo(new ChannelDraft("x", "t", true, List.of("bo"), true));
    }

    @Test
    void changesAreExplicitAndSayWhetherTheyChangedAnything() {
        channels.create(ana, ChannelDraft.of("lab"));
        assertThat(channels.rename(ana, "lab", "#Den").changed()).isTrue();
        assertThat(channels.rename(ana, "den", "den").changed()).isFalse();
        channels.create(ana, ChannelDraft.of("lab"));
        assertThatThrownBy(() -> channels.rename(ana, "den", "lab")).hasMessageContaining("channel #lab is taken");

        assertThat(channels.topic(ana, "den", "rest").value().topic()).isEqualTo("rest");
        assertThat(channels.topic(ana, "den", "rest").changed()).isFalse();
        assertThat(channels.topic(ana, "den", null).value().topic()).isNull();
        assertThat(channels.topic(ana, "den", null).changed()).isFalse();

        ChangeResult<Channel> pinned = channels.pin(ana, "den", true);
        assertThat(pinned.changed()).isTrue();
        town.clock().advance(Duration.ofSeconds(5));
        ChangeResult<Channel> again = channels.pin(ana, "den", true);
        assertThat(again.changed()).isFalse();
        assertThat(again.value().pinnedAt()).isEqualTo(pinned.value().pinnedAt());
        assertThat(channels.pin(ana, "den", false).value().pinnedAt()).isNull();
        assertThat(channels.pin(ana, "den", false).changed()).isFalse();

        Channel archived = channels.archive(ana, "den").value();
        town.clock().advance(Duration.ofSeconds(5));
        assertThat(channels.archive(ana, "den")).isEqualTo(new ChangeResult<>(archived, false));
        assertThat(channels.restore(ana, "den").value().archivedAt()).isNull();
        assertThat(channels.restore(ana, "den").changed()).isFalse();
        assertThat(town.feed().stream().filter("channel.changed"::equals)).hasSize(7);
    }

    @Test
    void aListShowsPinnedOnesFirstThenTheLastActive() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            channels.create(ana, ChannelDraft.of(name));
        }
        messages.send(ana, "b", MessageDraft.of("hello"));
        channels.pin(ana, "c", true);
        town.clock().advance(Duration.ofSeconds(1));
        channels.pin(ana, "d", true);
        channels.archive(ana, "e");
        assertThat(channels.list(bo, Channels.Shown.ACTIVE))
                .extracting(Channel::name)
                .containsExactly("d", "c", "b", "a");
        assertThat(channels.list(bo, Channels.Shown.ARCHIVED))
                .extracting(Channel::name)
                .containsExactly("e");
        assertThat(channels.list(bo, Channels.Shown.ALL)).hasSize(5);
        assertThat(channels.list(bo, Channels.Shown.ACTIVE))
                .extracting(Channel::unread)
                .containsExactly(0L, 0L, 1L, 0L);
    }

    @Test
    void aRestrictedChannelIsThereForItsMembersAlone() {
        town.agent("cy");
        Principal cy = Principal.as("cy");
        Channel den =
                channels.create(ana, ChannelDraft.of("den").restrictedTo("bo")).value();
        messages.send(ana, "den", MessageDraft.of("secret"));
        assertThat(channels.get(bo, "den").role()).isEqualTo(MemberRole.MEMBER);
        assertThat(channels.get(Principal.operator("local"), "den").role()).isNull();
        for (Principal outside : List.of(cy, Town.HUMAN)) {
            for (String ref : List.of("den", den.id(), den.id().substring(28))) {
                assertThatThrownBy(() -> channels.get(outside, ref)).isInstanceOf(NotFoundException.class);
                assertThatThrownBy(() -> messages.send(outside, ref, MessageDraft.of("x")))
                        .isInstanceOf(NotFoundException.class);
                assertThatThrownBy(() -> channels.export(outside, ref, Channels.Format.MD, new StringBuilder()))
                        .isInstanceOf(NotFoundException.class);
            }
            assertThat(channels.list(outside, Channels.Shown.ALL)).isEmpty();
            assertThat(town.bookmarks().inbox(outside).items()).isEmpty();
        }
        assertThat(channels.members(bo, "den"))
                .extracting(Member::identity, Member::role, Member::posted)
                .containsExactly(tuple("ana", MemberRole.OWNER, 1L), tuple("bo", MemberRole.MEMBER, 0L));
        assertThat(channels.members(bo, "den").getFirst().document())
                .containsKeys("agent_id", "joined_at")
                .containsEntry("role", "owner")
                .hasSize(5);
        assertThatThrownBy(() -> channels.create(cy, ChannelDraft.of("den").ifAbsent(true)))
                .hasMessageContaining("taken");
        // The operator may post anywhere, and belongs to it no more than before.
        assertThat(messages.send(Principal.operator("local"), "den", MessageDraft.of("hear me"))
                        .message()
                        .identity())
                .isEqualTo("human");
        assertThatThrownBy(() -> channels.get(Town.HUMAN, "den")).isInstanceOf(NotFoundException.class);
        assertThat(channels.members(ana, "den")).hasSize(2);
    }

    @Test
    void membersComeAndGoAndARestrictedChannelKeepsAnOwner() {
        channels.create(ana, ChannelDraft.of("den").restrictedTo());
        assertThat(channels.members(ana, "den", List.of("bo", "@bo"), List.of()).changed())
                .isTrue();
        assertThat(channels.members(ana, "den", List.of("bo"), List.of()).changed())
                .isFalse();
        messages.send(bo, "den", MessageDraft.of("one"));
        assertThatThrownBy(() -> channels.members(bo, "den", List.of("human"), List.of()))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("is allowed for its owner only");
        assertThatThrownBy(() -> channels.members(ana, "den", List.of(), List.of("ana")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("restricted channel #den would have no owner");
        assertThat(channels.members(ana, "den", List.of(), List.of("bo")).value())
                .hasSize(1);
        assertThatThrownBy(() -> messages.send(bo, "den", MessageDraft.of("two")))
                .isInstanceOf(NotFoundException.class);
        channels.members(ana, "den", List.of("bo"), List.of());
        assertThat(messages.send(bo, "den", MessageDraft.of("two")).message().seq())
                .isEqualTo(2);
        assertThat(channels.members(ana, "den").get(1).posted()).isEqualTo(2);

        town.archive().write(tx -> tx.update("UPDATE agents SET archived_at = created_at WHERE identity = 'bo'"));
        channels.members(ana, "den", List.of(), List.of("bo"));
        assertThatThrownBy(() -> channels.members(ana, "den", List.of("bo"), List.of()))
                .satisfies(e -> assertThat(((StoaException) e).code()).isEqualTo("archived"));
        assertThatThrownBy(() -> channels.members(ana, "den", List.of("nobody"), List.of()))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void restrictingShutsOthersOutAndNeedsAnOwner() {
        channels.create(ana, ChannelDraft.of("lab"));
        assertThat(channels.restrict(Town.HUMAN, "lab", true).value().restricted())
                .isTrue();
        assertThatThrownBy(() -> channels.restrict(Town.HUMAN, "lab", false)).isInstanceOf(NotFoundException.class);
        assertThat(channels.restrict(ana, "lab", true).changed()).isFalse();
        assertThat(channels.restrict(Principal.operator("local"), "lab", false).changed())
                .isTrue();
        channels.members(ana, "lab", List.of(), List.of("ana"));
        assertThatThrownBy(() -> channels.restrict(Town.HUMAN, "lab", true))
                .hasMessageContaining("would have no owner");
        assertThat(channels.get(bo, "lab").restricted()).isFalse();
    }

    @Test
    void whoMayDoWhat() {
        channels.create(ana, ChannelDraft.of("lab"));
        List<Runnable> forMembers = List.of(
                () -> channels.rename(bo, "lab", "x"),
                () -> channels.topic(bo, "lab", "x"),
                () -> channels.pin(bo, "lab", true),
                () -> channels.archive(bo, "lab"),
                () -> channels.restore(bo, "lab"));
        for (Runnable change : forMembers) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(ForbiddenException.class)
                    .hasMessageContaining("#lab is allowed for its members only");
        }
        messages.send(bo, "lab", MessageDraft.of("now I belong to it"));
        channels.topic(bo, "lab", "x");
        channels.archive(bo, "lab");
        channels.restore(bo, "lab");
        assertThatThrownBy(() -> channels.restrict(bo, "lab", true)).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> channels.delete(bo.with(Right.OPERATE), "lab", true))
                .isInstanceOf(ForbiddenException.class);
        channels.members(Town.HUMAN, "lab", List.of(), List.of("bo"));
        messages.send(bo, "lab", MessageDraft.of("I was removed"));
        assertThatThrownBy(() -> channels.topic(bo, "lab", "y")).isInstanceOf(ForbiddenException.class);
        channels.rename(Town.HUMAN, "lab", "den");
    }

    @Test
    void anArchivedChannelEndsWhatHasNotBegunThere() {
        channels.create(ana, ChannelDraft.of("lab"));
        String task = messages.send(ana, "lab", MessageDraft.of("@bo help"))
                .message()
                .mentions()
                .getFirst()
                .taskId();
        town.archive().write(tx -> tx.update("UPDATE tasks SET status = 'running', lease_token = 1"));
        messages.send(ana, "lab", MessageDraft.of("@bo again"));
        assertThatThrownBy(() -> channels.archive(ana, "lab"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("an execution runs in #lab (task " + task + ")");
        assertThatThrownBy(() -> channels.delete(ana.with(Right.OPERATE), "lab", true))
                .hasMessageContaining("an execution runs");
        town.archive().write(tx -> tx.update("UPDATE tasks SET status = 'pending', lease_token = 0"));
        channels.archive(ana, "lab");
        assertThat(town.value("SELECT status FROM tasks")).isEqualTo("killed");
        assertThat(town.value("SELECT end_reason FROM sessions")).isEqualTo("archived");
        assertThat(town.values("SELECT state || ' ' || COALESCE(reason, '') FROM mentions ORDER BY seq"))
                .containsExactly("started ", "skipped archived");
        assertThat(town.feed()).endsWith("task.finished", "run.ended", "channel.changed");
    }

    @Test
    void aDeletedChannelLeavesItsWorkAndNothingElse() {
        Channel den =
                channels.create(ana, ChannelDraft.of("den").restrictedTo("bo")).value();
        messages.send(ana, "den", MessageDraft.of("@bo find the secretword"));
        messages.send(bo, "den", MessageDraft.of("yes"));
        town.bookmarks().receive(ana, "den", ReceiveRequest.next());
        messages.handoff(ana, "den", HandoffDraft.of("bo", "the work"));
        town.tasks().add(ana, WorkDraft.of("said elsewhere").in("den"));
        Map<String, ?> counts = Map.of("messages", 3L, "members", 2L, "bookmarks", 1L, "mentions", 2L, "tasks", 3L);

        Channels.Deleted rehearsed = channels.delete(ana.with(Right.OPERATE), "den", true);
        assertThat(rehearsed.document()).containsAllEntriesOf(counts).containsEntry("killed", 2L);
        assertThat(channels.get(ana, "den").lastSeq()).isEqualTo(3);

        assertThat(channels.delete(ana.with(Right.OPERATE), "den", false)).isEqualTo(rehearsed);
        assertThatThrownBy(() -> channels.get(ana, "den")).isInstanceOf(NotFoundException.class);
        for (String table : List.of("messages", "mentions", "bookmarks", "channel_members", "channels")) {
            assertThat(town.value("SELECT count(*) FROM " + table)).as(table).isEqualTo("0");
        }
        assertThat(town.values("SELECT kind || ' ' || status || ' ' || private FROM tasks WHERE channel_id IS NULL"))
                .as("handed off work holds the words of a message, other work does not")
                .containsExactlyInAnyOrder("run killed 1", "work killed 1", "work pending 1");
        assertThat(town.value("SELECT count(*) FROM search_docs WHERE channel_id = '" + den.id() + "'"))
                .isEqualTo("0");
        assertThat(town.value("SELECT end_reason FROM sessions")).isEqualTo("deleted");
        assertThat(town.feed()).endsWith("channel.deleted");
        if (dialect == Dialect.SQLITE) {
            assertThat(town.value("SELECT count(*) FROM search_text WHERE search_text MATCH 'yes'"))
                    .isEqualTo("0");
        }
        channels.create(bo, ChannelDraft.of("den"));
    }

    @Test
    void whoDeletesAChannelLearnsNothingOfWhatIsHiddenFromIt() {
        channels.create(ana, ChannelDraft.of("lab"));
        town.notes().add(ana, NoteDraft.of("mine").channel("lab"));
        town.notes().add(bo, NoteDraft.of("hidden").channel("lab"));
        town.archive().write(tx -> tx.update("""
                INSERT INTO tasks (task_id, agent_id, channel_id, input, created_at, seq, kind, private)
                SELECT 't-' || a.identity, a.agent_id, c.channel_id, 'x', c.created_at, 1, 'work', 1
                FROM agents a, channels c WHERE a.identity IN ('ana', 'bo')"""));
        assertThat(channels.delete(ana.with(Right.OPERATE), "lab", true).document())
                .containsEntry("notes", 1L)
                .containsEntry("tasks", 1L);
        assertThat(channels.delete(Principal.operator("local"), "lab", true).document())
                .containsEntry("notes", 2L)
                .containsEntry("tasks", 2L);
        town.archive().write(tx -> tx.update("DELETE FROM tasks"));
    }

    @Test
    void ofAHiddenChannelOnlyItsNameIsTold() {
        channels.create(ana, ChannelDraft.of("den").restrictedTo());
        channels.create(ana, ChannelDraft.of("lab"));
        channels.archive(ana, "den");
        for (ThrowingCallable attempt : List.<ThrowingCallable>of(
                () -> channels.create(bo, ChannelDraft.of("den")), () -> channels.rename(Town.HUMAN, "lab", "den"))) {
            assertThatThrownBy(attempt)
                    .hasMessage("channel #den is taken")
                    .satisfies(e -> assertThat(((StoaException) e).hint()).hasValue("choose another name"));
        }
        assertThatThrownBy(() -> channels.create(ana, ChannelDraft.of("den"))).hasMessageContaining("archived");
    }

    @Test
    void anExportThatLostItsConnectionIsNotBegunAgain() {
        channels.create(ana, ChannelDraft.of("lab"));
        messages.send(ana, "lab", MessageDraft.of("one"));
        StringBuilder out = new StringBuilder();
        Appendable lost = new Appendable() {
            @Override
            public Appendable append(CharSequence text) {
                out.append(text);
                if (text.toString().equals("> one\n")) {
                    throw new UnavailableException("unreachable", "lost", null, new SQLException("lost", "08006"));
                }
                return this;
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) {
                return append(text.subSequence(start, end));
            }

            @Override
            public Appendable append(char character) {
                return append(String.valueOf(character));
            }
        };
        assertThatThrownBy(() -> channels.export(bo, "lab", Channels.Format.MD, lost))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("lost while #lab was written out");
        assertThat(out).containsOnlyOnce("# #lab").endsWith("> one\n");
    }

    @Test
    void anExportIsTheWholeChannelAndNobodyHasReadIt() {
        channels.create(ana, ChannelDraft.of("lab").about("trials"));
        messages.send(ana, "lab", MessageDraft.of("one @bo"));
        Message two = messages.send(bo, "lab", MessageDraft.of("two")).message();
        messages.send(ana, "lab", MessageDraft.of("three\nlines"));
        messages.delete(bo, two.id());
        StringBuilder markdown = new StringBuilder();
        channels.export(bo, "lab", Channels.Format.MD, markdown);
        assertThat(markdown.toString()).isEqualTo("""
                # #lab

                > trials

                ### [1] ana · 2026-01-01T00:00:00.000Z

                > one @bo

                ### [2] bo · 2026-01-01T00:00:00.000Z

                (deleted)

                ### [3] ana · 2026-01-01T00:00:00.000Z

                > three
                > lines
                """);
        StringBuilder json = new StringBuilder();
        channels.export(bo, "lab", Channels.Format.JSON, json);
        Map<String, ?> document = Json.parseObject(json.toString());
        assertThat(document).containsOnlyKeys("channel", "items");
        assertThat((List<?>) document.get("items")).hasSize(3);
        assertThat(town.bookmarks().unread(bo, "lab")).isEqualTo(2);
        assertThat(town.value("SELECT count(*) FROM bookmarks")).isEqualTo("0");
        channels.archive(ana, "lab");
        channels.export(bo, "lab", Channels.Format.MD, new StringBuilder());
    }

    @Test
    void aLongExportIsWrittenInPortions() {
        channels.create(ana, ChannelDraft.of("lab"));
        for (int i = 1; i <= 1_000; i++) {
            messages.send(ana, "lab", MessageDraft.of("number " + i));
        }
        StringBuilder json = new StringBuilder();
        channels.export(bo, "lab", Channels.Format.JSON, json);
        assertThat((List<?>) Json.parseObject(json.toString()).get("items")).hasSize(1_000);
    }
}
