package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.counsel.AskListener;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Reply;
import java.time.Duration;
import java.util.List;

/** Questions of the demo, what people said about the answers, and a model that is being measured. */
final class DemoCounsel {
    private static final String SILENT = "silent";

    private final Stoa stoa;
    private final Engines engines;
    private final Principal by;

    DemoCounsel(Stoa stoa, Engines engines, Principal by) {
        this.stoa = stoa;
        this.engines = engines;
        this.by = by;
    }

    /** A model that has nothing to say. Stateless. */
    private static final class Silent implements Provider {
        @Override
        public boolean offline() {
            return true;
        }

        @Override
        public Reply call(Call call) {
            return new Reply("Confidence: 50%", null, null, Duration.ZERO);
        }
    }

    void fill() throws InterruptedException {
        Corrections corrections = stoa.counsel().corrections();
        corrections.add(
                by,
                CorrectionDraft.of(
                        "staging cluster restart", "The staging cluster restarts every Sunday at 04:00 UTC."));
        ask("When does the staging cluster restart?");
        sign();
        stoa.counsel().specialists().add(by, "reader", "evidence:lexical", List.of());
        stoa.counsel().specialists().shadow(by, "reader", "evidence:semantic");
        ask("Who is on call at the weekend?");
        ask("How long does the copying of the payment release take?");
        corrections.suggest(
                by,
                CorrectionDraft.of("on call at the weekend", "Ivo is on call, and cannot restore a database alone."));
        try {
            engines.with(engines.providers().with(SILENT, new Silent()))
                    .answers()
                    .ask(
                            by,
                            AskRequest.of("What does the silent model say?")
                                    .agents(List.of("mute=" + SILENT + ":m1", "dumb=" + SILENT + ":m2")),
                            AskListener.NONE);
        } catch (ConflictException e) {
            // That is what this question is for: its answers are refused by a check.
            if (!e.code().equals("assertion_blocked")) {
                throw e;
            }
        }
    }

    private void ask(String question) throws InterruptedException {
        String id = engines.answers()
                .ask(by, AskRequest.of(question), AskListener.NONE)
                .query()
                .queryId();
        engines.answers().shadow(by, id);
    }

    /** Signs the audit log as it is. */
    void sign() {
        stoa.counsel().audit().checkpoint(by);
    }
}
