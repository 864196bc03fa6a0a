package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Right;
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

    // Name, root, HS if of high stakes, w_e w_c w_k, c_min e_min, mu, alpha, class of decay, and the keywords.
    private static final String BUILT_IN = """
            surgery health HS .20 .70 .10 .95 .90 10 0 C | surgery surgical incision anesthesia suture laparoscopic \
            postoperative scalpel
            medicine health HS .25 .65 .10 .90 .85 8 .02 C | medicine medication dose dosage symptom diagnosis \
            patient disease drug therapy vaccine clinical
            aviation safety HS .20 .70 .10 .95 .90 10 0 C | aviation aircraft pilot cockpit runway altitude \
            airspeed airworthiness turbulence
            law law HS .30 .60 .10 .85 .80 5 .02 C | law legal contract statute court liability lawsuit visa \
            copyright attorney clause tenant
            finance money HS .35 .55 .10 .80 .75 4 .03 C | finance invest stock bond loan mortgage interest tax \
            portfolio dividend inflation
            structural_engineering technical - .40 .50 .10 .80 .75 4 .03 B | beam truss girder concrete cantilever \
            seismic foundation rebar buckling
            software_engineering technical - .55 .35 .10 .70 .65 2 .08 C | code python java function compile \
            database sql api bug algorithm server thread git deploy
            mathematics science - .50 .40 .10 .75 .70 3 .07 A | theorem proof integral derivative matrix equation \
            prime algebra probability polynomial
            stem_research science - .50 .30 .20 .65 .60 2 .12 C | experiment hypothesis physics chemistry biology \
            molecule quantum protein telescope
            education society - .50 .30 .20 .60 .55 1.5 .08 B | teach student lesson curriculum homework exam \
            classroom pedagogy
            art society - .80 .10 .10 .10 .20 1 .15 B | painting sculpture melody composition gallery palette \
            canvas
            creative_writing society - .80 .05 .15 .05 .15 1 .15 B | poem story novel character plot dialogue rhyme \
            haiku
            general general - .50 .35 .15 .50 .50 1.5 .07 C |""";

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
        List<Field> all = new ArrayList<>(BUILT_IN.lines().map(Fields::row).toList());
        all.addAll(more);
        for (Field field : all) {
            if (rows.put(field.name(), field) != null) {
                throw Bounds.invalid("field " + field.name() + " is declared twice", "rename one of them");
            }
        }
        return new Fields(rows);
    }

    private static Field row(String line) {
        String[] sides = line.split(" \\|", -1);
        String[] cells = sides[0].split(" ", -1);
        return new Field(
                cells[0],
                cells[1],
                cells[2].equals("HS"),
                Double.parseDouble(cells[3]),
                Double.parseDouble(cells[4]),
                Double.parseDouble(cells[5]),
                Double.parseDouble(cells[6]),
                Double.parseDouble(cells[7]),
                Double.parseDouble(cells[8]),
                Double.parseDouble(cells[9]),
                cells[10],
                sides[1].isBlank() ? List.of() : List.of(sides[1].strip().split(" ", -1)));
    }

    /** All rows, in the order of the table. */
    @Needs(Right.NOTHING)
    public Collection<Field> all() {
        return byName.values();
    }

    /** The row of a name; null if there is none, as for a domain that an older file holds. */
    @Needs(Right.NOTHING)
    public @Nullable Field find(String name) {
        return byName.get(name);
    }

    /** The row of a name; an unknown one is refused with the nearest known. */
    @Needs(Right.NOTHING)
    public Field get(String name) {
        Field field = byName.get(Bounds.word("field", name, List.copyOf(byName.keySet())));
        if (field == null) {
            throw new IllegalStateException("field " + name + " has no row");
        }
        return field;
    }
}
