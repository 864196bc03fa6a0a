package dev.stoa.server.console;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import java.util.List;
import java.util.Map;

/** The list of debates: which came out how. Stateless. */
final class DebateListPage {
    /** What the address of the page may say; each is a filter of the API, which checks it. */
    static final List<String> QUERIES = List.of(
            "words",
            "status",
            "domain",
            "preset",
            "agent",
            "correct",
            "min_consensus",
            "from",
            "to",
            "simulated",
            "debate_id",
            "cursor");

    private static final String CURSOR = "cursor";

    private DebateListPage() {}

    static View list(Asked asked) throws Exception {
        StringBuilder address = new StringBuilder("debates?newest=true");
        Here here = new Here("/debates", Map.of());
        for (String name : QUERIES) {
            String value = asked.query(name);
            if (value != null) {
                address.append('&').append(name).append('=').append(Links.encoded(value));
                here = here.with(name, value);
            }
        }
        Doc found = asked.read("debates", address.toString());
        return View.of("debates", "Debates")
                .command("debate list")
                .with("items", found.docs("items"))
                .with("here", here)
                .with("filtered", here.query().keySet().stream().anyMatch(name -> !name.equals(CURSOR)))
                .with(
                        "next",
                        found.has("next") ? here.with(CURSOR, found.raw("next")).href() : "");
    }
}
