package dev.stoa.docs.broken.evolution;

final class Sleeps {
    void rest() throws InterruptedException {
        Thread.sleep(1);
    }
}
