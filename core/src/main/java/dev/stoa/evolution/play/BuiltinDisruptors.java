package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.issue.Utility;
import dev.stoa.evolution.scenario.Scenario.Roles;
import java.util.List;
import java.util.Optional;

/** The disruptors that Stoa brings along; what the scenario has switched off changes nothing. Immutable. */
final class BuiltinDisruptors implements Disruptors {
    static final int FIRST_TENSION = 5;
    private static final int LEAST = 1;
    private static final int MOST = 10;

    private final Roles roles;
    private final List<Utility> required;

    BuiltinDisruptors(Roles roles, List<Utility> required) {
        this.roles = roles;
        this.required = required;
    }

    @Override
    public int tension(Scene scene) {
        if (!roles.tension().equals(Roles.BUILTIN)) {
            return scene.tension();
        }
        int step = scene.skipped() ? 2 : scene.endorsedOnly() || scene.closer() ? -1 : 1;
        return Math.clamp(scene.tension() + step, LEAST, MOST);
    }

    @Override
    public Optional<String> news(Scene scene) {
        if (!roles.info().equals(Roles.BUILTIN) || scene.turn() == 0 || scene.turn() % roles.infoEvery() != 0) {
            return Optional.empty();
        }
        RandomStream random = RandomStream.of(Seeds.derive(scene.seed(), "news", scene.turn()));
        return Optional.of(
                roles.headlines().get(random.below(roles.headlines().size())).text());
    }

    @Override
    public String hint(Scene scene) {
        if (!roles.capitalizer().equals(Roles.BUILTIN) || scene.offers().isEmpty() || required.isEmpty()) {
            return HINTS.getFirst();
        }
        int standing = scene.offers().getLast().outcome();
        for (int outcome = 0; outcome < required.getFirst().size(); outcome++) {
            int candidate = outcome;
            if (required.stream().allMatch(utility -> utility.of(candidate) > utility.of(standing))) {
                return "trade_issues";
            }
        }
        return HINTS.getFirst();
    }
}
