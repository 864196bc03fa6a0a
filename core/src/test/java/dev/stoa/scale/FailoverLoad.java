package dev.stoa.scale;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.message.MessageWait;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceivedMessages;
import dev.stoa.storage.crash.Voice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that writes memories, messages, matches and turns from a thread each, reads and waits, and says what became
 * of each write. Its arguments: the database, a folder, its own name and that of the other one.
 *
 * <p>It says {@code ack KIND KEY}, {@code unknown KIND KEY} or {@code refused KIND KEY CODE}. What was refused is tried
 * again under the same key; what is unknown is left, except for a turn, which can be sent twice. A line {@code mark N} asks
 * it to say {@code back KIND N} once something of each kind that began later has worked.
 */
final class FailoverLoad {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final Stoa stoa;
    private final String name;
    private final String other;
    private volatile int mark;
    private volatile boolean ended;

    private FailoverLoad(Stoa stoa, String name, String other) {
        this.stoa = stoa;
        this.name = name;
        this.other = other;
    }

    public static void main(String[] args) throws Exception {
        try (Stoa stoa = Stoa.open(config(args[0], Path.of(args[1])))) {
            new FailoverLoad(stoa, args[2], args[3]).run();
        }
        say("end");
    }

    static StoaConfig config(String url, Path folder) {
        return StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.postgres(url, folder)));
    }

    private interface Write {
        void of(String key, int number);
    }

    private void run() throws Exception {
        Principal me = Principal.as(name);
        stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "none:"));
        stoa.society().channels().create(me, ChannelDraft.of("hall-" + name));
        ExternalSession session = HotUnits.debate(stoa, name);
        say("ready");
        Voice.awaitWord();
        List<Thread> threads = new ArrayList<>();
        threads.add(write("memory", (key, i) -> stoa.learning().memories().add(MemoryDraft.of(key))));
        threads.add(write(
                "message",
                (key, i) -> stoa.society().messages().send(me, "hall-" + name, MessageDraft.of(key + " " + mark))));
        threads.add(write(
                "match",
                (key, i) -> stoa.learning()
                        .ratings()
                        .record(MatchDraft.of(key, Map.of("a", 1.0, "b", 0.0)).domain("law"))));
        threads.add(write(
                "turn",
                (key, i) -> session.turn(ExternalTurn.of(2, Phase.CRITIQUE, i % 2 == 0 ? "ana" : "bo")
                        .at(0, 1 + i / 2)
                        .content(key)
                        .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))
                        .seeing(List.of(1, 2)))));
        threads.add(Thread.ofPlatform().start(() -> read(me)));
        Thread listening = Thread.ofPlatform().start(() -> listen(me));
        for (String word = Voice.hear(); !word.equals("end"); word = Voice.hear()) {
            mark = Integer.parseInt(word.substring("mark ".length()));
        }
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
        listening.interrupt();
        listening.join();
    }

    private Thread write(String kind, Write write) {
        return Thread.ofPlatform().start(() -> {
            int back = 0;
            for (int i = 0; !ended; i++) {
                String key = name + "-" + kind + "-" + i;
                boolean done = false;
                while (!done && !ended) {
                    int begun = mark;
                    String became = outcome(kind, key, write, i);
                    done = !became.startsWith("refused") && !(kind.equals("turn") && became.startsWith("unknown"));
                    say(became);
                    if (became.startsWith("ack") && begun > back) {
                        back = begun;
                        say("back " + kind + " " + back);
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        });
    }

    private static String outcome(String kind, String key, Write write, int number) {
        try {
            write.of(key, number);
            return "ack " + kind + " " + key;
        } catch (StoaException e) {
            return e.code().equals("outcome_unknown")
                    ? "unknown " + kind + " " + key
                    : "refused " + kind + " " + key + " " + e.code();
        } catch (RuntimeException e) {
            return "failed " + kind + " " + key + " " + e;
        }
    }

    private void read(Principal me) {
        int back = 0;
        while (!ended) {
            int begun = mark;
            try {
                stoa.society().messages().history(me, "hall-" + name, Messages.Range.newest(1));
                if (begun > back) {
                    back = begun;
                    say("back read " + back);
                }
            } catch (StoaException e) {
                say("unread " + e.code());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Waits for what the other process says, and for nothing else: who waits before a failover is woken after it. */
    private void listen(Principal me) {
        int back = 0;
        while (!ended) {
            try {
                ReceivedMessages received = stoa.society().bookmarks().await(me, MessageWait.in("hall-" + other, WAIT));
                for (Message message : received.items()) {
                    String text = message.content();
                    int said = Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1));
                    if (said > back) {
                        back = said;
                        say("back wait " + back);
                    }
                }
            } catch (StoaException e) {
                if (!ended) {
                    say("unheard " + e.code());
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
