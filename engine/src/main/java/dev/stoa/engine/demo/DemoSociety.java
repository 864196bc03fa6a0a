package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.society.Society;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.base.TriggerPolicy;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.Tasks;
import dev.stoa.society.work.WorkDraft;
import java.util.List;

/** Those who take part in the demo, what they say, and what they know. Nobody in it is started by a mention. */
final class DemoSociety {
    private static final int MESSAGES = 300;
    private static final String SHOP = "shop";
    private static final String LAB = "lab";

    private static final Principal LOOKOUT = Principal.as("lookout");
    private static final Principal MENDER = Principal.as("mender");
    private static final Principal ANA = Principal.as("ana");
    private static final Principal STRANGER = Principal.as("stranger");

    private static final List<String> SHOP_TALK = List.of(
            "Till %d printed its first receipt.",
            "Till %d is slow; the printer warms up.",
            "I have seen the same on the till beside number %d.",
            "Number %d is closed for lunch.",
            "A customer asks for the receipt of yesterday, till %d.",
            "The drawer of till %d is counted; nothing is missing.",
            "Who has the key of till %d?",
            "It hangs behind the counter, for number %d as for all.");
    private static final List<String> LAB_TALK = List.of(
            "Trial %d: the pool keeps its connections for ten minutes.",
            "Trial %d opens eight tills at once; the pool holds.",
            "In trial %d the ninth till waits for two seconds.",
            "I repeat trial %d with a cold cache.",
            "The figures of trial %d are in my notes.");

    private final Stoa stoa;
    private final Principal by;

    DemoSociety(Stoa stoa, Principal by) {
        this.stoa = stoa;
        this.by = by;
    }

    private Society society() {
        return stoa.society();
    }

    void fill() {
        register(AgentDraft.of("lookout", "sim:").constitution("You watch the tills."));
        register(AgentDraft.of("mender", "sim:").describing("Mends what others find."));
        register(AgentDraft.of("stranger", "sim:").describing(DemoTexts.HOSTILE));
        society().agents().register(by, AgentDraft.person("ana"));
        society().channels().create(by, ChannelDraft.of(SHOP).about("what goes on in the shop"));
        society().channels().create(by, ChannelDraft.of(LAB).about("what we try"));
        messages();
        work();
        notes();
        knowledge();
    }

    private void register(AgentDraft draft) {
        society().agents().register(by, draft.triggeredBy(TriggerPolicy.HUMAN));
    }

    private void say(Principal who, String channel, String text) {
        society().messages().send(who, channel, MessageDraft.of(text));
    }

    private void messages() {
        say(LOOKOUT, SHOP, "Till 3 cannot write its first receipt: connection is closed.");
        // Only people may start the mender.
        say(LOOKOUT, SHOP, "@mender, please look after till 3.");
        say(STRANGER, LAB, DemoTexts.HOSTILE);
        for (int i = 3; i < MESSAGES; i++) {
            boolean shop = i % 3 != 0;
            List<String> talk = shop ? SHOP_TALK : LAB_TALK;
            Principal who = List.of(LOOKOUT, MENDER, ANA).get(i % 7 % 3);
            say(
                    who,
                    shop ? SHOP : LAB,
                    talk.get(i % talk.size()).replace("%d", Integer.toString(shop ? i % 40 + 1 : i / 3)));
        }
    }

    /** Some words more, after the demo is filled. */
    void talk(int scene) {
        String till = Integer.toString(scene % 40 + 1);
        say(LOOKOUT, SHOP, "Till " + till + " was quiet for two minutes.");
        say(MENDER, SHOP, "Then I leave number " + till + " as it is.");
    }

    private void work() {
        Tasks tasks = society().tasks();
        tasks.add(
                by,
                WorkDraft.of("Find out why till 3 cannot write its first receipt.")
                        .offeredTo("mender"));
        TaskLease first = tasks.claimNext(MENDER, Tasks.LEASE).orElseThrow();
        tasks.complete(first, "Till 3 keeps its connection open over night; the pool closes it at 02:00.");
        tasks.add(by, WorkDraft.of("Repeat trial 12 with forty tills.").priority(8));
        if (tasks.claimNext(LOOKOUT, Tasks.LEASE).isEmpty()) {
            throw new IllegalStateException("there is no work to take");
        }
        tasks.add(by, WorkDraft.of("Count the drawers of all tills."));
        tasks.add(by, WorkDraft.of("Order paper for the printers.").priority(2));
        String cancelled =
                tasks.add(by, WorkDraft.of("Repaint the counter.")).value().id();
        tasks.cancel(by, cancelled);
    }

    private void notes() {
        List<String> seen = List.of(
                        "Till 3 fails with the first receipt of the day.",
                        "Till 3 works after its second receipt.",
                        "The pool closes idle connections at 02:00.")
                .stream()
                .map(text -> society()
                        .notes()
                        .add(MENDER, NoteDraft.of(text, "tills").publicly(true))
                        .value()
                        .id())
                .toList();
        String cause = society()
                .notes()
                .replace(MENDER, seen, NoteSynthesis.of("Till 3 reuses a connection that the pool closed at 02:00."))
                .value()
                .id();
        society().notes().share(MENDER, cause, NoteSharing.open());
        society()
                .notes()
                .add(
                        LOOKOUT,
                        NoteDraft.of("Look at the tills before eight.", "watch").core(true));
        society().notes().add(LOOKOUT, NoteDraft.of("The log of the tills is read from its end.", "watch"));
        society().notes().journal(MENDER, "Till 3 is mended; tomorrow I look at the others.");
    }

    private void knowledge() {
        String cause = society()
                .knowledge()
                .add(
                        MENDER,
                        FactDraft.of(
                                        "shop/tills",
                                        "Till 3 keeps its connection open over night; the pool closes it at 02:00.")
                                .confidence(0.8))
                .value()
                .id();
        society().knowledge().review(LOOKOUT, cause, Review.confirm());
        society().knowledge().add(LOOKOUT, FactDraft.of("shop/printers", "A cold printer needs a minute."));
        String doubtful = society()
                .knowledge()
                .add(LOOKOUT, FactDraft.of("shop/pool", "Twenty places are enough for forty tills."))
                .value()
                .id();
        society().knowledge().review(MENDER, doubtful, Review.dispute());
        society().knowledge().add(MENDER, FactDraft.of("lab/trials", "The ninth till waits when eight are open."));
    }
}
