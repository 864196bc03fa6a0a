package dev.stoa.server.console.counsel;

import dev.stoa.server.console.learn.Rate;
import dev.stoa.server.console.view.Doc;
import java.util.List;

/** How often answers passed the assertions of policies. Stateless. */
public final class Passed {
    private Passed() {}

    /** Policies whose assertions say in {@code passes} how often they were passed. */
    public static List<Doc> with(List<Doc> policies, List<Doc> rates) {
        return policies.stream()
                .map(policy -> policy.and(
                        "assertions",
                        policy.docs("assertions").stream()
                                .map(each -> each.and("passes", said(policy, each, rates))
                                        .fields())
                                .toList()))
                .toList();
    }

    private static String said(Doc policy, Doc assertion, List<Doc> rates) {
        return rates.stream()
                .filter(rate -> rate.raw("policy").equals(policy.raw("name"))
                        && rate.raw("assertion").equals(assertion.raw("name")))
                .findFirst()
                .map(rate -> new Rate(rate.whole("passed"), rate.whole("checked")))
                .orElse(new Rate(0, 0))
                .said();
    }
}
