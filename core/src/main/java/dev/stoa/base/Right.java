package dev.stoa.base;

/** What a principal must be allowed to do, from the least to the most. Each includes those before it but {@link #ASK}. */
public enum Right {
    /** Anyone may. */
    NOTHING,
    /** Read what the principal can see. */
    READ,
    /** Add and change things. */
    WRITE,
    /** Put questions to models, which may cost money. */
    ASK,
    /** Look after the system: limits, retention, corrections of others' records. */
    OPERATE,
    /** Manage access and keys. */
    ADMIN
}
