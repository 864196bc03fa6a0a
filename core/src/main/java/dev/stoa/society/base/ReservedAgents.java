package dev.stoa.society.base;

/** The ids of the reserved agents, which are the same in every archive. */
public final class ReservedAgents {
    public static final String SYSTEM_ID = "00000000-0000-7000-8000-000000000001";
    public static final String HUMAN_ID = "00000000-0000-7000-8000-000000000002";

    private ReservedAgents() {}
}
