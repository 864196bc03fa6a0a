package dev.stoa.docs.broken.learning.rating;

import dev.stoa.docs.broken.learning.memory.LearningCycle;
import org.jspecify.annotations.Nullable;

public record LearningCycleBack(@Nullable LearningCycle next) {}
