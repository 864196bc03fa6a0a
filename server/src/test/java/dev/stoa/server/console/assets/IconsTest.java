package dev.stoa.server.console.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Cuts the sprite from the icons of Lucide; {@code -Dicons=write} renews the file, run in the module's folder. */
final class IconsTest {
    private static final String LUCIDE = "/META-INF/resources/webjars/lucide-static/0.468.0/";
    private static final List<String> NAMES = List.of(
            "activity",
            "archive",
            "arrow-right",
            "arrow-right-left",
            "bot",
            "brain",
            "check",
            "chevron-down",
            "chevron-left",
            "chevron-right",
            "circle-alert",
            "circle-check",
            "circle-dashed",
            "circle-slash",
            "circle-x",
            "clock",
            "copy",
            "database",
            "download",
            "ellipsis",
            "external-link",
            "eye",
            "file-text",
            "filter",
            "flag",
            "git-branch",
            "git-compare",
            "hand",
            "hash",
            "info",
            "key-round",
            "link",
            "lock",
            "menu",
            "message-square",
            "pause",
            "pin",
            "play",
            "plus",
            "refresh-cw",
            "scale",
            "search",
            "settings",
            "shield",
            "shield-alert",
            "shield-check",
            "skip-back",
            "skip-forward",
            "square",
            "trash-2",
            "triangle-alert",
            "undo-2",
            "user",
            "x");

    @Test
    void theSpriteIsCutFromLucideAndCarriesItsLicence() throws IOException {
        String cut = sprite();
        if ("write".equals(System.getProperty("icons", "").toLowerCase(Locale.ROOT))) {
            Files.writeString(Path.of("src/main/resources/dev/stoa/server/console/assets/icons.svg"), cut);
            return;
        }
        assertThat(Asset.text("icons.svg")).isEqualTo(cut).contains("ISC License", "Lucide Contributors");
    }

    @Test
    void theSpriteIsAtMostFiveKilobytesCompressed() {
        assertThat(Asset.compressed(Asset.text("icons.svg"))).isLessThanOrEqualTo(5_000);
    }

    @Test
    void theSpriteHoldsShapesOnly() {
        assertThat(Asset.text("icons.svg")).doesNotContainPattern("<style|<script|style=|\\son[a-z]+=|href=");
    }

    private static String sprite() {
        StringBuilder text = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\">\n<!--\n");
        // Two hyphens would end the comment.
        text.append(Asset.resource(LUCIDE + "LICENSE").strip().replace("--", "- -"))
                .append("\n-->\n");
        for (String name : NAMES) {
            String icon = Asset.resource(LUCIDE + "icons/" + name + ".svg");
            int start = icon.indexOf('>', icon.indexOf("<svg")) + 1;
            String shapes = icon.substring(start, icon.indexOf("</svg>"))
                    .replaceAll("\\s+", " ")
                    .replace(" />", "/>")
                    .replace("> <", "><")
                    .strip();
            text.append("<symbol id=\"").append(name).append("\" viewBox=\"0 0 24 24\">");
            text.append(shapes).append("</symbol>\n");
        }
        return text.append("</svg>\n").toString();
    }
}
