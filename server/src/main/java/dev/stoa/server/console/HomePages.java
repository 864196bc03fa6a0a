package dev.stoa.server.console;

import dev.stoa.server.console.learn.Countdown;
import dev.stoa.server.console.society.Going;
import dev.stoa.server.console.society.Lately;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where one begins: what needs the reader, what goes on, and whether all is well. Stateless. */
final class HomePages {
    private static final int GOING = 10;
    private static final int LATELY = 8;

    /** As many events as a phase of a large panel has. */
    private static final int LAST = 100;

    private static final int LINE = 400;
    private static final String NEW_DEBATE = "debates/new";

    /** The form of a debate with the question of the example, for someone who has none yet. */
    private static final String FIRST_DEBATE = new Here("/" + NEW_DEBATE, Map.of())
            .with(
                    "topic",
                    "Should we ship the payment release to all customers on Friday afternoon"
                            + " or wait until Monday morning?")
            .with("options", "ship on Friday afternoon\nwait until Monday morning")
            .with("agent1", "ada=sim:")
            .with("agent2", "bo=sim:")
            .with("agent3", "cy=sim:")
            .href();

    private HomePages() {}

    static List<Page> pages() {
        return List.of(new Page("", "home", null, Scope.READ, HomePages::home));
    }

    private static View home(Asked asked) throws Exception {
        Doc health = asked.read("health", "health/ready");
        Parts parts = new Parts(asked);
        List<Doc> paused = parts.items("paused", "debates?status=paused&newest=true&limit=10");
        List<Doc> running = new ArrayList<>();
        for (Doc each : parts.items("running", "debates?status=running&newest=true&limit=" + GOING)) {
            running.add(debate(each, parts));
        }
        List<Doc> lately = parts.items("lately", "debates?status=completed&newest=true&limit=8");
        List<Lately> society =
                Lately.of(parts.items("society", "society/events?limit=" + LATELY + "&kinds=" + Lately.kinds()));
        List<Doc> runs = new ArrayList<>();
        for (Doc each : parts.items("runs", "runs?live=true&limit=" + GOING)) {
            runs.add(run(each, asked, parts));
        }
        List<Doc> evolutions = parts.items("evolutions", "evolutions?limit=5").stream()
                .filter(run -> run.raw("status").equals("running"))
                .toList();
        List<Doc> inbox = parts.items("inbox", "inbox").stream()
                .filter(each -> each.whole("unread") > 0)
                .toList();
        List<Doc> created = parts.items("created", "created-agents").stream()
                .filter(each -> each.raw("status").equals("pending_approval"))
                .toList();
        List<Doc> corrections = parts.items("corrections", "corrections?status=proposed&limit=10");
        List<Doc> tasks = parts.items("tasks", "tasks?status=pending&limit=10");
        boolean empty = paused.isEmpty()
                && running.isEmpty()
                && lately.isEmpty()
                && runs.isEmpty()
                && parts.items("debates", "debates?limit=1").isEmpty()
                && parts.items("agents", "agents?limit=500").stream()
                        .allMatch(each -> each.raw("kind").equals("human")
                                || each.raw("identity").equals("human")
                                || each.raw("identity").equals("system"));
        return View.of("home", "Stoa")
                .with("paused", paused)
                .with("running", running)
                .with("lately", lately)
                .with("society", society)
                .with("runs", runs)
                .with("evolutions", evolutions)
                .with("corrections", corrections)
                .with("created", created)
                .with("tasks", tasks)
                .with("inbox", inbox)
                .with(
                        "breakers",
                        parts.items("breakers", "breakers").stream()
                                .map(each -> each.and("retry", Countdown.until(each.raw("retry_at"), asked.now())))
                                .toList())
                .with("health", health)
                .with("size", Going.size(health))
                .with("signed", Going.ago(health.raw("audit.signed_at"), asked.now()))
                .with("worth", parts.read("worth", "debates/stats" + (asked.isDemo() ? "?simulated=include" : "")))
                .with("empty", empty)
                .with("form", Pages.all().stream().anyMatch(page -> page.path().equals(NEW_DEBATE)) ? FIRST_DEBATE : "")
                .with("problems", parts.problems);
    }

    /** A debate that goes on, with the round, the phase and the consensus that it has come to. */
    private static Doc debate(Doc debate, Parts parts) throws Exception {
        String id = debate.raw("id");
        return Going.debate(
                debate,
                parts.items("events-" + id, "debates/" + Links.encoded(id) + "/events?newest=true&limit=" + LAST));
    }

    /** A run that goes on, with how long it does and the last line that it wrote. */
    private static Doc run(Doc run, Asked asked, Parts parts) throws Exception {
        String id = run.raw("session_id");
        return Going.run(
                run, parts.read("logs-" + id, "runs/" + Links.encoded(id) + "/logs?tail=" + LINE), asked.now());
    }

    /** Reads parts of the page: one that cannot be read takes away no other. */
    private static final class Parts {
        private final Asked asked;
        private final List<String> problems = new ArrayList<>();

        Parts(Asked asked) {
            this.asked = asked;
        }

        Doc read(String name, String address) throws Exception {
            Doc found = asked.tried(name, address);
            if (found.has("problem")) {
                problems.add(name + ": " + found.text("problem"));
            }
            return found;
        }

        List<Doc> items(String name, String address) throws Exception {
            return read(name, address).docs("items");
        }
    }
}
