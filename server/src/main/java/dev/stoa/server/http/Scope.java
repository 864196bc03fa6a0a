package dev.stoa.server.http;

import dev.stoa.base.Need;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.access.RateLimiter;
import java.util.Locale;

/** What a route needs of the caller. What an argument makes it need beyond that, the operation itself refuses. */
public enum Scope {
    /** Nothing: also without a token. */
    NONE(Right.NOTHING, true, "-"),
    /** Any token, with any rights. */
    TOKEN(Right.NOTHING, true, "any"),
    READ(Right.READ, false, "r"),
    READ_AGENT(Right.READ, true, "r+A"),
    WRITE(Right.WRITE, false, "w"),
    WRITE_AGENT(Right.WRITE, true, "w+A"),
    ASK(Right.ASK, true, "k+A"),
    /** To ask, but not as an agent. */
    ASK_PERSON(Right.ASK, false, "k"),
    OPERATE(Right.OPERATE, false, "o"),
    ADMIN(Right.ADMIN, false, "a");

    private final Right right;
    private final boolean agents;
    private final String letter;

    Scope(Right right, boolean agents, String letter) {
        this.right = right;
        this.agents = agents;
        this.letter = letter;
    }

    public Need need() {
        return new Need(right, agents, false);
    }

    /** The word for the right that a caller lacks for it; empty if nothing is lacking. */
    public String lackedBy(Principal by) {
        return Rights.has(by, need()) ? "" : right.name().toLowerCase(Locale.ROOT);
    }

    /** Whether a caller must say who it is. */
    public boolean needsToken() {
        return this != NONE;
    }

    /** The scope in the short form of the documents: {@code r+A}. */
    public String letter() {
        return letter;
    }

    /** The limit that a call counts against. */
    public RateLimiter.Kind rate() {
        return switch (right) {
            case NOTHING, READ -> RateLimiter.Kind.READ;
            case ASK -> RateLimiter.Kind.ASK;
            default -> RateLimiter.Kind.WRITE;
        };
    }
}
