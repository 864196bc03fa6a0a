package dev.stoa.server.console.assets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** The files that the browser loads. */
final class Asset {
    static final List<String> SCRIPTS = List.of(
            "chart.js",
            "complete.js",
            "dialog.js",
            "keep.js",
            "keys.js",
            "live.js",
            "palette.js",
            "scrub.js",
            "time.js");

    private Asset() {}

    static String text(String name) {
        return resource("/dev/stoa/server/console/assets/" + name);
    }

    static String resource(String path) {
        try (InputStream in = Objects.requireNonNull(Asset.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int compressed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new Best(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    private static final class Best extends GZIPOutputStream {
        Best(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
