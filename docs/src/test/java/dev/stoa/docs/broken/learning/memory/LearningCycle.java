package dev.stoa.docs.broken.learning.memory;

import dev.stoa.docs.broken.learning.rating.LearningCycleBack;
import org.jspecify.annotations.Nullable;

public record LearningCycle(@Nullable LearningCycleBack next) {}
