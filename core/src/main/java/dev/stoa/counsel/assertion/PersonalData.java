package dev.stoa.counsel.assertion;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds data about persons in a text: addresses of mail, card numbers and US social security numbers. Stateless. */
public final class PersonalData {
    // All parts are bounded, so that a long text without an address takes linear time.
    private static final Pattern MAIL = Pattern.compile(
            "(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}+@" + "(?:[A-Za-z0-9-]{1,63}+\\.){1,8}[A-Za-z]{2,24}");
    private static final Pattern CARD = Pattern.compile("(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])");
    private static final Pattern SSN =
            Pattern.compile("(?<![0-9-])(?!000|666|9[0-9]{2})[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![0-9-])");

    private PersonalData() {}

    /** What kind of data the text holds; null if it holds none. */
    public static @Nullable String kind(String text) {
        if (text.indexOf('@') >= 0 && mail(text)) {
            return "an e-mail address";
        }
        Matcher cards = CARD.matcher(text);
        while (cards.find()) {
            if (luhn(cards.group())) {
                return "a card number";
            }
        }
        return SSN.matcher(text).find() ? "a social security number" : null;
    }

    private static boolean mail(String text) {
        return MAIL.matcher(text).find();
    }

    /** Whether the digits have the check digit of a card number. */
    static boolean luhn(String number) {
        int sum = 0;
        int place = 0;
        for (int i = number.length() - 1; i >= 0; i--) {
            int digit = number.charAt(i) - '0';
            if (digit >= 0 && digit <= 9) {
                int doubled = place++ % 2 == 0 ? digit : 2 * digit;
                sum += doubled > 9 ? doubled - 9 : doubled;
            }
        }
        return sum % 10 == 0;
    }
}
