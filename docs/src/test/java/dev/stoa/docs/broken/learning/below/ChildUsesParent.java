package dev.stoa.docs.broken.learning.below;

import dev.stoa.docs.broken.learning.ParentUsesChild;
import org.jspecify.annotations.Nullable;

public record ChildUsesParent(@Nullable ParentUsesChild next) {}
