package dev.stoa.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    private static final int GREEN = 0x1a6b32;

    @Test
    void aRareColourThatIsUnlikeAllOthersIsKept(@TempDir Path folder) throws IOException {
        BufferedImage page = new BufferedImage(640, 640, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < 640; x++) {
            for (int y = 0; y < 640; y++) {
                // Far more shades of blue and red than there is room for, each more frequent than the green.
                page.setRGB(x, y, (x / 20 * 8) << 16 | (y / 20 * 8));
            }
        }
        for (int x = 300; x < 308; x++) {
            for (int y = 300; y < 308; y++) {
                page.setRGB(x, y, GREEN);
            }
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(page, "png", png);
        Path file = folder.resolve("page.png");

        Picture.write(png.toByteArray(), file);

        BufferedImage written = ImageIO.read(file.toFile());
        assertThat(written.getRGB(304, 304) & 0xffffff).isEqualTo(GREEN);
        assertThat(written.getRGB(2, 2) & 0xffffff).isEqualTo(0);
    }
}
