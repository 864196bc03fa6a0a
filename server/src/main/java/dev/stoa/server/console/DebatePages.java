package dev.stoa.server.console;

import dev.stoa.base.Simulated;
import dev.stoa.server.console.view.CompareView;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.LawsView;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.StatsView;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Debates: which came out how, one of them with what everybody said, and two side by side. Stateless. */
final class DebatePages {
    private static final int SESSIONS = 100;
    private static final String SIMULATED = "simulated";
    private static final String TUNNEL = "tunnel";

    private DebatePages() {}

    static List<Page> pages() {
        return List.of(
                new Page(
                        "debates",
                        "debates",
                        Wing.DEBATES,
                        Scope.READ_AGENT,
                        DebateListPage.QUERIES,
                        DebateListPage::list),
                NewDebatePages.page(),
                new Page(
                        "debates/stats",
                        "debate-stats",
                        Wing.DEBATES,
                        Scope.READ_AGENT,
                        List.of(SIMULATED),
                        DebatePages::stats),
                new Page(
                        "debates/compare",
                        "debate-compare",
                        Wing.DEBATES,
                        Scope.READ_AGENT,
                        List.of("a", "b"),
                        DebatePages::compare),
                new Page(
                        "debates/{id}",
                        "debate",
                        Wing.DEBATES,
                        Scope.READ_AGENT,
                        DebatePage.QUERIES,
                        DebatePage::debate),
                new Page("debates/{id}/turns/{n}", "turn", Wing.DEBATES, Scope.READ_AGENT, DebatePage::turn),
                DebatePartPages.ballots(),
                DebatePartPages.options(),
                DebatePartPages.replay(),
                DebatePartPages.gate(),
                new Page(TUNNEL, TUNNEL, Wing.DEBATES, Scope.READ_AGENT, asked -> laws(asked, true)),
                new Page(TUNNEL + "/laws", "tunnel-laws", Wing.DEBATES, Scope.READ_AGENT, asked -> laws(asked, false)),
                DebateMorePages.versions(),
                DebateMorePages.version(),
                DebateMorePages.taught(),
                DebateMorePages.read());
    }

    private static View stats(Asked asked) throws Exception {
        @Nullable String counted = asked.query(SIMULATED);
        Doc stats = asked.read("stats", RatingPages.with(asked, "debates/stats", SIMULATED));
        return View.of("debate-stats", "What debating was worth")
                .below("Debates", "/debates")
                .command("debate stats" + (counted == null ? "" : " --simulated " + Lists.quoted(counted)))
                .with("worth", StatsView.of(stats))
                .with("filters", Filters.of(List.of(SIMULATED), asked::query))
                .with("simulated", counted != null && Simulated.of(counted) != Simulated.EXCLUDE);
    }

    private static View laws(Asked asked, boolean drawn) throws Exception {
        LawsView known = LawsView.of(asked.read("laws", "tunnel/laws"));
        return View.of(TUNNEL, drawn ? "Wind tunnel" : "Laws of debates")
                .below("Debates", "/debates")
                .command(known.command())
                .with("known", known)
                .with("tabs", List.of(new Wing.Entry("Plots", "/tunnel"), new Wing.Entry("Laws", "/tunnel/laws")))
                .with("drawn", drawn);
    }

    private static View compare(Asked asked) throws Exception {
        CompareView.Side a = side(asked, "a");
        CompareView.Side b = side(asked, "b");
        View view = View.of("debate-compare", "Two debates side by side")
                .below("Debates", "/debates")
                .with("compared", CompareView.of(a, b, sessions(asked, a, b)));
        return a.isChosen() ? view.command("debate show " + Lists.quoted(a.id())) : view;
    }

    /** The newest sessions of the debate that both are of; none if they are of different ones. */
    private static List<Doc> sessions(Asked asked, CompareView.Side a, CompareView.Side b) throws Exception {
        String id = a.debate().raw("debate_id");
        return id.isEmpty() || !id.equals(b.debate().raw("debate_id"))
                ? List.of()
                : asked.read("sessions", "debates?newest=true&limit=" + SESSIONS + "&debate_id=" + Links.encoded(id))
                        .docs("items");
    }

    private static CompareView.Side side(Asked asked, String name) throws Exception {
        @Nullable String id = asked.query(name);
        if (id == null) {
            return new CompareView.Side("", Doc.EMPTY, List.of());
        }
        String address = "debates/" + Links.encoded(id);
        Doc debate = asked.read(name, address);
        return new CompareView.Side(
                id,
                debate,
                asked.read("turns-" + name, address + "/turns?limit=" + CompareView.TURNS)
                        .docs("items"));
    }
}
