package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jsoup.Jsoup;

/** What the first visit of a page transfers, packed: the page and what it loads. Stateless. */
final class FirstVisit {
    /** The most that any page may. */
    static final long MOST = 50_000;

    private FirstVisit() {}

    static long bytes(RunningServer server, String path) throws IOException {
        Reply page = server.sendRaw("GET", path, null, "Accept", "text/html");
        assertThat(page.status()).as(path).isEqualTo(200);
        Set<String> assets = Jsoup.parse(page.raw().body()).select("link[rel=stylesheet], script[src], use").stream()
                .map(each -> each.attr(each.hasAttr("src") ? "src" : "href").split("#", 2)[0])
                .collect(Collectors.toSet());
        assertThat(assets).as(path).hasSize(4);
        long bytes = packed(page.raw().body());
        for (String asset : assets) {
            Reply sent = server.sendRaw("GET", asset, null, "Accept-Encoding", "gzip");
            bytes += Long.parseLong(Objects.requireNonNull(sent.header("Content-Length"), asset));
        }
        return bytes;
    }

    private static int packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.size();
    }
}
