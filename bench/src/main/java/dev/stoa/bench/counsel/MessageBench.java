package dev.stoa.bench.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.storage.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Appending and paging messages, and looking for missing notes, against what the specification says of the original. Not
 * thread-safe.
 */
public final class MessageBench implements AutoCloseable {
    private static final Prose WORDS = new Prose(20);
    private static final Principal ME = Principal.local();
    private static final double ORIGINAL_APPENDS = 1_800;
    private static final double ORIGINAL_PAGE_MILLIS = 10.4;
    private static final double ORIGINAL_COVERAGE_MILLIS = 49;
    private static final int PAGE = 50;
    private static final int PER_CONVERSATION = 50;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public MessageBench(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        return List.of(append(), page(), coverage());
    }

    private Contest append() throws Exception {
        Contest contest = new Contest("append a message to a conversation", "messages", pace.many());
        Stoa stoa = opened();
        List<String> conversations = new ArrayList<>();
        for (int i = 0; i < pace.many(); i++) {
            conversations.add(conversation(stoa));
        }
        List<Crowd> crowds = List.of(Crowd.platform(1), Crowd.platform(pace.many()));
        for (Crowd crowd : crowds) {
            contest.add(new InProcess(
                    crowd.name(),
                    Steps.by(crowd, n -> say(stoa, conversations.get((int) (n % conversations.size())), n))));
        }
        return contest.rateAgainst(crowds.get(0).name())
                .aim(Aim.perSecond(10 * ORIGINAL_APPENDS, crowds.get(0).name(), "10 × the original"))
                .aim(Aim.perSecond(30 * ORIGINAL_APPENDS, crowds.get(1).name(), "30 × the original"));
    }

    private Contest page() throws Exception {
        Contest contest = new Contest("read a page of " + PAGE + " messages", "pages", 1);
        List<Integer> lengths = List.of(pace.small() / 2, 5 * pace.small());
        Stoa stoa = opened();
        for (int length : lengths) {
            String conversation = conversation(stoa);
            fill(stoa, List.of(conversation), length);
            contest.add(new InProcess(
                    name(length),
                    Steps.of(n -> stoa.counsel().messages().page(ME, conversation, MessageRequest.newest(PAGE)))));
        }
        return contest.cpuAgainst(name(lengths.get(0)))
                .aim(Aim.cpuAtMost(1.5, name(lengths.get(1)), name(lengths.get(0))))
                .aim(Aim.perSecond(20 * 1_000 / ORIGINAL_PAGE_MILLIS, name(lengths.get(1)), "20 × the original"));
    }

    private static String name(int length) {
        return String.format(Locale.ROOT, "Messages.page, %,d messages", length);
    }

    private Contest coverage() throws Exception {
        Stoa stoa = opened();
        int messages = 25 * pace.small();
        List<String> conversations = new ArrayList<>();
        for (int i = 0; i < messages / PER_CONVERSATION; i++) {
            conversations.add(conversation(stoa));
        }
        fill(stoa, conversations, messages);
        String name = String.format(Locale.ROOT, "ContextBackups.sweep, %,d messages", messages);
        return new Contest("look for conversations without a note", "sweeps", 1)
                .add(new InProcess(
                        name, Steps.of(n -> stoa.counsel().contextBackups().sweep(ME, NoteAuthor.NONE))))
                .aim(Aim.perSecond(10 * 1_000 / ORIGINAL_COVERAGE_MILLIS, name, "10 × the original"));
    }

    private Stoa opened() throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        return stoa;
    }

    static String conversation(Stoa stoa) {
        return stoa.counsel()
                .conversations()
                .create(ME, new ConversationDraft("measured", null))
                .conversationId();
    }

    private void fill(Stoa stoa, List<String> conversations, int count) throws Exception {
        Crowd.platform(pace.many())
                .prepare(count, (thread, op) -> {
                    say(stoa, conversations.get(op % conversations.size()), op);
                    return 1;
                })
                .call();
    }

    static void say(Stoa stoa, String conversation, long number) {
        MessageRole role = number % 2 == 0 ? MessageRole.USER : MessageRole.ASSISTANT;
        stoa.counsel().messages().append(ME, MessageDraft.of(conversation, role, WORDS.text(number)));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
