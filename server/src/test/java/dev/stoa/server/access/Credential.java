package dev.stoa.server.access;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request is sent with, and what it may do by the letters of the table of scopes. Immutable.
 *
 * @param rights the letters of what it may do; null if it opens nothing at all
 * @param agent whether it acts as an agent
 * @param headers name, value, name, value
 * @param behind the same without naming an agent; null if it names none
 */
record Credential(
        String name,
        @Nullable String rights,
        boolean agent,
        List<String> headers,
        @Nullable Credential behind) {
    static final String PERSON = "rwkoa";

    Credential {
        headers = List.copyOf(headers);
    }

    static Credential none(String name, @Nullable String rights) {
        return new Credential(name, rights, false, List.of(), null);
    }

    static Credential bearer(String name, @Nullable String rights, boolean agent, String token) {
        return new Credential(name, rights, agent, List.of("Authorization", "Bearer " + token), null);
    }

    /** The same, acting as an agent. */
    Credential as(String identity, @Nullable String left) {
        List<String> more = new ArrayList<>(headers);
        more.addAll(List.of("Stoa-Agent", identity));
        return new Credential(name + " as " + identity, left, true, more, this);
    }

    /** The same, saying that it is the person that it is anyway. */
    Credential asPerson() {
        Credential named = as("human", rights);
        return new Credential(named.name(), rights, agent, named.headers(), this);
    }

    /** The status of its refusal by a route of this scope; 0 if it is let in. */
    int refusal(String scope) {
        boolean guest = headers.isEmpty() && rights == null;
        if ((scope.equals("-") && guest) || (rights != null && (scope.equals("-") || scope.equals("any")))) {
            return 0;
        }
        if (guest) {
            return 401;
        }
        boolean right = rights != null && rights.indexOf(scope.charAt(0)) >= 0;
        return right && (!agent || scope.endsWith("+A")) ? 0 : 403;
    }

    String[] sent(String... more) {
        List<String> all = new ArrayList<>(headers);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
