package dev.stoa.docs.broken.learning.memory;

import dev.stoa.docs.broken.learning.rating.CircleBack;
import org.jspecify.annotations.Nullable;

public record CircleThere(@Nullable CircleBack next) {}
