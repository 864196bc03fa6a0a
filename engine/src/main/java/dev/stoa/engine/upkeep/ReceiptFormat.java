package dev.stoa.engine.upkeep;

import dev.stoa.base.Bounds;
import dev.stoa.debate.receipt.Receipt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The forms in which a receipt is written. */
public enum ReceiptFormat {
    JSON {
        @Override
        String text(Receipt receipt) {
            return receipt.json();
        }
    },
    MD {
        @Override
        String text(Receipt receipt) {
            return receipt.markdown();
        }
    },
    HTML {
        @Override
        String text(Receipt receipt) {
            return receipt.html();
        }
    };

    private static final List<String> WORDS =
            Arrays.stream(values()).map(ReceiptFormat::word).toList();

    abstract String text(Receipt receipt);

    /** The word for it, as users write it and JSON has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The form of a word; any other word is refused under the name of the option it was given with. */
    public static ReceiptFormat of(String option, String word) {
        return valueOf(Bounds.word(option, word, WORDS).toUpperCase(Locale.ROOT));
    }
}
