package dev.stoa.debate.rules.prompt;

import dev.stoa.base.Excerpt;
import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.prompt.Prompts.Piece;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.HiddenTests;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.search.text.PromptData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts what others said into words for a prompt. Reads a record and keeps nothing. */
final class PromptQuotes {
    private static final int LONGEST_MESSAGE = 500;
    private static final int MOST_MESSAGES = 4_000;

    private final DebateRecord record;
    private final Slot slot;

    PromptQuotes(DebateRecord record, Slot slot) {
        this.record = record;
        this.slot = slot;
    }

    /** What a turn says, one piece for each kind of thing in it. */
    List<Piece> of(Turn turn) {
        List<Piece> pieces = new ArrayList<>();
        Position position = turn.position();
        if (position != null && slot.phase() != Phase.DEHALLUCINATION) {
            pieces.add(piece("position", turn, position(turn, position), 0));
            checks(turn, pieces);
        }
        switch (turn.said()) {
            case ParsedReply.Critiques said -> critiques(turn, said, pieces);
            case ParsedReply.Reviews said -> pieces.add(piece("review", turn, reviews(said), 0));
            case ParsedReply.Attack said -> pieces.add(piece("attack", turn, attack(said), 0));
            case ParsedReply.Defence said -> pieces.add(piece("defence", turn, defence(said), 0));
            case ParsedReply.Vote said -> pieces.add(piece("ballot", turn, vote(said), 0));
            case ParsedReply.Questions said -> pieces.add(piece("question", turn, questions(said), 0));
            case ParsedReply.Tests said -> pieces.add(piece("tests", turn, tests(said), 0));
            case null, default -> {}
        }
        return pieces;
    }

    private Piece piece(String kind, Turn turn, String text, int expendable) {
        String rejected = record.rejected(turn) ? "rejected " + kind : kind;
        return Piece.of(
                new PromptData(
                        rejected,
                        Integer.toString(turn.turnSeq()),
                        Trust.AGENT,
                        Prompts.origin(record, slot, turn.seat()),
                        text),
                expendable);
    }

    private String position(Turn turn, Position position) {
        int option = record.option(turn);
        StringBuilder text = new StringBuilder();
        String answer = position.answer();
        String label = option < 0 ? "" : record.labels().get(option);
        text.append(option < 0 ? "" : Options.key(option) + ": ").append(answer == null ? label : answer);
        if (record.config().showConfidence()) {
            text.append("\nconfidence ").append(number(position.confidence()));
        }
        if (!position.reasoning().isBlank()) {
            text.append("\nbecause ").append(position.reasoning());
        }
        position.claims()
                .forEach(claim -> text.append("\nclaim: ")
                        .append(claim.text())
                        .append(claim.evidence().isEmpty() ? "" : " (" + String.join(", ", claim.evidence()) + ")"));
        position.risks().forEach(risk -> text.append("\nrisk: ").append(risk));
        if (!position.assumes().isEmpty()) {
            text.append("\nassumes ").append(String.join(", ", position.assumes()));
        }
        String code = position.code();
        if (code != null) {
            text.append("\ncode:\n").append(code);
        }
        ParsedReply.Reflection reflection = position.reflection();
        if (reflection != null && turn.seat() == slot.seat()) {
            text.append("\nroot cause: ").append(reflection.rootCause());
            text.append("\nchange: ").append(reflection.change());
        }
        return text.toString();
    }

    /**
     * What was run on a draft; a hidden test is not named. What the code or a test printed about itself stands apart,
     * untrusted and cut: anybody may have written it.
     */
    private void checks(Turn turn, List<Piece> pieces) {
        HiddenTests hidden = HiddenTests.of(record);
        for (CheckResult result : record.checks(turn.turnSeq())) {
            StringBuilder text = new StringBuilder(result.checker())
                    .append(' ')
                    .append(result.status().text());
            StringBuilder messages = new StringBuilder();
            for (CheckResult.TestVerdict test : result.tests()) {
                if (!hidden.has(test.name())) {
                    text.append('\n').append(test.name()).append(": ").append(test.status());
                    text.append(test.ran() ? "" : ", could not be tested");
                    String message = test.message();
                    if (message != null && !test.passed() && messages.length() < MOST_MESSAGES) {
                        messages.append(messages.isEmpty() ? "" : "\n")
                                .append(test.name())
                                .append(": ")
                                .append(
                                        hidden.quotedIn(message)
                                                ? "left out: it quotes a hidden test"
                                                : Excerpt.marked(message, LONGEST_MESSAGE));
                    }
                }
            }
            pieces.add(Piece.of(
                    new PromptData("check", Integer.toString(turn.turnSeq()), Trust.CONFIRMED, null, text.toString()),
                    0));
            if (!messages.isEmpty()) {
                pieces.add(Piece.of(
                        new PromptData(
                                "check output",
                                Integer.toString(turn.turnSeq()),
                                Trust.UNTRUSTED,
                                null,
                                messages.toString()),
                        0));
            }
        }
    }

    private void critiques(Turn turn, ParsedReply.Critiques said, List<Piece> pieces) {
        if (said.critiques().isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        int index = 0;
        for (ParsedReply.CritiqueItem item : said.critiques()) {
            text.append(index == 0 ? "" : "\n").append(critique(turn.turnSeq() + "." + ++index, item));
        }
        pieces.add(piece("critique", turn, text.toString(), 1));
    }

    private static String critique(String number, ParsedReply.CritiqueItem item) {
        String suggestion = item.suggestion();
        return number + " against " + Options.key(item.target()) + ", severity " + number(item.severity()) + ": "
                + item.issue() + (suggestion == null ? "" : "\nsuggests: " + suggestion);
    }

    private static String reviews(ParsedReply.Reviews said) {
        return lines(
                said.reviews(),
                review -> Options.key(review.option()) + ": correctness " + number(review.correctness())
                        + ", completeness " + number(review.completeness()) + ", safety " + number(review.safety())
                        + ", clarity " + number(review.clarity())
                        + review.improvements().stream()
                                .map(improvement -> "\nimprove: " + improvement)
                                .collect(Collectors.joining()));
    }

    private static String attack(ParsedReply.Attack said) {
        return said.findings().isEmpty() ? "no finding" : lines(said.findings(), PromptQuotes::finding);
    }

    private static String finding(ParsedReply.Finding finding) {
        String test = finding.test();
        return finding.id() + " (" + finding.severity().text() + ", " + finding.category() + "): " + finding.claim()
                + (test == null ? "" : "\ntest:\n" + test);
    }

    private static String defence(ParsedReply.Defence said) {
        return lines(
                said.answers(),
                answer -> answer.id() + (answer.concede() ? " conceded: " : " rebutted: ") + answer.text());
    }

    private static <T> String lines(List<T> said, Function<T, String> line) {
        return said.stream().map(line).collect(Collectors.joining("\n"));
    }

    private String vote(ParsedReply.Vote said) {
        StringBuilder text = new StringBuilder("votes ").append(Options.key(said.option()));
        if (record.config().showConfidence()) {
            text.append(", confidence ").append(number(said.confidence()));
        }
        String reason = said.reason();
        if (reason != null) {
            text.append("\nbecause ").append(reason);
        }
        said.concerns().forEach(concern -> text.append("\nconcern: ").append(concern.text()));
        return text.toString();
    }

    private static String questions(ParsedReply.Questions said) {
        return lines(
                said.questions(),
                question -> question.id() + ": " + question.text() + "\notherwise: " + question.otherwise());
    }

    private static String tests(ParsedReply.Tests said) {
        return lines(said.tests(), test -> test.name() + ":\n" + test.code());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
