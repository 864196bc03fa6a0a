package dev.stoa.bench.harness;

/** One way of doing the work of a contest. Not thread-safe, however many threads it uses itself. */
public interface Contender extends AutoCloseable {
    String name();

    /** Does so many operations and measures them. */
    Sample run(int ops) throws Exception;

    /** How long compilers of other processes have worked while they did its operations, in milliseconds. */
    default long compiledElsewhere() {
        return 0;
    }

    @Override
    void close() throws Exception;
}
