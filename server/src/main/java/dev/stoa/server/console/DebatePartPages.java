package dev.stoa.server.console;

import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.DebateView;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.OpenGate;
import dev.stoa.server.console.view.RecordCheck;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The parts of one debate that have an address of their own: ballots, options, replay and gates. Stateless. */
final class DebatePartPages {
    private static final int TITLE = 240;
    private static final List<String> REPLAYED = List.of("verify", "voting", "threshold", "quorum");

    private DebatePartPages() {}

    static Page ballots() {
        return new Page("debates/{id}/ballots", "debate-ballots", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            DebateView debate = DebatePage.part(asked, "ballots");
            return part(asked, "Ballots", debate, new RecordCheck(Doc.EMPTY, Doc.EMPTY, 0, ""), Doc.EMPTY)
                    .command("debate ballots " + Lists.quoted(asked.id("id")));
        });
    }

    /** Whether the record proves itself, and what would have come of other rules of counting. */
    static Page replay() {
        return new Page("debates/{id}/replay", "debate-replay", Wing.DEBATES, Scope.READ, REPLAYED, asked -> {
            DebateView debate = DebatePage.part(asked, "replay");
            StringBuilder command = new StringBuilder("debate replay " + Lists.quoted(asked.id("id")));
            for (String rule : DebatePage.RULES) {
                String value = asked.query(rule);
                command.append(value == null ? "" : " --" + rule + " " + Lists.quoted(value));
            }
            return part(
                            asked,
                            "Replay",
                            debate,
                            DebatePage.proof(asked, address(asked), debate.moment()),
                            DebatePage.recount(asked, address(asked)))
                    .command(command.toString());
        });
    }

    private static View part(Asked asked, String title, DebateView debate, RecordCheck proof, Doc count) {
        return View.of("debate-part", title)
                .below(debate.doc().text("topic", TITLE), page(asked))
                .with("part", title)
                .with("debate", debate)
                .with("proof", proof)
                .with("count", count);
    }

    static Page options() {
        return new Page("debates/{id}/options", "debate-options", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            Doc debate = asked.read("debate", address(asked));
            // Of several ballots of a seat the last is the side on which it stands.
            Map<String, String> sides = new LinkedHashMap<>();
            asked.all("ballots", address(asked) + "/ballots")
                    .docs("items")
                    .forEach(ballot -> sides.put(ballot.text("agent_id", TITLE), ballot.raw("choice")));
            List<Doc> options = debate.docs("options").stream()
                    .map(option -> standing(option, sides))
                    .toList();
            return View.of("tables", "Options")
                    .below(debate.text("topic", TITLE), page(asked))
                    .command("debate show " + Lists.quoted(asked.id("id")))
                    .with("about", "What can be chosen, and who stands there at last.")
                    .with(
                            "tables",
                            List.of(new Shown(
                                    "Options",
                                    List.of(
                                            Column.text("key", "Option"),
                                            Column.text("label", "Text"),
                                            Column.text("seats", "Seats"),
                                            Column.link(
                                                    "first_turn_seq",
                                                    "First said in turn",
                                                    page(asked).substring(1) + "/turns",
                                                    "first_turn_seq"),
                                            Column.state("check", "Check")),
                                    options)));
        });
    }

    private static Doc standing(Doc option, Map<String, String> sides) {
        String seats = sides.entrySet().stream()
                .filter(side -> side.getValue().equals(option.raw("key")))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return seats.isEmpty() ? option : option.and("seats", seats);
    }

    /** A gate, whether it waits or was decided. */
    static Page gate() {
        return new Page("debates/{id}/gates/{gate}", "debate-gate", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            Doc debate = asked.read("debate", address(asked));
            Doc gate = asked.all("gates", address(asked) + "/gates").docs("items").stream()
                    .filter(each -> each.raw("id").equals(asked.id("gate")))
                    .findFirst()
                    .orElseThrow(() -> Refusal.of(404, "not_found", "the debate has no such gate", "see the debate"));
            return View.of("debate-gate", "Gate")
                    .below(debate.text("topic", TITLE), page(asked))
                    .command("debate gates " + Lists.quoted(asked.id("id")))
                    .with("gate", OpenGate.of(gate, address(asked), there -> asked.read("questions", there)))
                    .with("path", page(asked));
        });
    }

    private static String address(Asked asked) {
        return "debates/" + asked.segment("id");
    }

    private static String page(Asked asked) {
        return Links.to("debates", asked.id("id"));
    }
}
