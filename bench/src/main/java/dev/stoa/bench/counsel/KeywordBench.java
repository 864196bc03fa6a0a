package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.storage.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Indexing messages and finding them by their words, against what the specification says of the original with 20,000
 * messages. Not thread-safe.
 */
public final class KeywordBench implements AutoCloseable {
    private static final Principal ME = Principal.local();
    private static final int WORDS = 30;
    private static final int VOCABULARY = 20_000;
    private static final int PER_CONVERSATION = 50;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public KeywordBench(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        int messages = 20 * pace.small();
        Stoa stoa = filled(messages);
        stoa.counsel().keywords().load();
        List<Contest> contests = new ArrayList<>(List.of(index(stoa), load(stoa, messages)));
        contests.add(search(stoa, "a rare word", "zebra7", 19));
        contests.add(search(stoa, "a prefix of three letters", "wab", 95));
        contests.add(search(stoa, "a common word", "common", 1_550 / 3.0));
        return contests;
    }

    /** A message of words that are as unevenly frequent as those of a language. */
    private static String text(long number) {
        SplittableRandom chance = new SplittableRandom(number);
        StringBuilder text = new StringBuilder(number % 2 == 0 ? "common" : "usual");
        for (int i = 0; i < WORDS; i++) {
            int word = (int) Math.pow(VOCABULARY, chance.nextDouble());
            text.append(" w")
                    .append((char) ('a' + word % 23))
                    .append((char) ('a' + word / 23 % 23))
                    .append(word);
        }
        return number % 5_000 == 7 ? text.append(" zebra7").toString() : text.toString();
    }

    private static void say(Stoa stoa, String conversation, String text) {
        stoa.counsel().messages().append(ME, MessageDraft.of(conversation, MessageRole.USER, text));
    }

    private Stoa filled(int messages) throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        List<String> conversations = new ArrayList<>();
        for (int i = 0; i <= messages / PER_CONVERSATION; i++) {
            conversations.add(MessageBench.conversation(stoa));
        }
        Crowd.platform(pace.many())
                .prepare(messages, (thread, op) -> {
                    say(stoa, conversations.get(op % conversations.size()), text(op));
                    return 1;
                })
                .call();
        drain(stoa);
        return stoa;
    }

    private static void drain(Stoa stoa) {
        while (stoa.counsel().keywords().drain() > 0) {
            Thread.onSpinWait();
        }
    }

    private Contest index(Stoa stoa) {
        Contest contest = new Contest("put a message into the index", "messages", 1);
        String conversation = MessageBench.conversation(stoa);
        long[] next = {1_000_000};
        for (boolean fresh : List.of(false, true)) {
            contest.add(new InProcess(fresh ? "with a new word" : "of known words", ops -> {
                for (int i = 0; i < ops; i++) {
                    long number = next[0]++;
                    say(stoa, conversation, text(number) + (fresh ? " fresh" + number : ""));
                }
                return () -> {
                    drain(stoa);
                    stoa.counsel().keywords().find(ME, KeywordSearch.of("zebra7"));
                    return (long) ops;
                };
            }));
        }
        return contest.aim(Aim.cpuMicros(1_150 / 10.0, "of known words", "1/10 of the original"))
                .aim(Aim.cpuAtMost(1.2, "with a new word", "of known words"));
    }

    private Contest load(Stoa stoa, int messages) {
        Path directory = stoa.config().location().directory();
        String name = String.format(Locale.ROOT, "open and KeywordIndex.load, %,d messages", messages);
        return new Contest("load the index", "loads", 1)
                .add(new InProcess(name, Steps.of(n -> {
                    StoaConfig config = StoaConfig.load(ConfigSources.of(
                            directory, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.directory(directory)));
                    try (Stoa other = Stoa.open(config)) {
                        other.counsel().keywords().load();
                    }
                })))
                .aim(Aim.cpuMicros(8_300_000 / 5.0, name, "1/5 of the original"));
    }

    private static Contest search(Stoa stoa, String what, String query, double micros) {
        KeywordIndex index = stoa.counsel().keywords();
        KeywordSearch search = KeywordSearch.of(query);
        return new Contest("search for " + what, "searches", 1)
                .add(new InProcess("KeywordIndex.find", Steps.of(n -> index.find(ME, search))))
                .add(new InProcess("KeywordIndex.search, with snippets", Steps.of(n -> index.search(ME, search))))
                .aim(Aim.cpuMicros(micros, "KeywordIndex.find", "the original"));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
