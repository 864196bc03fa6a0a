package dev.stoa.search.text;

import java.util.List;
import java.util.SplittableRandom;

/** Texts nobody would type on purpose, from a seed. For one thread. */
public final class RandomText {
    private static final List<String> PIECES = List.of(
            " ",
            "  ",
            "\t",
            "\n",
            "\u0000",
            "\u00a0",
            "\u2028",
            "\"",
            "\"\"",
            "'",
            "''",
            "\u2019",
            "\\",
            "*",
            ":*",
            "%",
            "_",
            "-",
            "^",
            "+",
            "~",
            "!",
            "&",
            "|",
            "<->",
            "(",
            ")",
            "{a b}",
            ":",
            ";",
            "--",
            "/*",
            "$$",
            "?",
            "AND",
            "OR",
            "NOT",
            "NEAR",
            "NEAR(",
            "and",
            "or",
            "not",
            "never",
            "no",
            "the",
            "its",
            "a",
            "title:",
            "1e5",
            "5e",
            "0x1f",
            "3.14",
            "-7",
            "v1.2.3",
            "x@y.org",
            "https://a.b/c?d=e",
            "/etc/passwd",
            "C:\\x",
            "<b>",
            "&amp;",
            "file",
            "files",
            "running",
            "Café",
            "cafe\u0301",
            "naïve",
            "tiếng",
            "İstanbul",
            "ΟΔΟΣ",
            "straße",
            "ﬁle",
            "Ⅷ",
            "привет",
            "Ёж",
            "שלום",
            "مرحبا",
            "١٢٣",
            "हिन्दी",
            "ภาษาไทย",
            "日本語",
            "データ",
            "한국어",
            "\ud83d\ude00",
            "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
            "\ud800",
            "\udc00",
            "\ufe0f",
            "\u202e",
            "\u0301\u0302",
            "\ud835\udc00\ud835\udc01",
            "\ud801\udc37",
            "\u19b0",
            "\u1cf2",
            "\uffff",
            "wal_level",
            "camelCase");

    private final SplittableRandom random;

    public RandomText(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Pieces that have hurt somebody, mixed with single characters from all of Unicode. */
    public String next() {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(12);
        for (int i = 0; i < pieces; i++) {
            switch (random.nextInt(4)) {
                case 0 -> text.appendCodePoint(random.nextInt(0x80));
                case 1 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
                default -> text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            text.append(random.nextInt(3) == 0 ? " " : "");
        }
        return text.toString();
    }

    /** A text as long as anybody may send, of the same kind. */
    public String nextLong(int characters) {
        StringBuilder text = new StringBuilder();
        while (text.length() < characters) {
            text.append(next()).append(' ');
        }
        return text.toString();
    }
}
