package dev.stoa.server.access;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.server.http.Cookies;
import dev.stoa.server.http.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees on pages of what belongs to others: no more than others do, until it chooses to see as an operator.
 * Only one who may operate can. Stateless.
 */
public final class Sight {
    private static final String COOKIE = "stoa_sight";
    private static final String OPERATOR = "operator";
    private static final long SECONDS = 86_400;

    private Sight() {}

    /** The header {@code Set-Cookie} for what a form says; nothing chosen takes the cookie away. */
    public static String cookie(String chosen, boolean secure) {
        if (!chosen.isEmpty() && !chosen.equals(OPERATOR)) {
            throw Refusal.field("sight", "is no choice of the page", "choose one that the page offers");
        }
        return Cookies.set(COOKIE, chosen, chosen.isEmpty() ? 0 : SECONDS, secure);
    }

    /** Whether one sees what belongs to others. */
    public static boolean isWide(Principal by) {
        return by.operator();
    }

    /** Who looks at a page, with as much sight as it has chosen. */
    static Principal on(Principal by, @Nullable String cookies) {
        boolean wide = by.agent() == null
                && by.rights().contains(Right.OPERATE)
                && Cookies.read(cookies, COOKIE).filter(OPERATOR::equals).isPresent();
        return by.seeing(wide);
    }
}
