package dev.stoa.bench.harness;

/**
 * One measured slice of work. Immutable.
 *
 * @param ops how many operations were done
 * @param wallNanos how long they took
 * @param cpuNanos processor time of all threads of the process that did them
 * @param check a number that is the same for everybody who did the same work
 */
record Sample(int ops, long wallNanos, long cpuNanos, long check) {
    double perSecond() {
        return ops * 1e9 / wallNanos;
    }
}
