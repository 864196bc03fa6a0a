package dev.stoa.server.console.text;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** What a browser would make of markup: its elements, attributes and texts, written in one way. */
final class Dom {
    private Dom() {}

    /** Two pieces of markup have the same DOM if this is equal. Comments, which show nothing, are left out. */
    static String of(String html) {
        StringBuilder out = new StringBuilder();
        body(html).childNodes().forEach(node -> write(node, out));
        return out.toString();
    }

    /** All that a reader sees. */
    static String text(String html) {
        return body(html).wholeText();
    }

    static void elements(String html, BiConsumer<String, Map<String, String>> each) {
        for (Element element : body(html).getAllElements()) {
            if (!"body".equals(element.normalName())) {
                each.accept(element.normalName(), attributes(element));
            }
        }
    }

    private static Element body(String html) {
        return Jsoup.parseBodyFragment(html).body();
    }

    private static void write(Node node, StringBuilder out) {
        if (node instanceof TextNode text) {
            out.append(text.getWholeText());
        } else if (node instanceof Element element) {
            out.append("\u0001")
                    .append(element.normalName())
                    .append(attributes(element))
                    .append("\u0002");
            element.childNodes().forEach(child -> write(child, out));
            out.append("\u0003");
        }
    }

    private static Map<String, String> attributes(Element element) {
        Map<String, String> attributes = new TreeMap<>();
        for (Attribute attribute : element.attributes()) {
            attributes.put(attribute.getKey(), attribute.getValue());
        }
        return attributes;
    }
}
