package dev.stoa.engine.counsel;

import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.engine.counsel.AskListener.Step;
import dev.stoa.engine.provider.AgentSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The calls for answers: all members at the same time, each alone. Stateless. */
final class PanelCalls {
    private PanelCalls() {}

    /** An answer that is asked for. */
    private record Due(Panel.Member member, Prompt prompt) {}

    /** Asks these members, and stores how their calls ended, in their order. */
    static void make(CurrentAsk ask, Queries.Progress at, List<Panel.Member> members) throws InterruptedException {
        AskTools tools = ask.tools();
        Lessons.Block lessons = ask.orFail(() -> ask.lessons(at));
        Field governing =
                Distribution.of(tools.fields(), at.query().distribution()).governing();
        Asked asked = new Asked(
                CurrentAsk.text(at.question()), at.query().panel().documents(), lessons.lessons(), null, null);
        List<Due> due = new ArrayList<>();
        List<Callable<Turn>> calls = new ArrayList<>();
        for (Panel.Member member : members) {
            Prompt prompt = ask.orFail(() -> tools.prompt(
                    ask.by(),
                    at.query().conversationId(),
                    at.question().seq(),
                    asked.question(),
                    member,
                    lessons,
                    ask.system()));
            AgentSpec agent = tools.seats().agent(member);
            due.add(new Due(member, prompt));
            calls.add(() -> tools.questioning()
                    .answer(
                            ask.by(),
                            agent,
                            prompt,
                            asked,
                            governing,
                            at.query().panel().json(),
                            lessons.lessons(),
                            Manner.of(at.query().panel().manner()),
                            ask.left()));
        }
        Decision rules = ask.decision(at);
        ask.together(due, calls, (one, turn) -> {
            PolicyResult results = turn.checked();
            ask.store(
                    run(one, turn, rules, lessons),
                    at.query(),
                    results,
                    (tx, query, now) -> {
                        if (results != null) {
                            tools.questioning().store(tx, query, one.member().specialist(), results, now);
                        }
                    },
                    Step.ANSWER);
        });
    }

    private static Map<String, @Nullable Object> context(Prompt prompt, boolean truncated) {
        Map<String, @Nullable Object> context = new LinkedHashMap<>(prompt.context());
        if (truncated) {
            context.put(AskDocument.TRUNCATED, true);
        }
        return context;
    }

    private static RunDraft run(Due one, Turn turn, Decision rules, Lessons.Block lessons) {
        PolicyResult results = turn.checked();
        double confidence = turn.raw() == null
                ? 0
                : ParsedAnswer.read(turn.raw(), turn.truncated()).confidence();
        return new RunDraft(
                one.member().specialist(),
                one.member().model(),
                Round.ANSWER,
                turn.status(),
                turn.error(),
                turn.raw(),
                results == null
                        ? 0
                        : rules.scores(one.member(), results.bonus(), confidence, Decision.faults(results))
                                .u(),
                confidence,
                lessons.ids(),
                turn.latencyMs(),
                turn.totalMs(),
                turn.tokensIn(),
                turn.tokensOut(),
                context(one.prompt(), turn.truncated()),
                null,
                results != null && results.gold());
    }
}
