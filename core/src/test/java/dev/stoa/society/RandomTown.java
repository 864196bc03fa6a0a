package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.graph.Graph;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.WorkDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Lets agents and persons do all that can be done, at random. Not thread-safe. What is refused is refused; whoever asks
 * wants to know what must be so nevertheless.
 */
public final class RandomTown {
    static final List<String> AGENTS = List.of("ana", "bo", "cy", "di");
    static final List<String> PERSONS = List.of("eve", "fay");

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final List<String> PLACES = List.of("hall", "lab", "den");

    private final Town town;
    private final SplittableRandom random;
    private final List<String> names = new ArrayList<>();

    private RandomTown(Town town, long seed) {
        this.town = town;
        this.random = new SplittableRandom(seed);
        names.addAll(AGENTS);
        names.addAll(PERSONS);
    }

    /** Fills a town with the traces of so many deeds. */
    public static void fill(Town town, long seed, int deeds) {
        RandomTown filled = new RandomTown(town, seed);
        AGENTS.forEach(name -> town.agents()
                .register(Town.HUMAN, AgentDraft.of(name, "command:echo").constitution("I am " + name)));
        PERSONS.forEach(name -> town.agents().register(Town.HUMAN, AgentDraft.person(name)));
        town.channels().create(filled.somebody(), ChannelDraft.of("hall"));
        town.channels().create(filled.somebody(), ChannelDraft.of("lab"));
        town.channels()
                .create(filled.somebody(), ChannelDraft.of("den").restrictedTo(filled.name(), filled.name(), "human"));
        int done = 0;
        for (int i = 0; i < deeds; i++) {
            done += filled.attempt() ? 1 : 0;
            town.clock().advance(Duration.ofMillis(filled.random.nextInt(20_000)));
        }
        workOff(town);
        assertThat(done).as("deeds that were not refused").isGreaterThan(deeds / 2);
    }

    /** Ends every execution; some succeed. */
    public static void workOff(Town town) {
        Optional<Execution> next = claim(town);
        for (int i = 0; next.isPresent(); i++) {
            town.executions()
                    .finish(
                            next.get(),
                            i % 3 == 0
                                    ? Execution.Outcome.failed("no luck", false)
                                    : Execution.Outcome.completed("answer " + i, true));
            next = claim(town);
        }
    }

    private static Optional<Execution> claim(Town town) {
        return town.executions().claim("here/1/0", LEASE, Plans.PLAIN);
    }

    private String name() {
        return names.get(random.nextInt(names.size()));
    }

    private Principal somebody() {
        return Principal.as(name());
    }

    private String place() {
        return PLACES.get(random.nextInt(PLACES.size()));
    }

    private boolean sometimes(int outOf) {
        return random.nextInt(outOf) == 0;
    }

    /** Some row, as anybody would name it. */
    private String some(String table, String key) {
        List<String> ids = town.values("SELECT " + key + " FROM " + table + " ORDER BY " + key);
        return ids.isEmpty() ? "none" : ids.get(random.nextInt(ids.size()));
    }

    private boolean attempt() {
        try {
            deed();
            return true;
        } catch (StoaException refused) {
            return false;
        }
    }

    private void deed() {
        Principal by = somebody();
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> say(by);
            case 3 ->
                town.bookmarks().receive(by, place(), ReceiveRequest.next().limit(1 + random.nextInt(5)));
            case 4 -> run(by);
            case 5, 6 -> work(by);
            case 7, 8 -> note(by);
            case 9, 10 -> know(by);
            default -> rare(by);
        }
    }

    private void say(Principal by) {
        String mention = sometimes(2) ? " @" + name() + " and @" + name() : "";
        String key = sometimes(3) ? "key" + random.nextInt(2) : null;
        town.messages()
                .send(
                        by,
                        place(),
                        MessageDraft.of(key == null ? "word" + random.nextInt(99) + mention : "keyed")
                                .key(key));
        if (sometimes(6)) {
            town.messages().delete(by, some("messages", "message_id"));
        }
    }

    private void run(Principal by) {
        town.runs()
                .start(
                        by.with(Right.OPERATE),
                        RunRequest.of(name(), "do something")
                                .in(sometimes(3) ? null : place())
                                .keep(sometimes(2)));
        if (sometimes(2)) {
            workOff(town);
        }
    }

    private void work(Principal by) {
        WorkDraft draft = WorkDraft.of("some work").in(sometimes(2) ? null : place());
        town.tasks()
                .add(
                        by,
                        sometimes(2)
                                ? draft.offeredTo(name())
                                : draft.key(sometimes(2) ? "key" + random.nextInt(2) : null));
        Optional<TaskLease> lease = town.tasks().claimNext(somebody(), LEASE);
        if (lease.isPresent() && sometimes(2)) {
            town.tasks().complete(lease.get(), "it is done");
        }
    }

    private void note(Principal by) {
        switch (random.nextInt(4)) {
            case 0 -> town.notes().journal(by, "day " + random.nextInt(999));
            case 1 ->
                town.notes()
                        .add(by, NoteDraft.of("thought " + random.nextInt(4)).core(sometimes(2)));
            case 2 -> town.notes().add(by, NoteDraft.of("told", "t").sharedWith(List.of(name(), name())));
            default ->
                town.notes().replace(by, List.of(some("memories", "memory_id")), NoteSynthesis.of("in other words"));
        }
    }

    private void know(Principal by) {
        String domain = "d" + random.nextInt(3) + "/e";
        FactDraft draft = FactDraft.of(domain, "fact " + random.nextInt(999));
        town.knowledge()
                .add(
                        by,
                        sometimes(2)
                                ? draft.sources("knowledge:" + some("knowledge", "knowledge_id"))
                                : draft.sources("message:" + some("messages", "message_id")));
        for (int i = 0; i < 3; i++) {
            town.knowledge()
                    .review(
                            somebody(),
                            some("knowledge", "knowledge_id"),
                            sometimes(4) ? Review.dispute() : Review.confirm());
        }
    }

    private void rare(Principal by) {
        switch (random.nextInt(5)) {
            case 0 ->
                town.graph()
                        .createEntities(by, List.of(new Graph.Entity("thing " + random.nextInt(9), "t", List.of())));
            case 1 ->
                town.graph()
                        .createRelations(
                                by,
                                List.of(new Graph.Relation(
                                        "thing " + random.nextInt(9), "thing " + random.nextInt(9), "knows")));
            case 2 -> town.agents().rename(by.with(Right.OPERATE), name(), "name" + random.nextInt(99));
            case 3 -> town.agents().copy(by.with(Right.OPERATE), name(), "copy" + random.nextInt(99));
            default -> town.channels().members(Principal.operator("local"), "den", List.of(name()), List.of(name()));
        }
    }
}
