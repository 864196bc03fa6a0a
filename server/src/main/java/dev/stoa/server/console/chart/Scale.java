package dev.stoa.server.console.chart;

/** From values to places; values beyond the ends stay at the ends, so that nothing leaves the drawing. */
record Scale(double low, double high, double from, double to) {
    double at(double value) {
        double share = Math.clamp((value - low) / (high - low), 0, 1);
        return from + share * (to - from);
    }
}
