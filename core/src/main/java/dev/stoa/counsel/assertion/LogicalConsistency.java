package dev.stoa.counsel.assertion;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that a text does not say both that something is and that it is not. Stateless. */
final class LogicalConsistency {
    private static final Pattern SENTENCE = Pattern.compile("[.!?;:\\n]+|, (?:and|but|yet|however) ");
    private static final Pattern STATEMENT =
            Pattern.compile("^(.{1,200}?) (is|are|was|were)(n't| not)? (?!not\\b)(.{1,200})$");
    private static final Pattern LEAD = Pattern.compile("^(?:and|but|so|yet|however|the|a|an|that|this)\\b,? *");
    private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{Nd}%'.]+");

    private LogicalConsistency() {}

    static CheckResult check(String answer) {
        Set<String> said = new HashSet<>();
        Set<String> denied = new HashSet<>();
        for (String sentence : SENTENCE.split(answer.replace('\u2019', '\'').toLowerCase(Locale.ROOT), -1)) {
            Matcher statement = STATEMENT.matcher(sentence.strip());
            if (statement.find()) {
                String key = plain(statement.group(1)) + "|" + statement.group(2) + "|" + plain(statement.group(4));
                (statement.group(3) == null ? said : denied).add(key);
            }
        }
        said.retainAll(denied);
        return CheckResult.of(said.isEmpty(), "the answer says of one thing that it is and that it is not so");
    }

    private static String plain(String words) {
        String text = OTHER.matcher(words).replaceAll(" ").strip();
        String shorter = LEAD.matcher(text).replaceFirst("");
        while (!shorter.equals(text)) {
            text = shorter;
            shorter = LEAD.matcher(text).replaceFirst("");
        }
        return text;
    }
}
