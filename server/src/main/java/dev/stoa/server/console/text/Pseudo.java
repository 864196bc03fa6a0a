package dev.stoa.server.console.text;

/** Words with accents, in brackets and longer by two fifths, as {@link Language#PSEUDO} has them. Stateless. */
final class Pseudo {
    /** What stands before and after a value inside a sentence: the invisible isolates of Unicode. */
    static final char BEFORE_VALUE = '\u2068';

    static final char AFTER_VALUE = '\u2069';

    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
    private static final String MORE = " öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ éļéṽéñ ţŵéļṽé";

    private Pseudo() {}

    static String of(String words) {
        StringBuilder accented = new StringBuilder("[");
        boolean place = false;
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            place = c == '{' || (place && c != '}');
            int at = place ? -1 : PLAIN.indexOf(c);
            accented.append(at < 0 ? c : ACCENTED.charAt(at));
        }
        int more = (words.length() * 2 + 4) / 5;
        while (more > 0) {
            int some = Math.min(more, MORE.length());
            accented.append(MORE, 0, some);
            more -= some;
        }
        return accented.append(']').toString();
    }
}
