package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One row of the table of fields. Immutable.
 *
 * @param name its name, under which every rule knows it
 * @param root what it belongs to
 * @param highStakes whether a wrong answer in it can do great harm
 * @param we the weight of how reliable the author was
 * @param wc the weight of how sure it is
 * @param wk the weight of what asking it teaches
 * @param cMin the least confidence of an answer that may be called sure
 * @param eMin the least reliability of its author
 * @param mu how heavily a fault counts
 * @param alpha how fast curiosity grows with the number of runs
 * @param decayClass how fast a correction of the field ages: A never, B slowly, C fast
 * @param keywords the words by which a question is known to belong to it
 */
public record Field(
        String name,
        String root,
        boolean highStakes,
        double we,
        double wc,
        double wk,
        double cMin,
        double eMin,
        double mu,
        double alpha,
        String decayClass,
        List<String> keywords) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final List<String> CLASSES = List.of("A", "B", "C");

    public Field {
        named("field", name);
        named("root of field " + name, root);
        Bounds.unit("w_e of field " + name, we);
        Bounds.unit("w_c of field " + name, wc);
        Bounds.unit("w_k of field " + name, wk);
        if (Math.abs(we + wc + wk - 1) > 1e-9) {
            throw Bounds.invalid(
                    "the weights of field " + name + " sum to " + (we + wc + wk) + ", not to 1", "change one of them");
        }
        Bounds.unit("c_min of field " + name, cMin);
        Bounds.unit("e_min of field " + name, eMin);
        Bounds.real("mu of field " + name, mu, 0, 100);
        Bounds.real("alpha of field " + name, alpha, 0, 10);
        Bounds.word("class of field " + name, decayClass, CLASSES);
        keywords = List.copyOf(Bounds.size("keywords of field " + name, keywords, 0, 200));
    }

    private static void named(String field, String value) {
        if (!NAME.matcher(Bounds.given(field, value)).matches()) {
            throw Bounds.invalid(
                    field + " " + Bounds.shown(value) + " is not 1 to 64 of a-z 0-9 . _ -, the first a letter or digit",
                    "choose another");
        }
    }

    /** Its place in the tree of fields: {@code root/name}. */
    public String path() {
        return root + "/" + name;
    }
}
