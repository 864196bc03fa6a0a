package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.JsonLines;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.Match;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.RecordedMatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verb {@code rating record}. Used by one thread. A name with a comma in it can only be given by --jsonl. */
@Command(
        name = "record",
        description = "Record a match; recording the same match again changes nothing.",
        footer = {
            "",
            "Fields of a line of --jsonl:",
            "  debate_id, participants, scores, winner, domain, judge, ordered, rated,",
            "  simulated, votes, critiques (from, to, accepted), position_changes (agent,",
            "  after)"
        })
final class RatingRecordCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private RatingCommand rating;

    @Parameters(paramLabel = "DEBATE", arity = "0..1", description = "Id of the debate, which is the key of the match.")
    private @Nullable String debate;

    @Option(
            names = "--scores",
            paramLabel = "A=1,B=0",
            description = "Score of each participant, in the order of presentation.")
    private @Nullable String scores;

    @Option(names = "--participants", paramLabel = "A,B", description = "Participants, if only the winner is known.")
    private @Nullable String participants;

    @Option(names = "--winner", paramLabel = "NAME", description = "Name of the winner; must match the scores.")
    private @Nullable String winner;

    @Option(
            names = "--domain",
            paramLabel = "DOMAIN",
            description = "Domain of the match, which has a rating of its own.")
    private @Nullable String domain;

    @Option(names = "--judge", paramLabel = "NAME", description = "Name of the judge.")
    private @Nullable String judge;

    @Option(names = "--ordered", description = "The judge saw the participants in this order.")
    private boolean ordered;

    @Option(names = "--unrated", description = "Record the match without changing ratings.")
    private boolean unrated;

    @Option(names = "--votes", paramLabel = "A=X,B=Y", description = "Option that each participant voted for.")
    private @Nullable String votes;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private JsonLines lines;

    @Override
    public Integer call() {
        Invocation main = rating.main();
        try (Stoa stoa = main.open()) {
            if (lines.given()) {
                return lines.add(
                        main,
                        object -> MatchDraft.fromJson(JsonFields.of(object)),
                        stoa.learning().ratings().as(main.principal())::recordAll,
                        recorded -> !recorded.duplicate());
            }
            RecordedMatch recorded =
                    stoa.learning().ratings().as(main.principal()).record(draft());
            main.print(recorded.document(), words(recorded));
            return 0;
        }
    }

    private MatchDraft draft() {
        if (debate == null) {
            throw Bounds.invalid("no debate is given", "name it, or give many with --jsonl");
        }
        Map<String, Double> given = new LinkedHashMap<>();
        pairs("--scores", scores).forEach((name, value) -> given.put(name, number(name, value)));
        List<String> names = participants == null ? List.copyOf(given.keySet()) : List.of(participants.split(",", -1));
        return new MatchDraft(
                debate,
                names,
                given,
                winner,
                domain,
                judge,
                ordered,
                !unrated,
                false,
                pairs("--votes", votes),
                List.of(),
                List.of());
    }

    /** What is given as {@code name=value,name=value}; the last equals sign of each divides it. */
    private static Map<String, String> pairs(String option, @Nullable String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        if (text == null) {
            return pairs;
        }
        for (String part : text.split(",", -1)) {
            int at = part.lastIndexOf('=');
            if (at < 1) {
                throw Bounds.invalid(option + " " + Bounds.shown(part) + " is not name=value", "write A=1,B=0");
            }
            if (pairs.put(part.substring(0, at), part.substring(at + 1)) != null) {
                throw Bounds.invalid(option + " names " + part.substring(0, at) + " twice", "name each once");
            }
        }
        return pairs;
    }

    private static double number(String name, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw Bounds.invalid("score of " + name + " " + Bounds.shown(value) + " is not a number", "write A=1,B=0");
        }
    }

    private static List<String> words(RecordedMatch recorded) {
        Match match = recorded.match();
        List<String> words = new ArrayList<>();
        words.add((recorded.duplicate() ? "match " + match.debateId() + " is on record: " : "")
                + (match.winner() == null ? "a draw" : match.winner() + " won"));
        match.eloChanges().forEach((name, change) -> words.add(String.format(Locale.ROOT, "%s %+.1f", name, change)));
        return words;
    }
}
