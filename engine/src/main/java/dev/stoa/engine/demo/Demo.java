package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.counsel.conversation.ConversationRequest;
import dev.stoa.counsel.correction.CorrectionFilter;
import dev.stoa.debate.SessionFilter;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.note.NoteFilter;
import dev.stoa.society.work.TaskFilter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An example of everything that Stoa keeps, for people who look at it for the first time. Used by one thread. Nothing in
 * it needs a network, and its debates and runs end the same each time; only ids and times differ.
 */
public final class Demo {
    /** What every row of it says that has metadata. */
    static final Map<String, @Nullable Object> MARK = Json.object("demo", true);

    /** How long another may not begin: by its end the first has written something. */
    private static final Duration BEGINNING = Duration.ofMinutes(2);

    private static final Set<String> RESERVED = Set.of(ReservedAgents.HUMAN_ID, ReservedAgents.SYSTEM_ID);

    private final DemoDebates debates;
    private final DemoLearning learning;
    private final DemoSociety society;
    private final DemoCounsel counsel;
    private final DemoEvolution evolution;
    private int scenes;

    private Demo(Stoa stoa, Engines engines, Principal by) {
        this.debates = new DemoDebates(stoa, engines, by);
        this.learning = new DemoLearning(stoa, engines, by);
        this.society = new DemoSociety(stoa, by);
        this.counsel = new DemoCounsel(stoa, engines, by);
        this.evolution = new DemoEvolution(engines, by);
    }

    /**
     * The demo for a Stoa in which nothing is yet.
     *
     * @throws ConflictException with the code {@code not_empty} if an archive has anything; nothing is written
     */
    public static Demo forEmpty(Stoa stoa, Engines engines, Principal by) {
        String found = found(stoa, by);
        if (found != null) {
            throw new ConflictException(
                    "not_empty",
                    "the demo fills an empty Stoa, and this one has " + found,
                    "use an empty data directory, or start without the demo");
        }
        // Of two that begin at the same moment, neither of which finds anything, one has the lease.
        if (!stoa.counsel().jobs().lease(by, "demo", UUID.randomUUID().toString(), BEGINNING)) {
            throw new ConflictException(
                    "not_empty",
                    "the demo fills an empty Stoa, and another server has begun to fill this one",
                    "use an empty data directory, or start without the demo");
        }
        return new Demo(stoa, engines, by);
    }

    /** The first thing that is there, whichever archive has it. */
    private static @Nullable String found(Stoa stoa, Principal by) {
        Page.Request one = Page.Request.first(1);
        var memories = stoa.learning().memories().as(by).stats(Simulated.INCLUDE);
        if (memories.total() + memories.archived() > 0) {
            return "a memory";
        }
        if (stoa.society().agents().list(by, Agents.Shown.ALL).stream()
                .anyMatch(agent -> !RESERVED.contains(agent.id()))) {
            return "an agent";
        }
        if (!stoa.society().channels().list(by, Channels.Shown.ALL).isEmpty()) {
            return "a channel";
        }
        if (stoa.society().knowledge().tree(by, DomainPattern.of("*")).total() > 0) {
            return "knowledge";
        }
        Map<String, Page<?>> pages = new LinkedHashMap<>();
        pages.put("a note", stoa.society().notes().list(by, NoteFilter.mine()));
        pages.put("a task", stoa.society().tasks().list(by, TaskFilter.open().all(true), one));
        pages.put(
                "a debate",
                stoa.debate().sessions().as(by).list(SessionFilter.all().withSimulated(Simulated.INCLUDE), one));
        pages.put("evidence", stoa.learning().evidence().as(by).list(EvidenceFilter.NONE, one));
        pages.put("a conclusion", stoa.learning().consensus().as(by).list(null, Simulated.INCLUDE, one));
        pages.put("a rated match", stoa.learning().ratings().as(by).matches(Simulated.INCLUDE, one));
        pages.put("a critique", stoa.learning().critiques().as(by).list(null, Simulated.INCLUDE, one));
        pages.put("a conversation", stoa.counsel().conversations().list(by, ConversationRequest.first()));
        pages.put("a correction", stoa.counsel().corrections().list(by, CorrectionFilter.all(one)));
        pages.put("a specialist", stoa.counsel().specialists().list(by, one));
        pages.put("an evolution", stoa.evolution().runs().list(by, one));
        return pages.entrySet().stream()
                .filter(page -> !page.getValue().items().isEmpty())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Makes all of it. What was made when it is interrupted stays. */
    public void fill() throws InterruptedException {
        society.fill();
        learning.fill();
        debates.fill();
        counsel.fill();
        evolution.fill();
        // Last, so that its sign covers what came before.
        counsel.sign();
    }

    /** Lets something new happen: a short debate, and some words in a channel. */
    public void goOn() throws InterruptedException {
        scenes++;
        society.talk(scenes);
        debates.another(scenes);
    }
}
