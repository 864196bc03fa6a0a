package dev.stoa.server.console;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Tour;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leads to the things of the demo that the steps of the tour are about. Thread-safe. */
final class TourSteps {
    private static final String DEBATES = "debates";
    private static final String FRIDAY = "release-friday";
    private static final String WINNER = "winner";
    private static final String QUESTION = "When may a payment release be shipped?";

    private final Inside inside;
    private final boolean demo;

    TourSteps(Inside inside, boolean demo) {
        this.inside = inside;
        this.demo = demo;
    }

    Route route() {
        return Route.get("tour/{step}", "page tour", "Lead to what a step of the tour is about.", Scope.READ_AGENT)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("tour/1"), this::step);
    }

    private Answer step(Call call) throws Exception {
        String number = call.path("step");
        Tour step = Tour.at(number);
        if (step == null) {
            throw Refusal.of(404, "not_found", "the tour has no such step", "begin with /tour/1");
        }
        return Answer.seeOther(Tour.href(target(call, step.number()), number));
    }

    /** Where a step is shown; the list where the thing itself is gone. */
    private String target(Call call, int step) throws Exception {
        return switch (step) {
            case 1 -> thing(first(call, "debates?status=paused&newest=true&limit=1", "status", "paused"));
            case 2 -> thing(friday(call));
            case 3 -> friday(call, "at", "/events?limit=200", "kind", "tally_made", "seq");
            case 4 -> friday(call, "turn", "/turns?limit=20", "option", WINNER, "turn_seq");
            case 5 -> thing(friday(call)) + (friday(call) == null ? "" : "?verify=1");
            case 6 -> "/memory/recall?q=" + Links.encoded(QUESTION);
            default -> demo ? Links.ofDemo("/ratings") : "/ratings";
        };
    }

    private static String thing(@Nullable Doc debate) {
        return debate == null ? "/" + DEBATES : Links.to(DEBATES, debate.raw("id"));
    }

    private @Nullable Doc friday(Call call) throws Exception {
        return first(call, "debates?limit=20", "debate_id", FRIDAY);
    }

    /** The debate at the first part of it that has a value; the winner stands for that of the debate. */
    private String friday(Call call, String query, String parts, String field, String value, String number)
            throws Exception {
        Doc debate = friday(call);
        Doc part = debate == null
                ? null
                : first(
                        call,
                        DEBATES + "/" + Links.encoded(debate.raw("id")) + parts,
                        field,
                        value.equals(WINNER) ? debate.raw("outcome.winner") : value);
        return part == null ? thing(debate) : thing(debate) + "?" + query + "=" + part.raw(number);
    }

    private @Nullable Doc first(Call call, String address, String field, String value) throws Exception {
        List<Doc> items =
                inside.get(call, address).read() instanceof Map<?, ?> found ? new Doc(found).docs("items") : List.of();
        return items.stream()
                .filter(item -> item.raw(field).equals(value))
                .findFirst()
                .orElse(null);
    }
}
