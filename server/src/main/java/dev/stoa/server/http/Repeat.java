package dev.stoa.server.http;

import dev.stoa.base.TextEnum;

/** What happens when a request is sent again. */
public enum Repeat implements TextEnum {
    /** It reads, and may be repeated at will. */
    SAFE,
    /** The key of the request is kept: the first result is given again. */
    KEPT,
    /** The key of the request becomes the key of the record. */
    KEY,
    /** The row has a natural key: the second is {@code created:false}. */
    NATURAL,
    /** The thing is in the state already: {@code changed:false}, or a named conflict. */
    STATE,
    /** Each request acts. */
    NONE
}
