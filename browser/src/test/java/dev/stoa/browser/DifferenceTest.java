package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DifferenceTest {
    private static final int GREY = 0x808080;

    /** A grey picture of 100 rows, of which the first points have another colour. */
    private static byte[] picture(int width, int others, int colour) throws IOException {
        return picture(width, 100, others, colour);
    }

    private static byte[] picture(int width, int height, int others, int colour) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, i < others ? colour : GREY);
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        return png.toByteArray();
    }

    private static Difference from(byte[] other) throws IOException {
        return Difference.between(picture(100, 0, GREY), other);
    }

    @Test
    void oneInAThousandPointsMayDifferAndNoMore() throws IOException {
        assertThat(from(picture(100, 0, GREY)).points()).isZero();
        assertThat(from(picture(100, 10, 0xffffff)).points()).isEqualTo(10);
        assertThat(from(picture(100, 10, 0xffffff)).isSmall()).isTrue();
        assertThat(from(picture(100, 11, 0xffffff)).isSmall()).isFalse();
    }

    @Test
    void aPointDiffersByMoreThanTwelveInAnyOfItsColours() throws IOException {
        assertThat(from(picture(100, 100, 0x8c748c)).points()).isZero();
        assertThat(from(picture(100, 100, 0x8d8080)).points()).isEqualTo(100);
        assertThat(from(picture(100, 100, 0x807380)).points()).isEqualTo(100);
        assertThat(from(picture(100, 100, 0x80808d)).points()).isEqualTo(100);
    }

    @Test
    void whatOnePictureAloneHasDiffers() throws IOException {
        assertThat(from(picture(101, 0, GREY)).points()).isEqualTo(100);
        assertThat(from(picture(99, 0, GREY)).points()).isEqualTo(100);
    }

    @Test
    void theLengthOfAPictureExcusesNothing() throws IOException {
        byte[] longer = picture(100, 9_000, 0, GREY);
        assertThat(Difference.between(longer, picture(100, 9_000, 90, 0)).isSmall())
                .isTrue();
        assertThat(Difference.between(longer, picture(100, 9_000, 91, 0)).isSmall())
                .isFalse();
    }

    @Test
    void theDifferenceCanBeLookedAt(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("new/difference.png");
        from(picture(100, 1, 0xffffff)).write(file);
        BufferedImage shown = ImageIO.read(file.toFile());
        assertThat(shown.getRGB(0, 0) & 0xffffff).isEqualTo(0xff0000);
        assertThat(shown.getRGB(1, 0) & 0xffffff).isEqualTo(0xc0c0c0);
    }
}
