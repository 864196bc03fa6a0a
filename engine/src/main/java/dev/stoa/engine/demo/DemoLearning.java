package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.DissentDraft;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemorySource;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.proof.ProofRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the demo remembers: memories of all tiers, a conclusion with an unanswered warning, and an open breaker. */
final class DemoLearning {
    private static final List<MemoryTier> TIERS = List.of(MemoryTier.values());
    private static final String NAMESPACE = "demo";
    private static final String RUMOUR = "demo-rumour";
    private static final String BREAKER = "openai:demo-model-away";
    private static final Duration CALL = Duration.ofSeconds(1);

    private static final List<String> SERVICES =
            List.of("payments", "search", "the tills", "refunds", "the export", "the login");

    /** With the services 114 memories; the red lines and what stands on a rumour make them 120. */
    private static final List<String> FACTS = List.of(
            "Deploy %s behind a switch that one person can turn off.",
            "The backup of %s is restored on the first Monday of the month.",
            "An alarm of %s rings after three failures in five minutes.",
            "The tests of %s take eleven minutes on two cores.",
            "A change of the schema of %s drops the old column one release later.",
            "The pool of %s closes idle connections at 02:00.",
            "A cold cache makes %s slow for about a minute after a start.",
            "Retries of %s carry the same idempotency key.",
            "The team of %s answers within an hour on working days.",
            "Rows of %s older than 400 days are moved to the archive.",
            "The dashboard of %s shows the median, which hides the slow tenth.",
            "Clocks of %s differ by up to two seconds.",
            "The index of %s is rebuilt when it has grown by half.",
            "A request to %s without a deadline waits for thirty seconds.",
            "The quota of %s is counted per minute and not per hour.",
            "Logs of %s never hold the content of a message.",
            "The certificate of %s is renewed by a job, and read again without a restart.",
            "Two people are needed to restore the database of %s.",
            "The load of %s doubles on the last day of a month.");

    private final Stoa stoa;
    private final Engines engines;
    private final Principal by;

    DemoLearning(Stoa stoa, Engines engines, Principal by) {
        this.stoa = stoa;
        this.engines = engines;
        this.by = by;
    }

    void fill() {
        memories();
        conclusion();
        proof();
        breaker();
    }

    private void memories() {
        Continuum memories = stoa.learning().memories().as(by);
        List<MemoryDraft> drafts = new ArrayList<>();
        for (int i = 0; i < FACTS.size() * SERVICES.size(); i++) {
            MemoryTier tier = TIERS.get(i % TIERS.size());
            drafts.add(draft(
                            "demo-" + i,
                            FACTS.get(i / SERVICES.size()).replace("%s", SERVICES.get(i % SERVICES.size())))
                    .tier(tier)
                    .importance((i % 10 + 1) / 10.0)
                    .surprise((i * 7 % 10) / 10.0));
        }
        drafts.add(draft("demo-line-1", "Customers are never charged twice, whatever was lost on the way.")
                .tier(MemoryTier.GLACIAL));
        drafts.add(draft("demo-line-2", "Nothing is dropped from production without a backup that was restored once.")
                .tier(MemoryTier.GLACIAL));
        // A lineage of three steps: what stands on a rumour is worth no more than the rumour.
        drafts.add(draft(RUMOUR, "A stranger writes that the bank is closed on Thursdays.")
                .trust(Trust.UNTRUSTED)
                .origin("mail"));
        drafts.add(derived("demo-lineage-1", "Payments may be late on Thursdays.", RUMOUR));
        drafts.add(derived("demo-lineage-2", "Thursday is no day for a payment release.", "demo-lineage-1"));
        drafts.add(derived("demo-lineage-3", "Releases are planned around Thursdays.", "demo-lineage-2"));
        memories.addAll(drafts, true);
        for (int i = 0; i < 24; i++) {
            String id = "demo-" + i;
            for (int time = 0; time < 6; time++) {
                memories.outcome(id, i % 3 == 0 ? Outcome.failed() : Outcome.succeeded());
            }
        }
        memories.promote("demo-31", "it was needed three times this week");
        memories.demote("demo-36", "nobody asked for it since the move");
        engines.acts(by).redLine("demo-line-1", "decided by the owners");
        engines.acts(by).redLine("demo-line-2", "after the loss of March");
    }

    private static MemoryDraft draft(String id, String content) {
        return MemoryDraft.of(content).id(id).namespace(NAMESPACE).metadata(Demo.MARK);
    }

    private static MemoryDraft derived(String id, String content, String from) {
        return draft(id, content).sources(List.of(MemorySource.of(MemorySource.MEMORY, from)));
    }

    private void conclusion() {
        stoa.learning()
                .consensus()
                .as(by)
                .record(ConsensusDraft.of(
                                "demo-night",
                                "Shall the tills close their connections at night?",
                                "Yes: a till opens a new one with the first receipt.",
                                0.8,
                                List.of("lookout", "mender", "ana"))
                        .domain("shipping")
                        .agreeing(List.of("lookout", "mender"))
                        .keyClaims(List.of("the pool closes idle connections at 02:00"))
                        .dissents(List.of(new DissentDraft(
                                "ana",
                                DissentType.RISK_WARNING,
                                "If all tills open at 08:00 sharp, the pool is too small.",
                                0.7,
                                "There are 40 tills, and the pool has 20 places.")))
                        .metadata(Demo.MARK)
                        .build());
    }

    /** The warning as a claim: twenty places do not suffice for forty tills. */
    private void proof() {
        stoa.learning()
                .proofs()
                .as(by)
                .check(ProofRequest.of(
                                ProofLanguage.Z3_SMT,
                                "(declare-const places Int)(declare-const tills Int)"
                                        + "(assert (= places 20))(assert (= tills 40))"
                                        + "(assert (not (< places tills)))")
                        .debate("demo-night"));
    }

    private void breaker() {
        var breakers = stoa.learning().breakers();
        while (breakers.acquire(BREAKER, CALL) instanceof Permit.Granted permit) {
            breakers.report(permit, CallResult.failure("timeout"));
        }
    }
}
