package dev.stoa.engine.provider.evidence;

import dev.stoa.engine.provider.evidence.Sense.Clause;
import dev.stoa.engine.provider.evidence.Sense.Part;
import dev.stoa.engine.provider.evidence.Sense.Shared;
import dev.stoa.engine.provider.evidence.Sense.Word;
import dev.stoa.search.text.Tokenizer;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one text into its clauses. For one thread and one text. */
final class SenseReader {
    private static final Pattern TOKEN = Pattern.compile(
            "\\p{Nd}+(?:[.,]\\p{Nd}+)*(?:[\\p{L}]+)?|[\\p{L}\\p{Nd}]+(?:'[\\p{L}]+)?|[,;:()\\[\\]]|-(?=[\\p{L}\\p{Nd}])");
    private static final Set<String> CONDITIONS =
            Set.of("if", "when", "whenever", "where", "wherever", "whether", "once", "because", "since", "than");
    private static final Set<String> EXCEPTIONS =
            Set.of("unless", "except", "excepting", "excluding", "until", "excepted");
    private static final Set<String> NEGATIONS =
            Set.of("not", "never", "no", "none", "nobody", "nothing", "neither", "nowhere", "hardly");
    private static final Set<String> LIMITS = Set.of("only", "but", "nor", "without");
    private static final Set<String> OF_SUBJECT = Set.of("no", "none", "nobody", "nothing", "neither");
    private static final Set<String> NO_DENIAL_AFTER_NO =
            Set.of("more", "less", "later", "fewer", "sooner", "greater", "matter", "doubt");
    private static final Set<String> NOTHING_LEFT_OUT =
            Set.of("limitation", "limiting", "regard", "reference", "prejudice", "restriction");
    private static final Set<String> PRONOUNS = Set.of("it", "they", "them", "these", "he", "she", "so");
    private static final Set<String> AFTER_BUT =
            Set.of("in", "upon", "by", "with", "for", "on", "to", "according", "under", "when", "from");

    /** A clause that is still being read. */
    private static final class Open {
        private final Part part;
        private final int parent;
        private final boolean without;
        private boolean denied;
        private boolean nobody;
        private boolean permits;
        private boolean obliges;
        private boolean own;
        private Shared shared = Shared.NOTHING;

        Open(Part part, int parent, boolean without) {
            this.part = part;
            this.parent = parent;
            this.without = without;
        }
    }

    private final List<String> tokens = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private final List<Word> words = new ArrayList<>();
    private final List<Integer> brackets = new ArrayList<>();
    private int at;
    private int clause;
    private int chunk;

    SenseReader(String text) {
        String lower = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .replace('’', '\'')
                .replace('ʼ', '\'');
        Matcher matcher = TOKEN.matcher(lower);
        while (matcher.find()) {
            split(matcher.group());
        }
    }

    private void split(String token) {
        if (token.equals("cannot")) {
            tokens.add("can");
            tokens.add("not");
        } else if (token.equals("can't") || token.equals("won't")) {
            tokens.add(token.startsWith("c") ? "can" : "will");
            tokens.add("not");
        } else if (token.endsWith("n't")) {
            tokens.add(token.substring(0, token.length() - 3));
            tokens.add("not");
        } else if (token.endsWith("'s")) {
            tokens.add(token.substring(0, token.length() - 2));
        } else {
            tokens.add(token);
        }
    }

    Sense read() {
        begin(Part.MAIN, -1, false);
        for (at = 0; at < tokens.size(); at++) {
            String token = tokens.get(at);
            if (!punctuation(token) && !marker(token)) {
                word(token);
            }
        }
        inherit();
        return new Sense(
                open.stream()
                        .map(c -> new Clause(
                                c.part, c.parent, c.denied, c.nobody, c.without, c.permits, c.obliges, c.shared))
                        .toList(),
                words,
                tokens.stream().anyMatch(SenseReader::qualifies));
    }

    private static boolean qualifies(String token) {
        return NEGATIONS.contains(token)
                || EXCEPTIONS.contains(token)
                || LIMITS.contains(token)
                || Lexicon.denies(token);
    }

    /** A clause after a semicolon without a verb of its own goes on with what was denied or allowed before it. */
    private void inherit() {
        for (int i = 1; i < open.size(); i++) {
            Open it = open.get(i);
            if (it.part == Part.MAIN && it.parent >= 0 && !it.own) {
                Open before = open.get(it.parent);
                it.denied ^= before.denied;
                it.nobody |= before.nobody;
                it.permits |= before.permits;
                it.obliges |= before.obliges;
            } else if (it.part == Part.RELATIVE && it.parent >= 0 && open.get(it.parent).nobody) {
                // No person who has not: the person meant has.
                it.denied = !it.denied;
            }
        }
    }

    private void begin(Part part, int parent, boolean without) {
        open.add(new Open(part, parent, without));
        clause = open.size() - 1;
    }

    /** The statement that the clause being read belongs to. */
    private int main() {
        int i = clause;
        while (open.get(i).part != Part.MAIN && open.get(i).parent >= 0) {
            i = open.get(i).parent;
        }
        return i;
    }

    private String ahead(int by) {
        return at + by >= 0 && at + by < tokens.size() ? tokens.get(at + by) : "";
    }

    private boolean verbWithin(int count) {
        for (int i = 1; i <= count; i++) {
            String next = ahead(i);
            if (Lexicon.AUXILIARIES.contains(next)) {
                return true;
            }
            if (next.equals(",") || next.equals(";")) {
                return false;
            }
        }
        return false;
    }

    private boolean punctuation(String token) {
        chunk += token.equals("-") ? 0 : ",;:()[]".contains(token) ? 1 : 0;
        switch (token) {
            case ";" -> begin(Part.MAIN, main(), false);
            case "(", "[" -> {
                brackets.add(clause);
                begin(Part.ASIDE, clause, false);
            }
            case ")", "]" -> clause = brackets.isEmpty() ? clause : brackets.removeLast();
            case "," -> comma();
            case ":" -> {
                // What follows a colon goes on with the clause before it, unless it says that it does not.
                if (ahead(1).equals("and") || ahead(1).equals("but")) {
                    begin(Part.MAIN, main(), false);
                    open.get(clause).own = true;
                }
            }
            case "-" -> {
                // The parts of a compound are words.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void comma() {
        Open now = open.get(clause);
        String next = ahead(1);
        boolean resumes = Lexicon.AUXILIARIES.contains(next) || next.equals("then");
        boolean first = words.stream().noneMatch(w -> open.get(w.clause()).part == Part.MAIN);
        if (now.part == Part.CONDITION && (resumes || first)) {
            if (first) {
                clause = 0;
            } else {
                clause = now.parent;
            }
        } else if (now.part == Part.EXCEPTION && (resumes || now.without || first)) {
            clause = first ? 0 : now.parent;
        } else if (now.part == Part.RELATIVE && resumes) {
            clause = now.parent;
        } else if (next.equals("not") && !Lexicon.AUXILIARIES.contains(ahead(2))) {
            // On your own behalf, not on that of others: the others are taken out.
            begin(Part.EXCEPTION, main(), false);
            open.get(clause).nobody = true;
            at++;
        } else if (next.equals("and") && !Lexicon.AUXILIARIES.contains(ahead(2)) && subjectAndVerb()) {
            begin(Part.MAIN, main(), false);
            open.get(clause).own = true;
        }
    }

    /** Whether after {@code , and} comes a subject of at most three words with its verb. */
    private boolean subjectAndVerb() {
        for (int i = 2; i <= 5; i++) {
            String next = ahead(i);
            if (Lexicon.AUXILIARIES.contains(next)) {
                return i > 2;
            }
            if (next.equals(",") || next.equals(";") || next.isEmpty()) {
                return false;
            }
        }
        return false;
    }

    private boolean marker(String token) {
        if (token.equals("without")) {
            boolean either = ahead(-1).equals("or") && ahead(-2).equals("with");
            if (!either && !NOTHING_LEFT_OUT.contains(ahead(1))) {
                begin(Part.EXCEPTION, clause, true);
            }
            return true;
        }
        if (EXCEPTIONS.contains(token) || (token.equals("other") && ahead(1).equals("than"))) {
            begin(Part.EXCEPTION, main(), false);
            return true;
        }
        if (token.equals("but")) {
            but();
            return true;
        }
        if (token.equals("nor")) {
            int main = main();
            begin(Part.MAIN, main, false);
            open.get(clause).own = true;
            open.get(clause).denied = true;
            open.get(clause).nobody = true;
            return true;
        }
        if (token.equals("however") || token.equals("whereas")) {
            begin(Part.MAIN, main(), false);
            open.get(clause).own = true;
            return true;
        }
        if ((token.equals("and") || token.equals("or")) && predicateFollows()) {
            int subject = clause;
            begin(Part.MAIN, open.get(subject).part == Part.MAIN ? subject : main(), false);
            open.get(clause).own = true;
            open.get(clause).shared = Shared.SUBJECT;
            return true;
        }
        boolean provided = (token.equals("provided") || token.equals("providing"))
                && (ahead(1).equals("that") || ahead(-1).equals(","));
        boolean so = token.equals("so") && ahead(1).equals("long") && ahead(2).equals("as");
        if (CONDITIONS.contains(token) || provided || so || token.equals("although") || token.equals("though")) {
            boolean inException = open.get(clause).part == Part.EXCEPTION;
            if (!(token.equals("whether") && ahead(1).equals("or")) && !inException) {
                begin(Part.CONDITION, clause, false);
            }
            return true;
        }
        boolean that =
                token.equals("that") && at > 0 && verbWithin(2) && !ahead(-1).equals(",");
        if (token.equals("who") || token.equals("which") || token.equals("whose") || token.equals("whereof") || that) {
            if (at > 0) {
                boolean apart = ahead(-1).equals(",");
                begin(Part.RELATIVE, clause, false);
                open.get(clause).shared = apart ? Shared.ALL : Shared.NOTHING;
            }
            return true;
        }
        return false;
    }

    /** Whether a conjunction joins a second predicate to the same subject: {@code is not one and does not the other}. */
    private boolean predicateFollows() {
        boolean verb = Lexicon.AUXILIARIES.contains(ahead(1)) || Lexicon.denies(ahead(1));
        Part part = open.get(clause).part;
        return verb && (part == Part.MAIN || (part == Part.EXCEPTION && open.get(clause).without));
    }

    /** After what was denied, {@code but in} takes something out; else it begins another statement. */
    private void but() {
        Open main = open.get(main());
        if (ahead(1).equals("not") && ahead(2).equals("limited")) {
            return;
        }
        if (main.denied && AFTER_BUT.contains(ahead(1))) {
            begin(Part.EXCEPTION, main(), false);
        } else if (at > 0) {
            begin(Part.MAIN, main(), false);
            open.get(clause).own = true;
            open.get(clause).shared = Lexicon.AUXILIARIES.contains(ahead(1)) ? Shared.SUBJECT : Shared.NOTHING;
        }
    }

    private void word(String token) {
        Open now = open.get(clause);
        if (Lexicon.AUXILIARIES.contains(token)) {
            now.own = true;
        }
        if (now.part == Part.MAIN && now.parent >= 0 && PRONOUNS.contains(token)) {
            now.shared = Shared.ALL;
        }
        now.permits |= Lexicon.PERMITS.contains(token);
        now.obliges |= Lexicon.OBLIGES.contains(token)
                || ((token.equals("have") || token.equals("has") || token.equals("had")) && ahead(1).equals("to"));
        if (NEGATIONS.contains(token)) {
            negation(now, token);
            return;
        }
        if (Lexicon.denies(token)) {
            now.denied = !now.denied;
        }
        if (Lexicon.forbids(token)
                || token.equals("non")
                || (token.equals("limited") && ahead(-1).equals("not"))) {
            return;
        }
        add(token);
    }

    private void negation(Open now, String token) {
        boolean idle = (token.equals("not") && (ahead(1).equals("only") || ahead(1).equals("limited")))
                || (token.equals("not") && ahead(-1).equals("or") && ahead(-2).equals("whether"))
                || (token.equals("no") && NO_DENIAL_AFTER_NO.contains(ahead(1)))
                || (token.equals("no") && (ahead(1).equals("-") || ahead(-1).equals("or")));
        // In no event and under no theory: several of these in one clause deny once.
        boolean again = OF_SUBJECT.contains(token) && now.nobody;
        if (!idle && !again) {
            now.denied = !now.denied;
            now.nobody |= OF_SUBJECT.contains(token);
        }
    }

    private void add(String token) {
        boolean modal = Lexicon.AUXILIARIES.contains(token)
                || Lexicon.PERMITS.contains(token)
                || (Lexicon.OBLIGES.contains(token) && !token.startsWith("require") && !token.equals("mandatory"));
        boolean hyphen = ahead(-1).equals("-");
        boolean turned = (hyphen && (ahead(-2).equals("non") || ahead(-2).equals("no")))
                || ahead(-1).equals("non");
        int number = number(token);
        if (number >= 0) {
            words.add(new Word("#" + number, clause, chunk, !open.get(clause).own, false));
        } else if (Character.isDigit(token.codePointAt(0))) {
            words.add(new Word("#" + plain(token), clause, chunk, !open.get(clause).own, false));
        } else if (!modal && !Tokenizer.isStopWord(token) && !Lexicon.isEmpty(token)) {
            words.add(new Word(Lexicon.canonical(token), clause, chunk, !open.get(clause).own, turned));
        }
    }

    /** The number that a word or two stand for; -1 for none. The second word is passed over. */
    private int number(String token) {
        int value = Lexicon.number(token);
        // One of them counts nothing.
        if (value < 0
                || (value == 1
                        && (ahead(1).equals("of")
                                || ahead(1).equals("or")
                                || ahead(-1).equals("no")))) {
            return -1;
        }
        int step = ahead(1).equals("-") ? 2 : 1;
        int next = Lexicon.number(ahead(step));
        if (value >= 20 && next > 0 && next < 10) {
            at += step;
            return value + next;
        }
        return value;
    }

    /** A number without the commas that group its digits and without zeros that say nothing. */
    private static String plain(String token) {
        String digits = token.replaceAll(",(?=\\p{Nd}{3}(?!\\p{Nd}))", "");
        return digits.contains(".") ? digits.replaceAll("\\.?0+$", "") : digits;
    }
}
