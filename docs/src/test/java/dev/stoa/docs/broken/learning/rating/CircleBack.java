package dev.stoa.docs.broken.learning.rating;

import dev.stoa.docs.broken.learning.memory.CircleThere;
import org.jspecify.annotations.Nullable;

public record CircleBack(@Nullable CircleThere next) {}
