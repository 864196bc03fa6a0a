package dev.stoa.engine.counsel;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.FieldWeights;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryState;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Utility;
import dev.stoa.counsel.specialist.ShadowScore;
import dev.stoa.counsel.specialist.Specialist;
import dev.stoa.counsel.specialist.Specialists;
import dev.stoa.engine.provider.AgentSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Measures models that may replace those of specialists, on the same questions. Thread-safe. Their texts are not kept. */
final class Shadowing {
    private final AskTools tools;
    private final Specialists specialists;

    Shadowing(AskTools tools, Specialists specialists) {
        this.tools = tools;
        this.specialists = specialists;
    }

    /** Scores the shadows of those who took part in a query. */
    int score(Principal by, String queryId) throws InterruptedException {
        Queries.Progress at = tools.queries().progress(by, queryId);
        if (at.query().state() != QueryState.ANSWERED) {
            return 0;
        }
        int scored = 0;
        for (Specialist specialist : specialists.enabled(by)) {
            String shadow = specialist.shadowModel();
            Run blue = at.runs().stream()
                    .filter(run -> run.isAnswer() && run.specialist().equals(specialist.name()))
                    .findFirst()
                    .orElse(null);
            if (shadow != null && blue != null && asked(specialist, blue)) {
                scored += specialists.scored(by, score(by, at, specialist, shadow, blue)) ? 1 : 0;
            }
        }
        return scored;
    }

    /** Whether the run is of the model that the specialist has now. */
    private boolean asked(Specialist specialist, Run run) {
        return Specs.model(tools.seats().described(specialist.name() + "=" + specialist.activeModel()))
                .equals(run.model());
    }

    private ShadowScore score(Principal by, Queries.Progress at, Specialist specialist, String shadow, Run blue)
            throws InterruptedException {
        Query query = at.query();
        Distribution fields = Distribution.of(tools.fields(), query.distribution());
        String question = Objects.requireNonNullElse(at.question().content(), "");
        List<Lesson> lessons = tools.lessons().get(by, blue.corrections());
        Asked asked = new Asked(question, query.panel().documents(), lessons, null, null);
        Turn green = green(by, at, specialist, shadow, fields, lessons, asked);
        boolean blueBlocked = blue.status() != RunStatus.OK;
        boolean greenBlocked = green == null || green.status() != RunStatus.OK;
        return new ShadowScore(
                specialist.name(),
                query.queryId(),
                specialist.activeModel(),
                shadow,
                blueBlocked ? 0 : u0(by, fields, question, lessons, Objects.requireNonNullElse(blue.raw(), ""), false),
                greenBlocked ? 0 : u0(by, fields, question, lessons, raw(green), green != null && green.truncated()),
                blueBlocked,
                greenBlocked,
                query.field());
    }

    private static String raw(@Nullable Turn turn) {
        return turn == null || turn.raw() == null ? "" : turn.raw();
    }

    private @Nullable Turn green(
            Principal by,
            Queries.Progress at,
            Specialist specialist,
            String shadow,
            Distribution fields,
            List<Lesson> lessons,
            Asked asked)
            throws InterruptedException {
        AgentSpec agent;
        try {
            agent = tools.seats().described(specialist.name() + "=" + shadow);
        } catch (InvalidException e) {
            AskTools.LOG.warn("the shadow of {} cannot be asked: {}", specialist.name(), e.getMessage());
            return null;
        }
        Panel.Member member = new Panel.Member(
                specialist.name(), shadow, 0, 0, 0, false, tools.seats().window(agent));
        Lessons.Block block = tools.lessons()
                .find(
                        by,
                        asked.question(),
                        at.query().conversationId(),
                        null,
                        fields.domain().name());
        Prompt prompt = tools.prompt(
                by, at.query().conversationId(), at.question().seq(), asked.question(), member, block, null);
        return tools.questioning()
                .answer(by, agent, prompt, asked, fields.governing(), false, lessons, Manner.USUAL, tools.limit());
    }

    private double u0(
            Principal by, Distribution fields, String question, List<Lesson> lessons, String raw, boolean truncated) {
        ParsedAnswer said = ParsedAnswer.read(raw, truncated);
        PolicyResult checked =
                tools.questioning().check(by, fields.governing(), false, said.text(), question, lessons, 0);
        FieldWeights weights = fields.weights();
        double severity = Decision.faults(checked);
        double c = Utility.of(weights, new Utility.Evidence(0, checked.bonus(), said.confidence(), severity, 0, 0))
                .c();
        return ShadowScore.u0(weights.we(), weights.wc(), checked.bonus(), c);
    }
}
