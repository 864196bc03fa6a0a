package dev.stoa.society;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.TriggerPolicy;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.note.Notes;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A town in which everything that can happen has happened: every kind of row in every state. Stateless. */
final class Settled {
    static final Principal ANA = Principal.as("ana");
    static final Principal BO = Principal.as("bo");
    static final Principal CY = Principal.as("cy");
    static final Principal DI = Principal.as("di");
    static final String OUTPUT = "wording ".repeat(1_200);

    private Settled() {}

    static Town on(Dialect dialect, Path folder) throws java.io.IOException {
        Town town = Town.on(dialect, folder);
        agents(town);
        channels(town);
        runs(town);
        work(town);
        notes(town);
        knowledge(town);
        files(town, folder);
        return town;
    }

    private static void agents(Town town) {
        Agents agents = town.agents();
        agents.register(
                Town.HUMAN,
                AgentDraft.of("ana", "command:echo").constitution("Be brief.").describing("the first"));
        agents.register(Town.HUMAN, AgentDraft.of("bob", "command:echo"));
        agents.rename(Town.HUMAN, "bob", "bo");
        agents.copy(Town.HUMAN, "ana", "cy");
        agents.register(Town.HUMAN, AgentDraft.of("di", "command:echo").triggeredBy(TriggerPolicy.NEVER));
        agents.register(Town.HUMAN, AgentDraft.person("eve"));
    }

    private static void channels(Town town) {
        Channels channels = town.channels();
        Messages messages = town.messages();
        channels.create(Town.HUMAN, ChannelDraft.of("empty").about("nothing"));
        channels.create(Town.HUMAN, ChannelDraft.of("talk"));
        channels.create(ANA, ChannelDraft.of("closed").restrictedTo("bo", "cy"));
        channels.create(ANA, ChannelDraft.of("old"));
        channels.create(ANA, ChannelDraft.of("gone"));
        for (int i = 1; i <= 4; i++) {
            messages.send(ANA, "talk", MessageDraft.of("first words " + i).key("k" + i));
            messages.send(Town.HUMAN, "talk", MessageDraft.of("second words " + i));
        }
        messages.delete(
                ANA,
                messages.send(ANA, "talk", MessageDraft.of("a mistake"))
                        .message()
                        .id());
        messages.send(BO, "closed", MessageDraft.of("in confidence"));
        messages.send(BO, "gone", MessageDraft.of("lost"));
        messages.send(CY, "old", MessageDraft.of("long ago"));
        channels.members(ANA, "closed", List.of(), List.of("bo"));
        channels.pin(ANA, "old", true);
        town.bookmarks().receive(BO, "talk", ReceiveRequest.next().limit(2));
        town.bookmarks().receive(CY, "old", ReceiveRequest.next());
        town.bookmarks().receive(CY, "gone", ReceiveRequest.next());
        town.bookmarks().receive(Town.HUMAN, "talk", ReceiveRequest.next().from(1));
        channels.archive(ANA, "old");
        channels.delete(ANA.with(Right.OPERATE), "gone", false);
    }

    /** Runs that ended, wait and work; executions of every status; mentions of every state. */
    private static void runs(Town town) {
        ExecutionQueue queue = town.executions();
        Messages messages = town.messages();
        messages.send(Town.HUMAN, "talk", MessageDraft.of("@ana @bo @di @eve begin"));
        Execution replied = claim(queue);
        queue.started(replied, 17, "here", town.clock().instant());
        queue.chunk(replied, false, 0, "so");
        queue.renew(replied, Duration.ofMinutes(1));
        queue.finish(replied, Execution.Outcome.completed("so be it, @cy", true));
        queue.finish(claim(queue), Execution.Outcome.failed("exit 1", false).of(1, "", "a complaint", false));
        queue.finish(
                claim(queue), new Execution.Outcome(TaskStatus.TIMEOUT, false, "", "", null, "too slow", false, false));
        Run stopped = town.runs().start(Town.HUMAN, RunRequest.of("cy", "never"));
        town.runs().stop(Town.HUMAN, stopped.id());
        town.runs().start(Town.HUMAN, RunRequest.of("bo", "alone").raw(true));
        queue.finish(claim(queue), Execution.Outcome.completed(OUTPUT, false).of(0, OUTPUT, OUTPUT, true));
        town.runs().start(Town.HUMAN, RunRequest.of("ana", "twice"));
        Execution retried = queue.claim("here/1/1", Duration.ofMinutes(1), Plans.retrying(1))
                .orElseThrow();
        queue.finish(retried, Execution.Outcome.failed("exit 2", true));
        queue.finish(claim(queue), Execution.Outcome.completed("at last", false));
        messages.send(Town.HUMAN, "talk", MessageDraft.of("@bo on"));
        Execution running = claim(queue);
        queue.started(running, 18, "here", town.clock().instant());
        messages.send(Town.HUMAN, "talk", MessageDraft.of("@bo and on"));
        messages.send(Town.HUMAN, "talk", MessageDraft.of("@cy next"));
        messages.send(Town.HUMAN, "talk", MessageDraft.of("@cy too"));
    }

    private static Execution claim(ExecutionQueue queue) {
        return queue.claim("here/1/1", Duration.ofMinutes(1), Plans.PLAIN).orElseThrow();
    }

    private static void work(Town town) {
        Tasks tasks = town.tasks();
        tasks.add(Town.HUMAN, WorkDraft.of("offered").in("talk").offeredTo("di"));
        tasks.add(Town.HUMAN, WorkDraft.of("waiting").priority(9).key("w"));
        for (String what : List.of("held", "done", "failed", "released", "cancelled", "expired")) {
            String id = tasks.add(ANA, WorkDraft.of(what).in("talk")).value().id();
            TaskLease lease = tasks.claim(CY, id, Duration.ofSeconds(what.equals("expired") ? 5 : 3_600));
            switch (what) {
                case "done" -> tasks.complete(lease, "it is done");
                case "failed" -> tasks.fail(lease, "too hard");
                case "released" -> tasks.release(lease);
                case "cancelled" -> tasks.cancel(ANA, id);
                case "expired" -> {
                    town.clock().advance(Duration.ofSeconds(6));
                    tasks.sweep(Principal.local());
                }
                default -> tasks.renew(lease, Duration.ofHours(2));
            }
        }
        town.messages().handoff(ANA, "talk", HandoffDraft.of("di", "go on with it"));
    }

    private static void notes(Town town) {
        Notes notes = town.notes();
        String one = notes.add(ANA, NoteDraft.of("one")).value().id();
        String two = notes.add(ANA, NoteDraft.of("two").core(true)).value().id();
        notes.replace(ANA, List.of(one, two), NoteSynthesis.of("both"));
        String three = notes.add(ANA, NoteDraft.of("three", "plans")).value().id();
        notes.edit(ANA, three, "three and more", null);
        notes.replace(ANA, List.of(three), NoteSynthesis.of("only three"));
        notes.add(ANA, NoteDraft.of("for all").publicly(true).channel("talk"));
        notes.add(ANA, NoteDraft.of("for some").sharedWith(List.of("bo")));
        notes.archive(ANA, notes.add(ANA, NoteDraft.of("put away")).value().id());
        notes.delete(ANA, notes.add(ANA, NoteDraft.of("deleted")).value().id());
        notes.journal(ANA, "day one");
        notes.journal(ANA, "day two");
        notes.journal(BO, "another's day");
    }

    private static void knowledge(Town town) {
        Knowledge knowledge = town.knowledge();
        String message = town.value("SELECT message_id FROM messages WHERE content LIKE 'second words%' LIMIT 1");
        String task = town.value("SELECT task_id FROM tasks LIMIT 1");
        String base = knowledge
                .add(Town.HUMAN, FactDraft.of("a/b", "base").confidence(0.8).sources("message:" + message))
                .value()
                .id();
        knowledge.add(ANA, FactDraft.of("a", "cited").sources("knowledge:" + base, "task:" + task));
        knowledge.add(ANA, FactDraft.of("a", "from outside").sources("url:https://example.org", "file:x"));
        String old = knowledge.add(ANA, FactDraft.of("c", "old")).value().id();
        knowledge.add(ANA, FactDraft.of("c", "new").replacing(old));
        knowledge.review(BO, base, Review.confirm());
        knowledge.review(Town.HUMAN, Objects.requireNonNull(old), Review.dispute());
        knowledge.archive(
                ANA, knowledge.add(ANA, FactDraft.of("d", "put away")).value().id());
        town.graph().createEntities(ANA, List.of(new Graph.Entity("John Smith", "person", List.of("tall"))));
        town.graph().createRelations(ANA, List.of(new Graph.Relation("John Smith", "Stoa", "visits")));
    }

    private static void files(Town town, Path folder) throws java.io.IOException {
        Files.writeString(folder.resolve("read.txt"), "a file of words");
        town.context().scan(Principal.local(), folder, List.of("*.txt"));
    }
}
