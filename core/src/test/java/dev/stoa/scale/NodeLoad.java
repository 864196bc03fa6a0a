package dev.stoa.scale;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.crash.Voice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A node that writes to all wings, one thing after the other in an order of chance, and says what it is about to do and
 * what was done. Its arguments: the database, a folder, its name, the memory that all nodes use, and a seed.
 *
 * <p>It says {@code try KIND KEY} and then {@code ack KIND KEY} or {@code refused KIND KEY CODE}; of work that it has
 * taken, {@code took TASK} and {@code did TASK}.
 */
final class NodeLoad {
    private static final Duration LEASE = Duration.ofMinutes(30);

    private final Stoa stoa;
    private final String name;
    private final String memory;
    private volatile boolean ended;
    private int turns;

    private NodeLoad(Stoa stoa, String name, String memory) {
        this.stoa = stoa;
        this.name = name;
        this.memory = memory;
    }

    public static void main(String[] args) throws Exception {
        try (Stoa stoa = Stoa.open(FailoverLoad.config(args[0], Path.of(args[1])))) {
            new NodeLoad(stoa, args[2], args[3]).run(new Random(Long.parseLong(args[4])));
        }
        say("end");
    }

    private interface Write {
        void of(String key);
    }

    private void run(Random random) throws Exception {
        Principal me = Principal.as(name);
        stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "none:"));
        ExternalSession session = HotUnits.debate(stoa, name);
        Map<String, Write> writes = writes(me, session);
        List<String> kinds = List.copyOf(writes.keySet());
        say("ready");
        Voice.awaitWord();
        Thread work = Thread.ofPlatform().start(() -> {
            for (int i = 0; !ended; i++) {
                String kind = kinds.get(random.nextInt(kinds.size()));
                String key = name + "-" + kind + "-" + i;
                say("try " + kind + " " + key);
                say(outcome(kind, key, writes.get(kind)));
            }
        });
        Voice.awaitWord();
        ended = true;
        work.join();
    }

    private Map<String, Write> writes(Principal me, ExternalSession session) {
        Map<String, Write> writes = new LinkedHashMap<>();
        writes.put("memory", key -> stoa.learning().memories().add(MemoryDraft.of(key)));
        writes.put("outcome", key -> stoa.learning().memories().outcome(memory, Outcome.succeeded()));
        writes.put("message", key -> stoa.society().messages().send(me, "hall", MessageDraft.of(key)));
        writes.put(
                "match",
                key -> stoa.learning()
                        .ratings()
                        .record(MatchDraft.of(key, Map.of("a", 1.0, "b", 0.0)).domain("law")));
        writes.put("turn", key -> turn(session, key));
        writes.put("evidence", key -> stoa.learning().evidence().add(EvidenceDraft.of(key, key)));
        writes.put(
                "consensus",
                key -> stoa.learning()
                        .consensus()
                        .record(ConsensusDraft.of(key, "Which store?", "Redis", 0.8, List.of("ana", "bo"))
                                .agreeing(List.of("ana", "bo"))
                                .build()));
        writes.put("critique", key -> stoa.learning().critiques().add(CritiqueDraft.of(key, "ana", 0.5, "too short")));
        writes.put(
                "correction",
                key -> stoa.counsel().corrections().add(Principal.local(), CorrectionDraft.of(key, "It is " + key)));
        writes.put("fact", key -> stoa.society().knowledge().add(me, FactDraft.of("law", key)));
        writes.put("note", key -> stoa.society().notes().add(me, NoteDraft.of(key)));
        writes.put("task", key -> stoa.society().tasks().add(me, WorkDraft.of(key)));
        writes.put("work", key -> work(me));
        return writes;
    }

    private void turn(ExternalSession session, String key) {
        session.turn(ExternalTurn.of(2, Phase.CRITIQUE, turns % 2 == 0 ? "ana" : "bo")
                .at(0, 1 + turns / 2)
                .content(key)
                .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))
                .seeing(List.of(1, 2)));
        turns++;
    }

    private void work(Principal me) {
        Optional<TaskLease> next = stoa.society().tasks().claimNext(me, LEASE);
        if (next.isPresent()) {
            String task = next.get().task().input();
            say("took " + task);
            stoa.society().tasks().complete(next.get(), "done by " + name);
            say("did " + task);
        }
    }

    private static String outcome(String kind, String key, Write write) {
        try {
            write.of(key);
            return "ack " + kind + " " + key;
        } catch (StoaException e) {
            return "refused " + kind + " " + key + " " + e.code() + " " + e.getMessage();
        } catch (RuntimeException e) {
            return "failed " + kind + " " + key + " " + e;
        }
    }
}
