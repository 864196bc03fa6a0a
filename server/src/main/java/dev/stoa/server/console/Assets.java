package dev.stoa.server.console;

import dev.stoa.json.Digest;
import dev.stoa.server.http.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Scripts, styles and icons of the console, read and compressed once, for the first page that is asked for. Immutable.
 * Their address changes with their content.
 */
final class Assets {
    private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
    private static final String OWN = "/dev/stoa/server/console/assets/";
    private static final List<String> SCRIPTS = List.of(
            "live.js",
            "keep.js",
            "palette.js",
            "scrub.js",
            "dialog.js",
            "time.js",
            "chart.js",
            "complete.js",
            "keys.js");

    private final Map<String, Asset> byName = new LinkedHashMap<>();
    private final String hash;

    /** A file as it is, and compressed. */
    private static final class Asset {
        private final String mediaType;
        private final byte[] plain;
        private final byte[] packed;

        Asset(String mediaType, byte[] plain, byte[] packed) {
            this.mediaType = mediaType;
            this.plain = plain;
            this.packed = packed;
        }
    }

    private static final class Loaded {
        private static final Assets ALL = new Assets();
    }

    /** All of them; a server that shows no page never reads them. */
    static Assets all() {
        return Loaded.ALL;
    }

    private Assets() {
        add("stoa.css", read(OWN + "stoa.css"));
        add("icons.svg", read(OWN + "icons.svg"));
        add("htmx.js", read(HTMX));
        // One request for all of them; what each declares stays its own.
        StringBuilder scripts = new StringBuilder();
        SCRIPTS.forEach(name -> scripts.append("{\n")
                .append(bare(new String(read(OWN + name), StandardCharsets.UTF_8)))
                .append("\n}\n"));
        add("stoa.js", scripts.toString().getBytes(StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        byName.values().forEach(asset -> all.append(Digest.sha256(asset.plain)));
        hash = Digest.sha256(all.toString()).substring(0, 12);
    }

    /** A script without what only its readers need: lines of comment and what lines begin with. */
    private static String bare(String script) {
        return script.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .collect(Collectors.joining("\n"));
    }

    private static byte[] read(String resource) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String name, byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byName.put(name, new Asset(mediaType(name), plain, packed.toByteArray()));
    }

    private static String mediaType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> "text/javascript; charset=utf-8";
        };
    }

    /** Where they are. */
    String address() {
        return "/assets/" + hash + "/";
    }

    /** The answer with one of them; null if there is none of that name and hash. */
    @Nullable
    Answer answer(String wanted, String name, boolean packed) {
        Asset asset = wanted.equals(hash) ? byName.get(name) : null;
        if (asset == null) {
            return null;
        }
        Answer answer = Answer.bytes(asset.mediaType, packed ? asset.packed : asset.plain)
                .with("Cache-Control", "public, max-age=31536000, immutable")
                .with("Vary", "Accept-Encoding");
        return packed ? answer.with("Content-Encoding", "gzip") : answer;
    }
}
