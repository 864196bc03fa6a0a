package dev.stoa.docs.broken.debate;

import dev.stoa.docs.broken.society.CoreUsesEngine;

public record WingUsesWing(CoreUsesEngine other) {}
