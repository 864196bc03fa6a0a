package dev.stoa.bench.search;

import java.util.List;
import java.util.Map;

/**
 * How good rankings are, as means over all queries. Immutable.
 *
 * @param ndcg normalised discounted cumulative gain of the first ten, with the grade as the gain
 * @param recall5 the part of the relevant passages among the first five
 * @param mrr one over the rank of the first relevant passage, 0 if it is not there
 */
record RankMeasures(double ndcg, double recall5, double recall10, double recall20, double mrr) {
    private static final int CUT = 10;

    /** The measures of one ranking of passage ids, best first. */
    static RankMeasures of(List<String> ranking, Map<String, Integer> relevant) {
        double gain = 0;
        for (int i = 0; i < Math.min(CUT, ranking.size()); i++) {
            gain += discounted(relevant.getOrDefault(ranking.get(i), 0), i);
        }
        List<Integer> grades = relevant.values().stream()
                .sorted((a, b) -> Integer.compare(b, a))
                .limit(CUT)
                .toList();
        double ideal = 0;
        for (int i = 0; i < grades.size(); i++) {
            ideal += discounted(grades.get(i), i);
        }
        double first = 0;
        for (int i = 0; i < ranking.size() && first == 0; i++) {
            first = relevant.containsKey(ranking.get(i)) ? 1.0 / (i + 1) : 0;
        }
        return new RankMeasures(
                ideal == 0 ? 0 : gain / ideal,
                recall(ranking, relevant, 5),
                recall(ranking, relevant, 10),
                recall(ranking, relevant, 20),
                first);
    }

    static RankMeasures mean(List<RankMeasures> all) {
        double n = Math.max(1, all.size());
        return new RankMeasures(
                all.stream().mapToDouble(RankMeasures::ndcg).sum() / n,
                all.stream().mapToDouble(RankMeasures::recall5).sum() / n,
                all.stream().mapToDouble(RankMeasures::recall10).sum() / n,
                all.stream().mapToDouble(RankMeasures::recall20).sum() / n,
                all.stream().mapToDouble(RankMeasures::mrr).sum() / n);
    }

    private static double discounted(int grade, int index) {
        return grade / (Math.log(index + 2.0) / Math.log(2));
    }

    private static double recall(List<String> ranking, Map<String, Integer> relevant, int cut) {
        long found = ranking.stream().limit(cut).filter(relevant::containsKey).count();
        return relevant.isEmpty() ? 0 : (double) found / relevant.size();
    }
}
