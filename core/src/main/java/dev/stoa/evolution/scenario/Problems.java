package dev.stoa.evolution.scenario;

import dev.stoa.base.InvalidException;
import dev.stoa.evolution.scenario.Tree.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is wrong with a scenario, so that all of it can be mended in one go. For one thread and one reading. */
final class Problems {
    private static final int MOST = 20;

    private final List<Problem> found = new ArrayList<>();
    private int more;

    void add(Position at, String field, String message) {
        Problem problem = new Problem(at.line(), at.column(), field, message);
        if (found.contains(problem)) {
            return;
        }
        if (found.size() < MOST) {
            found.add(problem);
        } else {
            more++;
        }
    }

    boolean none() {
        return found.isEmpty();
    }

    List<Problem> all() {
        return List.copyOf(found);
    }

    void throwIfAny(String file) {
        if (!none()) {
            throw new InvalidException(
                    "invalid_scenario",
                    found.stream().map(problem -> problem.shown(file)).collect(Collectors.joining("\n")),
                    more == 0 ? "correct the scenario" : "correct the scenario; " + more + " more were found");
        }
    }
}
