package dev.stoa.engine.provider;

/** What a model costs, in US dollars for a million tokens. Immutable. */
record Price(double input, double output) {
    double of(int tokensIn, int tokensOut) {
        return (tokensIn * input + tokensOut * output) / 1e6;
    }
}
