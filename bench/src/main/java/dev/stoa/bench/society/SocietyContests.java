package dev.stoa.bench.society;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes, knowledge, the search over all, look-ups and the ledger of work. Not thread-safe. */
public final class SocietyContests implements AutoCloseable {
    private static final Prose WORDS = new Prose(12);
    private static final Principal ANA = Principal.as("ana");
    private static final int SUBTREE = 500;
    /** Every so many texts have the common word. */
    private static final int COMMON = 8;

    private static final int KINDS = 4;

    private final Stores stores;
    private final Pace pace;
    private final List<AutoCloseable> open = new ArrayList<>();

    public SocietyContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    public List<Contest> all() throws Exception {
        return List.of(notes(), knowledge(), search(), suffix(), subtree(), claims());
    }

    private Stoa stoa() throws Exception {
        Stoa stoa = stores.open(Durability.FULL);
        open.add(stoa);
        stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "none:"));
        stoa.society().channels().create(ANA, ChannelDraft.of("hall"));
        return stoa;
    }

    private Contest notes() throws Exception {
        String name = "Notes.add with its text index";
        Stoa stoa = stoa();
        return new Contest("add a note", "notes", 1)
                .add(new InProcess(
                        name,
                        Steps.of(n -> stoa.society().notes().add(ANA, NoteDraft.of(WORDS.text(n), "t" + n % 50)))))
                .aim(Aim.perSecond(1_910, name, "1 × the original"))
                .aim(Aim.cpuMicros(185, name, "half of the original"));
    }

    private Contest knowledge() throws Exception {
        String name = "Knowledge.add with its text index";
        Stoa stoa = stoa();
        return new Contest("add knowledge", "facts", 1)
                .add(new InProcess(
                        name,
                        Steps.of(n ->
                                stoa.society().knowledge().add(ANA, FactDraft.of("d" + n % 20 + "/x", WORDS.text(n))))))
                .aim(Aim.perSecond(1_910, name, "1 × the original's notes"))
                .aim(Aim.cpuMicros(185, name, "half of the original's notes"));
    }

    private Contest search() throws Exception {
        int rows = 20 * pace.small();
        Stoa stoa = stoa();
        write(stoa, rows);
        String common = "a word of 1 in " + COMMON;
        String rare = "a word of 5";
        String none = "a word of none";
        return new Contest("search " + Stores.rows("all that was written", rows), "searches", 1)
                .add(new InProcess(common, Steps.of(n -> found(stoa, "commonword", true))))
                .add(new InProcess(rare, Steps.of(n -> found(stoa, "rareword", true))))
                .add(new InProcess(none, Steps.of(n -> found(stoa, "nowhere" + n % 9, false))))
                .aim(Aim.perSecond(5 * 14, common, "5 × the original"))
                .aim(Aim.perSecond(3 * 370, rare, "3 × the original"))
                .aim(Aim.perSecond(3 * 692, none, "3 × the original"));
    }

    private static void found(Stoa stoa, String word, boolean any) {
        if (stoa.society().context().search(ANA, ContextQuery.of(word)).items().isEmpty() == any) {
            throw new IllegalStateException(word + " was not found as it should be");
        }
    }

    /** A quarter each of notes, knowledge, messages and work, of many callers because each is a commit. */
    private void write(Stoa stoa, int rows) throws Exception {
        Crowd.platform(pace.many())
                .prepare(rows, (thread, op) -> {
                    String text = WORDS.text(op)
                            + (op / KINDS % COMMON == 0 ? " commonword" : "")
                            + (op % (rows / 5) == 0 ? " rareword" : "");
                    switch (op % KINDS) {
                        case 0 -> stoa.society().notes().add(ANA, NoteDraft.of(text));
                        case 1 -> stoa.society().knowledge().add(ANA, FactDraft.of("d/x", text));
                        case 2 -> stoa.society().messages().send(ANA, "hall", MessageDraft.of(text));
                        default -> stoa.society().tasks().add(ANA, WorkDraft.of(text));
                    }
                    return 1;
                })
                .call();
    }

    private Contest suffix() throws Exception {
        String name = "Messages.get";
        int rows = 5 * pace.small();
        Stoa stoa = stoa();
        ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();
        Crowd.platform(pace.many())
                .prepare(rows, (thread, op) -> {
                    ids.add(stoa.society()
                            .messages()
                            .send(ANA, "hall", MessageDraft.of(WORDS.text(op)))
                            .message()
                            .id());
                    return 1;
                })
                .call();
        List<String> ends =
                ids.stream().map(id -> id.substring(id.length() - 8)).toList();
        return new Contest("a row by the last 8 characters of its id", "rows", 1)
                .add(new InProcess(
                        name, Steps.of(n -> stoa.society().messages().get(ANA, ends.get((int) (n % ends.size()))))))
                .aim(Aim.perSecond(20 * 938, name, "20 × the original"));
    }

    private Contest subtree() throws Exception {
        String name = "Knowledge.query";
        Stoa stoa = stoa();
        Crowd.platform(pace.many())
                .prepare(2 * SUBTREE, (thread, op) -> {
                    String domain = op % 2 == 0 ? "sea/d" + op % 40 : "air/d" + op % 40;
                    stoa.society().knowledge().add(ANA, FactDraft.of(domain, WORDS.text(op)));
                    return 1;
                })
                .call();
        FactFilter filter = new FactFilter(null, null, false, Page.Request.first(SUBTREE));
        return new Contest(SUBTREE + " rows of a domain and those below", "queries", 1)
                .add(new InProcess(name, Steps.of(n -> {
                    int found = stoa.society()
                            .knowledge()
                            .query(ANA, DomainPattern.of("sea/*"), filter)
                            .items()
                            .size();
                    if (found != SUBTREE) {
                        throw new IllegalStateException("there are " + found);
                    }
                })))
                .aim(Aim.perSecond(4 * 158, name, "4 × the original"));
    }

    private Contest claims() throws Exception {
        String name = pace.many() + " threads";
        Stoa stoa = stoa();
        Crowd crowd = Crowd.platform(pace.many());
        return new Contest("claim what is next", "claims", pace.many())
                .add(new InProcess(name, ops -> {
                    crowd.prepare(ops, (thread, op) -> {
                                stoa.society().tasks().add(ANA, WorkDraft.of(WORDS.text(op)));
                                return 1;
                            })
                            .call();
                    return crowd.prepare(
                            ops,
                            (thread, op) -> stoa.society()
                                            .tasks()
                                            .claimNext(ANA, Duration.ofHours(1))
                                            .isPresent()
                                    ? 1
                                    : 0);
                }))
                .aim(Aim.perSecond(500, name, "as specified"));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closed : open) {
            closed.close();
        }
    }
}
