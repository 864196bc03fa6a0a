package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class PageTest {
    @Test
    void pagesConcatenateToTheListWhateverTheirLength() {
        for (int rows = 0; rows < 12; rows++) {
            for (int limit = 1; limit < 6; limit++) {
                assertThat(paged(rows, limit)).isEqualTo(newestFirst(rows, Long.MAX_VALUE, rows));
            }
        }
    }

    @Test
    void aLimitOutsideOfItsBoundsIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> new Page.Request(900, null)).hasMessage("limit 900 is above 500");
        assertThatThrownBy(() -> new Page.Request(0, null)).hasMessage("limit 0 is below 1");
    }

    @Test
    void aCursorThatIsNoneIsRefused() {
        for (String cursor : List.of("x", "", "c3g6MQ", "!!!")) {
            assertThatThrownBy(() -> new Page.Request(5, cursor).after(0))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("is not from a page before");
        }
    }

    @Test
    void pagesWithinAListConcatenateWhileItGrows() {
        List<String> list = new ArrayList<>(List.of("b", "d", "f"));
        Page<String> first = Page.Request.first(2).within(list, each -> each);
        assertThat(first.items()).containsExactly("b", "d");
        list.add(0, "a");
        list.add(3, "e");
        Page<String> second = new Page.Request(2, first.next()).within(list, each -> each);
        assertThat(second.items()).containsExactly("e", "f");
        assertThat(second.next()).isNull();
        assertThatThrownBy(() -> new Page.Request(2, first.next()).within(List.of("b"), each -> each))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is not from a page before");
        assertThatThrownBy(() -> new Page.Request(2, first.next()).after(0)).isInstanceOf(InvalidException.class);
    }

    private static List<Long> paged(int rows, int limit) {
        List<Long> all = new ArrayList<>();
        Page.Request request = Page.Request.first(limit);
        while (true) {
            Page<Long> page = request.of(newestFirst(rows, request.after(Long.MAX_VALUE), limit + 1), seq -> seq);
            all.addAll(page.items());
            if (page.next() == null) {
                return all;
            }
            request = new Page.Request(limit, page.next());
        }
    }

    private static List<Long> newestFirst(int rows, long below, int most) {
        return LongStream.rangeClosed(1, rows)
                .map(i -> rows + 1 - i)
                .filter(seq -> seq < below)
                .limit(most)
                .boxed()
                .toList();
    }
}
