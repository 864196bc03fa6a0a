package dev.stoa.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;

/**
 * Where two pictures differ: points whose red, green or blue are further apart than the eye would notice. Immutable. A
 * long picture is looked at window by window, so that its length excuses nothing.
 *
 * @param points how many differ in the window where most do; also those that one picture alone has
 * @param of how many points a window of the larger picture has
 * @param shown the points that differ in red on a pale copy of the second picture
 */
record Difference(int points, int of, BufferedImage shown) {
    private static final int WINDOW = 900;
    private static final int UNSEEN = 12;
    private static final double SHARE = 0.001;

    static Difference between(byte[] first, byte[] second) {
        BufferedImage before = read(first);
        BufferedImage after = read(second);
        int width = Math.max(before.getWidth(), after.getWidth());
        int height = Math.max(before.getHeight(), after.getHeight());
        BufferedImage shown = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] points = new int[height / WINDOW + 1];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean both = inside(before, x, y) && inside(after, x, y);
                boolean same = both && isAlike(before.getRGB(x, y), after.getRGB(x, y));
                points[y / WINDOW] += same ? 0 : 1;
                shown.setRGB(x, y, same ? (after.getRGB(x, y) >> 1 & 0x7f7f7f) | 0x808080 : 0xff0000);
            }
        }
        return new Difference(Arrays.stream(points).max().orElse(0), width * Math.min(height, WINDOW), shown);
    }

    private static BufferedImage read(byte[] png) {
        try {
            return ImageIO.read(new ByteArrayInputStream(png));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean inside(BufferedImage image, int x, int y) {
        return x < image.getWidth() && y < image.getHeight();
    }

    private static boolean isAlike(int one, int other) {
        for (int shift = 0; shift < 24; shift += 8) {
            if (Math.abs((one >> shift & 255) - (other >> shift & 255)) > UNSEEN) {
                return false;
            }
        }
        return true;
    }

    /** Whether so few points differ that the pictures count as one. */
    boolean isSmall() {
        return points <= of * SHARE;
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(shown, "png", file.toFile());
    }
}
