package dev.stoa.docs.broken.search;

import dev.stoa.docs.broken.society.CoreUsesEngine;

public record SearchUsesWing(CoreUsesEngine wing) {}
