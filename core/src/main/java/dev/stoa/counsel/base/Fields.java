package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one table of fields, from which classification, weights, floors and decay are read, so that no name can exist for
 * one of them and not for the others. Immutable.
 */
public final class Fields {
    /** The field of a question that belongs to no other. */
    public static final String GENERAL = "general";

    private static final List<Field> BUILT_IN = List.of(
            high(
                    "surgery",
                    "health",
                    .20,
                    .70,
                    .95,
                    .90,
                    10,
                    0,
                    "surgery surgical incision anesthesia suture" + " laparoscopic postoperative scalpel"),
            high(
                    "medicine",
                    "health",
                    .25,
                    .65,
                    .90,
                    .85,
                    8,
                    .02,
                    "medicine medication dose dosage symptom diagnosis"
                            + " patient disease drug therapy vaccine clinical"),
            high(
                    "aviation",
                    "safety",
                    .20,
                    .70,
                    .95,
                    .90,
                    10,
                    0,
                    "aviation aircraft pilot cockpit runway altitude" + " airspeed airworthiness turbulence"),
            high(
                    "law",
                    "law",
                    .30,
                    .60,
                    .85,
                    .80,
                    5,
                    .02,
                    "law legal contract statute court liability lawsuit visa" + " copyright attorney clause tenant"),
            high(
                    "finance",
                    "money",
                    .35,
                    .55,
                    .80,
                    .75,
                    4,
                    .03,
                    "finance invest stock bond loan mortgage interest tax" + " portfolio dividend inflation"),
            field(
                    "structural_engineering",
                    "technical",
                    .40,
                    .50,
                    .10,
                    .80,
                    .75,
                    4,
                    .03,
                    "B",
                    "beam truss girder" + " concrete cantilever seismic foundation rebar buckling"),
            field(
                    "software_engineering",
                    "technical",
                    .55,
                    .35,
                    .10,
                    .70,
                    .65,
                    2,
                    .08,
                    "C",
                    "code python java function" + " compile database sql api bug algorithm server thread git deploy"),
            field(
                    "mathematics",
                    "science",
                    .50,
                    .40,
                    .10,
                    .75,
                    .70,
                    3,
                    .07,
                    "A",
                    "theorem proof integral derivative" + " matrix equation prime algebra probability polynomial"),
            field(
                    "stem_research",
                    "science",
                    .50,
                    .30,
                    .20,
                    .65,
                    .60,
                    2,
                    .12,
                    "C",
                    "experiment hypothesis physics" + " chemistry biology molecule quantum protein telescope"),
            field(
                    "education",
                    "society",
                    .50,
                    .30,
                    .20,
                    .60,
                    .55,
                    1.5,
                    .08,
                    "B",
                    "teach student lesson curriculum" + " homework exam classroom pedagogy"),
            field(
                    "art",
                    "society",
                    .80,
                    .10,
                    .10,
                    .10,
                    .20,
                    1,
                    .15,
                    "B",
                    "painting sculpture melody composition" + " gallery palette canvas"),
            field(
                    "creative_writing",
                    "society",
                    .80,
                    .05,
                    .15,
                    .05,
                    .15,
                    1,
                    .15,
                    "B",
                    "poem story novel character plot" + " dialogue rhyme haiku"),
            field(GENERAL, "general", .50, .35, .15, .50, .50, 1.5, .07, "C", ""));

    private final Map<String, Field> byName;

    private Fields(Map<String, Field> byName) {
        this.byName = Collections.unmodifiableMap(byName);
    }

    /** The fields that are always there. */
    public static Fields builtIn() {
        return with(List.of());
    }

    /** These and further ones, whose names must be new. */
    public static Fields with(List<Field> more) {
        Map<String, Field> rows = new LinkedHashMap<>();
        List<Field> all = new ArrayList<>(BUILT_IN);
        all.addAll(more);
        for (Field field : all) {
            if (rows.put(field.name(), field) != null) {
                throw Bounds.invalid("field " + field.name() + " is declared twice", "rename one of them");
            }
        }
        return new Fields(rows);
    }

    private static Field high(
            String name,
            String root,
            double we,
            double wc,
            double cMin,
            double eMin,
            double mu,
            double alpha,
            String keywords) {
        return new Field(name, root, true, we, wc, .10, cMin, eMin, mu, alpha, "C", List.of(keywords.split(" ")));
    }

    private static Field field(
            String name,
            String root,
            double we,
            double wc,
            double wk,
            double cMin,
            double eMin,
            double mu,
            double alpha,
            String decayClass,
            String keywords) {
        return new Field(
                name,
                root,
                false,
                we,
                wc,
                wk,
                cMin,
                eMin,
                mu,
                alpha,
                decayClass,
                keywords.isEmpty() ? List.of() : List.of(keywords.split(" ")));
    }

    /** All rows, in the order of the table. */
    public Collection<Field> all() {
        return byName.values();
    }

    /** The row of a name; null if there is none, as for a domain that an older file holds. */
    public @Nullable Field find(String name) {
        return byName.get(name);
    }

    /** The row of a name; an unknown one is refused with the nearest known. */
    public Field get(String name) {
        Field field = byName.get(Bounds.word("field", name, List.copyOf(byName.keySet())));
        if (field == null) {
            throw new IllegalStateException("field " + name + " has no row");
        }
        return field;
    }
}
