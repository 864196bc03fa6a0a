package dev.stoa.server.console.text;

import gg.jte.Content;
import gg.jte.TemplateOutput;

/** Markup that this package has written: its own tags around escaped text. Immutable. */
final class Markup implements Content {
    private final String html;

    Markup(String html) {
        this.html = html;
    }

    @Override
    public void writeTo(TemplateOutput output) {
        output.writeContent(html);
    }

    @Override
    public boolean isEmptyContent() {
        return html.isEmpty();
    }

    @Override
    public String toString() {
        return html;
    }
}
