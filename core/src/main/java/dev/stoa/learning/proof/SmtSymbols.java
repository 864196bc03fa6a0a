package dev.stoa.learning.proof;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The symbols to which SMT-LIB and Z3 give a meaning, which a proof must leave them. Stateless. A claim over a {@code
 * not} of its author's own proves nothing.
 */
final class SmtSymbols {
    /** Marks such as {@code >} and {@code =>}, of which all that exist belong to a theory. */
    private static final Pattern MARKS = Pattern.compile("[-+*/=<>!?~&^%$_.@]+");

    /** Whole families, such as {@code str.len} and {@code fp.add}, and what SMT-LIB reserves. */
    private static final Pattern FAMILIES =
            Pattern.compile("(?:str|seq|re|fp|char|int|set|array|bag|rel|real|ff|tuple|table)\\..*|[.@].*|bv[0-9]+"
                    + "|(?:ext_)?rotate_(?:left|right)|to_fp.*|fp_to_.*|bv(?:u|s)(?:add|sub|mul|div|neg)(?:o|_.*)?");

    private static final Set<String> SORTS = words("Bool Int Real String RegLan Array BitVec FloatingPoint RoundingMode"
            + " Float16 Float32 Float64 Float128 Seq RegEx Set Unicode Char");

    private static final Set<String> NAMES =
            words("true false not and or xor ite if implies iff distinct let forall exists"
                    + " lambda match par as choose"
                    + " abs div mod rem div0 mod0 rem0 idiv to_real to_int is_int divisible at-most at-least pble pbge pbeq"
                    + " pi euler sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh"
                    + " select store const map default as-array array-ext union intersection setminus complement subset"
                    + " concat extract repeat zero_extend sign_extend bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd"
                    + " bvsub bvmul bvudiv bvsdiv bvurem bvsrem bvsmod bvudiv0 bvsdiv0 bvurem0 bvsrem0 bvsmod0 bvudiv_i"
                    + " bvsdiv_i bvurem_i bvsrem_i bvsmod_i bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt"
                    + " bvsge bvcomp bvredor bvredand bvnego bv2nat bv2int nat2bv int2bv int_to_bv ubv_to_int sbv_to_int"
                    + " bit2bool mkbv carry xor3 NaN RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway"
                    + " roundTowardPositive roundTowardNegative roundTowardZero update-field linear-order partial-order"
                    + " piecewise-linear-order tree-order transitive-closure");

    /** Without arguments: no list begins with one of them, unless it gives it a new meaning. */
    private static final Set<String> CONSTANTS = words("true false pi euler");

    private SmtSymbols() {}

    private static Set<String> words(String list) {
        return Set.of(list.split(" ", -1));
    }

    /** Whether the symbol has a meaning already; quoted and plain it is the same symbol. */
    static boolean taken(String symbol) {
        String name = plain(symbol);
        return SORTS.contains(name)
                || NAMES.contains(name)
                || MARKS.matcher(name).matches()
                || FAMILIES.matcher(name).matches();
    }

    static boolean sort(String symbol) {
        // Indexed, parametric and qualified sorts begin with these.
        return switch (plain(symbol)) {
            case "_", "par", "as" -> true;
            default -> SORTS.contains(plain(symbol));
        };
    }

    static boolean constant(String symbol) {
        return CONSTANTS.contains(plain(symbol));
    }

    private static String plain(String symbol) {
        return symbol.length() >= 2 && symbol.startsWith("|") && symbol.endsWith("|")
                ? symbol.substring(1, symbol.length() - 1)
                : symbol;
    }
}
