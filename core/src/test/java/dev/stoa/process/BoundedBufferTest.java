package dev.stoa.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class BoundedBufferTest {
    @Test
    void whateverThePiecesAreTheBeginningAndTheEndAreThoseOfTheWhole() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            byte[] all = new byte[random.nextInt(6_000)];
            random.nextBytes(all);
            int most = random.nextInt(3_000);
            BoundedBuffer beginning = BoundedBuffer.beginning(most);
            BoundedBuffer end = BoundedBuffer.end(most);
            for (int from = 0; from < all.length; ) {
                int length = Math.min(all.length - from, 1 + random.nextInt(2_000));
                byte[] piece = Arrays.copyOfRange(all, from, from + length);
                beginning.add(piece, length);
                end.add(piece, length);
                from += length;
            }

            assertThat(beginning.bytes()).isEqualTo(Arrays.copyOf(all, Math.min(most, all.length)));
            assertThat(end.bytes()).isEqualTo(Arrays.copyOfRange(all, Math.max(0, all.length - most), all.length));
            assertThat(beginning.isCut()).isEqualTo(all.length > most);
            assertThat(end.isCut()).isEqualTo(all.length > most);
        }
    }

    @Test
    void onlyTheGivenLengthOfAPieceCounts() {
        BoundedBuffer buffer = BoundedBuffer.beginning(10);

        buffer.add("abcdef".getBytes(UTF_8), 3);

        assertThat(buffer.text()).isEqualTo("abc");
        assertThat(buffer.isCut()).isFalse();
    }

    @Test
    void aBufferOfNothingKeepsNothingAndKnowsThatThereWasMore() {
        for (BoundedBuffer buffer : new BoundedBuffer[] {BoundedBuffer.beginning(0), BoundedBuffer.end(0)}) {
            assertThat(buffer.isCut()).isFalse();
            buffer.add(new byte[] {1}, 1);
            assertThat(buffer.bytes()).isEmpty();
            assertThat(buffer.isCut()).isTrue();
        }
    }
}
