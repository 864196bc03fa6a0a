package dev.stoa.docs.broken.server.rest;

import dev.stoa.base.Principal;

public final class HandlerActsAsAPerson {
    private HandlerActsAsAPerson() {}

    public static String name() {
        return Principal.local().name();
    }
}
