package dev.stoa.engine.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class CharBudgetTest {
    @Test
    void shortTextsStayWholeAndLongOnesShareWhatIsLeft() {
        assertThat(CharBudget.fit(List.of("aaaaaaaaaa", "bb", "cccccccc"), 10)).containsExactly("aaaa", "bb", "cccc");
        assertThat(CharBudget.fit(List.of("aaa", "bb"), 10)).containsExactly("aaa", "bb");
        assertThat(CharBudget.fit(List.of(), 10)).isEmpty();
    }

    @Test
    void theRoomIsNeverExceededNorLeftEmptyWhereSomebodyNeedsIt() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            List<String> texts = new ArrayList<>();
            int number = 1 + random.nextInt(8);
            for (int i = 0; i < number; i++) {
                texts.add("\uD83D\uDE00".repeat(random.nextInt(40)));
            }
            int room = random.nextInt(120);
            List<String> fitting = CharBudget.fit(texts, room);
            int used = 0;
            boolean cut = false;
            for (int i = 0; i < number; i++) {
                assertThat(texts.get(i)).startsWith(fitting.get(i));
                used += fitting.get(i).length() / 2;
                cut |= fitting.get(i).length() < texts.get(i).length();
            }
            assertThat(used).isLessThanOrEqualTo(room);
            if (cut) {
                assertThat(used).isGreaterThan(room - number);
            }
        }
    }
}
