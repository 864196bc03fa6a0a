package dev.stoa.cli.debate;

import dev.stoa.base.StoaException;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What agents of a debate say, in lines for people. Immutable.
 *
 * @param agents who sits where, by seat
 * @param whole whether long texts are shown to their end
 */
record TurnRenderer(Screen screen, List<String> agents, boolean whole) {
    private static final int MARGIN = 2;
    private static final int GAP = 2;
    private static final int LEAST_NAME = 5;
    private static final int LONGEST = 480;
    private static final int LONGEST_REASON = 360;

    /**
     * The state of the debate at a turn. Immutable.
     *
     * @param labels the options there are
     * @param held the option that the speaker held, or -1
     * @param quoted who has quoted the same words before; null if nobody has
     */
    record Known(List<String> labels, int held, @Nullable String quoted) {
        private String label(int option) {
            return option < labels.size() ? labels.get(option) : "";
        }

        private boolean stays(ParsedReply.Position position) {
            return held >= 0 && (position.option() == held || label(held).equals(position.answer()));
        }
    }

    /** The lines of one reply, its speaker in front of the first. */
    List<String> of(int seat, ParsedReply said, Known known) {
        return beside(seat, body(said, known));
    }

    /** The lines of a turn that has no reply to show. */
    List<String> silence(int seat, TurnStatus status, @Nullable String error) {
        String why = error == null || error.isBlank() ? "" : ": " + Screen.cut(error, LONGEST_REASON);
        String text = switch (status) {
            case ABSTAINED -> "abstains";
            case UNPARSED -> "its reply cannot be read";
            case TIMEOUT -> "did not answer in time";
            case ERROR, OK -> "could not be asked";
        };
        List<String> lines = screen.wrap(text + why, indent());
        return beside(
                seat,
                lines.stream()
                        .map(line -> status == TurnStatus.ABSTAINED ? screen.dim(line) : screen.bad(line))
                        .toList());
    }

    /** The lines of a reply whose form only the engine that held the debate knows. */
    List<String> raw(int seat, String content) {
        return beside(seat, text("", content));
    }

    /** The reasoning of a reply that is not kept in parts; null if it gives none. */
    static @Nullable String reasoning(@Nullable String content) {
        try {
            return content != null && Json.parseObject(content).get("reasoning") instanceof String text ? text : null;
        } catch (StoaException e) {
            return null;
        }
    }

    /** How far the text is from the left. */
    int indent() {
        return MARGIN
                + Math.max(
                        LEAST_NAME,
                        agents.stream().mapToInt(String::length).max().orElse(0))
                + GAP;
    }

    private List<String> beside(int seat, List<String> body) {
        String name = seat < 0 ? "?" : agents.get(seat);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < body.size(); i++) {
            String front = i > 0
                    ? " ".repeat(indent())
                    : " ".repeat(MARGIN)
                            + screen.seat(Math.max(0, seat), name)
                            + " ".repeat(Math.max(1, indent() - MARGIN - name.length()));
            lines.add((front + body.get(i)).stripTrailing());
        }
        return lines;
    }

    private List<String> body(ParsedReply said, Known known) {
        return switch (said) {
            case ParsedReply.Questions asked -> questions(asked);
            case ParsedReply.Position position -> position(position, known);
            case ParsedReply.Critiques critiques -> critiques(critiques, known);
            case ParsedReply.Reviews reviews ->
                List.of(reviews.reviews().stream()
                        .map(review -> Options.key(review.option()) + " " + number(review.mean()))
                        .collect(Collectors.joining("  ", "rates  ", "")));
            case ParsedReply.Attack attack -> findings(attack);
            case ParsedReply.Defence defence -> defence(defence, known);
            case ParsedReply.Vote vote -> vote(vote);
            case ParsedReply.Plan plan -> plan(plan);
            case ParsedReply.Tests tests ->
                text(
                        "writes tests  ",
                        tests.tests().stream()
                                .map(ParsedReply.GeneratedTest::name)
                                .collect(Collectors.joining(", ")));
        };
    }

    private List<String> questions(ParsedReply.Questions asked) {
        List<String> lines = new ArrayList<>();
        for (ParsedReply.Question question : asked.questions()) {
            lines.addAll(text("asks " + question.id() + "  ", question.text()));
            lines.addAll(dim("if unanswered: " + question.otherwise()));
        }
        return lines.isEmpty() ? List.of(screen.dim("has no question")) : lines;
    }

    private List<String> position(ParsedReply.Position position, Known known) {
        String sure = number(position.confidence()) + "  ";
        List<String> lines = new ArrayList<>();
        int option = position.option();
        if (position.code() != null) {
            lines.add(sure + "code of " + Plural.of(position.code().lines().count(), "line"));
        } else if (known.stays(position)) {
            lines.add(sure + "stays with " + screen.bold(Options.key(known.held())));
        } else if (option >= 0) {
            lines.addAll(text(
                    sure + (known.held() < 0 ? "" : "moves to ") + Options.key(option) + "  ", known.label(option)));
        } else if (position.answer() != null) {
            lines.addAll(text(sure, position.answer()));
        }
        if (known.quoted() != null && !whole) {
            lines.addAll(dim("quotes what " + known.quoted() + " quotes"));
        } else if (!position.reasoning().isBlank() && (whole || !known.stays(position))) {
            lines.addAll(dim(position.reasoning()));
        }
        if (whole) {
            position.claims().forEach(claim -> lines.addAll(dim("claims: " + claim.text() + cited(claim))));
            position.risks().forEach(risk -> lines.addAll(dim("risk: " + risk)));
        }
        return lines;
    }

    private static String cited(ParsedReply.Claim claim) {
        return claim.evidence().isEmpty() ? "" : " [" + String.join(", ", claim.evidence()) + "]";
    }

    private List<String> critiques(ParsedReply.Critiques critiques, Known known) {
        List<String> lines = new ArrayList<>();
        for (ParsedReply.CritiqueItem item : critiques.critiques()) {
            lines.addAll(text(
                    "against " + Options.key(item.target()) + "  ",
                    item.issue() + (item.suggestion() == null ? "" : " " + item.suggestion())));
        }
        ParsedReply.Position position = critiques.position();
        if (position != null) {
            lines.addAll(position(position, known));
        }
        return lines.isEmpty() ? List.of(screen.dim("has no objection")) : lines;
    }

    private List<String> findings(ParsedReply.Attack attack) {
        List<String> lines = new ArrayList<>();
        for (ParsedReply.Finding finding : attack.findings()) {
            lines.addAll(text(
                    finding.id() + "  " + finding.severity().name().toLowerCase(Locale.ROOT) + "  ", finding.claim()));
        }
        return lines.isEmpty() ? List.of(screen.dim("finds nothing")) : lines;
    }

    private List<String> defence(ParsedReply.Defence defence, Known known) {
        List<String> lines = new ArrayList<>();
        for (ParsedReply.Answer answer : defence.answers()) {
            lines.addAll(text((answer.concede() ? "concedes " : "rebuts ") + answer.id() + "  ", answer.text()));
        }
        lines.addAll(position(defence.position(), known));
        return lines;
    }

    private List<String> vote(ParsedReply.Vote vote) {
        String key = Options.key(vote.option());
        String order = vote.ranking().size() < 2
                ? ""
                : "  (" + vote.ranking().stream().map(Options::key).collect(Collectors.joining(" > ")) + ")";
        List<String> lines = new ArrayList<>();
        lines.add(number(vote.confidence()) + "  votes " + screen.bold(key) + order);
        if (vote.reason() != null) {
            lines.addAll(dim(vote.reason()));
        }
        vote.concerns().forEach(concern -> lines.addAll(dim("worries: " + concern.text())));
        return lines;
    }

    private List<String> plan(ParsedReply.Plan plan) {
        String foci = plan.foci().stream()
                .map(focus -> (focus.seat() < agents.size() ? agents.get(focus.seat()) : "seat " + focus.seat()) + ": "
                        + focus.focus())
                .collect(Collectors.joining("; "));
        String bids = plan.bids().stream()
                .map(bid -> bid.focus() + " " + number(bid.fit()))
                .collect(Collectors.joining(", "));
        return text(foci.isEmpty() ? "offers to look at  " : "plans  ", foci.isEmpty() ? bids : foci);
    }

    private List<String> text(String front, String text) {
        List<String> lines = new ArrayList<>();
        for (String line : screen.wrap(whole ? text : Screen.cut(text, LONGEST), indent() + front.length())) {
            lines.add((lines.isEmpty() ? front : " ".repeat(front.length())) + line);
        }
        return lines;
    }

    private List<String> dim(String text) {
        return screen.wrap(whole ? text : Screen.cut(text, LONGEST_REASON), indent() + 6).stream()
                .map(line -> "      " + screen.dim(line))
                .toList();
    }

    static String number(double share) {
        return String.format(Locale.ROOT, "%.2f", share);
    }
}
