package dev.stoa.evolution.brain;

import dev.stoa.base.TextEnum;
import java.util.List;

/** The built-in policies with their parameters. */
public enum PolicyKind implements TextEnum {
    CONCESSION(List.of(Known.OPEN, Known.FLOOR, Known.PACE, Known.TRADEOFF)),
    TIT_FOR_TAT(List.of(Known.OPEN, Known.FLOOR, Parameter.linear("reciprocity", 0, 2, 1), Known.TRADEOFF)),
    ASPIRATION(List.of(Parameter.linear("ask", .5, 1, .95), Parameter.linear("accept", 0, 1, .6), Known.TRADEOFF)),
    RANDOM(List.of(Parameter.linear("low", 0, 1, .3))),
    BROKER(List.of(Parameter.linear("weight", 0, 1, .5))),
    SCRIPTED(List.of());

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Parameter> parameters;

    PolicyKind(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /** Its parameters in their order. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** What several policies share. */
    private static final class Known {
        static final Parameter OPEN = Parameter.linear("open", .5, 1, .95);
        static final Parameter FLOOR = Parameter.linear("floor", 0, .9, .4);
        static final Parameter PACE = new Parameter("pace", .1, 10, true, .5);
        static final Parameter TRADEOFF = Parameter.linear("tradeoff", 0, 1, 0);
    }
}
