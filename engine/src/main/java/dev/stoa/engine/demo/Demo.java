package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.debate.SessionFilter;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.json.Json;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.ReservedAgents;
import java.time.Duration;
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
     * @throws ConflictException with the code {@code not_empty} if there is a debate, an agent or a memory; nothing is
     *     written
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

    private static @Nullable String found(Stoa stoa, Principal by) {
        if (!stoa.debate()
                .sessions()
                .as(by)
                .list(SessionFilter.all().withSimulated(Simulated.INCLUDE), Page.Request.first(1))
                .items()
                .isEmpty()) {
            return "a debate";
        }
        if (stoa.society().agents().list(by, Agents.Shown.ALL).stream()
                .anyMatch(agent -> !RESERVED.contains(agent.id()))) {
            return "an agent";
        }
        var memories = stoa.learning().memories().as(by).stats(Simulated.INCLUDE);
        return memories.total() + memories.archived() > 0 ? "a memory" : null;
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
