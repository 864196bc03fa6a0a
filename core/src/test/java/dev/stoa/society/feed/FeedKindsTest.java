package dev.stoa.society.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.agent.AgentChange;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.note.Notes;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunFilter;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every change of an object is told once, and nothing else is told. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class FeedKindsTest extends TownFixture {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SoftAssertions softly = new SoftAssertions();
    private final Set<String> told = new TreeSet<>();

    /** Does something, and expects these changes to be told of, in any order; none of an object twice. */
    private void tells(String operation, Runnable work, String... kinds) {
        long before = town.feedReader().extent().newest();
        work.run();
        List<String> rows = new ArrayList<>();
        List<String> objects = new ArrayList<>();
        town.archive()
                .list(
                        "SELECT kind, ref_id FROM feed WHERE feed_seq > ? ORDER BY feed_seq",
                        row -> rows.add(row.text(1)) && objects.add(row.text(1) + " " + row.text(2)),
                        before);
        softly.assertThat(rows).as(operation).containsExactlyInAnyOrder(kinds);
        softly.assertThat(objects).as(operation).doesNotHaveDuplicates();
        told.addAll(Arrays.asList(kinds));
    }

    private static final Principal ANA = Principal.as("ana");
    private static final Principal BO = Principal.as("bo");

    @Test
    void everyOperationTellsOfWhatItChangesAndReadingTellsNothing() {
        agents();
        channels();
        runs();
        work();
        notes();
        knowledge();
        softly.assertThat(told)
                .as("what agents becoming one tell is theirs")
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(FeedKind.AGENT_MERGED)).stream()
                        .map(FeedKind::text)
                        .collect(Collectors.toSet()));
        softly.assertAll();
        assertThat(town.violations()).isEmpty();
    }

    private void agents() {
        Agents agents = town.agents();
        tells("register", () -> town.agent("ana"), "agent.registered");
        tells("register", () -> town.agent("bob"), "agent.registered");
        AgentDraft again = AgentDraft.of("ana", "command:echo").ifAbsent(true);
        tells("register again", () -> agents.register(Town.HUMAN, again));
        AgentChange change = new AgentChange("command:other", "Be kind.", false, null);
        tells("update", () -> agents.update(Town.HUMAN, "ana", change), "agent.changed");
        tells("describe", () -> agents.describe(ANA, "ana", "kind"), "agent.changed");
        tells("rename", () -> agents.rename(Town.HUMAN, "bob", "bo"), "agent.changed");
        tells("rename to the same", () -> agents.rename(Town.HUMAN, "bo", "bo"));
        tells("clone", () -> agents.copy(Town.HUMAN, "ana", "cy"), "agent.registered");
        tells("list", () -> agents.list(ANA, Agents.Shown.ALL));
    }

    private void channels() {
        Channels channels = town.channels();
        Messages messages = town.messages();
        Bookmarks bookmarks = town.bookmarks();
        tells("create", () -> channels.create(ANA, ChannelDraft.of("talk")), "channel.created");
        tells("create again", () -> channels.create(ANA, ChannelDraft.of("talk").ifAbsent(true)));
        tells("create closed", () -> channels.create(ANA, ChannelDraft.of("c").restrictedTo("bo")), "channel.created");
        tells("rename", () -> channels.rename(ANA, "c", "closed"), "channel.changed");
        tells("topic", () -> channels.topic(ANA, "talk", "this"), "channel.changed");
        tells("same topic", () -> channels.topic(ANA, "talk", "this"));
        tells("pin", () -> channels.pin(ANA, "talk", true), "channel.changed");
        tells("pin again", () -> channels.pin(ANA, "talk", true));
        tells("restrict", () -> channels.restrict(ANA, "closed", false), "channel.changed");
        tells("members", () -> channels.members(ANA, "talk", List.of("bo", "cy"), List.of()), "channel.changed");
        tells("members again", () -> channels.members(ANA, "talk", List.of("bo"), List.of()));
        tells("archive", () -> channels.archive(ANA, "closed"), "channel.changed");
        tells("archive again", () -> channels.archive(ANA, "closed"));
        tells("restore", () -> channels.restore(ANA, "closed"), "channel.changed");
        MessageDraft draft = MessageDraft.of("words").key("k");
        tells("send", () -> messages.send(ANA, "talk", draft), "message.posted");
        tells("send again", () -> messages.send(ANA, "talk", draft));
        String id =
                messages.send(ANA, "talk", MessageDraft.of("wrong")).message().id();
        tells("delete message", () -> messages.delete(ANA, id), "message.deleted");
        tells("delete message again", () -> messages.delete(ANA, id));
        tells("history", () -> messages.history(BO, "talk", Messages.Range.newest(5)));
        tells("peek", () -> bookmarks.receive(BO, "talk", ReceiveRequest.next().peeking()));
        tells("receive", () -> bookmarks.receive(BO, "talk", ReceiveRequest.next()));
        tells(
                "receive from",
                () -> bookmarks.receive(BO, "talk", ReceiveRequest.next().from(1)));
        tells("inbox", () -> bookmarks.inbox(BO));
        tells("export", () -> channels.export(BO, "talk", Channels.Format.JSON, new StringBuilder()));
        tells("rehearse delete", () -> channels.delete(ANA.with(Right.OPERATE), "closed", true));
        tells("delete", () -> channels.delete(ANA.with(Right.OPERATE), "closed", false), "channel.deleted");
    }

    private void runs() {
        Runs runs = town.runs();
        ExecutionQueue queue = town.executions();
        Run[] run = new Run[1];
        Execution[] execution = new Execution[1];
        Runnable claim = () ->
                execution[0] = queue.claim("here/1/1", MINUTE, Plans.PLAIN).orElseThrow();
        Runnable finish = () -> queue.finish(execution[0], Execution.Outcome.completed("done", true));
        RunRequest kept = RunRequest.of("ana", "go").in("talk").keep(true);
        tells("start", () -> run[0] = runs.start(Town.HUMAN, kept), "run.started", "task.added");
        tells("claim execution", claim, "task.claimed");
        tells(
                "started",
                () -> queue.started(execution[0], 1, "here", town.clock().instant()));
        tells("chunk", () -> queue.chunk(execution[0], false, 0, "do"));
        tells("renew execution", () -> queue.renew(execution[0], MINUTE));
        tells("logs", () -> runs.logs(Town.HUMAN, run[0].id()));
        tells("finish", finish, "task.finished", "message.posted");
        tells("finish again", finish);
        tells("wake", () -> runs.wake(Town.HUMAN, run[0].id(), "more"), "run.woken", "task.added");
        claim.run();
        tells("stop", () -> runs.stop(Town.HUMAN, run[0].id()), "task.stop");
        tells("stop again", () -> runs.stop(Town.HUMAN, run[0].id()));
        tells("finish stopped", finish, "task.finished", "run.ended");
        run[0] = runs.start(Town.HUMAN, RunRequest.of("ana", "never"));
        tells("stop pending", () -> runs.stop(Town.HUMAN, run[0].id()), "task.finished", "run.ended");
        runs.start(Town.HUMAN, RunRequest.of("ana", "twice"));
        execution[0] = queue.claim("here/1/1", MINUTE, Plans.retrying(2)).orElseThrow();
        tells("fail", () -> queue.finish(execution[0], Execution.Outcome.failed("exit 1", true)), "task.released");
        claim.run();
        tells("orphan", () -> queue.running().forEach(queue::orphaned), "task.expired");
        claim.run();
        tells("end", finish, "task.finished", "run.ended");
        tells(
                "mention",
                () -> town.messages().send(Town.HUMAN, "talk", MessageDraft.of("@bo @ana go")),
                "message.posted",
                "run.started",
                "task.added",
                "run.started",
                "task.added");
        claim.run();
        town.messages().send(Town.HUMAN, "talk", MessageDraft.of("@bo wait"));
        tells("mention waits", finish, "task.finished", "message.posted", "run.woken", "task.added");
        tells(
                "archive with pending",
                () -> town.channels().archive(ANA, "talk"),
                "task.finished",
                "task.finished",
                "run.ended",
                "run.ended",
                "channel.changed");
        town.channels().restore(ANA, "talk");
        tells("keep", () -> runs.start(Town.HUMAN, kept), "run.started", "task.added");
        claim.run();
        finish.run();
        town.clock().advance(Duration.ofHours(1));
        tells("idle", queue::endIdle, "run.ended");
        tells("idle again", queue::endIdle);
        tells("list runs", () -> runs.list(ANA, new RunFilter(null, null, false), Page.Request.first(5)));
    }

    private void work() {
        Tasks tasks = town.tasks();
        String[] id = new String[1];
        TaskLease[] lease = new TaskLease[1];
        Runnable claim = () -> lease[0] = tasks.claim(BO, id[0], MINUTE);
        WorkDraft draft = WorkDraft.of("work").in("talk").offeredTo("bo").key("k");
        tells("add", () -> id[0] = tasks.add(ANA, draft).value().id(), "task.added");
        tells("add again", () -> tasks.add(ANA, draft));
        tells("withdraw", () -> tasks.release(ANA, id[0]), "task.released");
        tells("withdraw again", () -> tasks.release(ANA, id[0]));
        tells("claim", claim, "task.claimed");
        tells("renew", () -> tasks.renew(lease[0], MINUTE));
        tells("release", () -> tasks.release(lease[0]), "task.released");
        claim.run();
        town.clock().advance(MINUTE);
        tells("expire", () -> tasks.sweep(Principal.local()), "task.expired");
        tells("expire again", () -> tasks.sweep(Principal.local()));
        claim.run();
        tells("hand on", () -> pass(lease[0]), "task.released", "message.posted");
        tells("cancel", () -> tasks.cancel(ANA, id[0]), "task.finished");
        tells("cancel again", () -> tasks.cancel(ANA, id[0]));
        id[0] = tasks.add(ANA, WorkDraft.of("more")).value().id();
        claim.run();
        tells("done", () -> tasks.complete(lease[0], "done"), "task.finished");
        tells("done again", () -> tasks.complete(lease[0], "done"));
        HandoffDraft fresh = HandoffDraft.of("human", "go on");
        tells("hand off", () -> town.messages().handoff(ANA, "talk", fresh), "task.added", "message.posted");
    }

    private void pass(TaskLease lease) {
        HandoffDraft handoff =
                HandoffDraft.of("human", "you do it").passing(lease.task().id(), lease.token());
        town.messages().handoff(BO, "talk", handoff);
    }

    private void notes() {
        Notes notes = town.notes();
        String[] id = new String[2];
        tells(
                "add note",
                () -> id[0] = notes.add(ANA, NoteDraft.of("one")).value().id(),
                "note.added");
        tells("add note again", () -> notes.add(ANA, NoteDraft.of("one")));
        tells("edit", () -> notes.edit(ANA, id[0], "two", null), "note.changed");
        tells("edit to the same", () -> notes.edit(ANA, id[0], "two", null));
        tells("core", () -> notes.core(ANA, id[0], true), "note.changed");
        tells("share", () -> notes.share(ANA, id[0], NoteSharing.with(List.of("bo"))), "note.changed");
        tells("archive note", () -> notes.archive(ANA, id[0]), "note.changed");
        tells("archive note again", () -> notes.archive(ANA, id[0]));
        tells("restore note", () -> notes.restore(ANA, id[0]), "note.changed");
        id[1] = notes.add(ANA, NoteDraft.of("three")).value().id();
        tells(
                "replace",
                () -> notes.replace(ANA, List.of(id[0], id[1]), NoteSynthesis.of("both")),
                "note.added",
                "note.changed",
                "note.changed");
        tells("journal", () -> notes.journal(ANA, "day one"), "note.added");
        tells("journal on", () -> notes.journal(ANA, "day two"), "note.added", "note.changed");
        tells("show", () -> notes.show(ANA, id[0]));
        tells("chain", () -> notes.chain(ANA, id[0], 5));
        tells("delete note", () -> notes.delete(ANA, id[0]), "note.deleted");
        tells("search", () -> town.context().search(ANA, ContextQuery.of("day")));
    }

    private void knowledge() {
        Knowledge knowledge = town.knowledge();
        String[] id = new String[2];
        tells("add knowledge", () -> id[0] = add(FactDraft.of("a", "x")), "knowledge.added");
        tells("add knowledge again", () -> add(FactDraft.of("a", "x")));
        tells("cite", () -> id[1] = add(FactDraft.of("a", "y").sources("knowledge:" + id[0])), "knowledge.added");
        tells("review", () -> knowledge.review(BO, id[0], Review.confirm()), "knowledge.reviewed");
        tells(
                "review that changes trust",
                () -> knowledge.review(Town.HUMAN, id[0], Review.dispute()),
                "knowledge.reviewed",
                "knowledge.changed",
                "knowledge.changed");
        tells("archive knowledge", () -> knowledge.archive(ANA, id[1]), "knowledge.changed");
        tells("archive knowledge again", () -> knowledge.archive(ANA, id[1]));
        tells("restore knowledge", () -> knowledge.restore(ANA, id[1]), "knowledge.changed");
        tells(
                "replace knowledge",
                () -> add(FactDraft.of("a", "z").replacing(id[1])),
                "knowledge.added",
                "knowledge.changed");
        tells("query", () -> knowledge.get(ANA, id[0]));
        Graph graph = town.graph();
        List<Graph.Entity> entities = List.of(new Graph.Entity("John", "person", List.of("tall")));
        List<Graph.Relation> relations = List.of(new Graph.Relation("John", "Stoa", "visits"));
        tells("entity", () -> graph.createEntities(ANA, entities), "knowledge.changed", "knowledge.added");
        tells("entity again", () -> graph.createEntities(ANA, entities));
        tells("relation", () -> graph.createRelations(ANA, relations), "knowledge.changed");
        tells("relation again", () -> graph.createRelations(ANA, relations));
        tells("graph", () -> graph.read(ANA));
    }

    private String add(FactDraft draft) {
        return town.knowledge().add(ANA, draft).value().id();
    }
}
