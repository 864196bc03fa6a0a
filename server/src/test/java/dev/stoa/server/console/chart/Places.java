package dev.stoa.server.console.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/** The corners of the elements of a drawing. */
final class Places {
    private static final Pattern PAIR = Pattern.compile("(-?[0-9.]+),(-?[0-9.]+)");
    private static final Pattern ROTATION = Pattern.compile("rotate\\((\\S+) (\\S+) (\\S+)\\)");

    private Places() {}

    static List<double[]> of(Element element) {
        List<double[]> places = switch (element.getTagName()) {
            case "line" ->
                List.of(
                        new double[] {number(element, "x1"), number(element, "y1")},
                        new double[] {number(element, "x2"), number(element, "y2")});
            case "rect" ->
                box(number(element, "x"), number(element, "y"), number(element, "width"), number(element, "height"));
            case "circle" ->
                box(
                        number(element, "cx") - number(element, "r"),
                        number(element, "cy") - number(element, "r"),
                        2 * number(element, "r"),
                        2 * number(element, "r"));
            case "path" -> pairs(element.getAttribute("d"));
            case "text" -> text(element);
            default -> List.of();
        };
        Matcher rotation = ROTATION.matcher(((Element) element.getParentNode()).getAttribute("transform"));
        return rotation.matches()
                ? places.stream().map(place -> rotated(place, rotation)).toList()
                : places;
    }

    private static List<double[]> text(Element element) {
        double width = Words.width(element.getTextContent());
        double share = switch (element.getAttribute("text-anchor")) {
            case "end" -> 1;
            case "middle" -> 0.5;
            default -> 0;
        };
        return box(number(element, "x") - share * width, number(element, "y") - 9, width, 11);
    }

    private static double[] rotated(double[] place, Matcher rotation) {
        double angle = Math.toRadians(Double.parseDouble(rotation.group(1)));
        double x = Double.parseDouble(rotation.group(2));
        double y = Double.parseDouble(rotation.group(3));
        double dx = place[0] - x;
        double dy = place[1] - y;
        return new double[] {
            x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)
        };
    }

    private static List<double[]> pairs(String path) {
        List<double[]> places = new ArrayList<>();
        Matcher pairs = PAIR.matcher(path);
        while (pairs.find()) {
            places.add(new double[] {Double.parseDouble(pairs.group(1)), Double.parseDouble(pairs.group(2))});
        }
        return places;
    }

    private static List<double[]> box(double x, double y, double width, double height) {
        return List.of(new double[] {x, y}, new double[] {x + width, y + height});
    }

    private static double number(Element element, String name) {
        return Double.parseDouble(element.getAttribute(name));
    }
}
