package dev.stoa.learning.consensus;

import dev.stoa.search.text.TextIndex;
import dev.stoa.search.text.TextQuery;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The searches that find the rows nearest to a topic by words without ranking every row that has a common one. As long
 * as few rows have any of the words there is one search for all of them. Otherwise the rare words are searched for,
 * which tell topics apart; and if there is no rare one, all words at once, then all but the commonest, and so on.
 */
final class TopicWords {
    /** To rank a row takes some microseconds. */
    private static final int RARE = 500;

    private TopicWords() {}

    private record Term(String word, long rows) {}

    /** Searches to be made in this order until there are enough rows. */
    static List<TextQuery> searches(Tx tx, String topic) {
        List<Term> terms = new ArrayList<>();
        for (String word : TextQuery.any(topic).terms()) {
            long rows = rows(tx, word);
            if (rows > 0) {
                terms.add(new Term(word, rows));
            }
        }
        terms.sort(Comparator.comparingLong(Term::rows));
        List<String> words = terms.stream().map(Term::word).toList();
        if (words.isEmpty()) {
            return List.of();
        }
        int rare = 0;
        long sum = 0;
        while (rare < terms.size() && sum + terms.get(rare).rows() <= RARE) {
            sum += terms.get(rare).rows();
            rare++;
        }
        if (rare > 0) {
            return List.of(TextQuery.any(String.join(" ", words.subList(0, rare))));
        }
        List<TextQuery> searches = new ArrayList<>();
        for (int most = words.size(); most > 0; most--) {
            searches.add(TextQuery.all(String.join(" ", words.subList(0, most))));
        }
        return searches;
    }

    /** How many rows have a word, counted as far as it matters. */
    private static long rows(Tx tx, String word) {
        TextQuery query = TextQuery.any(word);
        return tx.number(
                tx.dialect()
                        .pick(
                                "SELECT count(*) FROM (SELECT 1 FROM consensus_fts WHERE consensus_fts MATCH ? LIMIT "
                                        + (RARE + 1) + ")",
                                "SELECT count(*) FROM (SELECT 1 FROM consensus, " + TextIndex.POSTGRES_QUERY
                                        + " AS query WHERE search @@ query LIMIT " + (RARE + 1) + ") AS counted"),
                tx.dialect().pick(query.fts5(), query.tsquery()));
    }
}
