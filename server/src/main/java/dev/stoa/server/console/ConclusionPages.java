package dev.stoa.server.console;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.learn.Conclusion;
import dev.stoa.server.console.learn.Dissents;
import dev.stoa.server.console.learn.LearnColumns;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What debates concluded, who dissented, and what was proved. Stateless. */
final class ConclusionPages {
    private static final String RECORD =
            "stoa consensus record '{\"id\":\"friday\",\"topic\":\"Should we ship on Friday?\","
                    + "\"conclusion\":\"No\",\"confidence\":0.8,\"participants\":[\"ana\",\"ben\"]";
    private static final String DISSENT = RECORD.replace("friday", "monday")
            + ",\"dissents\":[{\"agent_id\":\"ben\",\"dissent_type\":\"risk_warning\","
            + "\"content\":\"A late fix costs the weekend\",\"confidence\":0.6}]}'";
    private static final int TITLE = 120;
    private static final int SIMILAR = 6;
    private static final int CHAIN = 5;
    private static final String CURSOR = "cursor";
    private static final String TYPE = "type";
    private static final String DISSENT_TYPE = "dissent_type";
    private static final String OPEN = "open";
    private static final String SIMULATED = "simulated";
    private static final List<String> LISTED = List.of("domain", "archived", SIMULATED, CURSOR);
    private static final List<String> HEARD = List.of(TYPE, OPEN, SIMULATED, CURSOR);

    private ConclusionPages() {}

    static List<Page> pages() {
        return List.of(
                page("consensus", "consensus", LISTED, ConclusionPages::list),
                page("consensus/{id}", "consensus-one", List.of(), ConclusionPages::consensus),
                page("dissents", "dissents", HEARD, ConclusionPages::dissents),
                Lists.page(
                        new Listed(
                                "proofs",
                                Wing.LEARNING,
                                Scope.READ_AGENT,
                                "Proofs",
                                "Which claims were given to a prover, the latest first, and what it said.",
                                "proofs",
                                "proof show",
                                "stoa proof check claim.smt2",
                                List.of("debate_id", CURSOR),
                                LearnColumns.PROOFS),
                        ConclusionPages::debated),
                page("proofs/{id}", "proof", List.of(), ConclusionPages::proof));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.LEARNING, Scope.READ_AGENT, queries, maker);
    }

    private static View list(Asked asked) throws Exception {
        Here api = new Here("consensus", Map.of());
        Here here = new Here("/consensus", Map.of());
        for (String name : LISTED) {
            @Nullable String value = asked.query(name);
            if (value != null) {
                api = api.with(name, value);
                here = here.with(name, value);
            }
        }
        boolean archived = "true".equals(asked.query("archived"));
        Doc found = asked.read("consensus", api.href());
        List<Doc> items = found.docs("items");
        return View.of("list", "Consensus")
                .command("consensus list")
                .with("about", "What debates concluded, how many agreed, and what was said against it.")
                .with("first", RECORD + "}'")
                .with("columns", archived ? LearnColumns.ARCHIVED : LearnColumns.CONSENSUS)
                .with(
                        "items",
                        archived
                                ? items
                                : items.stream().map(Conclusion::listed).toList())
                .with("filters", Filters.of(LISTED, asked::query))
                .with("topic", "consensus")
                .with(
                        "next",
                        found.has("next") ? here.with(CURSOR, found.raw("next")).href() : "");
    }

    private static View consensus(Asked asked) throws Exception {
        Doc consensus =
                asked.read("consensus", "consensus/" + asked.segment("id")).doc("consensus");
        String topic = consensus.raw("topic");
        Doc similar = asked.ask(
                "similar",
                "consensus/find",
                Map.of("topic", topic, "limit", SIMILAR, "include_superseded", true, SIMULATED, "include"));
        Doc debate = asked.tried("debate", "debates/" + asked.segment("id"));
        Conclusion shown = new Conclusion(
                consensus,
                debate.has("problem") ? "" : Links.to("debates", debate.raw("id")),
                chain(asked, consensus, "supersedes"),
                chain(asked, consensus, "superseded_by"));
        return View.titled("consensus", consensus.text("topic", TITLE))
                .below("Consensus", "/consensus")
                .command("consensus show " + Lists.quoted(asked.id("id")))
                .with("shown", shown)
                .with("proofs", LearnColumns.PROVED)
                .with("columns", LearnColumns.SIMILAR)
                .with(
                        "similar",
                        similar.docs("items").stream()
                                .filter(hit -> !hit.raw("consensus.id").equals(consensus.raw("id")))
                                .toList());
    }

    /** What a consensus replaced, or what replaced it, and so on. */
    private static List<Doc> chain(Asked asked, Doc from, String field) throws Exception {
        List<Doc> chain = new ArrayList<>();
        Doc last = from;
        while (last.has(field) && chain.size() < CHAIN) {
            String id = last.raw(field);
            Doc read = asked.tried(field + "-" + (chain.size() + 1), "consensus/" + Links.encoded(id));
            last = read.has("problem") ? new Doc(Map.of("id", id)) : read.doc("consensus");
            chain.add(last);
        }
        return chain;
    }

    private static View dissents(Asked asked) throws Exception {
        @Nullable String type = asked.query(TYPE);
        @Nullable String open = asked.query(OPEN);
        @Nullable String simulated = asked.query(SIMULATED);
        Here here = new Here("/dissents", Map.of()).with(SIMULATED, simulated == null ? "" : simulated);
        Here api = new Here("dissents", Map.of()).with(SIMULATED, simulated == null ? "" : simulated);
        List<Dissents> groups = new ArrayList<>();
        if (type == null && open == null) {
            Doc risks = asked.read(
                    "risks",
                    api.with(DISSENT_TYPE, Dissents.RISK)
                            .with("acknowledged", "false")
                            .href());
            Doc others = asked.read("open", api.with("acknowledged", "false").href());
            Doc answered =
                    asked.read("answered", api.with("acknowledged", "true").href());
            groups.add(Dissents.of(
                    "Risks without an answer",
                    risks,
                    here.with(TYPE, Dissents.RISK).with(OPEN, "true")));
            groups.add(Dissents.of("Others without an answer", others, here.with(OPEN, "true"))
                    .butRisks());
            groups.add(Dissents.of("Answered", answered, here.with(OPEN, "false")));
        } else {
            Here all = here.with(TYPE, type == null ? "" : type).with(OPEN, open == null ? "" : open);
            Doc found = asked.read(
                    "dissents",
                    api.with(DISSENT_TYPE, type == null ? "" : type)
                            .with("acknowledged", open == null ? "" : Boolean.toString(!"true".equals(open)))
                            .with(CURSOR, asked.query(CURSOR) == null ? "" : asked.query(CURSOR))
                            .href());
            groups.add(Dissents.of("Dissents", found, all));
        }
        return View.of("dissents", "Dissents")
                .with("first", DISSENT)
                .command("consensus dissents" + ("true".equals(open) ? " --open" : ""))
                .with("groups", groups)
                .with(
                        "filters",
                        Filters.of(
                                        List.of(DISSENT_TYPE, OPEN, SIMULATED),
                                        name -> asked.query(name.equals(DISSENT_TYPE) ? TYPE : name))
                                .named(DISSENT_TYPE, TYPE));
    }

    private static Doc debated(Doc proof) {
        return proof.raw("debate_id").equals("standalone") ? proof : proof.and("debate", proof.raw("debate_id"));
    }

    private static View proof(Asked asked) throws Exception {
        Doc proof = debated(asked.read("proof", "proofs/" + asked.segment("id")).doc("proof"));
        return View.titled("proof", Language.t("Proof {0}", proof.text("id", TITLE)))
                .below("Proofs", "/proofs")
                .command("proof show " + Lists.quoted(asked.id("id")))
                .with("proof", proof)
                .with("facts", LearnColumns.PROOF);
    }
}
