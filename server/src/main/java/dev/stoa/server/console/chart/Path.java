package dev.stoa.server.console.chart;

/** The outline of a shape. Used by one thread. */
final class Path {
    private final StringBuilder text = new StringBuilder();

    Path move(double x, double y) {
        return step('M', x, y);
    }

    Path to(double x, double y) {
        return step('L', x, y);
    }

    /** Lifts the pen for the first point of a line, draws to the others. */
    Path next(double x, double y) {
        return text.isEmpty() ? move(x, y) : to(x, y);
    }

    /** An S from the left to the right: level at both ends. */
    Path across(double fromX, double fromY, double x, double y) {
        double middle = (fromX + x) / 2;
        return step('C', middle, fromY, middle, y, x, y);
    }

    /** A bow through the pull of one point. */
    Path bow(double pullX, double pullY, double x, double y) {
        return step('Q', pullX, pullY, x, y);
    }

    Path close() {
        text.append('Z');
        return this;
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private Path step(char command, double... numbers) {
        text.append(command);
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : i % 2 == 1 ? "," : " ").append(Numbers.place(numbers[i]));
        }
        return this;
    }
}
