package dev.stoa.evolution.trial;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The correction for trying several candidates at once. Stateless, safe from any thread. */
final class Holm {
    private Holm() {}

    /** The corrected values, in the order given; of equal ones the earlier counts as the smaller. */
    public static double[] correct(double[] values) {
        List<Integer> ascending = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .toList();
        double[] corrected = new double[values.length];
        double largest = 0;
        for (int place = 0; place < values.length; place++) {
            int i = ascending.get(place);
            largest = Math.max(largest, Math.min(1, (values.length - place) * values[i]));
            corrected[i] = largest;
        }
        return corrected;
    }
}
