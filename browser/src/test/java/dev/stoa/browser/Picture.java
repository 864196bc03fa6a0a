package dev.stoa.browser;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * A picture with the 96 colours that stand for most of its points, which makes the file of a page a third as large. A
 * page has few colours; what is lost are shades at the edges of letters.
 */
final class Picture {
    private static final int COLOURS = 96;
    private static final int SHADE = 0xf8f8f8;

    /** From black to white. */
    private static final int FARTHEST = 3 * 255 * 255;

    private Picture() {}

    static void write(byte[] png, Path file) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        int[] points = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        int[] palette = palette(points);
        BufferedImage indexed = new BufferedImage(
                image.getWidth(),
                image.getHeight(),
                BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(Byte.SIZE, palette.length, palette, 0, false, -1, 0));
        byte[] raster = ((DataBufferByte) indexed.getRaster().getDataBuffer()).getData();
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int i = 0; i < points.length; i++) {
            raster[i] = (byte) (int) nearest.computeIfAbsent(points[i] & 0xffffff, colour -> nearest(palette, colour));
        }
        writeSmall(indexed, file);
    }

    /** Writes a picture whose points are off by at most four in each colour, which no comparison notices. */
    static void writeCoarse(byte[] png, Path file) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        BufferedImage coarse = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        int[] points = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        for (int i = 0; i < points.length; i++) {
            points[i] = (points[i] & SHADE) | 0x040404;
        }
        coarse.setRGB(0, 0, image.getWidth(), image.getHeight(), points, 0, image.getWidth());
        writeSmall(coarse, file);
    }

    private static void writeSmall(BufferedImage image, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam small = writer.getDefaultWriteParam();
        small.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        small.setCompressionQuality(0);
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), small);
        } finally {
            writer.dispose();
        }
    }

    /**
     * The most frequent colour of each shade that the others stand for worst: one that is rare but unlike all others is
     * kept before one of the many at the edges of letters.
     */
    private static int[] palette(int[] points) {
        Map<Integer, Map<Integer, Integer>> shades = new HashMap<>();
        for (int point : points) {
            int colour = point & 0xffffff;
            shades.computeIfAbsent(colour & SHADE, shade -> new HashMap<>()).merge(colour, 1, Integer::sum);
        }
        List<Map<Integer, Integer>> all = new ArrayList<>(shades.values());
        int[] colours = all.stream()
                .mapToInt(shade -> shade.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey())
                .toArray();
        long[] counts = all.stream().mapToLong(Picture::sum).toArray();
        int[] distances = new int[colours.length];
        Arrays.fill(distances, FARTHEST);
        int[] palette = new int[Math.min(COLOURS, colours.length)];
        for (int chosen = 0; chosen < palette.length; chosen++) {
            int worst = 0;
            for (int i = 1; i < colours.length; i++) {
                worst = counts[i] * distances[i] > counts[worst] * distances[worst] ? i : worst;
            }
            palette[chosen] = colours[worst];
            for (int i = 0; i < colours.length; i++) {
                distances[i] = Math.min(distances[i], distance(colours[worst], colours[i]));
            }
        }
        return palette;
    }

    private static int sum(Map<Integer, Integer> shade) {
        return shade.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static int nearest(int[] palette, int colour) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < palette.length; i++) {
            int distance = distance(palette[i], colour);
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    private static int distance(int one, int other) {
        int red = (one >> 16 & 255) - (other >> 16 & 255);
        int green = (one >> 8 & 255) - (other >> 8 & 255);
        int blue = (one & 255) - (other & 255);
        return red * red + green * green + blue * blue;
    }
}
