package dev.stoa.bench.harness;

/** A contender that takes its copy of the data with it when it goes. Not thread-safe. */
public record Owning(Contender contender, Arena.Copy copy) implements Contender {
    @Override
    public String name() {
        return contender.name();
    }

    @Override
    public Sample run(int ops) throws Exception {
        return contender.run(ops);
    }

    @Override
    public void close() throws Exception {
        contender.close();
        copy.close();
    }
}
