package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which documents are read again. */
@Tag("quick")
class CorporaTest {
    private static final int LONGEST = 300;

    private final Corpora corpora = new Corpora(LONGEST);

    private Corpus of(Document... documents) {
        return corpora.of(List.of(documents), Embedder.off(), KeptVectors.NONE);
    }

    private static Document document(String id, String text) {
        return new Document(id, "a title", text);
    }

    @Test
    void whatIsAskedAboutAgainIsReadOnce() {
        Corpus first = of(document("a", "The sea is salt."), document("b", "Rivers are not."));

        assertThat(of(document("a", "The sea is salt."), document("b", "Rivers are not.")))
                .isSameAs(first);
    }

    @Test
    void aDocumentThatWasReplacedMovedOrDeletedIsNotAskedAgain() {
        Document salt = document("a", "The sea is salt.");
        Document river = document("b", "Rivers are not.");
        of(salt, river);

        assertThat(of(document("a", "The sea is sweet."), river).windows())
                .extracting(Window::text)
                .containsExactly("The sea is sweet.", "Rivers are not.");
        assertThat(of(river, salt).windows())
                .extracting(Window::text)
                .containsExactly("Rivers are not.", "The sea is salt.");
        assertThat(of(river).windows()).extracting(Window::text).containsExactly("Rivers are not.");
    }

    @Test
    void theLastEightAreKept() {
        List<Corpus> read = IntStream.range(0, 9)
                .mapToObj(i -> of(document("d" + i, "Number " + i + " is here.")))
                .toList();

        assertThat(of(document("d8", "Number 8 is here."))).isSameAs(read.get(8));
        assertThat(of(document("d1", "Number 1 is here."))).isSameAs(read.get(1));
        assertThat(of(document("d0", "Number 0 is here."))).isNotSameAs(read.get(0));
        assertThat(of(document("d2", "Number 2 is here."))).isNotSameAs(read.get(2));
    }

    @Test
    void oneThatIsTooLongToBeKeptIsSharedWhileItIsInUseAndDrivesNoOtherOut() {
        Document longOne = document("a", "The sea is salt. " + "y".repeat(LONGEST));
        Document brief = document("b", "Rivers are not.");
        Corpus before = of(brief);

        Corpus corpus = of(longOne);

        assertThat(of(longOne)).isSameAs(corpus);
        assertThat(of(brief)).isSameAs(before);
        assertThat(corpus.windows()).isNotEmpty();
    }

    @Test
    void thoseWhoAskAtTheSameTimeShareOneReading() {
        Document longOne = document("a", "The sea is salt. " + "y".repeat(LONGEST));

        List<Corpus> read =
                IntStream.range(0, 8).parallel().mapToObj(i -> of(longOne)).toList();

        assertThat(read).allSatisfy(corpus -> assertThat(corpus).isSameAs(read.getFirst()));
    }

    @Test
    void togetherTheyHaveABoundToo() {
        Corpus first = of(document("a", "Rivers are not. " + "x".repeat(LONGEST / 2)));
        Corpus second = of(document("b", "The sea is salt. " + "y".repeat(LONGEST / 2)));

        assertThat(of(document("b", "The sea is salt. " + "y".repeat(LONGEST / 2))))
                .isSameAs(second);
        assertThat(of(document("a", "Rivers are not. " + "x".repeat(LONGEST / 2))))
                .isNotSameAs(first);
    }
}
