package dev.stoa.docs.broken.debate.rules;

import java.util.function.LongSupplier;

final class RuleAsksTheTime {
    LongSupplier ticks() {
        return System::nanoTime;
    }
}
