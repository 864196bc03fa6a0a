package dev.stoa.docs.broken.learning;

import dev.stoa.docs.broken.learning.below.ChildUsesParent;
import org.jspecify.annotations.Nullable;

public record ParentUsesChild(@Nullable ChildUsesParent next) {}
